import type { FoundPrint } from '../../src/pictures/find-prints.ts';
import { drawText } from '../../src/pictures/font.ts';
import {
  type PerspectiveScene,
  renderPerspective,
} from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { readArea, startRunner, startScene } from './bake-moment.ts';
import { bestPrintIn, bodyMiddle, findMidStance, heading, readSurroundings } from './runner-view.ts';
import { sprayOf, startShipped } from './shipped-scene.ts';

const [width, height, gap] = [780, 420, 16];

/** Draws two pictures next to each other with captions below. */
async function drawPair(
  text: readonly [string, string],
  draw: (isOn: boolean) => Promise<Picture>,
): Promise<Picture> {
  const page = createPicture(2 * width + gap, height + 36, sheetColors.paper);
  for (const [n, isOn] of [false, true].entries()) {
    placePicture(page, await draw(isOn), n * (width + gap), 0);
    drawText(page, text[n], n * (width + gap), height + 24, textStyles.caption);
  }
  return page;
}

type View = Omit<PerspectiveScene, 'width' | 'height' | 'samples' | 'ground'>;

function look(ground: PerspectiveScene['ground'], view: View, samples: number): Picture {
  return renderPerspective({ ...view, ground, width, height, samples: Math.min(2, samples) });
}

/**
 * Draws the print of a character that steps into the earlier prints of another character and sinks deeper. The left picture is
 * without the memory of compaction, the right picture is with it.
 */
export function drawMemory(samples: number): Promise<Picture> {
  const sand = { material: 'sand', cell: 0.005, noiseAmplitude: 0.003 };
  // Both pictures show the same print.
  let chosen: FoundPrint | null = null;
  return drawPair(
    [
      'A second foot, without: as deep as it goes',
      'looseDepth 0.02: packed sand gives less, and to the sides',
    ],
    async (isOn) => {
      const walker = { file: 'scenes/assets/mannequin.glb', clip: 'walk', heading };
      const scene = await startScene(
        {
          version: 1,
          seed: 1,
          time: { start: 0, end: 6, fps: 24 },
          actors: [
            { ...walker, name: 'first', softDepth: 0.025 },
            // The second character is one cycle behind, so that it steps into the prints of the first.
            { ...walker, name: 'second', position: [-(await cycleLength()), 0, 0], softDepth: 0.055 },
          ],
          systems: [{ system: 'ground', name: 'ground', ...sand, ...(isOn && { looseDepth: 0.02 }) }],
        },
        '.',
        'memory',
      );
      scene.advanceTo(4.2);
      chosen ??= bestPrintIn(readArea(scene.ground(), 0.8, 2.6, -0.5, 0.5));
      const print = chosen;
      return look(
        readArea(scene.ground(), print.x - 1.4, print.x + 1.8, -1.2, 1.2),
        {
          surroundings: await readSurroundings(sand, print.x, 0.12),
          material: 'sand',
          figures: [],
          camera: {
            position: [print.x - 0.5, 0.5, print.z + 0.75],
            target: [print.x + 0.12, -0.04, print.z - 0.05],
            fieldOfView: 0.56,
          },
          toSun: [-0.5, 0.5, -0.6],
          exposure: 1,
          refine: 3,
        },
        samples,
      );
    },
  );
}

/**
 * Returns the distance that the walker moves in one cycle of its clip, metres. This is the distance from a print to the next print of the
 * same foot.
 */
async function cycleLength(): Promise<number> {
  const scene = await startRunner({ material: 'sand' }, { clip: 'walk', heading });
  const foot = (t: number) => bodyMiddle(scene.posedMeshesAt(t))[0];
  const { actor } = scene.plan.actors[0].character!;
  const duration = actor.clip!.end;
  return foot(1 + duration) - foot(1);
}

/** Draws the ridge around a track: uniform, and pushed forward (`forwardBias`). */
export function drawLean(samples: number): Promise<Picture> {
  const sand = { material: 'sand', noiseAmplitude: 0.0028, noiseWavelength: 0.9 };
  return drawPair(
    [
      'forwardBias 0: the ridge of the papers, on all sides',
      'forwardBias 1: more of it in front of what slides',
    ],
    async (isOn) => {
      const scene = await startShipped('bicycle-fall', { forwardBias: isOn ? 1 : 0 });
      scene.advanceTo(2.6);
      return look(
        readArea(scene.ground(), -4, 4.2, -3.4, 1.6),
        {
          surroundings: await readSurroundings(sand, 0, 0.12),
          material: 'sand',
          figures: scene.posedMeshesAt(2.6),
          camera: { position: [5.6, 2.2, 0.9], target: [2.2, 0, -0.9], fieldOfView: 0.56 },
          toSun: [-0.55, 0.5, -0.6],
          exposure: 1,
        },
        samples,
      );
    },
  );
}

/** Draws a shore: once all sand is dry, once sand is dark, glossy and firm where it is wet. */
export function drawWet(samples: number): Promise<Picture> {
  const sand = { material: 'sand', cell: 0.008, noiseAmplitude: 0.05, noiseWavelength: 3.2 };
  const water = { waterLevel: -0.03, capillaryRise: 0.05, wetSlope: 1.1 };
  return drawRun(
    ['Dry everywhere', 'Water 3 cm under the level: dark and glossy, walls stand'],
    sand,
    water,
    { position: [-4, 1.6, 2.2], target: [-1.5, 0.1, -0.2], toSun: [-0.5, 0.45, -0.7] },
    samples,
  );
}

/** Draws rigid stones in the ground. */
export function drawStones(samples: number): Promise<Picture> {
  const sand = { material: 'sand', cell: 0.005, noiseAmplitude: 0.004 };
  const stones = { stonesPerSquareMetre: 70, stoneRadius: [0.011, 0.14] };
  return drawRun(
    ['Sand alone', '70 stones a square metre: they hold, and what is pushed goes around'],
    sand,
    stones,
    { position: [-2.35, 0.8, 0.95], target: [-1.25, 0, -0.1], toSun: [-0.72, 0.45, -0.2] },
    samples,
  );
}

interface RunView {
  /** Camera and its target, relative to the runner's x. */
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly toSun: readonly [number, number, number];
}

function drawRun(
  text: readonly [string, string],
  ground: Record<string, unknown> & { material: string },
  more: Record<string, unknown>,
  { position, target, toSun }: RunView,
  samples: number,
): Promise<Picture> {
  return drawPair(text, async (isOn) => {
    const params = isOn ? { ...ground, ...more } : ground;
    const scene = await startRunner(params, { heading, softDepth: 0.045 });
    const t = findMidStance(scene, 1.7) + 0.1;
    scene.advanceTo(t);
    const figures = scene.posedMeshesAt(t);
    const [x] = bodyMiddle(figures);
    return look(
      readArea(scene.ground(), x - 4.4, x + 1.8, -3.2, 1.6),
      {
        surroundings: await readSurroundings(params, x, 0.12),
        material: ground.material,
        figures,
        camera: {
          position: [x + position[0], position[1], position[2]],
          target: [x + target[0], target[1], target[2]],
          fieldOfView: 0.58,
        },
        toSun,
        exposure: 1,
      },
      samples,
    );
  });
}

/** Draws the spray from a runner's feet on sand. */
export function drawRunnerSpray(samples: number): Promise<Picture> {
  const sand = { material: 'sand', cell: 0.005, noiseAmplitude: 0.003 };
  return drawPair(['Without', 'spray: what sticks to the sole is thrown as it lifts'], async (isOn) => {
    const scene = await startRunner({ ...sand, spray: isOn }, { heading, softDepth: 0.045 });
    const t = findMidStance(scene, 1.4) + 0.16;
    scene.advanceTo(t);
    const figures = scene.posedMeshesAt(t);
    const [x] = bodyMiddle(figures);
    return look(
      readArea(scene.ground(), x - 2, x + 1, -1, 1),
      {
        surroundings: await readSurroundings(sand, x, 0.12),
        material: 'sand',
        figures,
        ...(isOn && { grains: sprayOf(scene.points(), 'sand') }),
        camera: { position: [x - 0.85, 0.34, 1.45], target: [x - 0.4, 0.2, 0], fieldOfView: 0.5 },
        toSun: [-0.6, 0.5, 0.4],
        exposure: 1,
      },
      samples,
    );
  });
}

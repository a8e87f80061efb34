import { drawText } from '../../src/pictures/font.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { type RunningScene, readArea, startRunner, startScene } from './bake-moment.ts';
import { checkout } from './checkout.ts';
import { bestPrintIn, heading, readSurroundings } from './runner-view.ts';

const captions: Record<string, string> = {
  sand: 'Sand: walls slump, a soft rim',
  mud: 'Mud: walls stand, a high rim',
  snow: 'Snow: all packed down, no rim',
};

/** Depth of the prints, metres. Mud is firmer than sand and snow. */
const depths = [0.035, 0.024, 0.05];

/** The same light for all materials, so that their brightness can be compared. */
const light = { toSun: [-0.5, 0.72, -0.6], exposure: 0.9 } as const;

const size = 500;
const gap = 20;

/** Draws one step in sand, mud and snow, side by side. */
export async function drawMaterials(samples: number): Promise<Picture> {
  const page = createPicture(3 * size + 4 * gap, size + 64, sheetColors.paper);
  for (const [n, material] of ['sand', 'mud', 'snow'].entries()) {
    const ground = { material, cell: 0.005, noiseAmplitude: 0.003 };
    const scene = await startRunner(ground, { heading, softDepth: depths[n] });
    await placePrint(page, n, scene, ground, captions[material], samples);
  }
  return page;
}

/** Materials of one's own that a scene defines by measured quantities, and what a print in them shows. */
const own = [
  {
    caption: 'Dry sand: friction 33°, no cohesion',
    material: { frictionAngle: '33deg', compactionFraction: 0.6, color: [0.85, 0.63, 0.42] },
  },
  {
    caption: 'Moist sand: the same with 120 Pa',
    material: {
      frictionAngle: '33deg',
      cohesion: '120Pa',
      density: 1650,
      compactionFraction: 0.6,
      color: [0.62, 0.49, 0.37],
      dampness: 0.3,
    },
  },
  {
    caption: 'Wet clay: 10 kPa, 20 % compacted',
    material: {
      base: 'mud',
      frictionAngle: '24deg',
      reposeAngle: '50deg',
      cohesion: '10kPa',
      density: 1800,
      compactionFraction: 0.2,
      color: [0.44, 0.36, 0.3],
    },
  },
];

/** Draws one step in three materials that are defined by measurements, side by side. */
export async function drawOwnMaterials(samples: number): Promise<Picture> {
  const page = createPicture(3 * size + 4 * gap, size + 64, sheetColors.paper);
  for (const [n, { caption, material }] of own.entries()) {
    const ground = { material: 'own', cell: 0.005, noiseAmplitude: 0.003 };
    const scene = await startScene(
      {
        version: 1,
        materials: { own: material },
        actors: [{ file: 'scenes/assets/mannequin.glb', clip: 'run', heading, softDepth: 0.035 }],
        systems: [{ system: 'ground', name: 'ground', ...ground }],
      },
      checkout,
      'picture',
    );
    const { params } = scene.plan.systems[0];
    await placePrint(page, n, scene, params as Record<string, unknown>, caption, samples);
  }
  return page;
}

/** Draws the best print of a runner with a caption, as the picture with this number on a page. */
async function placePrint(
  page: Picture,
  number: number,
  scene: RunningScene,
  ground: Record<string, unknown>,
  caption: string,
  samples: number,
): Promise<void> {
  scene.advanceTo(2);
  const output = scene.ground();
  const print = bestPrintIn(readArea(output, 1.5, 5, -0.5, 0.5));
  const picture = renderPerspective({
    ground: readArea(output, print.x - 1.2, print.x + 1.6, -1.2, 1.2),
    surroundings: await readSurroundings(ground, print.x),
    material: output.material,
    look: output.look,
    figures: [],
    camera: {
      position: [print.x - 0.42, 0.5, print.z + 0.52],
      target: [print.x + 0.02, -0.02, print.z - 0.02],
      fieldOfView: 0.56,
    },
    ...light,
    width: size,
    height: size,
    samples,
    refine: 3,
  });
  const x = gap + number * (size + gap);
  placePicture(page, picture, x, gap);
  drawText(page, caption, x, size + gap + 24, textStyles.caption);
}

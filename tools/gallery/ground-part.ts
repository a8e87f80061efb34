import {
  type PerspectiveScene,
  renderPerspective,
} from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import type { PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { type RunningScene, readArea, startScene } from './bake-moment.ts';
import { checkout } from './checkout.ts';
import { readSurroundings } from './runner-view.ts';

/** Gap between parts of a picture, pixels. */
const gap = 10;

/** One part of a picture: mannequins on a ground at one time. */
export interface GroundPart {
  readonly ground: Readonly<Record<string, unknown>> & { readonly material: string };
  /** Actors of the scene. Without a file or a box they are the project's mannequin. */
  readonly actors: readonly Readonly<Record<string, unknown>>[];
  /** s */
  readonly time: number;
  /** Range of world x and z that is drawn with all columns, m. */
  readonly area: readonly [x0: number, x1: number, z0: number, z1: number];
  readonly camera: PerspectiveScene['camera'];
  readonly toSun: PerspectiveScene['toSun'];
  /** Returns the meshes to draw. Default: those of the actors. */
  figures?(scene: RunningScene): readonly PosedMesh[];
}

/** Draws parts side by side, each with a width and a height in pixels. */
export async function drawGroundParts(
  parts: readonly GroundPart[],
  [width, height]: readonly [width: number, height: number],
  samples: number,
): Promise<Picture> {
  const page = createPicture(parts.length * (width + gap) - gap, height, sheetColors.paper);
  for (const [k, part] of parts.entries()) {
    const { ground, actors, time, area, camera, toSun } = part;
    const scene = await startScene(
      {
        version: 1,
        time: { start: 0, end: time, fps: 30 },
        actors: actors.map((actor, n) => ({
          name: `actor-${n}`,
          ...(actor.box === undefined && { file: 'scenes/assets/mannequin.glb' }),
          ...actor,
        })),
        systems: [{ system: 'ground', name: 'ground', ...ground }],
      },
      checkout,
      'picture',
    );
    scene.advanceTo(time);
    const picture = renderPerspective({
      ground: readArea(scene.ground(), ...area),
      surroundings: await readSurroundings(ground, 0),
      material: ground.material,
      figures: part.figures?.(scene) ?? scene.posedMeshesAt(time),
      camera,
      toSun,
      exposure: 1,
      width,
      height,
      samples: Math.min(2, samples),
      refine: 1,
    });
    placePicture(page, picture, k * (width + gap), 0);
  }
  return page;
}

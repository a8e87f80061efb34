import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mannequinBuildNames } from '../../src/files/bvh/mannequin/builds.ts';
import { stripMeshes } from '../../src/files/testing/strip-meshes.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { readArea, startScene } from './bake-moment.ts';
import { checkout } from './checkout.ts';
import { readSurroundings } from './runner-view.ts';

const sand = { material: 'sand', cell: 0.01, noiseAmplitude: 0.003 };
/** Distance between two of them, metres, and the time of the picture, seconds. */
const spacing = 0.95;
const time = 1.55;

/** Draws the builds of mannequins side by side, walking on sand, with the same motion: the walk of the project's own character, without its surface. */
export async function drawMannequins(samples: number): Promise<Picture> {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-mannequins-'));
  try {
    const walker = readFileSync(join(checkout, 'scenes/assets/mannequin.glb'));
    writeFileSync(join(folder, 'walk.glb'), stripMeshes(new Uint8Array(walker)));
    const middle = (mannequinBuildNames.length - 1) / 2;
    const scene = await startScene(
      {
        version: 1,
        actors: mannequinBuildNames.map((mannequin, n) => ({
          name: mannequin,
          file: 'walk.glb',
          clip: 'walk',
          mannequin,
          position: [spacing * (n - middle), 0, 0],
        })),
        systems: [{ system: 'ground', name: 'ground', ...sand }],
      },
      folder,
      'picture',
    );
    scene.advanceTo(time);
    return renderPerspective({
      ground: readArea(scene.ground(), -3, 3, -1.5, 4),
      surroundings: await readSurroundings(sand, 0),
      material: 'sand',
      figures: scene.posedMeshesAt(time),
      camera: { position: [1.0, 1.55, 9.3], target: [0, 0.88, 1.6], fieldOfView: 0.33 },
      toSun: [0.55, 0.6, 0.75],
      exposure: 1,
      width: 1500,
      height: 700,
      samples: Math.min(2, samples),
      refine: 1,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { readArea } from './bake-moment.ts';
import { readSurroundings } from './runner-view.ts';
import { startShipped } from './shipped-scene.ts';

const sand = { material: 'sand', noiseAmplitude: 0.02, noiseWavelength: 3.4 };

/** Draws people who walk over a beach made of saved grounds: Sumner 1999, section 3.1. */
export async function drawTrampledBeach(samples: number): Promise<Picture> {
  const scene = await startShipped('trampled-beach');
  const time = 3.4;
  scene.advanceTo(time);
  return renderPerspective({
    ground: readArea(scene.ground(), -13, 15, -15, 6),
    surroundings: await readSurroundings(sand, 0, 0.12),
    material: 'sand',
    figures: scene.posedMeshesAt(time),
    camera: { position: [-3.6, 2.1, 4.6], target: [0.6, 0.42, -0.9], fieldOfView: 0.66 },
    toSun: [-0.55, 0.36, -0.75],
    exposure: 1,
    width: 1500,
    height: 760,
    samples: Math.min(2, samples),
    refine: 1,
  });
}

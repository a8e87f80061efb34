import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { readArea } from './bake-moment.ts';
import { readSurroundings } from './runner-view.ts';
import { startShipped } from './shipped-scene.ts';

const sand = { material: 'sand', noiseAmplitude: 0.01, noiseWavelength: 3 };

/** Draws a herd that crosses a sandy valley: Sumner 1999, remark in section 3.3. */
export async function drawHerd(samples: number): Promise<Picture> {
  const scene = await startShipped('herd');
  const time = scene.plan.times.seconds(scene.plan.lastFrame);
  scene.advanceTo(time);
  return renderPerspective({
    ground: readArea(scene.ground(), -16, 9, -9, 9),
    surroundings: await readSurroundings(sand, 0, 0.12),
    material: 'sand',
    figures: scene.posedMeshesAt(time),
    camera: { position: [-10.5, 3.6, 8.5], target: [-0.4, 0.75, -0.1], fieldOfView: 0.62 },
    toSun: [-0.15, 0.5, 0.8],
    exposure: 1,
    width: 1400,
    height: 700,
    samples: Math.min(2, samples),
    refine: 1,
  });
}

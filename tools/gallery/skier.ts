import { readColumnGrid } from '../../src/pictures/column-grid.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { readArea } from './bake-moment.ts';
import { bodyMiddle } from './runner-view.ts';
import { sprayOf, startShipped } from './shipped-scene.ts';

/** Draws a skier who turns on a slope: Sumner 1999, section 3.3. */
export async function drawSkier(samples: number): Promise<Picture> {
  const scene = await startShipped('skier');
  const time = 2.55;
  scene.advanceTo(time);
  const figures = scene.posedMeshesAt(time);
  const [x, z] = bodyMiddle(figures);
  const ground = scene.ground();
  const [y] = readArea(ground, x, x + 2 * ground.cell, z, z + 2 * ground.cell).initial;
  return renderPerspective({
    ground: readArea(ground, x - 19, x + 3, -6, 6),
    surroundings: readColumnGrid(ground, ground.extent!, 1 << 18, true),
    material: 'snow',
    figures,
    grains: sprayOf(scene.points(), 'snow'),
    camera: { position: [x + 5.2, y + 0.5, -1.3], target: [x - 3, y + 1.15, -1.2], fieldOfView: 0.52 },
    toSun: [0.3, 0.36, -0.88],
    exposure: 0.94,
    width: 1500,
    height: 800,
    samples: Math.min(2, samples),
    refine: 1,
  });
}

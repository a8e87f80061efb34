import { rotateVector } from '../../src/math/quaternion.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import type { PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { clodPositions, clodTriangles } from '../../src/systems/outputs/clod-shape.ts';
import type { PointsOutput } from '../../src/systems/outputs/points.ts';
import { readArea } from './bake-moment.ts';
import { bodyMiddle, readSurroundings } from './runner-view.ts';
import { sprayOf, startShipped } from './shipped-scene.ts';

const time = 1.62;

/** Draws a runner in mud with the clods that his heels have thrown. */
export async function drawClods(samples: number): Promise<Picture> {
  const scene = await startShipped('clods', { cell: 0.005 });
  scene.advanceTo(time);
  const figures = scene.posedMeshesAt(time);
  const [x] = bodyMiddle(figures);
  const ground = { material: 'mud', noiseAmplitude: 0.006, noiseWavelength: 0.6 };
  return renderPerspective({
    ground: readArea(scene.ground(), x - 2.6, x + 1.6, -1.15, 1.15),
    surroundings: await readSurroundings(ground, x),
    material: 'mud',
    figures: [...figures, ...meshesOf(scene.points('clods'))],
    grains: sprayOf(scene.points(), 'mud'),
    camera: { position: [x - 2.15, 0.42, 0.95], target: [x - 0.4, 0.13, 0], fieldOfView: 0.66 },
    toSun: [-0.5, 0.45, -0.75],
    exposure: 1.1,
    width: 1500,
    height: 800,
    samples: Math.min(2, samples),
    refine: 1,
  });
}

/** Returns a lump for each clod. */
function meshesOf({ count, positions, orientations, sizes, colors }: PointsOutput): PosedMesh[] {
  return Array.from({ length: count }, (_, k) => {
    const corner = [0, 0, 0];
    const placed = new Float64Array(clodPositions.length);
    for (let n = 0; n < clodPositions.length; n += 3) {
      rotateVector(corner, orientations!.subarray(4 * k, 4 * k + 4), clodPositions.subarray(n, n + 3));
      for (let a = 0; a < 3; a++) placed[n + a] = positions[3 * k + a] + sizes[k] * corner[a];
    }
    const [red, green, blue] = colors.subarray(4 * k, 4 * k + 3);
    return { positions: placed, indices: clodTriangles, color: [red, green, blue] };
  });
}

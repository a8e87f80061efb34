import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PosedMesh } from '../../src/pictures/posed-mesh.ts';
import type { PointsOutput } from '../../src/systems/outputs/points.ts';
import { type RunningScene, startScene } from './bake-moment.ts';
import { scenesFolder } from './checkout.ts';

/** Starts one of the project's scenes. `changes` replace parameters of its first ground. */
export function startShipped(name: string, ground: Record<string, unknown> = {}): Promise<RunningScene> {
  const folder = join(scenesFolder, name);
  const scene = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
  Object.assign(scene.systems[0], ground);
  return startScene(scene, folder, name);
}

/** Corners and faces of an octahedron, counter-clockwise seen from outside. */
const corners = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
const faces = [0, 2, 4, 4, 2, 1, 1, 2, 5, 5, 2, 0, 4, 3, 0, 1, 3, 4, 5, 3, 1, 0, 3, 5];

/** Half the height of an octahedron that has the volume of a cube, divided by the side of the cube. */
const halfHeight = 0.75 ** (1 / 3);

/** Returns particles as small octahedra of equal volume, so that they are lit and cast shadows like all figures. */
export function particleFigure({ count, positions, sizes, colors }: PointsOutput): PosedMesh[] {
  if (count === 0) return [];
  const mesh = {
    positions: new Float32Array(18 * count),
    indices: new Uint32Array(24 * count),
    colors: new Float32Array(18 * count),
  };
  for (let k = 0; k < count; k++) {
    for (let n = 0; n < 18; n++) {
      mesh.positions[18 * k + n] = positions[3 * k + (n % 3)] + halfHeight * sizes[k] * corners[n];
      mesh.colors[18 * k + n] = colors[4 * k + (n % 3)];
    }
    for (let n = 0; n < 24; n++) mesh.indices[24 * k + n] = 6 * k + faces[n];
  }
  return [{ ...mesh, color: [1, 1, 1] }];
}

import type { ColumnGrid } from '../../src/pictures/column-grid.ts';
import { chooseBestPrint, type FoundPrint, findPrints } from '../../src/pictures/find-prints.ts';
import { figureBounds, type PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { type RunningScene, readArea, startRunner } from './bake-moment.ts';

/** Heading along +X, which is to the right in every picture. */
export const heading = Math.PI / 2;

/** Returns the centre of a character seen from above: the mean of its vertices, metres. */
export function bodyMiddle(figures: readonly PosedMesh[]): [number, number] {
  let [x, z, count] = [0, 0, 0];
  for (const { positions } of figures) {
    for (let k = 0; k + 2 < positions.length; k += 3) {
      x += positions[k];
      z += positions[k + 2];
      count++;
    }
  }
  return [x / count, z / count];
}

/** Returns the first time after `from` at which the character's lowest point, which belongs to the planted foot, is just below its body. */
export function findMidStance(scene: RunningScene, from: number): number {
  let before = 0;
  for (let n = 0; n < 200; n++) {
    const t = from + n / 100;
    const figures = scene.posedMeshesAt(t);
    const [middle] = bodyMiddle(figures);
    const ahead = lowestPoint(figures) - middle;
    if (before > 0 && before < 0.3 && ahead <= 0) return t;
    before = ahead;
  }
  throw new Error('the character never stands on a foot');
}

/** Returns the mean x of the vertices within 1.5 cm of the lowest point. */
function lowestPoint(figures: readonly PosedMesh[]): number {
  const low = figureBounds(figures)!.min[1];
  let [sum, count] = [0, 0];
  for (const { positions } of figures) {
    for (let k = 0; k + 2 < positions.length; k += 3) {
      if (positions[k + 1] > low + 0.015) continue;
      sum += positions[k];
      count++;
    }
  }
  return sum / count;
}

/** Returns a large untouched ground with the same noise, for the background. A larger `cell` takes less time. */
export async function readSurroundings(
  ground: Record<string, unknown>,
  x: number,
  cell = 0.04,
): Promise<ColumnGrid> {
  const wide = await startRunner({ ...ground, cell }, {});
  return readArea(wide.ground(), x - 24, x + 36, -30, 30);
}

/** Returns the print in an area that is best for a close view. */
export function bestPrintIn(grid: ColumnGrid): FoundPrint {
  const print = chooseBestPrint(findPrints(grid), []);
  if (!print) throw new Error('there is no print');
  return print;
}

import { pressedBit, tileSize } from '../flow/sheet.ts';
import { never } from '../records.generated.ts';
import type { GroundState } from '../state.ts';
import { tileColumns } from '../tiles/packed-tile.ts';
import type { Tile } from '../tiles/tile.ts';

const side = tileSize + 2;
const heights = new Int32Array(side * side);
const isPressed = new Uint8Array(side * side);
const tileHeights = new Int32Array(tileColumns);
const tileInitial = new Int32Array(tileColumns);
const tilePressed = new Uint16Array(tileColumns);

/**
 * Returns whether material of a sleeping or awake tile may flow, because a pair of columns in it, or at its boundary, is steeper than what is
 * stable for certain. Depends only on the state.
 */
export function mayFlow(state: GroundState, { tileI, tileJ }: Tile): boolean {
  const { erosion, beyond, rules } = state.settings;
  const { axisInside, axisOutside, diagonalInside, diagonalOutside } = erosion;
  if (axisInside === never && axisOutside === never) return false;
  // Negative cohesion lowers the stable difference.
  const cohesion = 2 * Math.min(0, beyond.extras.minCohesion ?? 0);
  const inside = { axis: axisInside + cohesion, diagonal: diagonalInside + cohesion };
  // Without the pressed bit, either limit may apply to a pair.
  const outside = {
    axis: (rules.keepsPressed ? axisOutside : Math.min(axisInside, axisOutside)) + cohesion,
    diagonal: (rules.keepsPressed ? diagonalOutside : Math.min(diagonalInside, diagonalOutside)) + cohesion,
  };
  gatherAround(state, tileI, tileJ);
  for (let row = 0; row + 1 < side; row++) {
    for (let column = 0, k = row * side; column + 1 < side; column++, k++) {
      const limits = (other: number) => (isPressed[k] || isPressed[other] ? inside : outside);
      if (Math.abs(heights[k] - heights[k + 1]) > limits(k + 1).axis) return true;
      if (Math.abs(heights[k] - heights[k + side]) > limits(k + side).axis) return true;
      if (Math.abs(heights[k] - heights[k + side + 1]) > limits(k + side + 1).diagonal) return true;
      const across = Math.abs(heights[k + 1] - heights[k + side]);
      if (across > (isPressed[k + 1] || isPressed[k + side] ? inside : outside).diagonal) return true;
    }
  }
  return false;
}

/** Reads the columns of a tile and those around it. */
function gatherAround(state: GroundState, tileI: number, tileJ: number): void {
  for (let dj = -1; dj <= 1; dj++) {
    for (let di = -1; di <= 1; di++) {
      state.tiles.read(tileI + di, tileJ + dj, tileHeights, tileInitial, tilePressed);
      const firstRow = dj === -1 ? tileSize - 1 : 0;
      const lastRow = dj === 1 ? 0 : tileSize - 1;
      const firstColumn = di === -1 ? tileSize - 1 : 0;
      const lastColumn = di === 1 ? 0 : tileSize - 1;
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++) {
          const to = (1 + dj * tileSize + row) * side + 1 + di * tileSize + column;
          heights[to] = tileHeights[row * tileSize + column];
          isPressed[to] = tilePressed[row * tileSize + column] >= pressedBit ? 1 : 0;
        }
      }
    }
  }
}

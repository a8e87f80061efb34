import type { Collider, RigidCollider } from '../../../motion/collider.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { defaultParams } from '../../params.ts';
import type { GroundKernel } from '../kernel.ts';
import { showGround } from '../outputs.ts';
import { type GroundParams, groundParams } from '../params.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { createGround } from '../system.ts';
import { moveTo, placeAt } from './shapes.ts';

/** Creates a ground, flat by default. */
export function makeGround(
  overrides: Partial<GroundParams> = {},
  kernel?: GroundKernel,
  seed = 1,
): GroundState {
  const params = {
    ...(defaultParams(groundParams) as GroundParams),
    noiseAmplitude: 0,
    noiseWavelength: 0.6,
    ...overrides,
  };
  return createGround(params, seed, kernel);
}

/** Presses a body straight down from just above the ground to `depth` below it in `steps` equal steps. */
export function pressDown(
  state: GroundState,
  body: RigidCollider,
  depth: number,
  steps: number,
  at: readonly [x: number, z: number, turn?: number] = [0, 0],
  lowest = 0,
): void {
  const [x, z, turn] = at;
  placeAt(body, x, -lowest, z, turn);
  for (let k = 1; k <= steps; k++) {
    moveTo(body, x, -lowest - (depth * k) / steps, z, turn);
    stepGround(state, [body]);
  }
}

/** Steps the ground without bodies until it sleeps, at most `limit` steps. Returns the number of steps. */
export function settleGround(state: GroundState, limit = 5000, colliders: readonly Collider[] = []): number {
  for (let k = 0; k < limit; k++) {
    stepGround(state, colliders);
    if (![...state.tiles.awake].some((tile) => tile.active)) return k + 1;
  }
  return limit;
}

/** Heights in metres about the datum, row by row. */
export function readHeights(state: GroundState, rectangle: ColumnRectangle): Float64Array {
  return Float64Array.from(readUnits(state, rectangle), (units) => units / unitsPerMetre);
}

/** Heights in units, row by row. */
export function readUnits(state: GroundState, rectangle: ColumnRectangle): Int32Array {
  const out = new Int32Array(rectangle.columns * rectangle.rows);
  showGround(state).read(out, rectangle);
  return out;
}

/** A rectangle of columns about a column. */
export function around(i: number, j: number, reach: number): ColumnRectangle {
  return { i0: i - reach, j0: j - reach, columns: 2 * reach + 1, rows: 2 * reach + 1 };
}

/** Returns the volume above the initial level divided by the volume below it, for heights about a level ground. */
export function raisedFraction(heights: ArrayLike<number>): number {
  let [raised, hole] = [0, 0];
  for (let k = 0; k < heights.length; k++) {
    if (heights[k] > 0) raised += heights[k];
    else hole -= heights[k];
  }
  return raised / hole;
}

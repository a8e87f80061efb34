import { Hasher } from '../../../math/hash.ts';
import { square } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { unitsPerMetre } from '../rules/thresholds.ts';
import type { FillColumns, InitialSurface } from '../surface/initial-surface.ts';
import { type GroundMap, sampleMap } from './ground-map.ts';

/** A stone: half of an ellipsoid above the ground. Metres. */
export interface Stone {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
  readonly height: number;
}

/** Randomly scattered stones: one at a random position in each square of a lattice. Metres. */
export interface StrewnStones {
  readonly seed: number;
  readonly spacing: number;
  readonly minRadius: number;
  readonly maxRadius: number;
}

export interface StoneSettings {
  readonly list: readonly Stone[];
  readonly strewn: StrewnStones | null;
  /** The ground is rock if this map is 128 or more. Needs an extent. */
  readonly map: GroundMap | null;
}

/** Default height of a stone above the ground, as a fraction of its radius. */
export const stoneHeightFraction = 0.5;

/** Maximum height of a stone above the ground, m. */
export function boundStones({ list, strewn }: StoneSettings): number {
  return list.reduce(
    (max, stone) => Math.max(max, stone.height),
    strewn ? strewn.maxRadius * stoneHeightFraction : 0,
  );
}

/** A surface with stones, and a function that writes their positions: 1 for stones, 0 elsewhere, into out [columns · rows]. */
export interface StonySurface {
  readonly surface: InitialSurface;
  readonly fillStones: FillColumns<Uint8Array>;
}

export function addStones(
  base: InitialSurface,
  stones: StoneSettings,
  cell: number,
  extent: ColumnRectangle | null,
): StonySurface {
  const ground = { cell, extent, fill: base.fill };
  const bound = Math.ceil(boundStones(stones) * unitsPerMetre);
  let heights = new Int32Array(1024);
  let isStone = new Uint8Array(1024);
  return {
    surface: {
      ...base,
      top: base.top + bound,
      topOf: base.topOf && ((i0, j0, columns, rows) => base.topOf!(i0, j0, columns, rows) + bound),
      identity: { ...base.identity, stones: describeStones(stones) },
      fill: (out, i0, j0, columns, rows) => {
        if (isStone.length < columns * rows) isStone = new Uint8Array(columns * rows);
        base.fill(out, i0, j0, columns, rows);
        raiseStones(out, isStone, { i0, j0, columns, rows }, stones, ground);
      },
    },
    fillStones: (out, i0, j0, columns, rows) => {
      if (heights.length < columns * rows) heights = new Int32Array(columns * rows);
      base.fill(heights, i0, j0, columns, rows);
      raiseStones(heights, out, { i0, j0, columns, rows }, stones, ground);
    },
  };
}

function describeStones({ list, strewn, map }: StoneSettings): object {
  return { list, strewn, map: map && new Hasher().bytes(map.values).digest() };
}

/**
 * Raises the heights of a rectangle to the stones in it, and writes 1 for stones and 0 elsewhere into `isStone` [columns · rows]. A
 * stone is placed on the height of the ground at its center. Columns whose ground is higher than the stone have none. The result
 * for a column does not depend on the rectangle.
 */
function raiseStones(
  heights: Int32Array,
  isStone: Uint8Array,
  rectangle: ColumnRectangle,
  stones: StoneSettings,
  ground: {
    readonly cell: number;
    readonly extent: ColumnRectangle | null;
    readonly fill: FillColumns<Int32Array>;
  },
): void {
  const { i0, j0, columns, rows } = rectangle;
  const { cell, extent, fill } = ground;
  isStone.fill(0, 0, columns * rows);
  if (stones.map && extent) {
    for (let k = 0; k < columns * rows; k++) {
      const value = sampleMap(stones.map, extent, i0 + (k % columns), j0 + Math.floor(k / columns));
      if (value >= 128) isStone[k] = 1;
    }
  }
  const middle = new Int32Array(1);
  for (const { x, z, radius, height } of listStones(stones, rectangle, cell)) {
    const firstI = Math.max(i0, Math.ceil((x - radius) / cell));
    const lastI = Math.min(i0 + columns - 1, Math.floor((x + radius) / cell));
    const firstJ = Math.max(j0, Math.ceil((z - radius) / cell));
    const lastJ = Math.min(j0 + rows - 1, Math.floor((z + radius) / cell));
    if (firstI > lastI || firstJ > lastJ) continue;
    fill(middle, Math.round(x / cell), Math.round(z / cell), 1, 1);
    for (let j = firstJ; j <= lastJ; j++) {
      for (let i = firstI; i <= lastI; i++) {
        const dx = (i * cell - x) / radius;
        const dz = (j * cell - z) / radius;
        const rest = 1 - dx * dx - dz * dz;
        if (rest <= 0) continue;
        const top = middle[0] + Math.floor(height * Math.sqrt(rest) * unitsPerMetre);
        const k = (j - j0) * columns + i - i0;
        if (top <= heights[k]) continue;
        heights[k] = top;
        isStone[k] = 1;
      }
    }
  }
}

/** Lists all stones that may overlap a rectangle. */
function* listStones(
  { list, strewn }: StoneSettings,
  { i0, j0, columns, rows }: ColumnRectangle,
  cell: number,
): Generator<Stone> {
  yield* list;
  if (!strewn) return;
  const { seed, spacing, minRadius, maxRadius } = strewn;
  const firstA = Math.floor((i0 * cell - maxRadius) / spacing);
  const lastA = Math.floor(((i0 + columns - 1) * cell + maxRadius) / spacing);
  const firstB = Math.floor((j0 * cell - maxRadius) / spacing);
  const lastB = Math.floor(((j0 + rows - 1) * cell + maxRadius) / spacing);
  for (let b = firstB; b <= lastB; b++) {
    for (let a = firstA; a <= lastA; a++) {
      // Small stones are more frequent than large ones.
      const sizeFraction = square(hashUnit(seed, a, b, 2));
      const radius = minRadius + (maxRadius - minRadius) * sizeFraction;
      yield {
        x: (a + hashUnit(seed, a, b, 0)) * spacing,
        z: (b + hashUnit(seed, a, b, 1)) * spacing,
        radius,
        height: radius * stoneHeightFraction,
      };
    }
  }
}

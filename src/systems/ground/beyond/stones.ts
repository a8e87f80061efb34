import { Hasher } from '../../../math/hash.ts';
import { cos, log, pow, sin } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { FillColumns, InitialSurface } from '../surface/initial-surface.ts';
import { sampleMap } from './ground-map.ts';
import { maxRoughHeight } from './stone-bound.ts';
import type { Stone, StoneSettings, StrewnStones } from './stone-settings.ts';

/** A stone with an irregular shape. Lengths without a unit are fractions of its longest radius. */
interface RoughStone extends Stone {
  /** Its longest axis, a unit vector. */
  readonly axisX: number;
  readonly axisZ: number;
  /** The radius across that axis. */
  readonly minor: number;
  /** Depth of the ellipsoid's centre below the ground, as a fraction of its half height: the stone is embedded. */
  readonly buried: number;
  /** Flat sides and flat parts of the top: x and z of a unit vector, distance of the side, height and slope of the top. [5 · facetCount] */
  readonly facets: Float64Array;
}

/** Minimum height of a random stone above the ground, as a fraction of its radius. */
const minRoughHeight = 0.25;
/**
 * The number of random stones larger than r is proportional to r to the power of minus this. Natural gravel and fragments of rock have 2 to
 * 3: Turcotte, Fractals and fragmentation, 1986.
 */
const sizeExponent = 2.5;
/** Maximum number of random stones in a square of the lattice. */
const maxStonesInSquare = 6;
/** Period of the density of random stones, in squares of the lattice: stones lie in groups. */
const groupPeriod = 4;
const facetCount = 4;

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
  const bound = Math.ceil(stones.top * unitsPerMetre);
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
  // `shape` must be increased whenever the code makes other stones from the same parameters.
  return {
    list,
    strewn: strewn && { ...strewn, shape: 2 },
    map: map && new Hasher().bytes(map.values).digest(),
  };
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
  for (const stone of listStones(stones, rectangle, cell)) {
    const { x, z, radius, height } = stone;
    const profile = 'facets' in stone ? roughProfile : domeProfile;
    const firstI = Math.max(i0, Math.ceil((x - radius) / cell));
    const lastI = Math.min(i0 + columns - 1, Math.floor((x + radius) / cell));
    const firstJ = Math.max(j0, Math.ceil((z - radius) / cell));
    const lastJ = Math.min(j0 + rows - 1, Math.floor((z + radius) / cell));
    if (firstI > lastI || firstJ > lastJ) continue;
    fill(middle, Math.round(x / cell), Math.round(z / cell), 1, 1);
    for (let j = firstJ; j <= lastJ; j++) {
      for (let i = firstI; i <= lastI; i++) {
        const part = profile(stone as RoughStone, (i * cell - x) / radius, (j * cell - z) / radius);
        if (part <= 0) continue;
        const top = middle[0] + Math.floor(height * part * unitsPerMetre);
        const k = (j - j0) * columns + i - i0;
        if (top <= heights[k]) continue;
        heights[k] = top;
        isStone[k] = 1;
      }
    }
  }
}

/** Returns the height of half an ellipsoid at a point, as a fraction of its height. ≤ 0 outside. dx, dz: fractions of the radius. */
function domeProfile(_stone: Stone, dx: number, dz: number): number {
  const rest = 1 - dx * dx - dz * dz;
  return rest > 0 ? Math.sqrt(rest) : 0;
}

/** The same for an irregular stone: an embedded ellipsoid with flat sides and flat parts of the top. */
function roughProfile({ axisX, axisZ, minor, buried, facets }: RoughStone, dx: number, dz: number): number {
  const along = dx * axisX + dz * axisZ;
  const across = (dz * axisX - dx * axisZ) / minor;
  let outward = Math.sqrt(along * along + across * across);
  let top = 1;
  for (let k = 0; k < facets.length; k += 5) {
    const toward = along * facets[k] + across * facets[k + 1];
    outward = Math.max(outward, toward / facets[k + 2]);
    top = Math.min(top, facets[k + 3] - toward * facets[k + 4]);
  }
  if (outward >= 1) return 0;
  const rest = 1 - outward * outward * (1 - buried * buried);
  return Math.min(top, (Math.sqrt(rest) - buried) / (1 - buried));
}

/** Lists all stones that may overlap a rectangle. */
export function* listStones(
  { list, strewn }: StoneSettings,
  { i0, j0, columns, rows }: ColumnRectangle,
  cell: number,
): Generator<Stone | RoughStone> {
  yield* list;
  if (!strewn) return;
  const { seed, spacing, maxRadius } = strewn;
  const firstA = Math.floor((i0 * cell - maxRadius) / spacing);
  const lastA = Math.floor(((i0 + columns - 1) * cell + maxRadius) / spacing);
  const firstB = Math.floor((j0 * cell - maxRadius) / spacing);
  const lastB = Math.floor(((j0 + rows - 1) * cell + maxRadius) / spacing);
  for (let b = firstB; b <= lastB; b++) {
    for (let a = firstA; a <= lastA; a++) {
      const chance = densityAt(seed, a, b) / maxStonesInSquare;
      for (let n = 0; n < maxStonesInSquare; n++) {
        if (hashUnit(seed, a, b, 10 * n) < chance) yield makeRoughStone(strewn, a, b, n);
      }
    }
  }
}

/** Returns the expected number of stones in a square of the lattice. Its mean is 1. It is smooth between random values of mean 1. */
function densityAt(seed: number, a: number, b: number): number {
  const [s, t] = [a / groupPeriod, b / groupPeriod];
  const [i, j] = [Math.floor(s), Math.floor(t)];
  const value = (di: number, dj: number) => -log(1 - hashUnit(seed, i + di, j + dj, 5));
  const upper = value(0, 0) + (s - i) * (value(1, 0) - value(0, 0));
  const lower = value(0, 1) + (s - i) * (value(1, 1) - value(0, 1));
  return upper + (t - j) * (lower - upper);
}

/** Returns stone n of a square of the lattice. */
function makeRoughStone(
  { seed, spacing, minRadius, maxRadius }: StrewnStones,
  a: number,
  b: number,
  n: number,
): RoughStone {
  const random = (what: number) => hashUnit(seed, a, b, 100 * (n + 1) + what);
  // The inverse of the distribution of sizes.
  const rarest = pow(minRadius / maxRadius, sizeExponent);
  const radius = minRadius * pow(1 - random(2) * (1 - rarest), -1 / sizeExponent);
  const turn = 2 * Math.PI * random(3);
  const facets = new Float64Array(5 * facetCount);
  for (let k = 0; k < facetCount; k++) {
    const angle = 2 * Math.PI * random(10 + 4 * k);
    facets[5 * k] = cos(angle);
    facets[5 * k + 1] = sin(angle);
    facets[5 * k + 2] = 0.68 + 0.3 * random(11 + 4 * k);
    facets[5 * k + 3] = 0.72 + 0.28 * random(12 + 4 * k);
    facets[5 * k + 4] = 0.15 + 0.5 * random(13 + 4 * k);
  }
  return {
    x: (a + random(0)) * spacing,
    z: (b + random(1)) * spacing,
    radius,
    height: radius * (minRoughHeight + (maxRoughHeight - minRoughHeight) * random(4)),
    axisX: cos(turn),
    axisZ: sin(turn),
    minor: 0.6 + 0.4 * random(5),
    buried: 0.6 * random(6),
    facets,
  };
}

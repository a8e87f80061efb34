import { cos, sin } from '../../math/portable.ts';
import { r2Steps } from '../../math/r2-sequence.ts';
import { hashUnit } from '../../math/random.ts';
import { type BladeCoat, type BladeKind, checkCoat, type Range } from './blade-coat.ts';

/** The blades of one tile. Those of the undercoat come last. Units are those of `BladeKind`; every array is [count]. */
export interface Blades {
  readonly count: number;
  /** Number of blades that do not belong to the undercoat. */
  readonly longCount: number;
  /** Positions of the roots, 0..1. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly length: Float64Array;
  readonly radius: Float64Array;
  readonly taper: Float64Array;
  readonly point: Float64Array;
  /** Lateral displacement of the centre line at height 1, and its bend a. */
  readonly leanX: Float64Array;
  readonly leanY: Float64Array;
  readonly bend: Float64Array;
  /**
   * A random number for each blade, 0..1, uniformly distributed. It determines the colour of the blade, and the projection in which the
   * blade is visible.
   */
  readonly tone: Float64Array;
}

/** The second argument of the hash for each random value. For blades of the undercoat, 16 is added. */
const draws = { x: 0, y: 1, length: 2, radius: 3, lean: 4, bend: 5, direction: 6, tone: 7 };
const clumpDraws = 32;

const [stepX, stepY] = r2Steps;

/**
 * Grows blades with random lengths, inclinations and bends from the ranges of the coat. Throws an InputError in the same cases as
 * `checkCoat`.
 */
export function growBlades(coat: BladeCoat): Blades {
  checkCoat(coat);
  const longCount = coat.blades.count;
  const count = longCount + (coat.undercoat?.count ?? 0);
  const array = () => new Float64Array(count);
  const blades: Blades = {
    count,
    longCount,
    x: array(),
    y: array(),
    length: array(),
    radius: array(),
    taper: array(),
    point: array(),
    leanX: array(),
    leanY: array(),
    bend: array(),
    tone: array(),
  };
  growKind(blades, coat, coat.blades, 0, 0);
  if (coat.undercoat) growKind(blades, coat, coat.undercoat, longCount, 16);
  if (coat.clumps) {
    pullToClumps(blades, coat.seed, coat.clumps);
    if (coat.clumps.taper > 0 || coat.clumps.variation > 0) stretchTo(blades, coat.blades.length[1]);
  }
  return blades;
}

function growKind(out: Blades, coat: BladeCoat, kind: BladeKind, first: number, salt: number): void {
  const { seed, direction, directionSpread } = coat;
  const scatter = coat.scatter / Math.sqrt(kind.count);
  const shiftX = hashUnit(seed, 0xffff, salt);
  const shiftY = hashUnit(seed, 0xfffe, salt);
  for (let k = 0; k < kind.count; k++) {
    const draw = (what: number) => hashUnit(seed, k, what + salt);
    const pick = (range: Range, what: number) => range[0] + (range[1] - range[0]) * draw(what);
    const i = first + k;
    // If the scatter is one tile or more, positions are completely random.
    out.x[i] = wrap(shiftX + k * stepX + (draw(draws.x) - 0.5) * Math.min(scatter, 1));
    out.y[i] = wrap(shiftY + k * stepY + (draw(draws.y) - 0.5) * Math.min(scatter, 1));
    out.length[i] = pick(kind.length, draws.length);
    out.radius[i] = pick(kind.radius, draws.radius);
    out.taper[i] = kind.taper;
    out.point[i] = kind.point;
    const lean = pick(kind.lean, draws.lean);
    const angle = direction + (2 * draw(draws.direction) - 1) * directionSpread;
    out.leanX[i] = lean * cos(angle);
    out.leanY[i] = lean * sin(angle);
    out.bend[i] = pick(kind.bend, draws.bend);
    out.tone[i] = draw(draws.tone);
  }
}

function pullToClumps(blades: Blades, seed: number, clumps: NonNullable<BladeCoat['clumps']>): void {
  const { count, pull, taper, variation } = clumps;
  const points = new Float64Array(2 * count);
  const scatter = 1 / Math.sqrt(count);
  /** Approximate distance from the middle of a clump to its corners. */
  const reach = 0.75 / Math.sqrt(count);
  for (let k = 0; k < count; k++) {
    points[2 * k] = wrap(k * stepX + hashUnit(seed, k, clumpDraws) * scatter);
    points[2 * k + 1] = wrap(k * stepY + hashUnit(seed, k, clumpDraws + 1) * scatter);
  }
  for (let i = 0; i < blades.count; i++) {
    let nearest = Infinity;
    let clump = 0;
    let towardX = 0;
    let towardY = 0;
    for (let k = 0; k < count; k++) {
      const dx = shortest(points[2 * k] - blades.x[i]);
      const dy = shortest(points[2 * k + 1] - blades.y[i]);
      const distance = dx * dx + dy * dy;
      if (distance >= nearest) continue;
      nearest = distance;
      clump = k;
      towardX = dx;
      towardY = dy;
    }
    blades.leanX[i] += pull * towardX;
    blades.leanY[i] += pull * towardY;
    if (i >= blades.longCount) continue;
    const atEdge = Math.min(1, Math.sqrt(nearest) / reach);
    blades.length[i] *= (1 - taper * atEdge) * (1 - variation * hashUnit(seed, clump, clumpDraws + 2));
  }
}

/** Scales the lengths of the long blades so that the longest has the given length. Clumps may have shortened all of them. */
function stretchTo({ length, longCount }: Blades, longest: number): void {
  let max = 0;
  for (let i = 0; i < longCount; i++) max = Math.max(max, length[i]);
  if (max > 0) for (let i = 0; i < longCount; i++) length[i] *= longest / max;
}

function wrap(x: number): number {
  const rest = x - Math.floor(x);
  return rest < 1 ? rest : 0;
}

/** Converts a displacement on a periodic tile to the shortest equivalent one, −0.5..0.5. */
function shortest(offset: number): number {
  return offset - Math.floor(offset + 0.5);
}

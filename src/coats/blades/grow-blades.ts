import { cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import { type BladeCoat, type BladeKind, checkCoat, type Range } from './blade-coat.ts';

/** The blades of one tile, those of the undercoat last. Lengths as in `BladeKind`; every array is [count]. */
export interface Blades {
  readonly count: number;
  /** How many are no undercoat. */
  readonly longCount: number;
  /** Roots, 0..1. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly length: Float64Array;
  readonly radius: Float64Array;
  readonly taper: Float64Array;
  readonly point: Float64Array;
  /** How far aside the centre line is at height 1, and its a. */
  readonly leanX: Float64Array;
  readonly leanY: Float64Array;
  readonly bend: Float64Array;
  /** A random number of its own, 0..1, evenly spread: for colours, and for which projection shows it. */
  readonly tone: Float64Array;
}

/** What a random number is for: second argument of the hash, with the undercoat's 16 further on. */
const draws = { x: 0, y: 1, length: 2, radius: 3, lean: 4, bend: 5, direction: 6, tone: 7 };
const clumpDraws = 32;

// Steps of the sequence that fills a square most evenly (Roberts 2018): 1/ρ and 1/ρ², ρ³ = ρ + 1. It wraps as the tile does.
const stepX = 0.7548776662466927;
const stepY = 0.5698402909980532;

/** Blades with lengths, inclinations and bendings drawn from their ranges. Throws InputError for what `checkCoat` refuses. */
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
  if (coat.clumps) pullToClumps(blades, coat.seed, coat.clumps);
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
    // A scatter of one tile or more is chance alone: the even place no longer matters.
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
  const { count, pull } = clumps;
  const places = new Float64Array(2 * count);
  const scatter = 1 / Math.sqrt(count);
  for (let k = 0; k < count; k++) {
    places[2 * k] = wrap(k * stepX + hashUnit(seed, k, clumpDraws) * scatter);
    places[2 * k + 1] = wrap(k * stepY + hashUnit(seed, k, clumpDraws + 1) * scatter);
  }
  for (let i = 0; i < blades.count; i++) {
    let nearest = Infinity;
    let wayX = 0;
    let wayY = 0;
    for (let k = 0; k < count; k++) {
      const dx = shortest(places[2 * k] - blades.x[i]);
      const dy = shortest(places[2 * k + 1] - blades.y[i]);
      const distance = dx * dx + dy * dy;
      if (distance >= nearest) continue;
      nearest = distance;
      wayX = dx;
      wayY = dy;
    }
    blades.leanX[i] += pull * wayX;
    blades.leanY[i] += pull * wayY;
  }
}

function wrap(x: number): number {
  const rest = x - Math.floor(x);
  return rest < 1 ? rest : 0;
}

/** The same way on a tile that repeats, −0.5..0.5. */
function shortest(way: number): number {
  return way - Math.floor(way + 0.5);
}

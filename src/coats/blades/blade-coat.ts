import { InputError, type InputFault } from '../../input-error.ts';

/** Least and greatest of a random value, both included. */
export type Range = readonly [number, number];

/**
 * Many blades of one sort. Sideways measures are shares of the side of the tile, heights shares of the height of all shells.
 * The centre line of a blade is c(z) = c₀ + dir · b · (e^{az} − 1) / (e^a − 1), its radius r₀ · e^{−cz}, cut at its length.
 */
export interface BladeKind {
  /** How many in one tile. Whole, 1..65536. */
  readonly count: number;
  /** Where it ends [share of the height]. 0..1. */
  readonly length: Range;
  /** r₀, the radius at the skin [share of the side]. > 0, up to 0.25. */
  readonly radius: Range;
  /** c, how it thins out with height [1]. 0..20; 0: a cylinder. */
  readonly taper: number;
  /** Last share of its length over which it goes to a point, 0..1; 0: cut off, as in the formula. */
  readonly point: number;
  /** b, how far aside its centre line is at the full height: its inclination [share of the side]. 0..1. */
  readonly lean: Range;
  /** a, how its inclination grows with height: its bending [1]. −8..8; 0: straight. */
  readonly bend: Range;
}

/** What fills a tile, which repeats over the skin. */
export interface BladeCoat {
  /** Any whole number: every random value belongs to it. */
  readonly seed: number;
  /** The long ones: grass, guard hair. */
  readonly blades: BladeKind;
  /** The dense coat of short hair below them; null for none. */
  readonly undercoat: BladeKind | null;
  /** Where they lean, radians from the first axis of the tile. */
  readonly direction: number;
  /** How far from there at most, radians. 0..π; π: all round. */
  readonly directionSpread: number;
  /** How far blades are from even places [mean distance of neighbours]. 0..64; about 1 is fur, 64 is chance alone. */
  readonly scatter: number;
  /** Places that blades lean to together, as in wet or matted fur; null for none. */
  readonly clumps: {
    /** How many in one tile. Whole, 1..4096. */
    readonly count: number;
    /** Share of the way to the place that a blade has gone at the full height. 0..1. */
    readonly pull: number;
  } | null;
}

const kindLimits = { length: [0, 1], radius: [1e-6, 0.25], lean: [0, 1], bend: [-8, 8] } as const;

/** Throws InputError with all faults of a coat; `path` is where it stands. */
export function checkCoat(coat: BladeCoat, path = 'coat'): void {
  const faults: InputFault[] = [];
  const check = (name: string, value: unknown, low: number, high: number, isWhole = false) => {
    const isRight =
      typeof value === 'number' && value >= low && value <= high && (!isWhole || Number.isInteger(value));
    if (isRight) return;
    const sort = isWhole ? 'a whole number' : 'a number';
    faults.push({
      path: `${path}.${name}`,
      message: `expected ${sort} from ${low} to ${high}, got ${value}`,
    });
  };
  const checkKind = (name: string, kind: BladeKind) => {
    check(`${name}.count`, kind.count, 1, 65536, true);
    check(`${name}.taper`, kind.taper, 0, 20);
    check(`${name}.point`, kind.point, 0, 1);
    for (const [field, [low, high]] of Object.entries(kindLimits)) {
      const range: Range = kind[field as keyof typeof kindLimits];
      check(`${name}.${field}[0]`, range?.[0], low, high);
      check(`${name}.${field}[1]`, range?.[1], low, high);
      if (range?.[0] > range?.[1])
        faults.push({
          path: `${path}.${name}.${field}`,
          message: `expected the least first, got ${range[0]}, ${range[1]}`,
        });
    }
  };
  check('seed', coat.seed, -(2 ** 31), 2 ** 32 - 1, true);
  checkKind('blades', coat.blades);
  if (coat.undercoat) checkKind('undercoat', coat.undercoat);
  check('direction', coat.direction, -1e5, 1e5);
  check('directionSpread', coat.directionSpread, 0, Math.PI);
  check('scatter', coat.scatter, 0, 64);
  if (coat.clumps) {
    check('clumps.count', coat.clumps.count, 1, 4096, true);
    check('clumps.pull', coat.clumps.pull, 0, 1);
  }
  if (faults.length > 0) throw new InputError(faults);
}

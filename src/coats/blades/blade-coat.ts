import { InputError, type InputFault } from '../../input-error.ts';

/** Minimum and maximum of a random value, both included. */
export type Range = readonly [number, number];

/**
 * Many blades of one kind. Lateral lengths are fractions of the side of the tile, heights are fractions of the height of all
 * shells. The centre line of a blade is c(z) = c₀ + dir · b · (e^{az} − 1) / (e^a − 1), its radius r₀ · e^{−cz}, up to its
 * length.
 */
export interface BladeKind {
  /** Number of blades in one tile. Integer, 1..65536. */
  readonly count: number;
  /** Length, as a fraction of the height. 0..1. */
  readonly length: Range;
  /** r₀: the radius at the skin, as a fraction of the side. > 0, up to 0.25. */
  readonly radius: Range;
  /** c: how fast the radius decreases with height. 0..20; with 0, the blade is a cylinder. */
  readonly taper: number;
  /** Fraction of the blade's length at its end over which it tapers to a point, 0..1. With 0 it is cut off, as in the formula. */
  readonly point: number;
  /**
   * b: the blade's inclination, given as the lateral displacement of its centre line at the full height, as a fraction of the side. 0..1.
   */
  readonly lean: Range;
  /** a: the blade's bending, that is how its inclination grows with height. −8..8; with 0 it is straight. */
  readonly bend: Range;
}

/** The contents of a tile, which repeats over the skin. */
export interface BladeCoat {
  /** Seed of all random values. Any integer. */
  readonly seed: number;
  /** The long blades: grass, guard hair. */
  readonly blades: BladeKind;
  /** The dense undercoat of short hair; null if there is none. */
  readonly undercoat: BladeKind | null;
  /** Direction in which blades lean, radians from the first axis of the tile. */
  readonly direction: number;
  /** Maximum deviation from this direction, radians. 0..π; π: all directions. */
  readonly directionSpread: number;
  /**
   * Deviation of blades from uniform positions, as a multiple of the mean distance between neighbours. 0..64; fur has about 1, and with 64
   * positions are completely random.
   */
  readonly scatter: number;
  /** Points towards which neighbouring blades lean, as in wet or matted fur; null if there are none. */
  readonly clumps: {
    /** Number of clumps in one tile. Integer, 1..4096. */
    readonly count: number;
    /** Fraction of the distance to that point by which a blade is displaced at the full height. 0..1. */
    readonly pull: number;
    /** Fraction by which the long blades at the edge of a clump are shorter than those in its middle, so that locks are pointed. 0..1. */
    readonly taper: number;
    /** Maximum fraction by which all long blades of a clump are shortened. Each clump has a random fraction up to this value. 0..1. */
    readonly variation: number;
  } | null;
}

const kindLimits = { length: [0, 1], radius: [1e-6, 0.25], lean: [0, 1], bend: [-8, 8] } as const;

/** Throws an InputError with all faults of a coat. `path`: location of the coat, for messages. */
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
          message: `expected the min first, got ${range[0]}, ${range[1]}`,
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
    for (const name of ['pull', 'taper', 'variation'] as const)
      check(`clumps.${name}`, coat.clumps[name], 0, 1);
  }
  if (faults.length > 0) throw new InputError(faults);
}

import type { BladeCoat, BladeKind } from '../blade-coat.ts';

/** Creates a coat of upright cylinders of full length at random positions. The arguments replace parameters. */
export function plainCoat(kind: Partial<BladeKind>, coat: Partial<BladeCoat> = {}): BladeCoat {
  return {
    seed: 7,
    blades: {
      count: 1,
      length: [1, 1],
      radius: [0.05, 0.05],
      taper: 0,
      point: 0,
      lean: [0, 0],
      bend: [0, 0],
      ...kind,
    },
    undercoat: null,
    direction: 0,
    directionSpread: Math.PI,
    scatter: 64,
    clumps: null,
    ...coat,
  };
}

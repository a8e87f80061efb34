/** Straight rods. The object and its array stay the same. Each step overwrites `ends`. */
export interface RodsOutput {
  readonly kind: 'rods';
  readonly name: string;
  readonly count: number;
  /** Both ends of each rod, m, [6 · count]. */
  readonly ends: Float64Array;
}

declare module '../../../src/systems/outputs/output.ts' {
  interface OutputKinds {
    readonly rods: RodsOutput;
  }
}

/** Straight rods. The object and its array stay the same. Each step overwrites `ends`. */
export interface RodsOutput {
  readonly kind: 'rods';
  readonly name: string;
  readonly count: number;
  /** [6 · count] both ends of each rod, m. */
  readonly ends: Float64Array;
}

declare module '../../../src/systems/outputs/output.ts' {
  interface OutputKinds {
    readonly rods: RodsOutput;
  }
}

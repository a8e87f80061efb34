import { placeTip, predicted, predictStrand } from './predict.ts';

const strand = new Float64Array(predicted.count);

/** Backward Euler of single strands in closed form: see kernels/fur/sticks.ts. */
export function stepSticks(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  count: number,
  flags: number,
): void {
  for (let i = 0; i < count; i++) {
    predictStrand(doubles, at, params, i, flags, strand, 0);
    const tx = strand[3];
    const ty = strand[4];
    const tz = strand[5];
    const reach = strand[predicted.reach];
    const sine = tx * tx + ty * ty + tz * tz;
    const held = strand[predicted.inertia] + strand[predicted.stretch];
    const stiff = strand[predicted.across] + strand[predicted.polar] * sine;
    const angle = strand[predicted.turn] / ((held + stiff) * reach);
    const x = strand[0] + angle * tx;
    const y = strand[1] + angle * ty;
    const z = strand[2] + angle * tz;
    placeTip(doubles, at, params, i, reach, x, y, z);
  }
}

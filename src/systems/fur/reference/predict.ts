import {
  furParamsIndex,
  maxLever,
  minLength,
  noLength,
  furStoreIndex as planes,
  strandPredictionIndex as predicted,
  pushedFlag,
  strandPredictionBytes,
} from '../records.generated.ts';
import { limitCone } from './limit-cone.ts';

/** Number of values that `predictStrand` writes. */
export const predictionLength = strandPredictionBytes / 16;

/** Writes the StrandPredictionRecord of strand i into out[from ...]. */
export function predictStrand(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  i: number,
  flags: number,
  out: Float64Array,
  from: number,
): void {
  const dt = doubles[params + furParamsIndex.dt];
  const square = dt * dt;
  const weight = doubles[params + furParamsIndex.restoring];
  const isPrinted = doubles[params + furParamsIndex.isPrinted];
  const air = doubles[params + furParamsIndex.airDrag];
  const rest = doubles[at[planes.length] + i];
  const mass = doubles[at[planes.mass] + i];
  const nx = doubles[at[planes.normal] + i];
  const ny = doubles[at[planes.normal + 1] + i];
  const nz = doubles[at[planes.normal + 2] + i];
  const drag = mass * doubles[params + furParamsIndex.damping];
  const inertia = mass + dt * (drag + air);
  for (let axis = 0; axis < 3; axis++) {
    let pull = mass * doubles[params + furParamsIndex.gravity + axis];
    pull += air * doubles[params + furParamsIndex.wind + axis];
    pull += drag * doubles[at[planes.skinVelocity + axis] + i];
    if (flags & pushedFlag) pull += doubles[at[planes.push + axis] + i];
    const momentum = mass * doubles[at[planes.velocity + axis] + i] + dt * pull;
    const behind = dt * doubles[at[planes.rootVelocity + axis] + i];
    const position = doubles[at[planes.offset + axis] + i] - behind;
    out[from + axis] = inertia * position + dt * momentum;
  }
  const x = out[from];
  const y = out[from + 1];
  const z = out[from + 2];
  const size = Math.sqrt(x * x + y * y + z * z);
  const minimum = noLength * rest * inertia;
  const unit = 1 / (size < minimum ? minimum : size);
  const hasNone = size < minimum;
  const sx = hasNone ? nx : x * unit;
  const sy = hasNone ? ny : y * unit;
  const sz = hasNone ? nz : z * unit;
  const up = nx * sx + ny * sy + nz * sz;
  const bent = 1 - up;
  const hard = square * doubles[params + furParamsIndex.stiffness];
  const press = square * (isPrinted * weight * (bent * bent));
  const all = inertia + hard;
  const floor = minLength * rest * all;
  const sum = size + hard * rest - press;
  const balance = sum < floor ? floor : sum;
  const quotient = 1 / (balance * all);
  const reach = balance * balance * quotient;
  const perReach = all * all * quotient;
  const drawn = rest * perReach;
  const lever = maxLever < drawn ? maxLever : drawn;
  const strength = square * weight * (isPrinted + (1 - isPrinted) * lever);
  const turn = strength * (bent + doubles[params + furParamsIndex.restFraction]);
  const stretched = hard - hard * rest * perReach;
  const across = turn * up;
  out[from] = sx;
  out[from + 1] = sy;
  out[from + 2] = sz;
  out[from + 3] = nx - up * sx;
  out[from + 4] = ny - up * sy;
  out[from + 5] = nz - up * sz;
  out[from + 6] = reach;
  out[from + 7] = inertia;
  out[from + 8] = stretched < 0 ? 0 : stretched;
  out[from + 9] = turn;
  out[from + 10] = (across < 0 ? 0 : across) * perReach;
  out[from + 11] = strength * perReach;
}

/**
 * Moves tip i to distance `reach` in the direction (x, y, z), of any length. Its velocity is the displacement / dt.
 */
export function placeTip(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  i: number,
  reach: number,
  x: number,
  y: number,
  z: number,
): void {
  const rate = 1 / doubles[params + furParamsIndex.dt];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = reach / length;
  placeAlong(doubles, at, 0, i, scale * x, rate);
  placeAlong(doubles, at, 1, i, scale * y, rate);
  placeAlong(doubles, at, 2, i, scale * z, rate);
  const nx = doubles[at[planes.normal] + i];
  const ny = doubles[at[planes.normal + 1] + i];
  const nz = doubles[at[planes.normal + 2] + i];
  const height = nx * x + ny * y + nz * z;
  if (height < doubles[params + furParamsIndex.cosLimit] * length) limitCone(doubles, at, params, i, true);
}

function placeAlong(
  doubles: Float64Array,
  at: Uint32Array,
  axis: number,
  i: number,
  position: number,
  rate: number,
): void {
  const d = at[planes.offset + axis] + i;
  const gone = rate * (position - doubles[d]);
  doubles[at[planes.velocity + axis] + i] = doubles[at[planes.rootVelocity + axis] + i] + gone;
  doubles[d] = position;
}

/** Moves tip i by `answer[k ...]`. The component across the strand moves it on a sphere, so that rotation does not stretch it. */
export function finishStrand(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  i: number,
  strand: Float64Array,
  from: number,
  answer: Float64Array,
  k: number,
): void {
  const sx = strand[from];
  const sy = strand[from + 1];
  const sz = strand[from + 2];
  const reach = strand[from + predicted.reach];
  const along = answer[k] * sx + answer[k + 1] * sy + answer[k + 2] * sz;
  const minimum = minLength * doubles[at[planes.length] + i];
  const sum = reach + along;
  const perReach = 1 / reach;
  const x = sx + perReach * (answer[k] - along * sx);
  const y = sy + perReach * (answer[k + 1] - along * sy);
  const z = sz + perReach * (answer[k + 2] - along * sz);
  placeTip(doubles, at, params, i, sum < minimum ? minimum : sum, x, y, z);
}

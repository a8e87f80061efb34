import type { SystemInputs } from '../system.ts';
import { poseNormals } from './carrier/pose-carrier.ts';
import { showFur } from './outputs.ts';
import type { FurState } from './state.ts';
import { advanceFur, copyOffsets, isCut, showState } from './step.ts';

/**
 * Shows fur `ahead` seconds after the state. `ahead` is less than a step. The next step is simulated and undone. Positions are interpolated
 * linearly between its start and its end. Strands are interpolated between their directions relative to the skin, so that none enters the
 * skin. The state does not change.
 */
export function showBetween(state: FurState, inputs: SystemInputs, ahead: number, dt: number): void {
  const fraction = Math.min(1, ahead / dt);
  if (!(fraction > 1e-9) || isCut(inputs, state.time, dt)) {
    showState(state);
    return;
  }
  const { solver, skin, contact } = state;
  const before = {
    tips: solver.save(),
    tread: contact?.save(),
    touched: contact?.touched ?? 0,
    positions: skin.positions.slice(),
    normals: skin.normals.slice(),
    leaning: skin.leaning.slice(),
    offsets: copyOffsets(state),
  };
  advanceFur(state, inputs, state.time, dt);
  const offsets = copyOffsets(state);
  const normals = mixUnit(skin.normals.slice(), before.normals, fraction);
  const { vertexOf } = solver.topology;
  for (let i = 0; i < vertexOf.length; i++) {
    const v = 3 * vertexOf[i];
    rotate(from, before.normals, v, normals, v, before.offsets, 3 * i);
    rotate(to, skin.normals, v, normals, v, offsets, 3 * i);
    for (let axis = 0; axis < 3; axis++)
      offsets[3 * i + axis] = from[axis] + fraction * (to[axis] - from[axis]);
  }
  const positions = mix(skin.positions.slice(), before.positions, fraction);
  state.sizes?.measure(state.fractions, positions);
  showFur(state, positions, mixUnit(skin.leaning.slice(), before.leaning, fraction), offsets);
  solver.restore(before.tips);
  if (contact && before.tread) {
    contact.restore(before.tread);
    contact.touched = before.touched;
  }
  skin.positions.set(before.positions);
  poseNormals(state, skin);
}

const from = new Float64Array(3);
const to = new Float64Array(3);

/** Computes out = before + fraction · (out − before). */
function mix(out: Float64Array, before: Float64Array, fraction: number): Float64Array {
  for (let k = 0; k < out.length; k++) out[k] = before[k] + (out[k] - before[k]) * fraction;
  return out;
}

/** Interpolates unit vectors and normalises the result. */
function mixUnit(out: Float64Array, before: Float64Array, fraction: number): Float64Array {
  mix(out, before, fraction);
  for (let o = 0; o < out.length; o += 3) {
    const size = Math.sqrt(out[o] ** 2 + out[o + 1] ** 2 + out[o + 2] ** 2);
    // If a strand is reversed within one step, there is no mean direction. The direction before the step is used.
    for (let axis = 0; axis < 3; axis++)
      out[o + axis] = size > 1e-9 ? out[o + axis] / size : before[o + axis];
  }
  return out;
}

/**
 * Writes the vector at v[k], rotated by the smallest rotation from the unit vector at n[a] to that at m[b]. If they are opposite, no
 * smallest rotation exists, and the vector is negated.
 */
function rotate(
  out: Float64Array,
  n: Float64Array,
  a: number,
  m: Float64Array,
  b: number,
  v: Float64Array,
  k: number,
): void {
  const up = n[a] * m[b] + n[a + 1] * m[b + 1] + n[a + 2] * m[b + 2];
  const x = n[a + 1] * m[b + 2] - n[a + 2] * m[b + 1];
  const y = n[a + 2] * m[b] - n[a] * m[b + 2];
  const z = n[a] * m[b + 1] - n[a + 1] * m[b];
  const along = (x * v[k] + y * v[k + 1] + z * v[k + 2]) / Math.max(1 + up, 1e-9);
  out[0] = up * v[k] + (y * v[k + 2] - z * v[k + 1]) + along * x;
  out[1] = up * v[k + 1] + (z * v[k] - x * v[k + 2]) + along * y;
  out[2] = up * v[k + 2] + (x * v[k + 1] - y * v[k]) + along * z;
}

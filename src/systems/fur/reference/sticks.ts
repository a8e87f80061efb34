import {
  furParamsIndex,
  maxLever,
  minLength,
  noLength,
  furStoreIndex as planes,
  pushedFlag,
} from '../records.generated.ts';
import { limitCone } from './limit-cone.ts';

const goal = new Float64Array(3);

/** Reference implementation of a step of backward Euler for single strands, in closed form. See kernels/fur/sticks.ts. */
export function stepSticks(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  count: number,
  flags: number,
): void {
  const dt = doubles[params + furParamsIndex.dt];
  const square = dt * dt;
  const rate = 1 / dt;
  const drift = dt * doubles[params + furParamsIndex.airDrag];
  const blow = dt * drift;
  const hard = square * doubles[params + furParamsIndex.stiffness];
  const weight = square * doubles[params + furParamsIndex.restoring];
  const isPrinted = doubles[params + furParamsIndex.isPrinted];
  const press = isPrinted * weight;
  const lever = weight * (1 - isPrinted);
  for (let i = 0; i < count; i++) {
    const rest = doubles[at[planes.length] + i];
    const mass = doubles[at[planes.mass] + i];
    const nx = doubles[at[planes.normal] + i];
    const ny = doubles[at[planes.normal + 1] + i];
    const nz = doubles[at[planes.normal + 2] + i];
    const step = dt * mass;
    const damp = step * doubles[params + furParamsIndex.damping];
    const inertia = mass + damp + drift;
    const fall = dt * step;
    const follow = dt * damp;
    for (let axis = 0; axis < 3; axis++) {
      let g =
        fall * doubles[params + furParamsIndex.gravity + axis] +
        blow * doubles[params + furParamsIndex.wind + axis];
      if (flags & pushedFlag) g += square * doubles[at[planes.push + axis] + i];
      g += follow * doubles[at[planes.skinVelocity + axis] + i];
      g += step * doubles[at[planes.velocity + axis] + i];
      const behind = dt * doubles[at[planes.rootVelocity + axis] + i];
      goal[axis] = g + inertia * (doubles[at[planes.offset + axis] + i] - behind);
    }
    const [gx, gy, gz] = goal;
    const size = Math.sqrt(gx * gx + gy * gy + gz * gz);
    const minimum = noLength * rest * inertia;
    const hasNone = size < minimum;
    const some = hasNone ? minimum : size;
    const all = inertia + hard;
    const quotient = 1 / (some * all);
    const unit = all * quotient;
    const height = nx * gx + ny * gy + nz * gz;
    const up = hasNone ? 1 : height * unit;
    const bent = 1 - up;
    const balance = size + hard * rest - press * (bent * bent);
    const free = balance * (some * quotient);
    const minReach = minLength * rest;
    const reach = free < minReach ? minReach : free;
    const longest = maxLever * reach;
    const arm = longest < rest ? longest : rest;
    const strength = press * reach + lever * arm;
    const turn = strength * (bent + doubles[params + furParamsIndex.restFraction]);
    const stretch = hard * (reach - rest);
    const drawn = stretch < 0 ? 0 : stretch;
    const sine = bent * (1 + up);
    const inner = reach * (inertia * reach + drawn);
    const across = turn * up;
    const held = inner + (across < 0 ? 0 : across) + strength * sine;
    const scale = reach / Math.sqrt(held * held + turn * turn * sine);
    const ofNormal = hasNone ? reach : scale * turn;
    const ofGoal = hasNone ? 0 : scale * (held - across) * unit;
    for (let axis = 0; axis < 3; axis++) {
      const d = at[planes.offset + axis] + i;
      const position = ofGoal * goal[axis] + ofNormal * doubles[at[planes.normal + axis] + i];
      const gone = rate * (position - doubles[d]);
      doubles[at[planes.velocity + axis] + i] = doubles[at[planes.rootVelocity + axis] + i] + gone;
      doubles[d] = position;
    }
    if (ofGoal * height + ofNormal < doubles[params + furParamsIndex.cosLimit] * reach)
      limitCone(doubles, at, params, i, true);
  }
}

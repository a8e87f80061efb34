import { planes } from './planes.ts';
import type { FurStore } from './store.ts';

/**
 * Puts all strands on the skin's end without time going by: each turned by the least turn from its normal to the new one, or
 * `upright` and still. Velocities become those seen from the skin; `isRelative` says that they are already.
 */
export function carryStrands(
  store: FurStore,
  { upright, isRelative }: { upright: boolean; isRelative: boolean },
): void {
  const { strandCount } = store.topology;
  const length = store.plane(planes.length);
  const three = (plane: number) => [0, 1, 2].map((axis) => store.plane(plane + axis));
  const offset = three(planes.offset);
  const velocity = three(planes.velocity);
  const rootVelocity = three(planes.rootVelocity);
  const skinVelocity = three(planes.skinVelocity);
  const normal = three(planes.normal);
  const normalEnd = three(planes.normalEnd);
  const turned = new Float64Array(3);
  for (let i = 0; i < strandCount; i++) {
    const n = normal.map((plane) => plane[i]);
    const m = normalEnd.map((plane) => plane[i]);
    if (upright) {
      for (let axis = 0; axis < 3; axis++) {
        offset[axis][i] = length[i] * m[axis];
        velocity[axis][i] = 0;
      }
    } else {
      if (!isRelative) for (let axis = 0; axis < 3; axis++) velocity[axis][i] -= rootVelocity[axis][i];
      for (const vector of [offset, velocity]) {
        turn(turned, n, m, [vector[0][i], vector[1][i], vector[2][i]]);
        for (let axis = 0; axis < 3; axis++) vector[axis][i] = turned[axis];
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      rootVelocity[axis][i] = 0;
      skinVelocity[axis][i] = 0;
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    normal[axis].set(normalEnd[axis]);
    const end = store.plane(planes.rootEnd + axis);
    store.plane(planes.root + axis).set(end);
    store.plane(planes.rootStart + axis).set(end);
    store.plane(planes.normalStart + axis).set(normalEnd[axis]);
  }
}

/** v turned by the least turn that brings unit n to unit m; about any axis across where they are opposed. */
function turn(out: Float64Array, n: number[], m: number[], v: number[]): void {
  const up = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
  if (up < -1 + 1e-9) {
    // Half a turn about a: v ← 2 (a · v) a − v.
    const least = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
    const a = cross(n, least);
    const size = Math.sqrt(a[0] ** 2 + a[1] ** 2 + a[2] ** 2);
    const share = (2 * (a[0] * v[0] + a[1] * v[1] + a[2] * v[2])) / (size * size);
    for (let axis = 0; axis < 3; axis++) out[axis] = share * a[axis] - v[axis];
    return;
  }
  const axis = cross(n, m);
  const across = cross(axis, v);
  const along = (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]) / (1 + up);
  for (let k = 0; k < 3; k++) out[k] = up * v[k] + across[k] + along * axis[k];
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

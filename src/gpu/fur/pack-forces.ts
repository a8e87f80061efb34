import type { FurForceParams } from '../../systems/fur/params.ts';
import { locateBall } from '../../systems/fur/push/locate-ball.ts';
import {
  acrossCount,
  alongCount,
  type GustyWind,
  measureGusts,
  tabulateGusts,
} from '../../systems/fur/wind/air-field.ts';
import type { SeededForce } from '../../systems/fur/wind/fur-forces.ts';
import { forceKinds, forceStride } from './wgsl/common.ts';

/** The forces of a step: their sum of uniform winds, and those that vary in space as numbers for the card. */
export interface PackedForces {
  readonly wind: readonly [number, number, number];
  readonly count: number;
  /** [forceStride · count], then the coefficients of gusts. */
  readonly values: readonly number[];
}

const table = new Float64Array(alongCount * acrossCount);

/** Packs the forces of a step from t to t + dt, s, for `wgsl/forces.ts`. Positions are relative to `base` [3]. at: where the list begins in the buffer. */
export function packForces(
  forces: readonly SeededForce[],
  { t, dt, base, at }: { t: number; dt: number; base: ArrayLike<number>; at: number },
): PackedForces {
  const wind: [number, number, number] = [0, 0, 0];
  const lists: number[][] = [];
  const gusts: { readonly list: number[]; readonly values: readonly number[] }[] = [];
  for (const { force, seed } of forces) {
    if (force.force === 'wind') {
      for (let axis = 0; axis < 3; axis++) wind[axis] += force.velocity[axis];
      if (!(force.gusts > 0)) continue;
      const list = packGusts(force, tabulateGusts(table, force, seed, t), base);
      gusts.push({ list, values: [...table] });
      lists.push(list);
    } else if (force.force === 'blower') {
      lists.push([forceKinds.blower, ...relative(force.center, base), force.speed, force.radius]);
    } else if (force.force === 'whirl') {
      const axis = unit(force.axis);
      lists.push([forceKinds.whirl, ...relative(force.center, base), ...axis, force.speed, force.radius]);
    } else {
      const list = packPush(force, t, dt, base);
      if (list) lists.push(list);
    }
  }
  let end = at + forceStride * lists.length;
  for (const { list, values } of gusts) {
    list[12] = end;
    end += values.length;
  }
  const values = lists.flatMap((list) => [...list, ...new Array<number>(forceStride - list.length).fill(0)]);
  return { wind, count: lists.length, values: [...values, ...gusts.flatMap((gust) => gust.values)] };
}

function packGusts(wind: GustyWind, travelled: number, base: ArrayLike<number>): number[] {
  const { along, beside, size } = measureGusts(wind);
  // Gusts repeat. Phases near 0 are exact enough for float32.
  const ahead = (dot(base, along) - travelled) % alongCount;
  const aside = dot(base, beside) % acrossCount;
  return [forceKinds.gust, ...along, ahead, ...beside, aside, ...size, 0];
}

function packPush(
  push: Extract<FurForceParams, { readonly force: 'push' }>,
  t: number,
  dt: number,
  base: ArrayLike<number>,
): number[] | null {
  const ball = locateBall(push, t);
  if (!ball) return null;
  const { radius, acceleration, outward, along, follow, forward } = push;
  const speed = Math.sqrt(dot(ball.velocity, ball.velocity));
  const gain = follow / (1 + follow * dt);
  const stroke = speed > 0 ? forward / speed : 0;
  const line = unit(along ?? [0, 0, 0]);
  const center = relative(ball.center, base);
  return [
    forceKinds.push,
    ...center,
    radius,
    outward,
    gain,
    stroke,
    ...acceleration,
    0,
    ...line,
    ...ball.velocity,
  ];
}

function relative(position: readonly number[], base: ArrayLike<number>): number[] {
  return position.map((value, axis) => value - base[axis]);
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(vector: readonly number[]): number[] {
  const size = Math.sqrt(dot(vector, vector));
  return vector.map((value) => (size > 0 ? value / size : 0));
}

/** How a bicycle rides: its way over the ground from what the handlebar does. */
import { atan, atan2, cos, sin, tan } from '../../../src/math/portable.ts';
import { wheelbase } from './skeleton.ts';

/** What a rider does with the handlebar. Angles in radians. */
export interface RideStyle {
  /** m/s. */
  readonly speed: number;
  /** Steering by chance that keeps the balance: how far it turns at most, and the length of its swings, s. */
  readonly weave: number;
  readonly weaveTime: number;
  /** Where in its swings it begins, 0..1. */
  readonly phase: number;
  /** Steering on purpose: `angle` from `from` to `to` s, eased in and out. */
  readonly turns: readonly { readonly from: number; readonly to: number; readonly angle: number }[];
}

/** Where a bicycle is at one time. */
export interface RideState {
  /** Where the rear tyre touches the ground, m. */
  readonly x: number;
  readonly z: number;
  /** Turn to the left from +Z, lean to the left, turn of the handlebar to the left, radians. */
  readonly heading: number;
  readonly lean: number;
  readonly steering: number;
  /** Ways of rear and front wheel so far, m. */
  readonly rearWay: number;
  readonly frontWay: number;
}

const gravity = 9.81;
/** Steps a second of the integration. */
const rate = 960;
const turn = 2 * Math.PI;
/** The steering axis is not upright: on the ground the wheel turns by less than the handlebar. */
const upright = 0.93;
/** Lean follows the curve within so many seconds. */
const leanTime = 0.18;

/**
 * States at `count` + 1 equal times over `duration` seconds. The rear wheel rolls along its own plane, the front wheel along
 * the steered one; the lean is what keeps the balance in the curve, v² κ / g, a little later.
 */
export function ridePath(style: RideStyle, duration: number, count: number): RideState[] {
  const { speed } = style;
  const dt = 1 / rate;
  let [x, z, heading, rearWay, frontWay] = [0, 0, 0, 0, 0];
  let lean = leanFor(steeringAt(style, 0), speed);
  const states: RideState[] = [];
  for (let step = 0, key = 0; key <= count; step++) {
    const steering = steeringAt(style, step * dt);
    while (key <= count && (key * duration) / count <= (step + 0.5) * dt) {
      states.push({ x, z, heading, lean, steering, rearWay, frontWay });
      key++;
    }
    const wheelAngle = atan(tan(steering) * upright);
    // The middle of the step, so that a full circle closes.
    const turned = ((speed * tan(wheelAngle)) / wheelbase) * dt;
    x += speed * dt * sin(heading + turned / 2);
    z += speed * dt * cos(heading + turned / 2);
    heading += turned;
    rearWay += speed * dt;
    frontWay += (speed / cos(wheelAngle)) * dt;
    lean += ((leanFor(steering, speed) - lean) / leanTime) * dt;
  }
  return states;
}

function leanFor(steering: number, speed: number): number {
  return atan2(speed * speed * tan(steering) * upright, gravity * wheelbase);
}

function steeringAt({ weave, weaveTime, phase, turns }: RideStyle, t: number): number {
  const swing = turn * (t / weaveTime + phase);
  let steering =
    weave * (0.6 * sin(swing) + 0.3 * sin(1.73 * swing + 1) + 0.15 * sin(3.1 * swing + 2) - 0.04);
  for (const { from, to, angle } of turns) {
    const ease = Math.min(0.8, (to - from) / 2);
    steering += angle * smooth((t - from) / ease) * smooth((to - t) / ease);
  }
  return steering;
}

function smooth(s: number): number {
  const t = Math.min(1, Math.max(0, s));
  return t * t * (3 - 2 * t);
}

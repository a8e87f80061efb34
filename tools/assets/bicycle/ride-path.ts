/** Computes the path of a bicycle on the ground from the angle of the handlebar. */
import { atan, atan2, cos, sin, tan } from '../../../src/math/portable.ts';
import { wheelbase } from './skeleton.ts';

/** The steering of a rider. Angles in radians. */
export interface RideStyle {
  /** m/s. */
  readonly speed: number;
  /** Random steering that keeps the balance: maximum angle, and period in s. */
  readonly weave: number;
  readonly weaveTime: number;
  /** Initial phase of the random steering, 0..1. */
  readonly phase: number;
  /** Deliberate steering: the handlebar is turned by `angle` from `from` to `to`, s, with smooth ends. */
  readonly turns: readonly { readonly from: number; readonly to: number; readonly angle: number }[];
  /** Angle of the rider's chest from the vertical, degrees. Absent: that of `poseRider`. */
  readonly chest?: number;
}

/** State of a bicycle at one time. */
export interface RideState {
  /** Contact point of the rear tyre, m. */
  readonly x: number;
  readonly z: number;
  /** Heading to the left from +Z, lean to the left, angle of the handlebar to the left, radians. */
  readonly heading: number;
  readonly lean: number;
  readonly steering: number;
  /** Distances that rear and front wheel have rolled, m. */
  readonly rearDistance: number;
  readonly frontDistance: number;
}

const gravity = 9.81;
/** Integration steps per second. */
const rate = 960;
const turn = 2 * Math.PI;
/** The steering axis is inclined, so the angle of the wheel on the ground is smaller than the angle of the handlebar. This is the ratio. */
const upright = 0.93;
/** Time constant with which the lean follows the curve, s. */
const leanTime = 0.18;

/**
 * Returns states at `count` + 1 equal times over `duration` seconds. The rear wheel rolls along its own plane, the front wheel along the
 * steered plane. The lean is the lean that keeps the balance in the curve, v² κ / g, with a small delay.
 */
export function ridePath(style: RideStyle, duration: number, count: number): RideState[] {
  const { speed } = style;
  const dt = 1 / rate;
  let [x, z, heading, rearDistance, frontDistance] = [0, 0, 0, 0, 0];
  let lean = leanFor(steeringAt(style, 0), speed);
  const states: RideState[] = [];
  for (let step = 0, key = 0; key <= count; step++) {
    const steering = steeringAt(style, step * dt);
    while (key <= count && (key * duration) / count <= (step + 0.5) * dt) {
      states.push({ x, z, heading, lean, steering, rearDistance, frontDistance });
      key++;
    }
    const wheelAngle = atan(tan(steering) * upright);
    // Taken at the middle of the step, so that the path of a full circle is closed.
    const turned = ((speed * tan(wheelAngle)) / wheelbase) * dt;
    x += speed * dt * sin(heading + turned / 2);
    z += speed * dt * cos(heading + turned / 2);
    heading += turned;
    rearDistance += speed * dt;
    frontDistance += (speed / cos(wheelAngle)) * dt;
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

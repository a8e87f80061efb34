import { createMatrix } from '../../math/matrix.ts';
import type { Actor } from '../actor.ts';
import { Pose } from '../pose.ts';
import type { Travel } from '../travel/travel.ts';
import { createRig } from './create-rig.ts';

export interface Placement {
  readonly position: readonly number[];
  /** x y z w. */
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

/** Creates an actor with one bone whose motion is given by a function. */
export function createMovingActor(
  place: (t: number) => Placement,
  options: { readonly cuts?: readonly number[]; readonly period?: number } = {},
): Actor {
  const rig = createRig({ nodes: [{ name: 'bone' }] });
  const shared = new Pose(rig);
  const cutBetween = (t0: number, t1: number) => (options.cuts ?? []).some((cut) => cut > t0 && cut <= t1);
  const travel = options.period === undefined ? null : createRepeat(options.period, cutBetween);
  return {
    name: 'mover',
    rig,
    clip: null,
    travel,
    offset: 0,
    scale: 1,
    height: 1,
    warnings: [],
    response: null,
    poseAt(t, pose = shared) {
      const { position, rotation, scale } = place(t);
      pose.translation.set(position);
      pose.rotation.set(rotation ?? [0, 0, 0, 1]);
      pose.scale.set(scale ?? [1, 1, 1]);
      pose.root.set(createMatrix());
      pose.updateWorld();
      return pose;
    },
    cutBetween,
  };
}

/** Creates the travel of an actor that poses itself and repeats after `period` seconds. */
export function createRepeat(period: number, cutBetween: Travel['cutBetween']): Travel {
  return {
    kind: 'still',
    height: 1,
    speed: 0,
    period,
    origin: 0,
    repeats: true,
    floor: 0,
    slide: null,
    warnings: [],
    apply: () => {},
    cutBetween,
  };
}

/** Creates a clip of linear keys: the value at time k · interval is values[k], and the last value is held. */
export function linearKeys(values: readonly number[], interval: number): (t: number) => number {
  return (t) => {
    const k = Math.min(Math.max(t / interval, 0), values.length - 1);
    const from = Math.min(Math.floor(k), values.length - 2);
    return values[from] + (values[from + 1] - values[from]) * (k - from);
  };
}

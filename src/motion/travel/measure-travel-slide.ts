import { minOf } from '../../math/lists.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { Carry } from './carry.ts';
import type { ClipCycle } from './clip-cycle.ts';
import type { Figure } from './find-feet.ts';
import { measureSlide } from './measure-slide.ts';
import type { FootPins, PinGround } from './plan-pins.ts';
import type { Stance } from './plan-stances.ts';
import type { SoleTrack } from './track-soles.ts';
import type { Travel, TravelSlide } from './travel.ts';

/** Vertices this close to the lowest one, as a fraction of the height, are on the ground. */
const groundBand = 0.01;

export interface PlannedTravel {
  readonly rig: Rig;
  readonly character: Figure;
  readonly cycle: ClipCycle;
  /** Tracks of the soles as the clip alone moves them, without pinning. */
  readonly tracks: readonly SoleTrack[];
  readonly stances: readonly Stance[][];
  readonly carry: Carry;
  readonly ground: PinGround;
  readonly pins: readonly FootPins[];
  readonly kind: Travel['kind'];
  readonly repeats: boolean;
  apply(pose: Pose, t: number): void;
}

/** Measures sliding before and after pinning, over one period at the samples of the plan, as fractions of the height. */
export function measureTravelSlide(planned: PlannedTravel): TravelSlide {
  const { rig, cycle, tracks, stances, carry, ground, pins, kind, repeats } = planned;
  const { feet, height } = planned.character;
  const { floor, softDepth, rate } = ground;
  const count = ground.speedX.length;
  const band = groundBand * height;
  const standing = stances.map((list) => markStances(list, count));
  const lowest = tracks[0].low.map((_, i) => minOf(tracks.map((track) => track.low[i])));
  const position = new Float64Array(3);
  const steady = (i: number) => [(carry.stride[0] * i) / count, (carry.stride[1] * i) / count] as const;
  const own = (i: number) => {
    carry.write(position, (i % count) / rate);
    const turn = Math.floor(i / count);
    return [position[0] + turn * carry.stride[0], position[2] + turn * carry.stride[1]] as const;
  };
  const [constant, varying] = measureSlide(
    rig,
    feet,
    count,
    (pose, i) => cycle.sample(pose, (i % count) / rate),
    [kind === 'inPlace' ? steady : own, own],
    (f, i, y) => standing[f][i] === 1 && y <= lowest[i] + band,
    repeats,
  );
  let moved: readonly [number, number] = [0, 0];
  const [pinned] = measureSlide(
    rig,
    feet,
    count,
    (pose, i) => {
      planned.apply(pose, i / rate);
      moved = [pose.carry[0], pose.carry[2]];
    },
    [() => moved],
    // Points below the surface also count during the swing.
    (f, i, y) => y <= floor + band && (standing[f][i] === 1 || y < floor + softDepth),
    repeats,
  );
  let correction = 0;
  for (const { x, y, z } of pins) {
    for (let i = 0; i < count; i++) {
      // If a swinging foot is raised back to the height that it has in the clip, this does not count as a correction.
      const rise = y[i] - Math.min(softDepth, Math.max(0, y[i]));
      correction = Math.max(correction, Math.sqrt(x[i] * x[i] + rise * rise + z[i] * z[i]));
    }
  }
  return {
    constantMax: constant.max / height,
    constantRms: constant.rms / height,
    varyingMax: varying.max / height,
    pinnedMax: pinned.max / height,
    pinnedPercentile90: pinned.percentile90 / height,
    correction: correction / height,
  };
}

function markStances(stances: readonly Stance[], count: number): Uint8Array {
  const flags = new Uint8Array(count);
  for (const { start, end } of stances) for (let i = start; i <= end; i++) flags[i % count] = 1;
  return flags;
}

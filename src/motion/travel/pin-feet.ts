import { maxOf } from '../../math/lists.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { Carry } from './carry.ts';
import { restMatrices } from './character-points.ts';
import type { ClipCycle } from './clip-cycle.ts';
import { findCut } from './find-cut.ts';
import type { Figure } from './find-feet.ts';
import { measureTravelSlide } from './measure-travel-slide.ts';
import { FootMover } from './move-foot.ts';
import { type FootPins, type PinGround, planPins } from './plan-pins.ts';
import { fitStance, planStances, type Stance } from './plan-stances.ts';
import type { Gait } from './read-gait.ts';
import { type SoleTrack, trackSoles } from './track-soles.ts';
import type { Travel, TravelSlide } from './travel.ts';

/** If shortening a stance helps, the stance is shortened until its correction is below this fraction of the height. */
const fittedCorrection = 0.08;
/** Warnings are reported if the correction or the slide exceeds these fractions of the height. */
const maxCorrection = 0.1;
const maxSlide = 0.015;
/**
 * If the root of the clip travels, a foot counts as planted if its speed is below this fraction of the character's mean speed, or below
 * this speed, heights / s.
 */
const plantedFraction = 0.5;
const slowFoot = 0.2;
/**
 * A sole whose vertices are partly bound to the shin follows a correction only in part. The correction is repeated until at most this error
 * remains, or at most this many times.
 */
const fineEnough = 1e-4;
const maxRounds = 4;

/** A motion that is played once, such as a sequence of clips along a path. */
export interface OnceMotion {
  /** See `PinGround`. Absent if the character does not change its direction. */
  readonly heading?: Float64Array;
}

/**
 * Plans the pinned poses of a clip that `carry` moves across the ground, and measures foot sliding. If `isPinned` is false, only
 * the carry is applied, and nothing is measured. once: the motion does not repeat; its first pose is held before it, its last pose after
 * it.
 */
export function pinFeet(
  rig: Rig,
  character: Figure,
  cycle: ClipCycle,
  tracks: readonly SoleTrack[],
  gait: Gait,
  carry: Carry,
  kind: 'inPlace' | 'travelling' | 'sequence',
  softDepth: number,
  isPinned: boolean,
  once: OnceMotion | null = null,
): Travel {
  const { height, feet } = character;
  const { period } = cycle;
  const count = carry.speedX.length;
  const rate = count / period;
  const [strideX, strideZ] = carry.stride;
  const speed = once ? meanSpeed(carry) : Math.sqrt(strideX * strideX + strideZ * strideZ) / period;
  const ground: PinGround = {
    speedX: carry.speedX,
    speedZ: carry.speedZ,
    floor: gait.floor,
    softDepth,
    height,
    rate,
    ...(once?.heading && { heading: once.heading }),
  };

  const stances = isPinned
    ? findStances(tracks, gait, ground, kind, speed, cycle.joins)
    : tracks.map((): Stance[] => []);
  const rest = restMatrices(rig);
  const movers = isPinned ? feet.map((foot) => new FootMover(rig, foot, rest)) : [];

  let pins = tracks.map((track, f) => planPins(track, stances[f], ground));
  const poseAt = (pose: Pose, i: number): void => {
    cycle.sample(pose, (i % count) / rate);
    for (let f = 0; f < movers.length; f++) {
      const { x, y, z, turn } = pins[f];
      movers[f].move(pose, x[i % count], y[i % count], z[i % count], turn?.[i % count]);
    }
  };
  for (let round = 0; isPinned && round < maxRounds; round++) {
    const moved = trackSoles(rig, feet, height, period, count, poseAt);
    const without = moved.map((track, f) => withoutPins(track, pins[f], rate));
    const refined = without.map((track, f) => planPins(track, stances[f], ground));
    const change = maxOf(refined.map((next, f) => maxChange(next, pins[f])));
    pins = refined;
    if (change < fineEnough * height) break;
  }

  const apply = (pose: Pose, t: number): void => {
    const turn = once ? 0 : Math.floor(t / period);
    const phase = Math.min(period, Math.max(0, t - turn * period));
    cycle.sample(pose, phase);
    const k = Math.min(count - 1, Math.floor(phase * rate));
    const next = k + 1 < count ? k + 1 : cycle.joins ? 0 : k;
    const s = phase * rate - k;
    for (let f = 0; f < movers.length; f++) {
      const { x, y, z, turn: rotation } = pins[f];
      movers[f].move(
        pose,
        x[k] + (x[next] - x[k]) * s,
        y[k] + (y[next] - y[k]) * s,
        z[k] + (z[next] - z[k]) * s,
        rotation && rotation[k] + (rotation[next] - rotation[k]) * s,
      );
    }
    carry.write(pose.carry, phase);
    pose.carry[0] += turn * carry.stride[0];
    pose.carry[1] = -softDepth;
    pose.carry[2] += turn * carry.stride[1];
  };

  const slide = isPinned
    ? measureTravelSlide({
        rig,
        character,
        cycle,
        tracks,
        stances,
        carry,
        ground,
        pins,
        kind,
        repeats: !once,
        apply,
      })
    : null;
  return {
    kind,
    height,
    speed,
    period,
    origin: cycle.origin,
    repeats: !once,
    floor: gait.floor,
    softDepth,
    slide,
    ...(isPinned && { steps: { count, stances } }),
    warnings: slide ? describeSlide(slide, kind) : [],
    apply,
    cutBetween: (t0, t1) => findCut(cycle.cuts, once ? Infinity : period, t0, t1),
  };
}

function findStances(
  tracks: readonly SoleTrack[],
  gait: Gait,
  ground: PinGround,
  kind: 'inPlace' | 'travelling' | 'sequence',
  speed: number,
  joins: boolean,
): Stance[][] {
  const { speedX, speedZ, height, rate } = ground;
  const count = speedX.length;
  const [dx, dz] = gait.direction;
  const isPlanted = (f: number, i: number): boolean => {
    if (!joins && i === count - 1) return false;
    const [u, w] = [tracks[f].velocityX[i], tracks[f].velocityZ[i]];
    if (kind === 'inPlace') return -(u * dx + w * dz) >= 0;
    const [x, z] = [u + speedX[i], w + speedZ[i]];
    const pace = kind === 'sequence' ? lengthOf(speedX[i], speedZ[i]) : speed;
    return lengthOf(x, z) < Math.max(plantedFraction * pace, slowFoot * height);
  };
  const limit = fittedCorrection * height;
  return planStances(tracks, gait, height, rate, isPlanted).map((list, f) =>
    list.map((stance) => fitStance(stance, tracks[f], ground, limit)).sort((a, b) => a.start - b.start),
  );
}

function meanSpeed({ speedX, speedZ }: Carry): number {
  return speedX.reduce((sum, x, i) => sum + lengthOf(x, speedZ[i]), 0) / Math.max(1, speedX.length);
}

function lengthOf(x: number, z: number): number {
  return Math.sqrt(x * x + z * z);
}

/** Returns the track without pinning: the track that was measured with corrections, minus the corrections. */
function withoutPins(track: SoleTrack, pins: FootPins, rate: number): SoleTrack {
  const count = track.low.length;
  return {
    low: track.low.map((low, i) => low - pins.y[i]),
    velocityX: track.velocityX.map((u, i) => u - (pins.x[(i + 1) % count] - pins.x[i]) * rate),
    velocityZ: track.velocityZ.map((w, i) => w - (pins.z[(i + 1) % count] - pins.z[i]) * rate),
  };
}

function maxChange(a: FootPins, b: FootPins): number {
  let max = 0;
  for (let i = 0; i < a.x.length; i++) {
    max = Math.max(max, Math.abs(a.x[i] - b.x[i]), Math.abs(a.y[i] - b.y[i]), Math.abs(a.z[i] - b.z[i]));
  }
  return max;
}

function describeSlide(slide: TravelSlide, kind: Travel['kind']): string[] {
  const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} % of its height`;
  const warnings: string[] = [];
  if (slide.correction > maxCorrection) {
    warnings.push(
      `planted feet had to be moved by up to ${percent(slide.correction)} to keep still` +
        (kind === 'inPlace' ? ': another speed may suit the clip better' : ''),
    );
  }
  if (slide.pinnedMax > maxSlide) {
    warnings.push(`planted feet rotate or slide on the ground by up to ${percent(slide.pinnedMax)}`);
  }
  return warnings;
}

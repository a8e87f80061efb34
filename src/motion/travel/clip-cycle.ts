import { findCharacterJumps } from '../find-jumps.ts';
import { Pose } from '../pose.ts';
import type { Clip, Rig } from '../rig.ts';
import { sampleClip } from '../sample-clip.ts';
import { blendPoses } from './blend-poses.ts';
import { RigSpace } from './rig-space.ts';

/** A clip prepared for repetition. Phases run from 0 to the period. */
export interface ClipCycle {
  /** Seconds until the pose repeats, including the bridge. */
  readonly period: number;
  /** Clip times of the first and last key that are used. */
  readonly first: number;
  readonly last: number;
  /** Clip time of phase 0. Phases whose clip time lies outside [first, last] are the bridge from last to first. */
  readonly origin: number;
  /** Distance between the last pose and the first pose, rig units, after the displacement `way` of the whole character is removed. */
  readonly gap: number;
  /** False if the gap is too large for a bridge at the speed of the clip. Then there is no bridge, and a repeat is a cut. */
  readonly joins: boolean;
  /** Duration of the bridge, seconds; 0 if the clip is closed or a repeat is a cut. */
  readonly bridge: number;
  /** Horizontal displacement of the whole character from the first pose to the last, rig units; 0 if the character ends where it began. */
  readonly way: readonly [number, number];
  /** True if a T-pose in the first frame was left out. */
  readonly skipsFirst: boolean;
  /** Phases of STEP keys with a jump, ascending; and phase 0 if a repeat is a cut. */
  readonly cuts: Float64Array;
  /** Writes the clip's pose at a phase in [0, period] into `pose`. Nodes without channels get the transform of the file. */
  sample(pose: Pose, phase: number): void;
}

/**
 * Two poses count as equal if they are closer than this fraction of the height, and closer than this fraction of a typical change between
 * two keys.
 */
const samePose = 0.01;
const sameStep = 0.5;
/** The speed of the bridge is at most this many times the maximum speed between two keys of the clip. */
const bridgePace = 2;
/** A character travels if its displacement is at least this fraction of the height, and this fraction of the height per second, */
const minTravel = 0.2;
/** and if every part moves by at least this fraction of the displacement (if a character falls over, its feet stay behind). */
const leftBehind = 0.3;
/**
 * The first frame is left out if the change after it is more than this fraction of the height, and more than this many times a typical
 * change.
 */
const minPartTravel = 0.05;
const strayRatio = 8;

/**
 * Prepares a clip for repetition. `nodes`: the nodes whose positions distinguish poses. `height`: in rig units.
 *
 * The period lasts from the first key to the last. If the last pose differs from the first, a bridge connects the two: an interpolation
 * that takes one more key interval. If the first key is about one key interval after time 0, the time before the first key is the bridge.
 */
export function layOutCycle(rig: Rig, clip: Clip, nodes: Int32Array, height: number): ClipCycle {
  const keys = collectKeyTimes(clip);
  const mover = findMover(rig, clip, nodes);
  const probe = new PoseProbe(rig, clip, mover < 0 ? nodes : Int32Array.of(mover, ...nodes));
  const skipsFirst = startsWithStray(probe, keys, height);
  const used = skipsFirst ? keys.slice(1) : keys;
  const first = used[0];
  const last = used[used.length - 1];
  const interval = used.length > 1 ? median(used.slice(1).map((t, k) => t - used[k])) : 0;

  const start = probe.positions(first);
  const end = probe.positions(last);
  const way = wholeDisplacement(
    start,
    end,
    mover < 0 ? -1 : 0,
    Math.max(minTravel * height, minTravel * height * (last - first)),
  );
  const gap = maxStep(start, end, way);
  const steps = measureSteps(probe, used);
  const closed = used.length < 2 || gap <= Math.min(samePose * height, sameStep * median(steps));
  // If the time before the first key is at most one and a half intervals, it is used as the bridge. A longer time is an offset of the clip.
  const leadIn = !skipsFirst && first > 0 && first <= 1.5 * interval;
  const wanted = closed ? 0 : leadIn ? first : interval;
  const maxChange = steps.reduce((max, step, k) => Math.max(max, step / (used[k + 1] - used[k])), 0);
  const joins = closed || gap <= bridgePace * maxChange * wanted;
  const bridge = joins ? wanted : 0;
  const origin = bridge > 0 && leadIn ? 0 : first;
  const period = last - first + bridge;

  const cuts = new Set<number>();
  if (!joins) cuts.add(0);
  for (const t of findCharacterJumps(clip)) if (t > first && t <= last) cuts.add(t - origin);

  const other = new Pose(rig);
  const sample = (pose: Pose, phase: number): void => {
    pose.reset();
    const t = origin + phase;
    if (t >= first && t <= last) {
      sampleClip(clip, t, pose);
      return;
    }
    const s = t > last ? (t - last) / bridge : 1 - (first - t) / bridge;
    sampleClip(clip, last, pose);
    other.reset();
    sampleClip(clip, first, other);
    blendPoses(pose, other, s);
  };
  return {
    period,
    first,
    last,
    origin,
    gap,
    joins,
    bridge,
    way,
    skipsFirst,
    cuts: Float64Array.from(cuts).sort(),
    sample,
  };
}

/** Returns all key times of a clip, ascending. Times closer than 10 µs are merged. */
function collectKeyTimes(clip: Clip): number[] {
  const all = clip.channels.flatMap((channel) => Array.from(channel.times)).sort((a, b) => a - b);
  if (all.length === 0) return [clip.start];
  return all.filter((t, k) => k === 0 || t - all[k - 1] > 1e-5);
}

function startsWithStray(probe: PoseProbe, keys: readonly number[], height: number): boolean {
  if (keys.length < 5) return false;
  const away = probe.step(keys[0], keys[1]);
  const usual = Math.max(probe.step(keys[1], keys[2]), probe.step(keys[2], keys[3]));
  return away > minPartTravel * height && away > strayRatio * usual;
}

/** Returns the maximum displacement of the character's nodes from each key to the next. */
function measureSteps(probe: PoseProbe, keys: readonly number[]): number[] {
  const steps: number[] = [];
  let before = probe.positions(keys[0]);
  for (let k = 1; k < keys.length; k++) {
    const after = probe.positions(keys[k]);
    steps.push(maxStep(before, after, [0, 0]));
    before = after;
  }
  return steps;
}

/** Returns the positions of the character's nodes at a time of the clip. */
class PoseProbe {
  private readonly pose: Pose;
  private readonly space: RigSpace;

  constructor(
    rig: Rig,
    private readonly clip: Clip,
    private readonly nodes: Int32Array,
  ) {
    this.pose = new Pose(rig);
    this.space = new RigSpace(rig, nodes);
  }

  positions(t: number): Float64Array {
    this.pose.reset();
    sampleClip(this.clip, t, this.pose);
    this.space.update(this.pose);
    const out = new Float64Array(3 * this.nodes.length);
    this.nodes.forEach((node, k) => {
      out.set(this.space.matrices.subarray(16 * node + 12, 16 * node + 15), 3 * k);
    });
    return out;
  }

  step(t0: number, t1: number): number {
    return maxStep(this.positions(t0), this.positions(t1), [0, 0]);
  }
}

/**
 * Returns the horizontal displacement of the whole character from its positions `a` to `b`: that of the node that moves the whole character
 * if there is one, otherwise the mean. 0 if the displacement is shorter than `min`, or if a part of the character stayed behind.
 */
function wholeDisplacement(a: Float64Array, b: Float64Array, root: number, min: number): [number, number] {
  const count = Math.max(1, a.length / 3);
  let x = 0;
  let z = 0;
  for (let k = 0; k < a.length; k += 3) {
    x += (b[k] - a[k]) / count;
    z += (b[k + 2] - a[k + 2]) / count;
  }
  const square = x * x + z * z;
  if (!(square >= min * min) || square === 0) return [0, 0];
  for (let k = 0; k < a.length; k += 3) {
    if ((b[k] - a[k]) * x + (b[k + 2] - a[k + 2]) * z < leftBehind * square) return [0, 0];
  }
  return root < 0 ? [x, z] : [b[3 * root] - a[3 * root], b[3 * root + 2] - a[3 * root + 2]];
}

/** Returns the deepest animated node that is an ancestor of all `nodes`; −1 if there is none. */
function findMover(rig: Rig, clip: Clip, nodes: Int32Array): number {
  const moved = new Set(
    clip.channels.filter((channel) => channel.path === 'translation').map((channel) => channel.node),
  );
  let common: number[] | null = null;
  for (const start of nodes) {
    const line: number[] = [];
    for (let node = start; node >= 0; node = rig.nodes[node].parent) line.push(node);
    common = common ? common.filter((node) => line.includes(node)) : line;
  }
  return common?.find((node) => moved.has(node)) ?? -1;
}

function maxStep(a: Float64Array, b: Float64Array, way: readonly [number, number]): number {
  let max = 0;
  for (let k = 0; k < a.length; k += 3) {
    const x = b[k] - a[k] - way[0];
    const y = b[k + 1] - a[k + 1];
    const z = b[k + 2] - a[k + 2] - way[1];
    max = Math.max(max, x * x + y * y + z * z);
  }
  return Math.sqrt(max);
}

/** Returns the median; for an even count, the lower one of the two middle values. 0 for an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1];
}

import { slerp } from '../../math/quaternion.ts';
import { findFigureJumps } from '../find-jumps.ts';
import { Pose } from '../pose.ts';
import type { Clip, Rig } from '../rig.ts';
import { sampleClip } from '../sample-clip.ts';
import { RigSpace } from './rig-space.ts';

/** A clip laid out so that it can be repeated. Phases run from 0 to the period. */
export interface ClipCycle {
  /** Seconds until the pose repeats, the bridge included. */
  readonly period: number;
  /** Clip times of the first and last key that are used. */
  readonly first: number;
  readonly last: number;
  /** Clip time of phase 0. Phases whose clip time lies outside [first, last] are the bridge from last to first. */
  readonly origin: number;
  /** How far the first pose lies from the last, rig units, the figure's `way` taken out. */
  readonly gap: number;
  /** False when the gap is too wide to be crossed in the bridge at the clip's own pace: there is none, a repeat is a cut. */
  readonly joins: boolean;
  /** Seconds of the bridge; 0 where the clip is closed or a repeat is a cut. */
  readonly bridge: number;
  /** Horizontal way of the whole figure from the first pose to the last, rig units; 0 where it ends where it began. */
  readonly way: readonly [number, number];
  /** True when a T-pose in the first frame was left out. */
  readonly skipsFirst: boolean;
  /** Phases of STEP keys that jump, and 0 where a repeat is a cut, rising. */
  readonly cuts: Float64Array;
  /** Writes the pose at a phase in [0, period], after a reset: nodes without channels stand as in the file. */
  sample(pose: Pose, phase: number): void;
}

/** Poses closer than this share of the height, and than this share of a usual step between two keys, are the same. */
const samePose = 0.01;
const sameStep = 0.5;
/** The bridge may go this much faster than the fastest step between two keys of the clip. */
const bridgePace = 2;
/** A clip travels when its way is at least this share of the height, and this share of it a second. */
const travelShare = 0.2;
/** … and every part goes at least this share of the way (one that falls over leaves its feet behind). */
const leftBehind = 0.3;
/** A first frame is left out when the step from it is this share of the height and this many times the next ones. */
const strayShare = 0.05;
const strayRatio = 8;

/**
 * Lays a clip out as a cycle. `nodes` are those whose places tell poses apart; `height` in rig units.
 *
 * The period is from the first key to the last. If the last pose is not the first, a bridge of one more key interval
 * joins them; a lead-in of about one key interval before the first key is that bridge.
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

  const start = probe.places(first);
  const end = probe.places(last);
  const way = wholeWay(
    start,
    end,
    mover < 0 ? -1 : 0,
    Math.max(travelShare * height, travelShare * height * (last - first)),
  );
  const gap = largestStep(start, end, way);
  const steps = measureSteps(probe, used);
  const closed = used.length < 2 || gap <= Math.min(samePose * height, sameStep * median(steps));
  // A lead-in of up to one and a half intervals is the bridge; a longer one is an offset of the whole clip.
  const leadIn = !skipsFirst && first > 0 && first <= 1.5 * interval;
  const wanted = closed ? 0 : leadIn ? first : interval;
  const fastest = steps.reduce((most, step, k) => Math.max(most, step / (used[k + 1] - used[k])), 0);
  const joins = closed || gap <= bridgePace * fastest * wanted;
  const bridge = joins ? wanted : 0;
  const origin = bridge > 0 && leadIn ? 0 : first;
  const period = last - first + bridge;

  const cuts = new Set<number>();
  if (!joins) cuts.add(0);
  for (const t of findFigureJumps(clip)) if (t > first && t <= last) cuts.add(t - origin);

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

/** pose ← the pose that is s of the way to `target`: straight lines and short arcs. */
function blendPoses(pose: Pose, target: Pose, s: number): void {
  mix(pose.translation, target.translation, s);
  mix(pose.scale, target.scale, s);
  pose.weights.forEach((weights, node) => {
    mix(weights, target.weights[node], s);
  });
  for (let k = 0; k < pose.rotation.length; k += 4) {
    const out = pose.rotation.subarray(k, k + 4);
    slerp(out, out, target.rotation.subarray(k, k + 4), s);
  }
}

function mix(out: Float64Array, target: Float64Array, s: number): void {
  for (let k = 0; k < out.length; k++) out[k] += (target[k] - out[k]) * s;
}

/** Every key time of a clip, rising; times closer than 10 µs are one. */
function collectKeyTimes(clip: Clip): number[] {
  const all = clip.channels.flatMap((channel) => Array.from(channel.times)).sort((a, b) => a - b);
  if (all.length === 0) return [clip.start];
  return all.filter((t, k) => k === 0 || t - all[k - 1] > 1e-5);
}

function startsWithStray(probe: PoseProbe, keys: readonly number[], height: number): boolean {
  if (keys.length < 5) return false;
  const away = probe.step(keys[0], keys[1]);
  const usual = Math.max(probe.step(keys[1], keys[2]), probe.step(keys[2], keys[3]));
  return away > strayShare * height && away > strayRatio * usual;
}

/** How far the figure's farthest node goes from each key to the next. */
function measureSteps(probe: PoseProbe, keys: readonly number[]): number[] {
  const steps: number[] = [];
  let before = probe.places(keys[0]);
  for (let k = 1; k < keys.length; k++) {
    const after = probe.places(keys[k]);
    steps.push(largestStep(before, after, [0, 0]));
    before = after;
  }
  return steps;
}

/** Where the figure's nodes stand at a time of the clip. */
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

  places(t: number): Float64Array {
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
    return largestStep(this.places(t0), this.places(t1), [0, 0]);
  }
}

/**
 * The horizontal way of the whole figure from its places `a` to `b`: that of the node that moves all of it where there is
 * one, else the mean. 0 when it is shorter than `least`, or when a part of the figure stayed behind.
 */
function wholeWay(a: Float64Array, b: Float64Array, root: number, least: number): [number, number] {
  const count = Math.max(1, a.length / 3);
  let x = 0;
  let z = 0;
  for (let k = 0; k < a.length; k += 3) {
    x += (b[k] - a[k]) / count;
    z += (b[k + 2] - a[k + 2]) / count;
  }
  const square = x * x + z * z;
  if (!(square >= least * least) || square === 0) return [0, 0];
  for (let k = 0; k < a.length; k += 3) {
    if ((b[k] - a[k]) * x + (b[k + 2] - a[k + 2]) * z < leftBehind * square) return [0, 0];
  }
  return root < 0 ? [x, z] : [b[3 * root] - a[3 * root], b[3 * root + 2] - a[3 * root + 2]];
}

/** The deepest node that the clip moves and that all `nodes` hang from; −1 where there is none. */
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

function largestStep(a: Float64Array, b: Float64Array, way: readonly [number, number]): number {
  let largest = 0;
  for (let k = 0; k < a.length; k += 3) {
    const x = b[k] - a[k] - way[0];
    const y = b[k + 1] - a[k + 1];
    const z = b[k + 2] - a[k + 2] - way[1];
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return Math.sqrt(largest);
}

/** The middle value; of two middles the lower. 0 of nothing. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1];
}

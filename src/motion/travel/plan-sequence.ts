import { maxOf } from '../../math/lists.ts';
import { atan2, cos, sin } from '../../math/portable.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { Pose } from '../pose.ts';
import type { Clip, Rig } from '../rig.ts';
import { blendPoses } from './blend-poses.ts';
import type { Carry } from './carry.ts';
import type { ClipCycle } from './clip-cycle.ts';
import { cutClip } from './cut-clip.ts';
import { findCut } from './find-cut.ts';
import { findFeet } from './find-feet.ts';
import type { GroundPath } from './ground-path.ts';
import { originOf } from './origin-of.ts';
import { pinFeet } from './pin-feet.ts';
import { type ClipTravel, readClipTravel, standsOnBody, type TravelOptions } from './plan-travel.ts';
import { findTouching, type Gait } from './read-gait.ts';
import { RigSpace } from './rig-space.ts';
import { findRoots, shiftRoots, turnRoots } from './root-nodes.ts';
import { trackSoles } from './track-soles.ts';
import type { Travel } from './travel.ts';

/** One clip of a sequence. Times in seconds. */
export interface SequenceClip {
  readonly clip: Clip;
  /** Time of the sequence at which the clip begins. Ascending in a sequence. */
  readonly start: number;
  /** Factor of the playing speed, > 0. */
  readonly playSpeed: number;
  /** Whether the clip repeats. Otherwise it is played once, and its last pose is held. */
  readonly loop: boolean;
  /** Time from `start` in which the clip before it fades into this one, ≥ 0. */
  readonly blend: number;
  /** The part of the clip that is played, in its own times. Absent: from its first key, to its last key. */
  readonly from?: number;
  readonly to?: number;
}

/** Options of `planSequence`. Times in seconds, lengths in rig units. */
export interface SequenceOptions extends TravelOptions {
  readonly clips: readonly SequenceClip[];
  /** The path on which the character walks, rig units. Null: it moves in the directions of its clips. */
  readonly groundPath: GroundPath | null;
  /** Position on the path at the time 0, rig units. */
  readonly pathStart?: number;
  /** Time of the sequence at which a character on a path is at `pathStart`. Default 0. */
  readonly pathTime?: number;
  /** Time of the plan before the time 0 of the sequence: the result of `sequenceLead`. */
  readonly lead: number;
  /** Last time of the sequence that is needed. After it, the last pose is held. */
  readonly to: number;
}

/** A planned sequence. */
export interface Sequence {
  /** The motion; its time 0 is the time `-lead` of the sequence. */
  readonly travel: Travel;
  /** Position on the path at `to`, rig units; 0 without a path. */
  readonly distance: number;
}

const samplesPerSecond = 240;
/** Limits the memory of very long sequences: ten minutes at the full rate. */
const maxSamples = 144_000;
/** The sequence is planned for this time before and after the range that is needed, so that steps at its ends are complete. Seconds. */
const margin = 1;

/** Returns the lead of a sequence that is needed from the time `from` on: whole seconds, so that samples keep their times. */
export function sequenceLead(from: number): number {
  return Math.ceil(margin - Math.min(0, from));
}

/**
 * Plans a sequence of clips, also along a path: the pose and the speed of each clip are blended into those of the next, the character faces
 * along the path, and planted feet are pinned over the whole sequence. See README.md in this folder.
 *
 * A clip begins where the clip before it has brought the middle of the character. Rig units. Throws an InputError for a speed or softDepth
 * out of range.
 */
export function planSequence(rig: Rig, options: SequenceOptions): Sequence {
  const { groundPath: path, pathStart = 0, pathTime = 0, lead } = options;
  const character = findFeet(rig);
  const { height, feet } = character;
  const layers = layOutLayers(rig, options);
  const wanted = Math.ceil((lead + Math.max(0, options.to) + margin) * samplesPerSecond);
  const count = Math.min(maxSamples, wanted);
  const period = wanted / samplesPerSecond;
  const rate = count / period;
  const forward = findForward(layers);
  const steps = walkOver(layers, count, rate, lead);
  const zero = steps((pathTime + lead) * rate);
  /** Displacement at a sample since `pathTime`, in the direction of the path and to its left. */
  const alongAt = (index: number): { ahead: number; aside: number } => {
    const here = steps(index);
    const [x, z] = [here[0] - zero[0], here[1] - zero[1]];
    return { ahead: x * forward.x + z * forward.z, aside: x * forward.z - z * forward.x };
  };
  const roots = findRoots(rig);

  const turnAt = (index: number): number => {
    if (!path) return 0;
    return path.at(pathStart + alongAt(index).ahead).heading - forward.angle;
  };
  const other = new Pose(rig);
  const cycle: ClipCycle = {
    period,
    first: 0,
    last: period,
    origin: 0,
    gap: 0,
    joins: false,
    bridge: 0,
    way: [0, 0],
    skipsFirst: false,
    cuts: new Float64Array(0),
    sample(pose, phase) {
      sampleLayers(layers, phase - lead, pose, other, roots);
      const turn = turnAt(phase * rate);
      if (turn !== 0) turnRoots(pose, roots, quaternionFromAxisAngle([0, 1, 0], turn), [0, 0, 0]);
    },
  };
  const position = (index: number): readonly [number, number] => {
    if (!path) return steps(index);
    const { ahead, aside } = alongAt(index);
    const { x, z, heading } = path.at(pathStart + ahead);
    return [x + aside * cos(heading), z - aside * sin(heading)];
  };
  const carry = carryAlong(position, count, rate);
  const tracks = trackSoles(rig, feet, height, period, count, (pose, i) => cycle.sample(pose, i / rate));
  // The last interval leads back to the first sample, which is no motion.
  for (const track of tracks) for (const v of [track.velocityX, track.velocityZ]) v[count - 1] = 0;
  const gait: Gait = {
    floor: 0,
    touching: findTouching(tracks, 0, height),
    touchingSpeed: 0,
    direction: [forward.x, forward.z],
    typicalSpeed: maxOf(
      layers.map(({ read, entry }) => (read.gait?.gait.typicalSpeed ?? 0) * entry.playSpeed),
      0,
    ),
  };
  const heading = path ? Float64Array.from({ length: count }, (_, i) => turnAt(i)) : undefined;
  const isPinned = feet.length > 0 && !standsOnBody(character);
  const softDepth = layers[0].read.softDepth;
  const travel = pinFeet(rig, character, cycle, tracks, gait, carry, 'sequence', softDepth, isPinned, {
    heading,
  });
  return {
    distance: path ? pathStart + alongAt((options.to + lead) * rate).ahead : 0,
    travel: {
      ...travel,
      isPlaced: path !== null,
      title: [...new Set(layers.map(({ entry }) => entry.clip.name || 'clip'))].join(', '),
      warnings: [...new Set([...layers.flatMap(({ read }) => read.warnings), ...travel.warnings])],
      cutBetween: (t0, t1) => layers.some((_, k) => hasCut(layers, k, t0 - lead, t1 - lead)),
    },
  };
}

/** One clip of a sequence with its motion. */
interface Layer {
  readonly entry: SequenceClip;
  readonly read: ClipTravel;
  /** Unit direction (x, z) in which the clip moves, rig axes; null if it stays in place. */
  readonly direction: readonly [number, number] | null;
  /** Position of the whole character in this clip (x, z), so that it continues where the clip before it ends. */
  readonly place: [number, number];
}

function layOutLayers(rig: Rig, options: SequenceOptions): Layer[] {
  const { nodes } = findFeet(rig);
  const layers = options.clips.map((entry): Layer => {
    const { clip, from = clip.start, to = clip.end } = entry;
    const isWhole = from <= clip.start && to >= clip.end;
    const read = readClipTravel(rig, isWhole ? clip : cutClip(clip, from, to), options);
    const { way } = read.cycle;
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1]);
    const own: readonly [number, number] | null = length > 0 ? [way[0] / length, way[1] / length] : null;
    const direction =
      read.kind === 'inPlace' ? read.gait!.gait.direction : read.kind === 'still' ? null : own;
    return { entry, read, direction, place: [0, 0] };
  });
  const pose = new Pose(rig);
  const space = new RigSpace(rig, nodes);
  const roots = findRoots(rig);
  const middleAt = (layer: Layer, phase: number): [number, number] => {
    sampleLayer(layer, phase, pose, roots);
    space.update(pose);
    const middle: [number, number] = [0, 0];
    for (const node of nodes) {
      const [x, , z] = originOf(space.matrices, node);
      middle[0] += x / nodes.length;
      middle[1] += z / nodes.length;
    }
    return middle;
  };
  if (options.groundPath && nodes.length > 0) {
    // The middle of the character is on the path, averaged over its first clip.
    const { period } = layers[0].read.cycle;
    const middles = Array.from({ length: middleSamples }, (_, k) => {
      return middleAt(layers[0], (k * period) / middleSamples);
    });
    for (const axis of [0, 1]) {
      layers[0].place[axis] = -middles.reduce((sum, middle) => sum + middle[axis] / middleSamples, 0);
    }
  }
  for (let k = 1; k < layers.length; k++) {
    if (nodes.length === 0) continue;
    const { start } = layers[k].entry;
    const before = middleAt(layers[k - 1], phaseOf(layers[k - 1], start).phase);
    const after = middleAt(layers[k], phaseOf(layers[k], start).phase);
    for (const axis of [0, 1]) layers[k].place[axis] = before[axis] - after[axis];
  }
  return layers;
}

const middleSamples = 32;

/** Returns the phase of a layer's clip at a time of the sequence, and the number of completed repeats. */
function phaseOf({ entry, read }: Layer, t: number): { phase: number; turn: number } {
  const { period, first, last, origin } = read.cycle;
  const played = (t - entry.start) * entry.playSpeed;
  const begin = first - origin;
  if (!entry.loop || !(period > 0)) {
    return { phase: Math.min(last - origin, begin + Math.max(0, played)), turn: 0 };
  }
  const turn = Math.floor((begin + played) / period);
  return { phase: Math.min(period, Math.max(0, begin + played - turn * period)), turn };
}

/** Returns the position of the root within the clip, relative to its first pose, along the clip's own displacement (x, z). */
function rootAt({ cycle, kind }: ClipTravel, phase: number): readonly [number, number] {
  if (kind !== 'travelling') return [0, 0];
  const { first, last, origin, bridge, way } = cycle;
  const t = origin + phase;
  const fraction =
    t > last
      ? 1 - (t - last) / bridge
      : t < first
        ? (first - t) / bridge
        : last > first
          ? (t - first) / (last - first)
          : 0;
  return [way[0] * fraction, way[1] * fraction];
}

/** Returns the displacement (x, z) of a layer's character since the beginning of its clip. */
function displacementAt(layer: Layer, t: number): readonly [number, number] {
  const { carry } = layer.read;
  if (!carry) return [0, 0];
  const { phase, turn } = phaseOf(layer, t);
  carried.fill(0);
  carry.write(carried, phase);
  const [x, z] = rootAt(layer.read, phase);
  return [carried[0] + turn * carry.stride[0] + x, carried[2] + turn * carry.stride[1] + z];
}

const carried = new Float64Array(3);

/** Writes the pose of a layer at a phase: in place, with its floor at the height 0. */
function sampleLayer({ read, place }: Layer, phase: number, pose: Pose, roots: readonly number[]): void {
  read.cycle.sample(pose, phase);
  const [x, z] = rootAt(read, phase);
  shiftRoots(pose, roots, place[0] - x, -(read.gait?.gait.floor ?? 0), place[1] - z);
}

/** Returns the weight of a layer over those before it: 0 before it starts, 1 after its blend. */
function weightOf({ start, blend }: SequenceClip, t: number): number {
  if (t >= start + blend) return 1;
  if (t <= start) return 0;
  const s = (t - start) / blend;
  return s * s * (3 - 2 * s);
}

/** Writes the blended pose of all layers at a time of the sequence. */
function sampleLayers(
  layers: readonly Layer[],
  t: number,
  pose: Pose,
  other: Pose,
  roots: readonly number[],
): void {
  let first = layers.length - 1;
  while (first > 0 && weightOf(layers[first].entry, t) < 1) first--;
  sampleLayer(layers[first], phaseOf(layers[first], t).phase, pose, roots);
  for (let k = first + 1; k < layers.length; k++) {
    const weight = weightOf(layers[k].entry, t);
    if (weight === 0) continue;
    sampleLayer(layers[k], phaseOf(layers[k], t).phase, other, roots);
    blendPoses(pose, other, weight);
  }
}

/** The direction in which the character of a sequence faces while it walks: that of its first clip that moves. */
function findForward(layers: readonly Layer[]): { x: number; z: number; angle: number } {
  const [x, z] = layers.find(({ direction }) => direction)?.direction ?? [0, 1];
  return { x, z, angle: atan2(x, z) };
}

/**
 * Adds up the blended displacements of all layers, sample by sample. Returns the position (x, z) on level ground at a sample; 0 at sample 0.
 */
function walkOver(
  layers: readonly Layer[],
  count: number,
  rate: number,
  lead: number,
): (index: number) => readonly [number, number] {
  const xs = new Float64Array(count + 1);
  const zs = new Float64Array(count + 1);
  let before = layers.map((layer) => displacementAt(layer, -lead));
  for (let i = 1; i <= count; i++) {
    const t = i / rate - lead;
    const after = layers.map((layer) => displacementAt(layer, t));
    let [x, z] = [0, 0];
    layers.forEach(({ entry }, k) => {
      const weight = k === 0 ? 1 : weightOf(entry, t - 0.5 / rate);
      x += (after[k][0] - before[k][0] - x) * weight;
      z += (after[k][1] - before[k][1] - z) * weight;
    });
    xs[i] = xs[i - 1] + x;
    zs[i] = zs[i - 1] + z;
    before = after;
  }
  return (index) => {
    const i = Math.min(count - 1, Math.max(0, Math.floor(index)));
    const s = Math.min(1, Math.max(0, index - i));
    return [xs[i] + (xs[i + 1] - xs[i]) * s, zs[i] + (zs[i + 1] - zs[i]) * s];
  };
}

/** Returns a carry that follows positions given at each sample. */
function carryAlong(
  position: (index: number) => readonly [number, number],
  count: number,
  rate: number,
): Carry {
  const speedX = new Float64Array(count);
  const speedZ = new Float64Array(count);
  let here = position(0);
  for (let i = 0; i + 1 < count; i++) {
    const next = position(i + 1);
    speedX[i] = (next[0] - here[0]) * rate;
    speedZ[i] = (next[1] - here[1]) * rate;
    here = next;
  }
  return {
    stride: [0, 0],
    speedX,
    speedZ,
    write(out, phase) {
      const [x, z] = position(phase * rate);
      out[0] = x;
      out[2] = z;
    },
  };
}

/** Returns whether (t0, t1] contains a jump of layer k while it shows, or its start if it has no blend. */
function hasCut(layers: readonly Layer[], k: number, t0: number, t1: number): boolean {
  const { entry, read } = layers[k];
  if (k > 0 && entry.blend === 0 && entry.start > t0 && entry.start <= t1) return true;
  const next = layers[k + 1]?.entry;
  const from = k === 0 ? t0 : Math.max(t0, entry.start);
  const to = Math.min(t1, next ? next.start + next.blend : Infinity);
  if (to <= from) return false;
  const begin = read.cycle.first - read.cycle.origin;
  const phase = (t: number) => begin + (t - entry.start) * entry.playSpeed;
  const period = entry.loop && read.cycle.period > 0 ? read.cycle.period : Infinity;
  return findCut(read.cycle.cuts, period, phase(from), phase(to));
}

import type { Actor } from '../../motion/actor.ts';
import type { Pose } from '../../motion/pose.ts';

/** The values of one node's property over all key times, in the file's own local spaces. */
export interface Track {
  /** Node index, or `carrierNode` for the node that moves the whole character. */
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  /** Values, [keyCount · width], or [width] if the value never changes. */
  readonly values: Float32Array;
  readonly width: number;
}

export const carrierNode = -1;

/** Seconds between the two keys of a jump. 32-bit floats can distinguish such times up to 2048 s. */
export const jumpGap = 2 ** -12;

/**
 * Minimum number of keys per second. It equals the steps of a simulation at 120 Hz, which interpolates between its steps as a reader of the
 * file does. With 60 keys per second, the hands and feet of a running robot deviate by 8 mm; with 120, by 3 mm.
 */
const keysPerSecond = 120;

/**
 * Returns the times of the keys, ascending: every output frame, additional times between frames if fps is low, and both sides of every
 * jump.
 */
export function findKeyTimes(actor: Actor, start: number, end: number, fps: number): Float64Array {
  const rate = fps * Math.ceil(keysPerSecond / fps);
  const times = [start];
  // If the last interval were shorter than a rounding error, it would give two equal keys.
  const count = Math.ceil((end - start) * rate - 1e-6);
  for (let k = 1; k <= count; k++) {
    const time = k < count ? start + k / rate : end;
    addJumps(times, actor, times[times.length - 1], time);
    if (time > times[times.length - 1]) times.push(time);
  }
  return Float64Array.from(times);
}

/** Bisects (t0, t1] until each jump in this interval lies between two close times. */
function addJumps(times: number[], actor: Actor, t0: number, t1: number): void {
  if (!actor.cutBetween(t0, t1)) return;
  if (t1 - t0 <= jumpGap) {
    if (t0 > times[times.length - 1]) times.push(t0);
    if (t1 > times[times.length - 1]) times.push(t1);
    return;
  }
  const middle = (t0 + t1) / 2;
  addJumps(times, actor, t0, middle);
  addJumps(times, actor, middle, t1);
}

/**
 * Poses the actor at every time. Returns the properties that differ from the file: if a property changes, a track with all its values; if
 * it is constant but differs from the file, one value.
 */
export function sampleTracks(actor: Actor, times: Float64Array): Track[] {
  const { nodes } = actor.rig;
  const all = nodes.map((node) => ({
    translation: new Float32Array(3 * times.length),
    rotation: new Float32Array(4 * times.length),
    scale: new Float32Array(3 * times.length),
    weights: new Float32Array(node.weights.length * times.length),
  }));
  const carried = new Float32Array(3 * times.length);
  for (let key = 0; key < times.length; key++) {
    const pose = actor.poseAt(times[key]);
    carried.set(carrierPosition(pose), 3 * key);
    for (let node = 0; node < nodes.length; node++) {
      const { translation, rotation, scale, weights } = all[node];
      translation.set(pose.translation.subarray(3 * node, 3 * node + 3), 3 * key);
      scale.set(pose.scale.subarray(3 * node, 3 * node + 3), 3 * key);
      weights.set(pose.weights[node], key * pose.weights[node].length);
      setRotation(rotation, pose.rotation, node, key);
    }
  }
  const tracks: Track[] = [];
  const keep = (node: number, path: Track['path'], values: Float32Array, rest: readonly number[]) => {
    const width = values.length / times.length;
    if (width === 0) return;
    const moves = changes(values, width);
    if (moves) tracks.push({ node, path, values, width });
    else if (!isNear(values, rest)) tracks.push({ node, path, values: values.slice(0, width), width });
  };
  keep(carrierNode, 'translation', carried, [...carried.subarray(0, 3)]);
  nodes.forEach((node, index) => {
    keep(index, 'translation', all[index].translation, node.translation);
    keep(index, 'rotation', all[index].rotation, node.rotation);
    keep(index, 'scale', all[index].scale, node.scale);
    keep(index, 'weights', all[index].weights, node.weights);
  });
  return tracks;
}

/** Returns the position of the character's origin, metres: placement plus travel. */
export function carrierPosition({ root, carry }: Pose): [number, number, number] {
  const [x, y, z] = carry;
  return [
    root[12] + root[0] * x + root[4] * y + root[8] * z,
    root[13] + root[1] * x + root[5] * y + root[9] * z,
    root[14] + root[2] * x + root[6] * y + root[10] * z,
  ];
}

/** Copies a rotation. Of q and −q, the one nearer to the previous key is used, for readers that do not take the short arc. */
function setRotation(out: Float32Array, rotations: Float64Array, node: number, key: number): void {
  let dot = 1;
  if (key > 0) {
    dot = 0;
    for (let c = 0; c < 4; c++) dot += out[4 * (key - 1) + c] * rotations[4 * node + c];
  }
  for (let c = 0; c < 4; c++) out[4 * key + c] = dot < 0 ? -rotations[4 * node + c] : rotations[4 * node + c];
}

function changes(values: Float32Array, width: number): boolean {
  for (let k = width; k < values.length; k++) if (values[k] !== values[k - width]) return true;
  return false;
}

/** Returns whether values are equal except for the rounding of the file's numbers. */
function isNear(values: Float32Array, rest: readonly number[]): boolean {
  return rest.every((value, c) => Math.abs(values[c] - value) <= 1e-6 * Math.max(1e-3, Math.abs(value)));
}

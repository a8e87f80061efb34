import { cos, sin } from '../../math/portable.ts';
import { multiplyQuaternions, type Quaternion } from '../../math/quaternion.ts';
import type { Clip, ClipChannel, Rig, RigNode } from '../../motion/rig.ts';
import type { BvhChannel, BvhJoint, BvhTake } from './bvh-take.ts';

/** The direction that is up in a take. */
export type TakeUp = 'y' | 'z';

/** A quarter turn about −X: what was up along z is up along y. */
const zToY: Quaternion = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/**
 * The skeleton of a take, a node a joint, and its motion as one clip, Y up, in the take's units. At rest every joint stands
 * at its offset, unturned. Positions replace the offset along the axes that have a channel. Of z-up takes the roots are turned.
 */
export function createTakeRig(take: BvhTake, up: TakeUp): Rig {
  const { joints, frameCount, frameTime, warnings } = take;
  const nodes = joints.map((joint): RigNode => {
    const isTurned = joint.parent < 0 && up === 'z';
    return {
      name: joint.name,
      parent: joint.parent,
      translation: isTurned ? turned(joint.offset) : joint.offset,
      rotation: isTurned ? zToY : [0, 0, 0, 1],
      scale: [1, 1, 1],
      weights: [],
    };
  });
  const times = Float64Array.from({ length: frameCount }, (_, frame) => frame * frameTime);
  const clip: Clip = {
    name: take.name.replace(/^.*[\\/]/, '').replace(/\.bvh$/i, ''),
    start: 0,
    end: times[frameCount - 1],
    channels: joints.flatMap((joint, node) => readChannels(take, joint, node, times, up)),
  };
  return {
    name: take.name,
    nodes,
    skins: [],
    surfaces: [],
    clips: [clip],
    order: Int32Array.from(nodes.keys()),
    warnings,
  };
}

function turned(place: readonly [number, number, number]): [number, number, number] {
  return [place[0], place[2], -place[1]];
}

function readChannels(
  take: BvhTake,
  joint: BvhJoint,
  node: number,
  times: Float64Array,
  up: TakeUp,
): ClipChannel[] {
  const isTurned = joint.parent < 0 && up === 'z';
  const out: ClipChannel[] = [];
  const positions = joint.channels.filter(({ kind }) => kind === 'position');
  const rotations = joint.channels.filter(({ kind }) => kind === 'rotation');
  if (positions.length > 0) {
    const values = readPositions(take, joint, positions);
    if (isTurned) turnPlaces(values);
    out.push({ node, path: 'translation', interpolation: 'LINEAR', times, values, width: 3 });
  }
  if (rotations.length > 0) {
    const values = readRotations(take, rotations, isTurned ? zToY : [0, 0, 0, 1]);
    out.push({ node, path: 'rotation', interpolation: 'LINEAR', times, values, width: 4 });
  }
  return out;
}

function readPositions(
  { frameCount, columnCount, values }: BvhTake,
  { offset }: BvhJoint,
  channels: readonly BvhChannel[],
): Float32Array {
  const out = new Float32Array(3 * frameCount);
  for (let frame = 0; frame < frameCount; frame++) {
    out.set(offset, 3 * frame);
    for (const { axis, column } of channels) out[3 * frame + axis] = values[frame * columnCount + column];
  }
  return out;
}

function turnPlaces(values: Float32Array): void {
  for (let k = 0; k < values.length; k += 3) {
    const y = values[k + 1];
    values[k + 1] = values[k + 2];
    values[k + 2] = -y;
  }
}

/** first · R₁ R₂ R₃ of every frame; of q and −q the one that is near the frame before. */
function readRotations(
  { frameCount, columnCount, values }: BvhTake,
  channels: readonly BvhChannel[],
  first: Quaternion,
): Float32Array {
  const out = new Float32Array(4 * frameCount);
  const q: Quaternion = [0, 0, 0, 1];
  const turn: Quaternion = [0, 0, 0, 1];
  let previous: Quaternion = [0, 0, 0, 1];
  for (let frame = 0; frame < frameCount; frame++) {
    for (let c = 0; c < 4; c++) q[c] = first[c];
    for (const { axis, column } of channels) {
      // Whole turns are taken off first, as angles of some tools add up for ever.
      const half = ((values[frame * columnCount + column] % 720) * Math.PI) / 360;
      turn.fill(0);
      turn[axis] = sin(half);
      turn[3] = cos(half);
      multiplyQuaternions(q, q, turn);
    }
    const dot = q[0] * previous[0] + q[1] * previous[1] + q[2] * previous[2] + q[3] * previous[3];
    if (dot < 0) for (let c = 0; c < 4; c++) q[c] = -q[c];
    previous = [...q];
    out.set(q, 4 * frame);
  }
  return out;
}

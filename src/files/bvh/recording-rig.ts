import { cos, sin } from '../../math/portable.ts';
import { multiplyQuaternions, type Quaternion } from '../../math/quaternion.ts';
import type { Clip, ClipChannel, Rig, RigNode } from '../../motion/rig.ts';
import type { BvhChannel, BvhJoint, BvhRecording } from './bvh-recording.ts';

/** The up axis of a recording. */
export type RecordingUp = 'y' | 'z';

/** Rotation by −90° about x: it maps the z axis to the y axis. */
const zToY: Quaternion = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/**
 * Builds a rig from a recording: one node for each joint, and the motion as one clip. Y up, in the units of the recording. In the rest
 * pose, every joint is at its offset, without rotation. Along the axes that have a position channel, the position replaces the offset. The
 * roots of Z-up recordings are rotated.
 */
export function createRecordingRig(recording: BvhRecording, up: RecordingUp): Rig {
  const { joints, frameCount, frameTime, warnings } = recording;
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
    name: recording.name.replace(/^.*[\\/]/, '').replace(/\.bvh$/i, ''),
    start: 0,
    end: times[frameCount - 1],
    channels: joints.flatMap((joint, node) => readChannels(recording, joint, node, times, up)),
  };
  return {
    name: recording.name,
    nodes,
    skins: [],
    surfaces: [],
    clips: [clip],
    order: Int32Array.from(nodes.keys()),
    warnings,
  };
}

function turned(position: readonly [number, number, number]): [number, number, number] {
  return [position[0], position[2], -position[1]];
}

function readChannels(
  recording: BvhRecording,
  joint: BvhJoint,
  node: number,
  times: Float64Array,
  up: RecordingUp,
): ClipChannel[] {
  const isTurned = joint.parent < 0 && up === 'z';
  const out: ClipChannel[] = [];
  const positions = joint.channels.filter(({ kind }) => kind === 'position');
  const rotations = joint.channels.filter(({ kind }) => kind === 'rotation');
  if (positions.length > 0) {
    const values = readPositions(recording, joint, positions);
    if (isTurned) rotatePositions(values);
    out.push({ node, path: 'translation', interpolation: 'LINEAR', times, values, width: 3 });
  }
  if (rotations.length > 0) {
    const values = readRotations(recording, rotations, isTurned ? zToY : [0, 0, 0, 1]);
    out.push({ node, path: 'rotation', interpolation: 'LINEAR', times, values, width: 4 });
  }
  return out;
}

function readPositions(
  { frameCount, columnCount, values }: BvhRecording,
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

function rotatePositions(values: Float32Array): void {
  for (let k = 0; k < values.length; k += 3) {
    const y = values[k + 1];
    values[k + 1] = values[k + 2];
    values[k + 2] = -y;
  }
}

/** Returns the rotation first · R₁ R₂ R₃ of every frame. Of q and −q, the one closer to the previous frame is used. */
function readRotations(
  { frameCount, columnCount, values }: BvhRecording,
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
      // Whole turns of 360° are removed first, because the angles of some tools grow without limit.
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

import type { BvhJoint, BvhRecording } from './bvh-recording.ts';

/**
 * Restores bone lengths that only the motion of a recording contains. Some programs write OFFSET 0 0 0 for every joint, and give the offset
 * as a position in each frame. Such a joint gets the offset of the first frame, with a warning.
 */
export function fillOffsets(recording: BvhRecording): BvhRecording {
  let filled = 0;
  const joints = recording.joints.map((joint): BvhJoint => {
    if (joint.parent < 0 || joint.offset.some((value) => value !== 0)) return joint;
    const offset: [number, number, number] = [0, 0, 0];
    for (const { kind, axis, column } of joint.channels) {
      if (kind === 'position') offset[axis] = recording.values[column];
    }
    if (offset.every((value) => value === 0)) return joint;
    filled++;
    return { ...joint, offset };
  });
  if (filled === 0) return recording;
  const warning =
    `the offsets of ${filled} of its ${joints.length} joints are zero, and their bone lengths stand in the position channels: ` +
    'those of the first frame are taken';
  return { ...recording, joints, warnings: [...recording.warnings, warning] };
}

import type { LiveDrive } from '../../motion/live/live-drive.ts';
import { frameStride } from './wgsl/flesh.ts';

/**
 * Writes the last frame of a drive for the shader: the rotation at its start, the rotation over the frame, and by how much the velocities at both ends
 * differ from the mean velocity. Differences are computed here, with float64 numbers: what is left is small where the bone hardly accelerates,
 * however fast it moves, and wherever it is.
 *
 * isMoved: whether a pose was pushed for the frame. isSettling: whether the flesh is in equilibrium before its steps.
 */
export function packFrame(
  out: Float32Array,
  character: number,
  { path, cut, duration, velocity }: LiveDrive,
  isMoved: boolean,
  isSettling: boolean,
): void {
  const at = frameStride * character;
  out.fill(0, at, at + frameStride);
  const isMotion = isMoved && !cut;
  const { from, to, turn, startVelocity, endVelocity, rotationRateStart, rotationRateEnd } = path;
  out.set(isMotion ? from.rotation : to.rotation, at);
  out[at + 7] = to.mirror;
  out[at + 15] = isSettling ? 1 : 0;
  if (!isMotion) return;
  out[at + 11] = 1 / duration;
  for (let axis = 0; axis < 3; axis++) {
    out[at + 4 + axis] = turn[axis];
    out[at + 8 + axis] = (startVelocity[axis] - velocity[axis]) / duration;
    out[at + 12 + axis] = (endVelocity[axis] - velocity[axis]) / duration;
    out[at + 16 + axis] = rotationRateStart[axis] - turn[axis];
    out[at + 20 + axis] = rotationRateEnd[axis] - turn[axis];
  }
}

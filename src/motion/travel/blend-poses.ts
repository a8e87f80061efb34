import { slerp } from '../../math/slerp.ts';
import type { Pose } from '../pose.ts';

/** pose ← interpolation of the pose towards `target` at s: linear, and along short arcs for rotations. */
export function blendPoses(pose: Pose, target: Pose, s: number): void {
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

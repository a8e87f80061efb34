/** Helpers for scripts that simulate rigid bodies with Rapier. */
import type RAPIER from '@dimforge/rapier3d-compat';
import type { Quaternion } from '../../../src/math/quaternion.ts';
import type { Vector } from './level-set.ts';

export function toXyz([x, y, z]: Vector) {
  return { x, y, z };
}

/** Returns the rotation of a body. */
export function readTurn(body: RAPIER.RigidBody): Quaternion {
  const { x, y, z, w } = body.rotation();
  return [x, y, z, w];
}

/** Returns the length of a line, and the rotation from a capsule's +Y axis to its direction. */
export function lieAlong(line: Vector) {
  const reach = Math.hypot(...line);
  const [ux, uy, uz] = line.map((part) => part / reach);
  const w = Math.sqrt(Math.max(0, (1 + uy) / 2));
  const turn = w > 1e-6 ? { x: uz / (2 * w), y: 0, z: -ux / (2 * w), w } : { x: 1, y: 0, z: 0, w: 0 };
  return { reach, turn };
}

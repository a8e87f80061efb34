import { createDriveFrame, type DriveFrame } from '../../../../motion/drive-frame.ts';
import type { FleshPart } from '../../part.ts';
import { makeRod } from '../../testing/lumped-part.ts';
import type { TouchShape } from '../touch-shape.ts';
import { type PosedBody, TouchSolver, type TouchStep } from '../touch-solver.ts';
import { type TouchedMesh, TouchSurface } from '../touch-surface.ts';

/** Positions of the points of `makeRod`, metres. */
export const rodPoints = Array.from({ length: 8 }, (_, k): [number, number, number] => [
  0.02,
  0.1 + 0.05 * k,
  -0.01,
]);

export const rodDamping = { alpha: 8, beta: 0.001 };

/** Returns the surface of a rod that one joint moves. Its normals point in +x. */
export function rodMesh(): TouchedMesh {
  return {
    positions: rodPoints.flat(),
    normals: rodPoints.flatMap(() => [1, 0, 0]),
    influenceCount: 1,
    jointIndices: rodPoints.map(() => 0),
    jointWeights: rodPoints.map(() => 1),
    slots: [0],
    scale: 1,
  };
}

export function createRodSolver(part: FleshPart = makeRod(), mesh: TouchedMesh = rodMesh()): TouchSolver {
  return new TouchSolver(part, rodDamping, new TouchSurface(part, [mesh]));
}

/** Returns a body that moves from one pose to another. */
export function placeBody(shape: TouchShape, friction: number, end: DriveFrame, start = end): PosedBody {
  return { body: { shape, friction, ignoredBy: null }, moved: { start, end } };
}

/** Returns a step of a part, and of the joint that moves its surface, in one pose. */
export function stepOf(
  before: Float64Array,
  bodies: readonly PosedBody[],
  options: { readonly dt?: number; readonly limit?: number; readonly frame?: DriveFrame } = {},
): TouchStep {
  const { dt = 1 / 240, limit = 0.2, frame = createDriveFrame() } = options;
  const part = { start: frame, end: frame };
  return { before, part, joints: [part], bodies, dt, limit };
}

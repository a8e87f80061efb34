import type { Rig, RigSurface } from '../../motion/rig.ts';

/**
 * Returns a rig whose given surfaces consist of the corners of a box around what each joint moves. A vertex is a weighted mean of points in
 * these boxes, so the corners contain the whole skin in any pose, and show how it moves, with far fewer points.
 */
export function boundJoints(rig: Rig, surfaces: readonly number[]): Rig {
  return {
    ...rig,
    surfaces: rig.surfaces.map((surface, index) =>
      surfaces.includes(index) ? boundSurface(surface) : surface,
    ),
  };
}

function boundSurface(surface: RigSurface): RigSurface {
  const { positions, skin, influenceCount, jointIndices, jointWeights } = surface;
  const boxes = new Map<number, number[]>();
  for (let v = 0; v < positions.length / 3; v++) {
    const own = skin < 0 ? 1 : influenceCount;
    for (let k = 0; k < own; k++) {
      if (skin >= 0 && jointWeights[influenceCount * v + k] === 0) continue;
      const joint = skin < 0 ? 0 : jointIndices[influenceCount * v + k];
      const box = boxes.get(joint) ?? [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], positions[3 * v + axis]);
        box[3 + axis] = Math.max(box[3 + axis], positions[3 * v + axis]);
      }
      boxes.set(joint, box);
    }
  }
  const corners: number[] = [];
  const joints: number[] = [];
  for (const [joint, box] of boxes) {
    for (let corner = 0; corner < 8; corner++) {
      for (let axis = 0; axis < 3; axis++) corners.push(box[axis + 3 * ((corner >> axis) & 1)]);
      joints.push(joint);
    }
  }
  return {
    ...surface,
    positions: Float32Array.from(corners),
    indices: new Uint32Array(0),
    morphTargets: [],
    influenceCount: skin < 0 ? 0 : 1,
    jointIndices: skin < 0 ? surface.jointIndices.slice(0, 0) : Uint16Array.from(joints),
    jointWeights: new Float32Array(skin < 0 ? 0 : joints.length).fill(1),
  };
}

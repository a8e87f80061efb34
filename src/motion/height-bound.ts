import type { Pose } from './pose.ts';
import type { RigSurface } from './rig.ts';

/**
 * Computes a lower bound of the vertex heights of a surface from a few boxes instead of every vertex. A skinned position is a weighted mean
 * of the positions that the single joints would give the vertex. So it is never below the lowest corner of the boxes of all joints.
 */
export class HeightBound {
  /** Joint of each box; 0 if the surface is not skinned. */
  private readonly joints: Int32Array;
  /** Minimum and maximum corner of each box, mesh space, [6 · boxCount]. */
  private readonly boxes: Float64Array;

  /** Returns the bound of a surface. All actors that have the surface share it. */
  static of(surface: RigSurface): HeightBound {
    let bound = boundOfSurface.get(surface);
    if (!bound) {
      bound = new HeightBound(surface);
      boundOfSurface.set(surface, bound);
    }
    return bound;
  }

  constructor(private readonly surface: RigSurface) {
    const { positions, influenceCount, jointIndices, jointWeights } = surface;
    const boxes = new Map<number, number[]>();
    for (let vertex = 0; 3 * vertex < positions.length; vertex++) {
      if (influenceCount === 0) growBox(boxes, 0, positions, 3 * vertex);
      for (let k = influenceCount * vertex; k < influenceCount * (vertex + 1); k++) {
        if (jointWeights[k] > 0) growBox(boxes, jointIndices[k], positions, 3 * vertex);
      }
    }
    this.joints = Int32Array.from(boxes.keys());
    this.boxes = Float64Array.from([...boxes.values()].flat());
  }

  /** Returns the lower bound for a pose, metres; −∞ if morph targets may move the surface out of its boxes. */
  measure(pose: Pose): number {
    const { surface } = this;
    if (surface.morphTargets.length > 0) return Number.NEGATIVE_INFINITY;
    if (surface.skin < 0) return this.measureIn(pose.world, 16 * surface.node);
    return this.measureIn(pose.jointMatrices(surface.skin));
  }

  /** Returns the lower bound, metres. matrices: from mesh space to the world, one for each joint. first: index of the first element. */
  measureIn(matrices: Float64Array, first = 0): number {
    const { joints, boxes } = this;
    let lowest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < joints.length; k++) {
      const m = first + 16 * joints[k];
      const b = 6 * k;
      let height = matrices[m + 13];
      for (let axis = 0; axis < 3; axis++) {
        const slope = matrices[m + 1 + 4 * axis];
        height += slope * boxes[b + axis + (slope < 0 ? 3 : 0)];
      }
      if (height < lowest) lowest = height;
    }
    // Subtracts a small amount, because weights may not sum to exactly 1, and because of rounding.
    return lowest - 1e-6 * (1 + Math.abs(lowest));
  }
}

const boundOfSurface = new WeakMap<RigSurface, HeightBound>();

function growBox(boxes: Map<number, number[]>, joint: number, positions: Float32Array, at: number): void {
  let box = boxes.get(joint);
  if (!box) {
    box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    boxes.set(joint, box);
  }
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = Math.min(box[axis], positions[at + axis]);
    box[3 + axis] = Math.max(box[3 + axis], positions[at + axis]);
  }
}

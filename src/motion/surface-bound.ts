import type { Pose } from './pose.ts';
import type { RigSurface } from './rig.ts';

/**
 * Computes bounds of the vertices of a surface from a few boxes instead of every vertex. A skinned position is a weighted mean of the
 * positions that the single joints would give the vertex. So it is never below the lowest corner of the boxes of all joints.
 */
export class SurfaceBound {
  /** Joint of each box; 0 if the surface is not skinned. */
  private readonly joints: Int32Array;
  /** Minimum and maximum corner of each box, mesh space, [6 · boxCount]. */
  private readonly boxes: Float64Array;

  /** Returns the bound of a surface. All actors that have the surface share it. */
  static of(surface: RigSurface): SurfaceBound {
    let bound = boundOfSurface.get(surface);
    if (!bound) {
      bound = new SurfaceBound(surface);
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
    return this.minAlong(1, 1, matrices, first);
  }

  /** Returns bounds of all vertices, metres: min x, max x, min z, max z. Null if morph targets may move the surface out of its boxes. */
  measureAcross(pose: Pose): [number, number, number, number] | null {
    const { surface } = this;
    if (surface.morphTargets.length > 0) return null;
    const matrices = surface.skin < 0 ? pose.world : pose.jointMatrices(surface.skin);
    const first = surface.skin < 0 ? 16 * surface.node : 0;
    return [
      this.minAlong(0, 1, matrices, first),
      -this.minAlong(0, -1, matrices, first),
      this.minAlong(2, 1, matrices, first),
      -this.minAlong(2, -1, matrices, first),
    ];
  }

  /** Returns a lower bound of sign · coordinate, metres. axis: 0 to 2 for x, y, z. */
  private minAlong(axis: number, sign: 1 | -1, matrices: Float64Array, first: number): number {
    const { joints, boxes } = this;
    let min = Number.POSITIVE_INFINITY;
    for (let k = 0; k < joints.length; k++) {
      const m = first + 16 * joints[k];
      const b = 6 * k;
      let value = sign * matrices[m + 12 + axis];
      for (let own = 0; own < 3; own++) {
        const slope = sign * matrices[m + axis + 4 * own];
        value += slope * boxes[b + own + (slope < 0 ? 3 : 0)];
      }
      if (value < min) min = value;
    }
    // Subtracts a small amount, because weights may not sum to exactly 1, and because of rounding.
    return min - 1e-6 * (1 + Math.abs(min));
  }
}

const boundOfSurface = new WeakMap<RigSurface, SurfaceBound>();

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

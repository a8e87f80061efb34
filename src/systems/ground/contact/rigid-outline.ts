import { append } from '../../../math/lists.ts';
import type { RigidCollider } from '../../../motion/collider.ts';

const clusterTriangles = 64;

/** Precomputed data of a rigid body: its size, and boxes around clusters of 64 neighbouring triangles. */
export interface RigidOutline {
  readonly positions: Float64Array;
  /** Distance of the furthest vertex from the origin. */
  readonly radius: number;
  /** See `rollingRadius`. */
  readonly rollingRadius: number;
  /** [3 · triangleCount] the triangles of the body, ordered in clusters of 64 neighbours. */
  readonly indices: Uint32Array;
  /** [6 · clusterCount] center and half size of the box of each cluster. */
  readonly boxes: Float64Array;
  /** Vertices of all clusters in order, and the first index of each cluster: [clusterCount + 1]. */
  readonly vertices: Uint32Array;
  readonly starts: Uint32Array;
}

export function outlineRigid(collider: RigidCollider): RigidOutline {
  const { positions } = collider;
  let radius = 0;
  for (let k = 0; k < positions.length; k += 3) {
    radius = Math.max(
      radius,
      Math.sqrt(
        positions[k] * positions[k] +
          positions[k + 1] * positions[k + 1] +
          positions[k + 2] * positions[k + 2],
      ),
    );
  }
  const indices = sortTriangles(collider);
  const boxes: number[] = [];
  const vertices: number[] = [];
  const starts = [0];
  for (let first = 0; first < indices.length; first += 3 * clusterTriangles) {
    const own = new Set(indices.subarray(first, first + 3 * clusterTriangles));
    const box = boundVertices(positions, own);
    for (let axis = 0; axis < 3; axis++) boxes.push((box[axis] + box[3 + axis]) / 2);
    for (let axis = 0; axis < 3; axis++) boxes.push((box[3 + axis] - box[axis]) / 2);
    append(vertices, own);
    starts.push(vertices.length);
  }
  return {
    positions,
    radius,
    rollingRadius: rollingRadius(positions),
    indices,
    boxes: Float64Array.from(boxes),
    vertices: Uint32Array.from(vertices),
    starts: Uint32Array.from(starts),
  };
}

/** Returns the triangles of a cluster as a range of the indices of the outline. */
export function clusterRange(cluster: number, indexCount: number): readonly [first: number, end: number] {
  const first = 3 * clusterTriangles * cluster;
  return [first, Math.min(indexCount, first + 3 * clusterTriangles)];
}

/** Returns the triangles in Morton order (a space-filling curve), so that neighbours are close to each other. */
function sortTriangles({ positions, indices }: RigidCollider): Uint32Array {
  const box = boundVertices(positions, Array(positions.length / 3).keys());
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) || 1;
  const count = indices.length / 3;
  // The position on the curve and the number of the triangle together are less than 2⁵³.
  const keys = new Float64Array(count);
  for (let triangle = 0; triangle < count; triangle++) {
    let code = 0;
    for (let axis = 0; axis < 3; axis++) {
      let middle = -box[axis];
      for (let n = 0; n < 3; n++) middle += positions[3 * indices[3 * triangle + n] + axis] / 3;
      const coordinate = Math.min(511, Math.floor((512 * middle) / size));
      for (let bit = 0; bit < 9; bit++) code |= ((coordinate >> bit) & 1) << (3 * bit + axis);
    }
    keys[triangle] = code * count + triangle;
  }
  keys.sort();
  const sorted = new Uint32Array(indices.length);
  for (let k = 0; k < count; k++) {
    const from = 3 * (keys[k] % count);
    for (let n = 0; n < 3; n++) sorted[3 * k + n] = indices[from + n];
  }
  return sorted;
}

/**
 * Radius of the rolling outline of a rounded body in its own frame: the middle one of its bounding box's half sizes,
 * which is the radius of a ball, of a wheel of any width up to its diameter, and of a barrel.
 */
function rollingRadius(positions: Float64Array): number {
  const box = boundVertices(positions, Array(positions.length / 3).keys());
  return [0, 1, 2].map((axis) => (box[3 + axis] - box[axis]) / 2).sort((a, b) => a - b)[1];
}

/** Minimum and maximum coordinates of some vertices. */
function boundVertices(positions: Float64Array, vertices: Iterable<number>): number[] {
  const [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const box = [low, low, low, high, high, high];
  for (const vertex of vertices) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis];
      if (value < box[axis]) box[axis] = value;
      if (value > box[3 + axis]) box[3 + axis] = value;
    }
  }
  return box;
}

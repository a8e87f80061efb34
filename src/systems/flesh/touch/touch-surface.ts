import { append } from '../../../math/lists.ts';
import type { FleshPart } from '../part.ts';

/** One surface of a character as contact reads it, in the order of `FleshPart.surfaces`. */
export interface TouchedMesh {
  /** Positions in mesh units, and unit normals, [3 · vertexCount]. */
  readonly positions: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
  /** Influences per vertex, indices into `joints` of the surface, and weights, [influenceCount · vertexCount]. */
  readonly influenceCount: number;
  readonly jointIndices: ArrayLike<number>;
  readonly jointWeights: ArrayLike<number>;
  /** For each joint of the surface: its index among all joints that move the part. */
  readonly slots: ArrayLike<number>;
  /** Metres per mesh unit. */
  readonly scale: number;
}

/** Maximum number of points of the smallest groups. */
const groupSize = 8;
/** A group is halved this number of times before its parts are groups again. */
const halvings = 2;
/** Maximum number of joints that move a point; the strongest are kept. */
const maxInfluences = 4;

/** Neighbouring points, which are in the rest shape within a ball. A group is skipped as a whole if no body is near it. */
interface PointGroup {
  readonly first: number;
  readonly end: number;
  /** Index of the first group behind this one and the smaller groups in it. */
  readonly next: number;
  /** [3] metres. */
  readonly center: Float64Array;
  readonly radius: number;
  /** The joints that move its points. */
  readonly joints: readonly number[];
  /** For each mode the mean displacement of its points at amplitude 1, and the maximum distance of a point's displacement from it. [modeCount · 4] */
  readonly shapes: Float64Array;
}

/** The points of a part's surface that can touch something. Vertices with equal positions are one point. All lengths in metres. */
export class TouchSurface {
  readonly pointCount: number;
  /** Positions and unit normals in the rest shape, [3 · pointCount]. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  /** Displacements at amplitude 1, [pointCount · modeCount · 3]. */
  readonly shapes: Float64Array;
  /** Joints of each point and their weights, whose sum is 1, [maxInfluences · pointCount]. */
  readonly joints: Uint16Array;
  readonly weights: Float64Array;
  /** Each group, followed by the smaller groups that it consists of. */
  readonly groups: readonly PointGroup[];
  /** Distance of each point from the middle of its smallest group, in the rest shape. [pointCount] */
  readonly offsets: Float64Array;

  constructor(
    { modeCount, surfaces }: Pick<FleshPart, 'modeCount' | 'surfaces'>,
    meshes: readonly TouchedMesh[],
  ) {
    const found = new Map<string, { surface: number; index: number; at: readonly number[] }>();
    for (const [surface, { vertices }] of surfaces.entries()) {
      const { positions, scale } = meshes[surface];
      for (const [index, vertex] of vertices.entries()) {
        const at = [0, 1, 2].map((axis) => scale * positions[3 * vertex + axis]);
        const key = at.join(' ');
        if (!found.has(key)) found.set(key, { surface, index, at });
      }
    }
    const entries = [...found.values()];
    const order: number[] = [];
    const ranges: PointRange[] = [];
    divide(
      order,
      ranges,
      entries.map(({ at }) => at),
      entries.map((_, k) => k),
    );
    const sorted = order.map((k) => entries[k]);
    this.pointCount = sorted.length;
    this.positions = Float64Array.from(sorted.flatMap(({ at }) => at));
    this.normals = new Float64Array(this.positions.length);
    this.shapes = new Float64Array(this.positions.length * modeCount);
    this.joints = new Uint16Array(maxInfluences * sorted.length);
    this.weights = new Float64Array(this.joints.length);
    for (const [point, { surface, index }] of sorted.entries()) {
      const { vertices, shapes } = surfaces[surface];
      const mesh = meshes[surface];
      for (let axis = 0; axis < 3; axis++) {
        this.normals[3 * point + axis] = mesh.normals[3 * vertices[index] + axis];
        for (let mode = 0; mode < modeCount; mode++) {
          this.shapes[3 * (point * modeCount + mode) + axis] =
            mesh.scale * shapes[3 * (mode * vertices.length + index) + axis];
        }
      }
      this.addInfluences(point, mesh, vertices[index]);
    }
    this.offsets = new Float64Array(sorted.length);
    this.groups = ranges.map((range) => this.describeGroup(range, modeCount));
  }

  /** Returns the position of a point of the rest shape that joints move by these transforms. [3] */
  poseRest(point: number, transforms: readonly Float64Array[]): [number, number, number] {
    const { positions, joints, weights } = this;
    const out: [number, number, number] = [0, 0, 0];
    for (let k = maxInfluences * point; k < maxInfluences * (point + 1); k++) {
      if (weights[k] === 0) break;
      const m = transforms[joints[k]];
      for (let axis = 0; axis < 3; axis++) {
        const moved = m[axis] * positions[3 * point] + m[3 + axis] * positions[3 * point + 1];
        out[axis] += weights[k] * (moved + m[6 + axis] * positions[3 * point + 2] + m[9 + axis]);
      }
    }
    return out;
  }

  /** Writes the mean of the transforms of the joints that move a point. [12] */
  blend(out: Float64Array, transforms: readonly Float64Array[], point: number): void {
    out.fill(0);
    for (let k = maxInfluences * point; k < maxInfluences * (point + 1); k++) {
      const weight = this.weights[k];
      if (weight === 0) return;
      const from = transforms[this.joints[k]];
      for (let e = 0; e < 12; e++) out[e] += weight * from[e];
    }
  }

  private addInfluences(point: number, mesh: TouchedMesh, vertex: number): void {
    const { influenceCount, jointIndices, jointWeights, slots } = mesh;
    const own = Array.from({ length: influenceCount }, (_, k) => ({
      slot: slots[jointIndices[influenceCount * vertex + k]],
      weight: jointWeights[influenceCount * vertex + k],
    }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, maxInfluences);
    const sum = own.reduce((total, { weight }) => total + weight, 0);
    for (const [k, { slot, weight }] of own.entries()) {
      this.joints[maxInfluences * point + k] = slot;
      this.weights[maxInfluences * point + k] = weight / sum;
    }
  }

  private describeGroup(range: PointRange, modeCount: number): PointGroup {
    const { first, end } = range;
    const { positions, joints, weights } = this;
    const center = new Float64Array(3);
    const moved = new Set<number>();
    for (let point = first; point < end; point++) {
      for (let axis = 0; axis < 3; axis++) center[axis] += positions[3 * point + axis] / (end - first);
      for (let k = maxInfluences * point; k < maxInfluences * (point + 1); k++)
        if (weights[k] > 0) moved.add(joints[k]);
    }
    const shapes = new Float64Array(4 * modeCount);
    for (let mode = 0; mode < modeCount; mode++) {
      for (let point = first; point < end; point++) {
        const from = 3 * (modeCount * point + mode);
        for (let axis = 0; axis < 3; axis++)
          shapes[4 * mode + axis] += this.shapes[from + axis] / (end - first);
      }
      for (let point = first; point < end; point++) {
        const from = 3 * (modeCount * point + mode);
        let own = 0;
        for (let axis = 0; axis < 3; axis++) own += (this.shapes[from + axis] - shapes[4 * mode + axis]) ** 2;
        shapes[4 * mode + 3] = Math.max(shapes[4 * mode + 3], Math.sqrt(own));
      }
    }
    let square = 0;
    for (let point = first; point < end; point++) {
      let own = 0;
      for (let axis = 0; axis < 3; axis++) own += (positions[3 * point + axis] - center[axis]) ** 2;
      // A smaller group, which comes later, overwrites this.
      this.offsets[point] = Math.sqrt(own);
      square = Math.max(square, own);
    }
    return {
      ...range,
      center,
      radius: Math.sqrt(square),
      joints: [...moved].sort((a, b) => a - b),
      shapes,
    };
  }
}

type PointRange = Pick<PointGroup, 'first' | 'end' | 'next'>;

/** Divides points into groups of neighbours: halves along the longest side of their box, until each is small enough. Appends to `order` and `ranges`. */
function divide(
  order: number[],
  ranges: PointRange[],
  at: readonly (readonly number[])[],
  points: readonly number[],
  depth = 0,
): void {
  if (points.length === 0) return;
  const isSmall = points.length <= groupSize;
  const isGroup = isSmall || depth % halvings === 0;
  const range = { first: order.length, end: order.length + points.length, next: 0 };
  if (isGroup) ranges.push(range);
  if (isSmall) append(order, points);
  else {
    const extents = [0, 1, 2].map((axis) => {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const point of points) {
        low = Math.min(low, at[point][axis]);
        high = Math.max(high, at[point][axis]);
      }
      return high - low;
    });
    const axis = extents.indexOf(Math.max(extents[0], extents[1], extents[2]));
    const sorted = [...points].sort((a, b) => at[a][axis] - at[b][axis] || a - b);
    const middle = sorted.length >> 1;
    divide(order, ranges, at, sorted.slice(0, middle), depth + 1);
    divide(order, ranges, at, sorted.slice(middle), depth + 1);
  }
  range.next = ranges.length;
}

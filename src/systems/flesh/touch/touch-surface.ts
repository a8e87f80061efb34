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

/** Maximum number of points of a group that is skipped as a whole if no body is near it. */
const groupSize = 8;
/** Maximum number of joints that move a point; the strongest are kept. */
const maxInfluences = 4;

/** Neighbouring points, which are in the rest shape within a ball. */
interface PointGroup {
  readonly first: number;
  readonly end: number;
  /** [3] metres. */
  readonly center: Float64Array;
  readonly radius: number;
  /** The joints that move its points. */
  readonly joints: readonly number[];
  /** Mean displacement of its points at amplitude 1, [modeCount · 3]. */
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
  readonly groups: readonly PointGroup[];
  readonly influenceCount = maxInfluences;

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
    const order = divide(
      entries.map(({ at }) => at),
      entries.map((_, k) => k),
    );
    const sorted = order.flat().map((k) => entries[k]);
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
    let first = 0;
    this.groups = order.map(({ length }) => {
      const group = this.describeGroup(first, first + length, modeCount);
      first += length;
      return group;
    });
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

  private describeGroup(first: number, end: number, modeCount: number): PointGroup {
    const { positions, joints, weights } = this;
    const center = new Float64Array(3);
    const moved = new Set<number>();
    for (let point = first; point < end; point++) {
      for (let axis = 0; axis < 3; axis++) center[axis] += positions[3 * point + axis] / (end - first);
      for (let k = maxInfluences * point; k < maxInfluences * (point + 1); k++)
        if (weights[k] > 0) moved.add(joints[k]);
    }
    const shapes = new Float64Array(3 * modeCount);
    for (let point = first; point < end; point++) {
      const from = 3 * modeCount * point;
      for (let k = 0; k < shapes.length; k++) shapes[k] += this.shapes[from + k] / (end - first);
    }
    let square = 0;
    for (let point = first; point < end; point++) {
      let own = 0;
      for (let axis = 0; axis < 3; axis++) own += (positions[3 * point + axis] - center[axis]) ** 2;
      square = Math.max(square, own);
    }
    return {
      first,
      end,
      center,
      radius: Math.sqrt(square),
      joints: [...moved].sort((a, b) => a - b),
      shapes,
    };
  }
}

/** Divides points into groups of neighbours: halves along the longest side of their box, until each is small enough. */
function divide(at: readonly (readonly number[])[], points: readonly number[]): number[][] {
  if (points.length === 0) return [];
  if (points.length <= groupSize) return [[...points]];
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
  return [...divide(at, sorted.slice(0, middle)), ...divide(at, sorted.slice(middle))];
}

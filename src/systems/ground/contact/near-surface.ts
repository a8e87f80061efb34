import { square } from '../../../math/portable.ts';
import type { Collider, RigidCollider } from '../../../motion/collider.ts';
import type { Patch } from '../flow/patch.ts';
import type { Scratch } from '../flow/scratch.ts';
import type { Tile } from '../tiles/tile.ts';
import { clusterRange, outlineRigid, type RigidOutline } from './rigid-outline.ts';
import { writeRigidMatrix } from './sweep.ts';

/** Maximum rounding error of heights, m. */
const roundingMargin = 1e-9;

/**
 * The part of a collider that may reach the ground in a step: triangles that are lower than the top of the ground somewhere between
 * the start pose and the end pose, and their vertices. Reused in each step, to keep its arrays.
 */
export class NearSurface {
  vertexCount = 0;
  triangleCount = 0;
  /** Number of poses in the step, including the end pose: a power of two. */
  poseCount = 1;
  /** [3 · vertexCount] of the near vertices at both ends of the step, m, world; `start` only after `placeStart`. */
  start = new Float64Array(0);
  end = new Float64Array(0);
  /** Bounds of all near vertices at both ends of the step, m: min x, max x, min z, max z. */
  readonly box = new Float64Array(4);
  /** Maximum horizontal displacement of a near vertex, m. */
  travelBound = 0;
  /** [3 · triangleCount] into the near vertices. */
  triangles = new Uint32Array(0);
  /** [triangleCount] index of each triangle in `allTriangles`, ascending. */
  triangleIds = new Uint32Array(0);
  /** Maximum distance of a point from the straight line between its start and its end, m. */
  sagitta = 0;

  /** Tiles under it: see `findContactTiles`. */
  readonly tiles: Tile[] = [];
  /** Patches of these tiles, set by `collide`. */
  patches: ReadonlySet<Patch> = new Set();

  /** The near vertices' indices in the collider. */
  private vertices = new Uint32Array(0);
  /** [vertexCount of the collider] minimum height in the step; index among the near vertices, plus one. */
  private lowest = new Float64Array(0);
  private slots = new Uint32Array(0);
  /** Rigid: the last selection, its end pose and top, and how far both may move until it must be repeated. */
  outline: RigidOutline | null = null;
  private readonly keptMatrix = new Float64Array(12);
  private keptTop = 0;
  private keptMargin = -1;
  private keptVertexCount = 0;
  private keptTriangleCount = 0;
  /** Rigid: counts selections. */
  private selection = 0;
  private isStartPlaced = false;
  /** Rigid: maximum displacement of a point along x and z in the step, m. */
  private driftX = 0;
  private driftZ = 0;
  private readonly startMatrix = new Float64Array(12);
  private readonly endMatrix = new Float64Array(12);

  constructor(readonly collider: Collider) {}

  /** [3 · all triangles] of the collider, in an order that depends only on its shape. */
  get allTriangles(): Uint32Array {
    return this.outline?.indices ?? this.collider.indices;
  }

  /** Returns whether a part may be below `top`, in m, as far as that is known without posing the collider. */
  mayReach(top: number): boolean {
    const { collider } = this;
    return collider.kind === 'rigid' || collider.lowest === undefined || collider.lowest <= top;
  }

  /** Bounds of all points during the step: min x, max x, min z, max z, m. */
  boundWay(): readonly [number, number, number, number] {
    const { collider } = this;
    if (collider.kind === 'rigid') {
      const { radius } = this.outlineOf(collider);
      const [a, b] = [collider.start.position, collider.end.position];
      return [
        Math.min(a[0], b[0]) - radius,
        Math.max(a[0], b[0]) + radius,
        Math.min(a[2], b[2]) - radius,
        Math.max(a[2], b[2]) + radius,
      ];
    }
    if (collider.across) return collider.across;
    let [lowX, highX, lowZ, highZ] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const points of [collider.start, collider.end]) {
      for (let k = 0; k < points.length; k += 3) {
        const x = points[k];
        const z = points[k + 2];
        if (x < lowX) lowX = x;
        if (x > highX) highX = x;
        if (z < lowZ) lowZ = z;
        if (z > highZ) highZ = z;
      }
    }
    return [lowX, highX, lowZ, highZ];
  }

  /** Finds the part below `top`, m. */
  find(top: number, cell: number): void {
    const { collider } = this;
    this.vertexCount = 0;
    this.triangleCount = 0;
    // A surface that is completely too high is not read, and therefore not posed.
    if (collider.kind === 'deforming' && collider.lowest !== undefined && collider.lowest > top) return;
    if (this.lowest.length !== collider.vertexCount) {
      this.lowest = new Float64Array(collider.vertexCount);
      this.slots = new Uint32Array(collider.vertexCount);
      this.vertices = new Uint32Array(collider.vertexCount);
      this.start = new Float64Array(3 * collider.vertexCount);
      this.end = new Float64Array(3 * collider.vertexCount);
    }
    if (this.triangles.length < collider.indices.length) {
      this.triangles = new Uint32Array(collider.indices.length);
      this.triangleIds = new Uint32Array(collider.indices.length / 3);
    }
    if (collider.kind === 'rigid') {
      this.selectRigid(collider, top, cell);
    } else {
      this.slots.fill(0);
      this.measureDeforming(collider.cut ? collider.end : collider.start, collider.end);
      this.select(collider.indices, 0, collider.indices.length, top);
    }
    if (this.triangleCount > 0) this.placeEnd();
  }

  /** Writes the data that is the same for all poses into the memory of the kernel. */
  load(scratch: Scratch): ReturnType<Scratch['claim']> {
    const place = scratch.claim(this.vertexCount, this.triangleCount);
    const selection = this.collider.kind === 'rigid' ? this.selection : Number.NaN;
    if (scratch.holds(this, selection)) return place;
    place.triangles.set(this.triangles.subarray(0, 3 * this.triangleCount));
    if (this.collider.kind === 'rigid') {
      const { positions } = this.collider;
      const { startPoints } = place;
      for (let k = 0; k < this.vertexCount; k++) {
        const from = 3 * this.vertices[k];
        startPoints[3 * k] = positions[from];
        startPoints[3 * k + 1] = positions[from + 1];
        startPoints[3 * k + 2] = positions[from + 2];
      }
    } else {
      this.placeStart();
      place.startPoints.set(this.start.subarray(0, 3 * this.vertexCount));
      place.endPoints.set(this.end.subarray(0, 3 * this.vertexCount));
    }
    return place;
  }

  private measureDeforming(start: Float64Array, end: Float64Array): void {
    const { lowest } = this;
    this.sagitta = 0;
    for (let v = 0, k = 1; v < lowest.length; v++, k += 3) lowest[v] = Math.min(start[k], end[k]);
  }

  /** Returns the outline. It is computed again if the shape has changed. */
  private outlineOf(collider: RigidCollider): RigidOutline {
    if (this.outline?.positions !== collider.positions) {
      this.outline = outlineRigid(collider);
      this.keptMargin = -1;
    }
    return this.outline!;
  }

  private selectRigid(collider: RigidCollider, top: number, cell: number): void {
    const outline = this.outlineOf(collider);
    const { lowest, startMatrix, endMatrix, keptMatrix } = this;
    const { positions } = collider;
    writeRigidMatrix(endMatrix, collider, 1);
    if (collider.cut) startMatrix.set(endMatrix);
    else writeRigidMatrix(startMatrix, collider, 0);
    // The dot product of the quaternions is the cosine of half the rotation angle.
    const [a, b] = [collider.start.rotation, collider.end.rotation];
    const dot = collider.cut ? 1 : Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
    this.sagitta = outline.radius * Math.max(0, 1 - dot);
    this.driftX = boundDrift(startMatrix, endMatrix, 0, outline.radius);
    this.driftZ = boundDrift(startMatrix, endMatrix, 8, outline.radius);

    // The maximum height by which a point may be lower during the step than at its end. The selection has a margin and stays valid
    // until the body has moved by that margin.
    const spread = boundDrift(startMatrix, endMatrix, 4, outline.radius) + this.sagitta;
    const drift = boundDrift(keptMatrix, endMatrix, 4, outline.radius) + Math.max(0, top - this.keptTop);
    if (drift + spread <= this.keptMargin) {
      this.vertexCount = this.keptVertexCount;
      this.triangleCount = this.keptTriangleCount;
      return;
    }
    const margin = spread + 2 * cell;
    const limit = top + margin;
    this.slots.fill(0);
    const [e0, e1, e2, e3] = endMatrix.subarray(4, 8);
    const { boxes, vertices, starts } = outline;
    for (let cluster = 0; cluster + 1 < starts.length; cluster++) {
      const k = 6 * cluster;
      const middle = e3 + e0 * boxes[k] + e1 * boxes[k + 1] + e2 * boxes[k + 2];
      const half = Math.abs(e0) * boxes[k + 3] + Math.abs(e1) * boxes[k + 4] + Math.abs(e2) * boxes[k + 5];
      if (middle - half > limit) continue;
      for (let n = starts[cluster]; n < starts[cluster + 1]; n++) {
        const from = 3 * vertices[n];
        lowest[vertices[n]] = e0 * positions[from] + e1 * positions[from + 1] + e2 * positions[from + 2] + e3;
      }
      const [first, end] = clusterRange(cluster, outline.indices.length);
      this.select(outline.indices, first, end, limit);
    }
    this.selection++;
    keptMatrix.set(endMatrix);
    this.keptTop = top;
    // Slightly less than the margin, because boxes and points are rounded differently.
    this.keptMargin = margin - roundingMargin;
    this.keptVertexCount = this.vertexCount;
    this.keptTriangleCount = this.triangleCount;
  }

  /** Adds the triangles of a range that are below `top`. */
  private select(indices: Uint32Array, first: number, end: number, top: number): void {
    const { lowest, slots, vertices, triangles, triangleIds } = this;
    let { vertexCount, triangleCount } = this;
    for (let t = first; t < end; t += 3) {
      const a = indices[t];
      const b = indices[t + 1];
      const c = indices[t + 2];
      if (!(lowest[a] <= top || lowest[b] <= top || lowest[c] <= top)) continue;
      for (let n = 0; n < 3; n++) {
        const vertex = n === 0 ? a : n === 1 ? b : c;
        let slot = slots[vertex];
        if (slot === 0) {
          vertices[vertexCount] = vertex;
          slot = ++vertexCount;
          slots[vertex] = slot;
        }
        triangles[3 * triangleCount + n] = slot - 1;
      }
      triangleIds[triangleCount] = t / 3;
      triangleCount++;
    }
    this.vertexCount = vertexCount;
    this.triangleCount = triangleCount;
  }

  /** Writes `end` and the values that follow from it with little work. */
  private placeEnd(): void {
    const { end, vertices, vertexCount, collider, box } = this;
    this.isStartPlaced = false;
    if (collider.kind === 'rigid') {
      transform(end, this.endMatrix, collider.positions, vertices, vertexCount);
      boundPoints(box, end, vertexCount, true);
      box[0] -= this.driftX;
      box[1] += this.driftX;
      box[2] -= this.driftZ;
      box[3] += this.driftZ;
      this.travelBound = Math.sqrt(this.driftX * this.driftX + this.driftZ * this.driftZ);
    } else {
      gather(end, collider.end, vertices, vertexCount);
      this.placeStart();
      boundPoints(box, end, vertexCount, true);
      boundPoints(box, this.start, vertexCount, false);
      this.travelBound = Number.POSITIVE_INFINITY;
    }
  }

  /** Writes `start`. */
  placeStart(): void {
    const { start, vertices, vertexCount, collider } = this;
    if (this.isStartPlaced) return;
    this.isStartPlaced = true;
    if (collider.kind === 'rigid')
      transform(start, this.startMatrix, collider.positions, vertices, vertexCount);
    else gather(start, collider.cut ? collider.end : collider.start, vertices, vertexCount);
  }
}

/**
 * Returns the maximum distance along an axis between the images of a point under two matrices, in m, for points within `radius` of the
 * origin. `row` is the index at which the row of the axis begins: 0, 4 or 8.
 */
function boundDrift(a: Float64Array, b: Float64Array, row: number, radius: number): number {
  const turn = Math.sqrt(
    square(a[row] - b[row]) + square(a[row + 1] - b[row + 1]) + square(a[row + 2] - b[row + 2]),
  );
  return Math.abs(a[row + 3] - b[row + 3]) + radius * turn;
}

/** Sets a box (see `NearSurface.box`) to the bounds of the points, or extends it if they are not the first. */
function boundPoints(box: Float64Array, points: Float64Array, count: number, isFirst: boolean): void {
  const none = Number.POSITIVE_INFINITY;
  let lowX = isFirst ? none : box[0];
  let highX = isFirst ? -none : box[1];
  let lowZ = isFirst ? none : box[2];
  let highZ = isFirst ? -none : box[3];
  for (let k = 0; k < 3 * count; k += 3) {
    const x = points[k];
    const z = points[k + 2];
    lowX = x < lowX ? x : lowX;
    highX = x > highX ? x : highX;
    lowZ = z < lowZ ? z : lowZ;
    highZ = z > highZ ? z : highZ;
  }
  box[0] = lowX;
  box[1] = highX;
  box[2] = lowZ;
  box[3] = highZ;
}

/** Transforms those points of a rigid body that `indices` lists by the matrix of its pose. Writes them to out [3 · count]. */
function transform(
  out: Float64Array,
  matrix: Float64Array,
  points: Float64Array,
  indices: Uint32Array,
  count: number,
): void {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = matrix;
  for (let k = 0, n = 0; n < count; k += 3, n++) {
    const from = 3 * indices[n];
    const x = points[from];
    const y = points[from + 1];
    const z = points[from + 2];
    out[k] = m0 * x + m1 * y + m2 * z + m3;
    out[k + 1] = m4 * x + m5 * y + m6 * z + m7;
    out[k + 2] = m8 * x + m9 * y + m10 * z + m11;
  }
}

/** Copies the points that `indices` lists to out [3 · count]. */
function gather(out: Float64Array, points: Float64Array, indices: Uint32Array, count: number): void {
  for (let k = 0, n = 0; n < count; k += 3, n++) {
    const from = 3 * indices[n];
    out[k] = points[from];
    out[k + 1] = points[from + 1];
    out[k + 2] = points[from + 2];
  }
}

import { square } from '../../../math/portable.ts';
import type { RigidCollider } from '../../../motion/collider.ts';
import type { Scratch } from '../flow/scratch.ts';
import type { GroundKernel } from '../kernel.ts';
import { boundPoints, NearSurface, type SurfacePlace } from './near-surface.ts';
import { clusterRange, outlineRigid, type RigidOutline } from './rigid-outline.ts';
import { countPoses, roundedSpacing } from './sweep.ts';
import { writeRigidMatrix } from './write-rigid-matrix.ts';

/** Maximum rounding error of heights, m. */
const roundingMargin = 1e-9;

/** The near part of a rigid body. */
export class NearRigid extends NearSurface {
  private known: RigidOutline | null = null;
  /** The last selection, its end pose and top, and how far both may move until it must be repeated. */
  private readonly keptMatrix = new Float64Array(12);
  private keptTop = 0;
  private keptMargin = -1;
  private keptVertexCount = 0;
  private keptTriangleCount = 0;
  /** Counts selections. */
  private selection = 0;
  /** Maximum displacement of a point along x and z in the step, m. */
  private driftX = 0;
  private driftZ = 0;
  private readonly startMatrix = new Float64Array(12);
  private readonly endMatrix = new Float64Array(12);

  constructor(readonly collider: RigidCollider) {
    super();
  }

  override get allTriangles(): Uint32Array {
    return this.known?.indices ?? this.collider.indices;
  }

  mayReach(): boolean {
    return true;
  }

  boundWay(): readonly [number, number, number, number] {
    const { collider } = this;
    const { radius } = this.outline;
    const [a, b] = [collider.start.position, collider.end.position];
    return [
      Math.min(a[0], b[0]) - radius,
      Math.max(a[0], b[0]) + radius,
      Math.min(a[2], b[2]) - radius,
      Math.max(a[2], b[2]) + radius,
    ];
  }

  /** A rounded body needs fewer poses: see `roundedSpacing`. */
  override countPoses(travel: number, cell: number): number {
    const { profile, start, end } = this.collider;
    if (profile !== 'rounded') return super.countPoses(travel, cell);
    const dx = end.position[0] - start.position[0];
    const dz = end.position[2] - start.position[2];
    return countPoses(Math.sqrt(dx * dx + dz * dz), roundedSpacing(this.outline.rollingRadius, cell));
  }

  load(scratch: Scratch): SurfacePlace {
    const { vertexCount, triangleCount, triangles, vertices, collider } = this;
    const place = scratch.claim(vertexCount, triangleCount);
    if (scratch.holds(this, this.selection)) return place;
    place.triangles.set(triangles.subarray(0, 3 * triangleCount));
    const { positions } = collider;
    const { startPoints } = place;
    for (let k = 0; k < vertexCount; k++) {
      const from = 3 * vertices[k];
      startPoints[3 * k] = positions[from];
      startPoints[3 * k + 1] = positions[from + 1];
      startPoints[3 * k + 2] = positions[from + 2];
    }
    return place;
  }

  place(kernel: GroundKernel, place: SurfacePlace, out: number, s: number, sheet: number): void {
    const { collider, vertexCount } = this;
    writeRigidMatrix(place.matrixNumbers, collider, collider.cut ? 1 : s);
    kernel.placeRigid(out, place.start, vertexCount, place.matrix, sheet);
  }

  protected selectBelow(top: number, cell: number): void {
    const { outline, collider, lowest, startMatrix, endMatrix, keptMatrix } = this;
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

  protected writeEnd(): void {
    const { end, vertices, vertexCount, collider, box, driftX, driftZ } = this;
    transform(end, this.endMatrix, collider.positions, vertices, vertexCount);
    boundPoints(box, end, vertexCount, true);
    box[0] -= driftX;
    box[1] += driftX;
    box[2] -= driftZ;
    box[3] += driftZ;
    this.travelBound = Math.sqrt(driftX * driftX + driftZ * driftZ);
  }

  protected writeStart(): void {
    transform(this.start, this.startMatrix, this.collider.positions, this.vertices, this.vertexCount);
  }

  /** The outline. It is computed again if the shape has changed. */
  private get outline(): RigidOutline {
    const { collider } = this;
    if (this.known?.positions !== collider.positions) {
      this.known = outlineRigid(collider);
      this.keptMargin = -1;
    }
    return this.known!;
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

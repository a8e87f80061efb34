import type { DeformingCollider } from '../../../motion/collider.ts';
import type { Scratch } from '../flow/scratch.ts';
import type { GroundKernel } from '../kernel.ts';
import { boundPoints, NearSurface, type SurfacePlace } from './near-surface.ts';

/** The near part of a surface whose vertices move on straight lines. */
export class NearDeforming extends NearSurface {
  constructor(readonly collider: DeformingCollider) {
    super();
  }

  mayReach(top: number): boolean {
    const { lowest } = this.collider;
    return lowest === undefined || lowest <= top;
  }

  boundWay(): readonly [number, number, number, number] {
    const { across, start, end } = this.collider;
    if (across) return across;
    let [lowX, highX, lowZ, highZ] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const points of [start, end]) {
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

  protected selectBelow(top: number): void {
    const { lowest } = this;
    const { indices, end } = this.collider;
    const start = this.startOfStep;
    this.slots.fill(0);
    for (let v = 0, k = 1; v < lowest.length; v++, k += 3) lowest[v] = Math.min(start[k], end[k]);
    this.select(indices, 0, indices.length, top);
  }

  protected writeEnd(): void {
    const { end, vertices, vertexCount, collider, box } = this;
    gather(end, collider.end, vertices, vertexCount);
    this.placeStart();
    boundPoints(box, end, vertexCount, true);
    boundPoints(box, this.start, vertexCount, false);
  }

  protected writeStart(): void {
    gather(this.start, this.startOfStep, this.vertices, this.vertexCount);
  }

  load(scratch: Scratch): SurfacePlace {
    const { vertexCount, triangleCount, triangles } = this;
    const place = scratch.claim(vertexCount, triangleCount);
    if (scratch.holds(this, Number.NaN)) return place;
    place.triangles.set(triangles.subarray(0, 3 * triangleCount));
    this.placeStart();
    place.startPoints.set(this.start.subarray(0, 3 * vertexCount));
    place.endPoints.set(this.end.subarray(0, 3 * vertexCount));
    return place;
  }

  place(kernel: GroundKernel, place: SurfacePlace, out: number, s: number, sheet: number): void {
    kernel.placeBlend(out, s === 1 ? place.end : place.start, place.end, this.vertexCount, s, sheet);
  }

  /** Positions at the start of the step, or at its end after a cut. */
  private get startOfStep(): Float64Array {
    return this.collider.cut ? this.collider.end : this.collider.start;
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

import type { Collider } from '../../../motion/collider.ts';
import type { Patch } from '../flow/patch.ts';
import type { Scratch } from '../flow/scratch.ts';
import type { GroundKernel } from '../kernel.ts';
import type { Tile } from '../tiles/tile.ts';
import { countPoses } from './sweep.ts';

/** Addresses and arrays of the points of a surface in the memory of the kernel. */
export type SurfacePlace = ReturnType<Scratch['claim']>;

/**
 * The part of a collider that may reach the ground in a step: triangles that are lower than the top of the ground somewhere between
 * the start pose and the end pose, and their vertices. Reused in each step, to keep its arrays. There is one class for each kind of collider.
 */
export abstract class NearSurface {
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
  travelBound = Number.POSITIVE_INFINITY;
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
  protected vertices = new Uint32Array(0);
  /** [vertexCount of the collider] minimum height in the step; index among the near vertices, plus one. */
  protected lowest = new Float64Array(0);
  protected slots = new Uint32Array(0);
  private isStartPlaced = false;

  abstract readonly collider: Collider;

  /** [3 · all triangles] of the collider, in an order that depends only on its shape. */
  get allTriangles(): Uint32Array {
    return this.collider.indices;
  }

  /** Returns whether a part may be below `top`, in m, as far as that is known without posing the collider. */
  abstract mayReach(top: number): boolean;

  /** Bounds of all points during the step: min x, max x, min z, max z, m. */
  abstract boundWay(): readonly [number, number, number, number];

  /** Selects what is below `top`, m. */
  protected abstract selectBelow(top: number, cell: number): void;

  /** Writes `end`, `box` and the values that follow from them with little work. */
  protected abstract writeEnd(): void;

  protected abstract writeStart(): void;

  /** Writes the data that is the same for all poses into the memory of the kernel. */
  abstract load(scratch: Scratch): SurfacePlace;

  /** Places the points at fraction s in [0, 1] of the step. After a cut, they are at the end position for every s. */
  abstract place(kernel: GroundKernel, place: SurfacePlace, out: number, s: number, sheet: number): void;

  /** Returns the number of poses that a step needs in which a point that reaches the ground moves by `travel` along the ground, m. */
  countPoses(travel: number, cell: number): number {
    return countPoses(travel + this.sagitta, cell);
  }

  /** Finds the part below `top`, m. */
  find(top: number, cell: number): void {
    const { collider } = this;
    this.vertexCount = 0;
    this.triangleCount = 0;
    // A surface that is completely too high is not read, and therefore not posed.
    if (!this.mayReach(top)) return;
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
    this.selectBelow(top, cell);
    if (this.triangleCount === 0) return;
    this.isStartPlaced = false;
    this.writeEnd();
  }

  /** Writes `start`. */
  placeStart(): void {
    if (this.isStartPlaced) return;
    this.isStartPlaced = true;
    this.writeStart();
  }

  /** Adds the triangles of a range that are below `top`. */
  protected select(indices: Uint32Array, first: number, end: number, top: number): void {
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
}

/** Sets a box (see `NearSurface.box`) to the bounds of the points, or extends it if they are not the first. */
export function boundPoints(box: Float64Array, points: Float64Array, count: number, isFirst: boolean): void {
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

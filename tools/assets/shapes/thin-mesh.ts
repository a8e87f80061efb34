/** Thins a mesh to exact numbers of vertices and boundary edges. */
import type { Mesh } from './mesh-level-set.ts';

export interface ThinOptions {
  /** Number of vertices to keep, and number of edges with only one triangle to keep. */
  readonly vertices: number;
  readonly rimEdges: number;
  /** Moves `point` [3] onto the surface that the mesh approximates, and writes the unit normal of the surface there. */
  readonly settle: (point: Float64Array, normal: Float64Array) => void;
  /**
   * The cost of an edge is its squared length times 1 + bendWeight · (1 − cos of the angle between its normals). A large weight keeps bends
   * fine.
   */
  readonly bendWeight: number;
}

/**
 * Collapses the shortest edges first: boundary edges until `rimEdges` are left, then inner edges until `vertices` are left. The surface
 * stays manifold and keeps its holes. Throws if the mesh has too few vertices or boundary edges, or if no edge can be collapsed any more.
 */
export function thinMesh(mesh: Mesh, options: ThinOptions): Mesh {
  const thinning = new Thinning(mesh, options);
  thinning.thinRim(options.rimEdges);
  thinning.thinInside(options.vertices);
  return thinning.toMesh();
}

/** Returns the start and end vertices of edges that occur in one direction only. [2 · rimEdgeCount] */
export function listRim(indices: ArrayLike<number>): number[] {
  const directed = new Set<string>();
  for (let k = 0; k < indices.length; k++) directed.add(`${indices[k]} ${indices[next(k)]}`);
  const rim: number[] = [];
  for (let k = 0; k < indices.length; k++) {
    if (!directed.has(`${indices[next(k)]} ${indices[k]}`)) rim.push(indices[k], indices[next(k)]);
  }
  return rim;
}

function next(k: number): number {
  return k % 3 === 2 ? k - 2 : k + 1;
}

interface Edge {
  readonly a: number;
  readonly b: number;
  readonly cost: number;
  /**
   * Sum of the versions of both vertices when the cost was computed. If the sum of the current versions is larger, the entry is ignored.
   */
  readonly version: number;
}

class Thinning {
  private readonly points: Float64Array;
  private readonly normals: Float64Array;
  private readonly triangles: number[][];
  /** Triangles around each vertex. */
  private readonly around: Set<number>[];
  private readonly isOnRim: Uint8Array;
  private readonly version: Int32Array;
  private readonly options: ThinOptions;
  private vertexCount: number;
  private rimCount: number;

  constructor({ positions, indices }: Mesh, options: ThinOptions) {
    this.options = options;
    this.points = positions.slice();
    this.normals = new Float64Array(positions.length);
    this.vertexCount = positions.length / 3;
    this.around = Array.from({ length: this.vertexCount }, () => new Set<number>());
    this.version = new Int32Array(this.vertexCount);
    this.triangles = [];
    for (let k = 0; k < indices.length; k += 3) {
      const corners = [...indices.subarray(k, k + 3)];
      for (const v of corners) this.around[v].add(this.triangles.length);
      this.triangles.push(corners);
    }
    this.isOnRim = new Uint8Array(this.vertexCount);
    const rim = listRim(indices);
    for (const v of rim) this.isOnRim[v] = 1;
    this.rimCount = rim.length / 2;
    for (let v = 0; v < this.vertexCount; v++) this.settle(v);
  }

  thinRim(count: number): void {
    this.collapseUntil(
      (a, b) => this.sharedTriangles(a, b).length === 1,
      () => this.rimCount <= count,
    );
    if (this.rimCount !== count) throw new Error(`expected ${count} rim edges, have ${this.rimCount}`);
  }

  thinInside(count: number): void {
    this.collapseUntil(
      (a, b) => !(this.isOnRim[a] && this.isOnRim[b]),
      () => this.vertexCount <= count,
    );
    if (this.vertexCount !== count) throw new Error(`expected ${count} vertices, have ${this.vertexCount}`);
  }

  toMesh(): Mesh {
    const newIndex = new Map<number, number>();
    const positions: number[] = [];
    const indices: number[] = [];
    for (const triangle of this.triangles) {
      for (const v of triangle) {
        if (!newIndex.has(v)) {
          newIndex.set(v, newIndex.size);
          positions.push(...this.points.subarray(3 * v, 3 * v + 3));
        }
        indices.push(newIndex.get(v)!);
      }
    }
    return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  }

  private collapseUntil(isWanted: (a: number, b: number) => boolean, isDone: () => boolean): void {
    const heap = new EdgeHeap();
    const offer = (a: number, b: number) => {
      if (isWanted(a, b)) heap.push(this.weigh(Math.min(a, b), Math.max(a, b)));
    };
    for (const triangle of this.triangles)
      for (let c = 0; c < 3; c++) offer(triangle[c], triangle[(c + 1) % 3]);
    while (!isDone()) {
      const edge = heap.pop();
      if (!edge) return;
      const { a, b } = edge;
      if (edge.version !== this.version[a] + this.version[b] || !isWanted(a, b)) continue;
      if (!this.tryCollapse(a, b)) continue;
      for (const v of this.neighbours(a)) offer(a, v);
    }
  }

  private weigh(a: number, b: number): Edge {
    const { points, normals, version, options } = this;
    let square = 0;
    let cosine = 0;
    for (let c = 0; c < 3; c++) {
      square += (points[3 * a + c] - points[3 * b + c]) ** 2;
      cosine += normals[3 * a + c] * normals[3 * b + c];
    }
    return { a, b, cost: square * (1 + options.bendWeight * (1 - cosine)), version: version[a] + version[b] };
  }

  private sharedTriangles(a: number, b: number): number[] {
    return [...this.around[a]].filter((t) => this.around[b].has(t));
  }

  private neighbours(v: number): Set<number> {
    const found = new Set<number>();
    for (const t of this.around[v]) for (const w of this.triangles[t]) if (w !== v) found.add(w);
    return found;
  }

  /** Merges b into a, unless this would fold or pinch the surface. */
  private tryCollapse(a: number, b: number): boolean {
    const { points, triangles, around, isOnRim } = this;
    const shared = this.sharedTriangles(a, b);
    const neighbours = this.neighbours(b);
    const both = [...this.neighbours(a)].filter((v) => neighbours.has(v));
    if (shared.length === 0 || both.length !== shared.length) return false;
    const old = points.slice(3 * a, 3 * a + 3);
    const oldNormal = this.normals.slice(3 * a, 3 * a + 3);
    const target = isOnRim[a] === isOnRim[b] ? 0.5 : isOnRim[a] ? 0 : 1;
    for (let c = 0; c < 3; c++) points[3 * a + c] += target * (points[3 * b + c] - old[c]);
    if (target === 0.5) this.settle(a);
    else if (target === 1) this.normals.set(this.normals.subarray(3 * b, 3 * b + 3), 3 * a);
    const moved = [...around[a], ...around[b]].filter((t) => !shared.includes(t));
    const isFine = moved.every((t) => this.facesOut(triangles[t].map((v) => (v === b ? a : v))));
    if (!isFine) {
      points.set(old, 3 * a);
      this.normals.set(oldNormal, 3 * a);
      return false;
    }
    for (const t of shared) {
      for (const v of triangles[t]) around[v].delete(t);
      triangles[t] = [];
    }
    for (const t of around[b]) {
      triangles[t] = triangles[t].map((v) => (v === b ? a : v));
      around[a].add(t);
    }
    around[b].clear();
    if (shared.length === 1) this.rimCount--;
    if (isOnRim[b]) isOnRim[a] = 1;
    this.vertexCount--;
    this.version[a]++;
    this.version[b] = -1e9;
    return true;
  }

  /** Returns whether a triangle is neither folded over nor a sliver. */
  private facesOut(corners: readonly number[]): boolean {
    const { points, normals } = this;
    const [p, q, r] = corners.map((v) => points.subarray(3 * v, 3 * v + 3));
    const e = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const f = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    const g = [r[0] - q[0], r[1] - q[1], r[2] - q[2]];
    const cross = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const area = Math.sqrt(cross[0] ** 2 + cross[1] ** 2 + cross[2] ** 2);
    const longest = Math.max(...[e, f, g].map((side) => side[0] ** 2 + side[1] ** 2 + side[2] ** 2));
    if (area < 0.12 * longest) return false;
    return corners.every((v) => {
      const dot = cross[0] * normals[3 * v] + cross[1] * normals[3 * v + 1] + cross[2] * normals[3 * v + 2];
      return dot > 0.15 * area;
    });
  }

  private settle(v: number): void {
    this.options.settle(this.points.subarray(3 * v, 3 * v + 3), this.normals.subarray(3 * v, 3 * v + 3));
  }
}

/** A heap with the lowest cost first. Edges of equal cost are ordered by their vertices, so that the result is always the same. */
class EdgeHeap {
  private readonly edges: Edge[] = [];

  push(edge: Edge): void {
    const { edges } = this;
    edges.push(edge);
    let at = edges.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(edges[at], edges[parent])) break;
      [edges[at], edges[parent]] = [edges[parent], edges[at]];
      at = parent;
    }
  }

  pop(): Edge | undefined {
    const { edges } = this;
    const first = edges[0];
    const last = edges.pop();
    if (edges.length === 0 || !last) return first;
    edges[0] = last;
    for (let at = 0; ; ) {
      let min = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < edges.length && isBefore(edges[child], edges[min])) min = child;
      if (min === at) return first;
      [edges[at], edges[min]] = [edges[min], edges[at]];
      at = min;
    }
  }
}

function isBefore(p: Edge, q: Edge): boolean {
  return p.cost !== q.cost ? p.cost < q.cost : p.a !== q.a ? p.a < q.a : p.b < q.b;
}

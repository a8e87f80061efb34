import { tetVolume } from '../../../geometry/simplex.ts';
import type { LongWork } from '../../../long-work.ts';
import { radiusRatio } from '../../../motion/element-quality.ts';
import type { BodyLattice } from './body-lattice.ts';
import { wall } from './region-field.ts';

/** Four-node tetrahedra. For each node on the boundary, the wall on which it lies is also given. */
export interface StuffedMesh {
  /** Positions, m, [3 · nodeCount]. */
  positions: Float64Array;
  /** Corner nodes of the elements, positively oriented, [4 · tetCount]. */
  tets: Uint32Array;
  /** Number of a `wall`, or `inner`, [nodeCount]. */
  walls: Uint8Array;
}

/** Value of `walls` for a node that is not on the boundary. */
export const inner = 255;

/** Minimum radius ratio of a tetrahedron that is kept although all its corners are on the boundary. */
const minRatio = 0.2;

/** Corner pairs around the four sides of a square, as bits of its two axes. */
const sides = [
  [0, 1],
  [1, 3],
  [3, 2],
  [2, 0],
];

/**
 * Fills the inside of a lattice's boundary with the lattice's tetrahedra, clipped to the inside (Labelle & Shewchuk 2007, figure 3).
 * Clipping turns some faces into quadrilaterals. The diagonal of a quadrilateral depends only on the face, so that neighbouring elements
 * agree. It ends at the cut of the long edge; if the long edge is not cut, the shorter diagonal is used.
 */
export function stuffLattice(lattice: BodyLattice): LongWork<StuffedMesh> {
  return new Stuffing(lattice).run();
}

class Stuffing {
  private readonly positions: number[] = [];
  private readonly walls: number[] = [];
  private readonly tets: number[] = [];
  /** For each lattice node or edge, the number of the mesh node that was created from it; −1 if none was created. */
  private readonly nodeNumbers: Int32Array;
  private readonly cutNumbers: Int32Array;
  /** Lattice nodes of the current tetrahedron, and its edges [4 · a + b]. The long edges are 0–1 and 2–3. */
  private readonly nodes = new Int32Array(4);
  private readonly edges = new Int32Array(16);

  constructor(private readonly lattice: BodyLattice) {
    this.nodeNumbers = new Int32Array(lattice.values.length).fill(-1);
    this.cutNumbers = new Int32Array(lattice.cuts.length).fill(-1);
  }

  *run(): LongWork<StuffedMesh> {
    const { nx, ny, nz } = this.lattice;
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        yield;
        for (let i = 0; i < nx; i++) {
          if (i < nx - 1) this.fillSquare(i, j, k, 0, this.lattice.centre(i + 1, j, k));
          if (j < ny - 1) this.fillSquare(i, j, k, 1, this.lattice.centre(i, j + 1, k));
          if (k < nz - 1) this.fillSquare(i, j, k, 2, this.lattice.centre(i, j, k + 1));
        }
      }
    }
    return {
      positions: Float64Array.from(this.positions),
      tets: Uint32Array.from(this.tets),
      walls: Uint8Array.from(this.walls),
    };
  }

  /** Processes the four tetrahedra around the square between the cube (i, j, k) and the next cube along an axis. */
  private fillSquare(i: number, j: number, k: number, axis: number, next: number): void {
    const { lattice, nodes } = this;
    const centre = lattice.centre(i, j, k);
    const lowest = lattice.corner(i, j, k);
    const [u, v] = axis === 0 ? [1, 2] : axis === 1 ? [2, 0] : [0, 1];
    for (const [first, second] of sides) {
      const a = (1 << axis) | ((first & 1) << u) | ((first >> 1) << v);
      const b = (1 << axis) | ((second & 1) << u) | ((second >> 1) << v);
      nodes[0] = centre;
      nodes[1] = next;
      nodes[2] = lowest + lattice.cornerStep(a);
      nodes[3] = lowest + lattice.cornerStep(b);
      if (!this.touchesInside()) continue;
      const along = (first ^ second) === 1 ? u : v;
      this.setEdge(0, 1, lattice.longEdge(centre, axis));
      this.setEdge(2, 3, lattice.longEdge(Math.min(nodes[2], nodes[3]), along));
      this.setEdge(0, 2, lattice.shortEdge(centre, a));
      this.setEdge(0, 3, lattice.shortEdge(centre, b));
      this.setEdge(1, 2, lattice.shortEdge(next, a ^ (1 << axis)));
      this.setEdge(1, 3, lattice.shortEdge(next, b ^ (1 << axis)));
      this.fillTet();
    }
  }

  private setEdge(a: number, b: number, edge: number): void {
    this.edges[4 * a + b] = edge;
    this.edges[4 * b + a] = edge;
  }

  private touchesInside(): boolean {
    const { values } = this.lattice;
    let zeros = 0;
    for (const node of this.nodes) {
      if (values[node] < 0) return true;
      if (values[node] === 0) zeros++;
    }
    return zeros === 4 && this.liesInside();
  }

  /**
   * Returns whether a tetrahedron whose corners are all on the boundary is inside. Such tetrahedra occur at tips and in sheets as thin as a
   * cube.
   */
  private liesInside(): boolean {
    const { lattice, nodes } = this;
    const { positions } = lattice;
    const middle = (axis: number) =>
      (positions[3 * nodes[0] + axis] +
        positions[3 * nodes[1] + axis] +
        positions[3 * nodes[2] + axis] +
        positions[3 * nodes[3] + axis]) /
      4;
    return (
      lattice.holds(middle(0), middle(1), middle(2)) &&
      Math.abs(radiusRatio(positions, nodes[0], nodes[1], nodes[2], nodes[3])) > minRatio
    );
  }

  /** Groups the corners by the sign of their values: inside, outside, on the boundary. */
  private fillTet(): void {
    const { values } = this.lattice;
    const inside: number[] = [];
    const outside: number[] = [];
    const zero: number[] = [];
    for (let corner = 0; corner < 4; corner++) {
      const value = values[this.nodes[corner]];
      (value < 0 ? inside : value > 0 ? outside : zero).push(corner);
    }
    const [a, b, c] = inside;
    const own = (corner: number) => this.nodeOf(corner);
    const cut = (from: number, to: number) => this.cutOf(from, to);
    if (outside.length === 0) {
      this.emit(own(0), own(1), own(2), own(3));
    } else if (inside.length === 1) {
      const rest = [...zero.map(own), ...outside.map((corner) => cut(a, corner))];
      this.emit(own(a), rest[0], rest[1], rest[2]);
    } else if (inside.length === 2 && outside.length === 1) {
      const [m] = outside;
      const apex = own(zero[0]);
      if (this.startsAtFirst(a, b, m)) {
        this.emit(apex, own(a), own(b), cut(b, m));
        this.emit(apex, own(a), cut(b, m), cut(a, m));
      } else {
        this.emit(apex, own(b), own(a), cut(a, m));
        this.emit(apex, own(b), cut(a, m), cut(b, m));
      }
    } else if (inside.length === 2) {
      const [m, n] = outside;
      const lower = [own(a), cut(a, m), cut(a, n)];
      const upper = [own(b), cut(b, m), cut(b, n)];
      const atM = this.startsAtFirst(a, b, m);
      const atN = this.startsAtFirst(a, b, n);
      // The third side is on the boundary, so its diagonal can be chosen freely. But three diagonals that form a cycle cannot be filled.
      let across = this.isShorter(lower[1], upper[2], upper[1], lower[2]);
      if (atM === across && atM === !atN) across = !across;
      this.emitWedge(lower, upper, [atM, across, !atN]);
    } else {
      const [m] = outside;
      const lower = [own(a), own(b), own(c)];
      const upper = [cut(a, m), cut(b, m), cut(c, m)];
      this.emitWedge(lower, upper, [
        this.startsAtFirst(a, b, m),
        this.startsAtFirst(b, c, m),
        this.startsAtFirst(c, a, m),
      ]);
    }
  }

  /** Returns whether the diagonal of the quadrilateral a, b, cut of b–m, cut of a–m starts at a. */
  private startsAtFirst(a: number, b: number, m: number): boolean {
    if ((b ^ 1) === m) return true;
    if ((a ^ 1) === m) return false;
    return this.isShorter(this.nodeOf(a), this.cutOf(b, m), this.nodeOf(b), this.cutOf(a, m));
  }

  /**
   * Returns whether the diagonal a–b is shorter than the diagonal c–d. If both have the same length, returns whether a–b contains the
   * lowest node number.
   */
  private isShorter(a: number, b: number, c: number, d: number): boolean {
    const first = this.squareBetween(a, b);
    const second = this.squareBetween(c, d);
    return first !== second ? first < second : Math.min(a, b) < Math.min(c, d);
  }

  private squareBetween(a: number, b: number): number {
    const { positions } = this;
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) sum += (positions[3 * a + axis] - positions[3 * b + axis]) ** 2;
    return sum;
  }

  /**
   * Emits the three tetrahedra of the wedge between the triangles `lower` and `upper`. diagonals[s]: whether the diagonal of
   * the side between corners s and s + 1 starts at lower[s]. The three values must not all be equal.
   */
  private emitWedge(lower: number[], upper: number[], diagonals: boolean[]): void {
    // Finds the corner at which two diagonals start, then the corner at which one starts.
    let first = 0;
    while (!(diagonals[first] && !diagonals[(first + 2) % 3])) first++;
    const next = (first + 1) % 3;
    const last = (first + 2) % 3;
    const [p, q] = diagonals[next] ? [next, last] : [last, next];
    this.emit(lower[first], lower[p], lower[q], upper[q]);
    this.emit(lower[first], lower[p], upper[p], upper[q]);
    this.emit(lower[first], upper[first], upper[p], upper[q]);
  }

  private nodeOf(corner: number): number {
    const node = this.nodes[corner];
    const { lattice, nodeNumbers } = this;
    if (nodeNumbers[node] < 0) {
      const isMoved = lattice.values[node] === 0;
      nodeNumbers[node] = this.add(
        lattice.positions[3 * node],
        lattice.positions[3 * node + 1],
        lattice.positions[3 * node + 2],
        isMoved ? lattice.sources[node] : inner,
      );
    }
    return nodeNumbers[node];
  }

  private cutOf(from: number, to: number): number {
    const { lattice, cutNumbers, nodes } = this;
    const edge = this.edges[4 * from + to];
    if (cutNumbers[edge] < 0) {
      let a = nodes[from];
      let b = nodes[to];
      // Long edges start at their lower node, short edges at the centre, which has the higher number.
      const isLong = edge < 3 * lattice.values.length;
      if (isLong ? a > b : a < b) [a, b] = [b, a];
      const fraction = lattice.cuts[edge];
      const at = (axis: number) =>
        lattice.positions[3 * a + axis] +
        fraction * (lattice.positions[3 * b + axis] - lattice.positions[3 * a + axis]);
      cutNumbers[edge] = this.add(at(0), at(1), at(2), lattice.cutSources[edge]);
    }
    return cutNumbers[edge];
  }

  private add(x: number, y: number, z: number, source: number): number {
    this.positions.push(x, y, z);
    return this.walls.push(source) - 1;
  }

  private emit(a: number, b: number, c: number, d: number): void {
    if (tetVolume(this.positions, a, b, c, d) >= 0) this.tets.push(a, b, c, d);
    else this.tets.push(a, c, b, d);
  }
}

/** Returns whether a wall holds flesh to the bone. */
export function isHeldWall(source: number): boolean {
  return source === wall.cut || source === wall.core;
}

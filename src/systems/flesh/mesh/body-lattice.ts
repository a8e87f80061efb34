import type { LongWork } from '../../../long-work.ts';
import type { RegionField } from './region-field.ts';

/**
 * If a cut is nearer to a lattice node than this fraction of the edge, the node is moved onto the cut. The first value is for long edges,
 * the second for short edges. Labelle & Shewchuk 2007, table 1: for flat surfaces all dihedral angles are then between 10.7° and 164.8°.
 */
const warpLong = 0.24999;
const warpShort = 0.41189;

/** Position and orientation of a lattice. */
export interface LatticeFrame {
  /** Rotation matrix whose rows are the axes of the lattice. */
  readonly axes: readonly number[];
  /** Position of a corner node, in coordinates along `axes`. */
  readonly origin: readonly number[];
  /** Lowest and highest corner of the box that the lattice covers, in coordinates along `axes`. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /**
   * Draws nodes towards the line through the origin along the third axis. A lateral distance s becomes s (fraction · reach + s) / (reach +
   * s). Near the line, the spacing is `fraction` times that of the cells; far away, it is that of the cells.
   */
  readonly gather: { readonly fraction: number; readonly reach: number } | null;
}

/**
 * A body-centred cubic lattice over a region. Its nodes are the corners and centres of cubes. It contains the signed distance at each node,
 * and the points where edges cut the boundary. Nodes near a cut are moved onto it.
 *
 * In units of half a cell, corners have even coordinates and centres odd ones. Corner nodes are numbered first, then centre nodes; x varies
 * fastest. A long edge joins a node to the next one along an axis, a short edge joins a centre to a corner of its cube.
 */
export class BodyLattice {
  /** Number of cubes along each axis. */
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly cornerCount: number;
  readonly centreCount: number;
  /** Positions, m, [3 · nodeCount]. */
  readonly positions: Float64Array;
  /**
   * Signed distance, [nodeCount]. If its magnitude is more than an edge length, a lower bound of the magnitude with the same sign. 0 for
   * nodes that were moved onto the boundary.
   */
  readonly values: Float64Array;
  /** For each moved node, the wall on which it lies, [nodeCount]. */
  readonly sources: Uint8Array;
  /**
   * Position of the cut as a fraction of the edge from its first node; NaN for edges without a cut. [edge] Edges: see `longEdge`,
   * `shortEdge`.
   */
  readonly cuts: Float64Array;
  /** For each cut, the wall on which it lies, [edge]. */
  readonly cutSources: Uint8Array;

  private readonly first: readonly number[];

  /** cell: side length of a cube, metres. The lattice has no values until `fill` has run. */
  constructor(
    private readonly field: RegionField,
    readonly cell: number,
    private readonly frame: LatticeFrame,
  ) {
    const { origin, low, high } = frame;
    const steps = (value: number, axis: number) => ungather(value - origin[axis], axis, frame) / cell;
    this.first = low.map((value, axis) => Math.floor(steps(value, axis)) - 1);
    const count = high.map((value, axis) => Math.ceil(steps(value, axis)) + 1 - this.first[axis]);
    [this.nx, this.ny, this.nz] = count;
    this.cornerCount = (this.nx + 1) * (this.ny + 1) * (this.nz + 1);
    this.centreCount = this.nx * this.ny * this.nz;
    const nodeCount = this.cornerCount + this.centreCount;
    this.positions = new Float64Array(3 * nodeCount);
    this.values = new Float64Array(nodeCount);
    this.sources = new Uint8Array(nodeCount);
    const edgeCount = 3 * nodeCount + 8 * this.centreCount;
    this.cuts = new Float64Array(edgeCount).fill(Number.NaN);
    this.cutSources = new Uint8Array(edgeCount);
  }

  /**
   * Computes node positions, distances and cuts, and moves nodes onto near cuts. isExact: each cut is searched on the boundary itself.
   * Otherwise the distances at the edge's ends are interpolated linearly.
   */
  *fill(isExact: boolean): LongWork<void> {
    yield* this.placeNodes();
    yield* this.sample();
    yield* this.cut(isExact);
    yield* this.warp();
  }

  /** Returns whether a point is in the flesh. */
  holds(x: number, y: number, z: number): boolean {
    return this.field.value(x, y, z) < 0;
  }

  corner(i: number, j: number, k: number): number {
    return (k * (this.ny + 1) + j) * (this.nx + 1) + i;
  }

  centre(i: number, j: number, k: number): number {
    return this.cornerCount + (k * this.ny + j) * this.nx + i;
  }

  /** Returns the index of the edge from a node to the next node of the same kind (corner or centre) along axis 0, 1 or 2. */
  longEdge(node: number, axis: number): number {
    return 3 * node + axis;
  }

  /**
   * Returns the index of the edge from a centre to its cube's corner 0 … 7. Bit a of the corner is set if it is the higher one along axis
   * a.
   */
  shortEdge(centre: number, corner: number): number {
    return 3 * (this.cornerCount + this.centreCount) + 8 * (centre - this.cornerCount) + corner;
  }

  /** Returns the node number of a corner 0 … 7 of a cube minus that of the cube's corner 0. */
  cornerStep(corner: number): number {
    return (corner & 1) + ((corner >> 1) & 1) * (this.nx + 1) + (corner >> 2) * (this.nx + 1) * (this.ny + 1);
  }

  private *placeNodes(): LongWork<void> {
    const { nx, ny, nz, cell, positions, first } = this;
    const { axes, origin, gather } = this.frame;
    let node = 0;
    for (let kind = 0; kind < 2; kind++) {
      const shift = kind / 2;
      for (let k = 0; k <= nz - kind; k++) {
        yield;
        for (let j = 0; j <= ny - kind; j++) {
          for (let i = 0; i <= nx - kind; i++, node++) {
            const x = (first[0] + i + shift) * cell;
            const y = (first[1] + j + shift) * cell;
            const s = Math.sqrt(x * x + y * y);
            const draw = gather ? (gather.fraction * gather.reach + s) / (gather.reach + s) : 1;
            const u = origin[0] + draw * x;
            const v = origin[1] + draw * y;
            const w = origin[2] + (first[2] + k + shift) * cell;
            for (let axis = 0; axis < 3; axis++) {
              positions[3 * node + axis] = axes[axis] * u + axes[3 + axis] * v + axes[6 + axis] * w;
            }
          }
        }
      }
    }
  }

  /**
   * A distance changes by at most the length of the step. So far from the boundary, the value at a neighbour gives a bound that is good
   * enough.
   */
  private *sample(): LongWork<void> {
    const { nx, ny, nz, cell } = this;
    const rowStep = nx + 1;
    const layerStep = rowStep * (ny + 1);
    for (let k = 0; k <= nz; k++) {
      for (let j = 0; j <= ny; j++) {
        yield;
        for (let i = 0; i <= nx; i++) {
          const node = this.corner(i, j, k);
          let known = 0;
          if (i > 0) known = this.larger(known, node - 1);
          if (j > 0) known = this.larger(known, node - rowStep);
          if (k > 0) known = this.larger(known, node - layerStep);
          this.sampleNode(node, known, cell);
        }
      }
    }
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        yield;
        for (let i = 0; i < nx; i++) {
          const lowest = this.corner(i, j, k);
          let known = 0;
          for (let corner = 0; corner < 8; corner++)
            known = this.larger(known, lowest + this.cornerStep(corner));
          this.sampleNode(this.centre(i, j, k), known, (cell * Math.sqrt(3)) / 2);
        }
      }
    }
  }

  private larger(known: number, node: number): number {
    return Math.abs(this.values[node]) > Math.abs(known) ? this.values[node] : known;
  }

  /** Samples a node. known: the signed distance, or its bound, at another node that is `step` away. */
  private sampleNode(node: number, known: number, step: number): void {
    const { positions, values, cell, field } = this;
    const left = Math.abs(known) - step;
    if (left > 1.001 * cell) {
      values[node] = known < 0 ? -left : left;
      return;
    }
    const isInside = known < 0 && left > 0;
    values[node] = field.value(
      positions[3 * node],
      positions[3 * node + 1],
      positions[3 * node + 2],
      isInside,
    );
    this.sources[node] = field.source;
  }

  private *cut(isExact: boolean): LongWork<void> {
    const { nx, ny, nz } = this;
    for (let k = 0; k <= nz; k++) {
      for (let j = 0; j <= ny; j++) {
        yield;
        for (let i = 0; i <= nx; i++) {
          const corner = this.corner(i, j, k);
          if (i < nx) this.cutEdge(corner, this.corner(i + 1, j, k), this.longEdge(corner, 0), isExact);
          if (j < ny) this.cutEdge(corner, this.corner(i, j + 1, k), this.longEdge(corner, 1), isExact);
          if (k < nz) this.cutEdge(corner, this.corner(i, j, k + 1), this.longEdge(corner, 2), isExact);
          if (i === nx || j === ny || k === nz) continue;
          const centre = this.centre(i, j, k);
          if (i < nx - 1) this.cutEdge(centre, this.centre(i + 1, j, k), this.longEdge(centre, 0), isExact);
          if (j < ny - 1) this.cutEdge(centre, this.centre(i, j + 1, k), this.longEdge(centre, 1), isExact);
          if (k < nz - 1) this.cutEdge(centre, this.centre(i, j, k + 1), this.longEdge(centre, 2), isExact);
          for (let c = 0; c < 8; c++) {
            this.cutEdge(centre, corner + this.cornerStep(c), this.shortEdge(centre, c), isExact);
          }
        }
      }
    }
  }

  private cutEdge(a: number, b: number, edge: number, isExact: boolean): void {
    const { values, positions, field, cuts, cutSources } = this;
    const atA = values[a];
    const atB = values[b];
    if (!((atA < 0 && atB > 0) || (atA > 0 && atB < 0))) return;
    let fraction = atA / (atA - atB);
    // The cut lies on the wall that is nearest to the nearer end.
    cutSources[edge] = Math.abs(atA) <= Math.abs(atB) ? this.sources[a] : this.sources[b];
    if (isExact) {
      let [low, lowValue, high, highValue] = [0, atA, 1, atB];
      for (let pass = 0; pass < 3; pass++) {
        const value = field.value(
          positions[3 * a] + fraction * (positions[3 * b] - positions[3 * a]),
          positions[3 * a + 1] + fraction * (positions[3 * b + 1] - positions[3 * a + 1]),
          positions[3 * a + 2] + fraction * (positions[3 * b + 2] - positions[3 * a + 2]),
        );
        cutSources[edge] = field.source;
        if (Math.abs(value) < 1e-3 * this.cell) break;
        // Regula falsi, Illinois variant: the value of an end that has not moved is halved, so that the end moves in the next iteration.
        if (value < 0 === lowValue < 0) {
          [low, lowValue, highValue] = [fraction, value, highValue / 2];
        } else {
          [high, highValue, lowValue] = [fraction, value, lowValue / 2];
        }
        fraction = low + ((high - low) * lowValue) / (lowValue - highValue);
      }
    }
    cuts[edge] = fraction;
  }

  /** Moves every node that has a near cut onto the nearest such cut. The cuts of its other edges are then removed. */
  private *warp(): LongWork<void> {
    const { nx, ny, nz, values } = this;
    const edges = new Int32Array(14);
    const others = new Int32Array(14);
    const rowStep = nx + 1;
    const steps = [
      [1, rowStep, rowStep * (ny + 1)],
      [1, nx, nx * ny],
    ];
    for (let kind = 0; kind < 2; kind++) {
      for (let k = 0; k <= nz - kind; k++) {
        yield;
        for (let j = 0; j <= ny - kind; j++) {
          for (let i = 0; i <= nx - kind; i++) {
            const node = kind === 0 ? this.corner(i, j, k) : this.centre(i, j, k);
            if (Math.abs(values[node]) > this.cell) continue;
            let count = 0;
            const indices = [i, j, k];
            const last = [nx - kind, ny - kind, nz - kind];
            for (let axis = 0; axis < 3; axis++) {
              const step = steps[kind][axis];
              if (indices[axis] < last[axis]) {
                others[count] = node + step;
                edges[count++] = this.longEdge(node, axis);
              }
              if (indices[axis] > 0) {
                others[count] = node - step;
                edges[count++] = this.longEdge(node - step, axis);
              }
            }
            const longCount = count;
            for (let c = 0; c < 8; c++) {
              if (kind === 1) {
                others[count] = this.corner(i, j, k) + this.cornerStep(c);
                edges[count++] = this.shortEdge(node, c);
                continue;
              }
              // The cube in which this corner node is corner c.
              const [ci, cj, ck] = [i - (c & 1), j - ((c >> 1) & 1), k - (c >> 2)];
              if (ci < 0 || cj < 0 || ck < 0 || ci >= nx || cj >= ny || ck >= nz) continue;
              const centre = this.centre(ci, cj, ck);
              others[count] = centre;
              edges[count++] = this.shortEdge(centre, c);
            }
            this.warpNode(node, edges, others, longCount, count, kind);
          }
        }
      }
    }
  }

  private warpNode(
    node: number,
    edges: Int32Array,
    others: Int32Array,
    longCount: number,
    count: number,
    kind: number,
  ): void {
    const { cuts, positions, values } = this;
    let nearest = Infinity;
    let chosen = -1;
    let chosenFraction = 0;
    for (let e = 0; e < count; e++) {
      const cut = cuts[edges[e]];
      if (Number.isNaN(cut)) continue;
      const isLong = e < longCount;
      const other = others[e];
      // Long edges start at their lower node, short edges at the centre.
      const isFirst = isLong ? other > node : kind === 1;
      const fraction = isFirst ? cut : 1 - cut;
      if (fraction > (isLong ? warpLong : warpShort)) continue;
      const dx = positions[3 * other] - positions[3 * node];
      const dy = positions[3 * other + 1] - positions[3 * node + 1];
      const dz = positions[3 * other + 2] - positions[3 * node + 2];
      const distance = fraction * Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (distance >= nearest) continue;
      nearest = distance;
      chosen = e;
      chosenFraction = fraction;
    }
    if (chosen < 0) return;
    const other = others[chosen];
    // A moved node has no cuts on its edges any more. So if an edge has a cut, its other end is still at its lattice position.
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * node + axis] +=
        chosenFraction * (positions[3 * other + axis] - positions[3 * node + axis]);
    }
    values[node] = 0;
    this.sources[node] = this.cutSources[edges[chosen]];
    for (let e = 0; e < count; e++) cuts[edges[e]] = Number.NaN;
  }
}

/** Inverts the frame's `gather`: returns the lateral distance before nodes were drawn towards the line. */
function ungather(value: number, axis: number, { gather }: LatticeFrame): number {
  if (!gather || axis === 2) return value;
  const { fraction, reach } = gather;
  const r = Math.abs(value);
  const half = (r - fraction * reach) / 2;
  return Math.sign(value) * (half + Math.sqrt(half * half + r * reach));
}

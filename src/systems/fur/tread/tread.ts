import { cos, exp, sin } from '../../../math/portable.ts';
import { findNeighbors, writeTangent } from '../solve/skin-frame.ts';
import type { FurTopology } from '../topology/topology.ts';
import type { Neighborhoods } from './neighborhoods.ts';

/** Amounts below this are set to 0. */
export const minAmount = 1e-6;

/**
 * The tread: how far, and in which direction, strands are trodden down. It is stored for each vertex of the skin, and separable strands of
 * one vertex have the same tread. The direction is stored relative to an edge of the skin and rotates with the edge. Amounts decay as
 * 2^(−t/T).
 */
export class Tread {
  /** Amount of each vertex, [vertexCount]: 0 is the rest direction, 1 is the limit. */
  readonly amounts: Float64Array;
  /** Cosine and sine of the angle between the direction and the edge to the neighbour, in the tangent plane. [vertexCount] */
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;
  /** For each vertex, the vertex at the other end of this edge. [vertexCount] */
  private readonly neighbors: Uint32Array;
  /** Number of trodden vertices. */
  count = 0;

  /**
   * halfLife: time in which an amount halves, s, ≥ 0; it may be replaced between steps. With 0, strands recover at once. limit: angle to the normal of the skin at amount 1,
   * rad. spread: the strands that a trodden strand presses down with it. Null: none.
   */
  constructor(
    topology: FurTopology,
    public halfLife: number,
    private readonly limit: number,
    private readonly spread: Neighborhoods | null = null,
  ) {
    const { vertexCount, vertexOf } = topology;
    this.amounts = new Float64Array(vertexCount);
    this.cosines = new Float64Array(vertexCount);
    this.sines = new Float64Array(vertexCount);
    this.neighbors = Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
    findNeighbors(topology).forEach((neighbor, strand) => {
      this.neighbors[vertexOf[strand]] = vertexOf[neighbor];
    });
  }

  /** Sets all amounts to 0. */
  clear(): void {
    this.amounts.fill(0);
    this.count = 0;
  }

  /** Lets the strands recover for dt seconds. The result does not depend on how dt is divided into steps. */
  recover(dt: number): void {
    if (this.count === 0) return;
    const left = this.halfLife > 0 ? exp((-Math.LN2 * dt) / this.halfLife) : 0;
    this.count = 0;
    for (let v = 0; v < this.amounts.length; v++) {
      const amount = this.amounts[v] * left;
      this.amounts[v] = amount < minAmount ? 0 : amount;
      if (amount >= minAmount) this.count++;
    }
  }

  /**
   * Treads vertex v down to `amount` in the world direction (x, y, z), unless its amount is already larger. This strand presses down
   * those near it in the same direction, less at a larger distance. positions, normals: positions and unit normals of the skin, [3 · vertexCount].
   */
  press(
    v: number,
    amount: number,
    x: number,
    y: number,
    z: number,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
  ): void {
    if (!this.pressOne(v, amount, x, y, z, positions, normals) || !this.spread) return;
    for (const { vertex, closeness } of this.spread.near(v)) {
      this.pressOne(vertex, amount * closeness, x, y, z, positions, normals);
    }
  }

  /** Treads one vertex down. Returns whether its amount has changed. */
  private pressOne(
    v: number,
    amount: number,
    x: number,
    y: number,
    z: number,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
  ): boolean {
    if (!(amount > this.amounts[v]) || amount < minAmount) return false;
    this.writeFrame(v, positions, normals);
    const along = x * tangent[0] + y * tangent[1] + z * tangent[2];
    const beside = x * bitangent[0] + y * bitangent[1] + z * bitangent[2];
    const size = Math.sqrt(along * along + beside * beside);
    if (size === 0) return false;
    if (this.amounts[v] === 0) this.count++;
    this.amounts[v] = Math.min(1, amount);
    this.cosines[v] = along / size;
    this.sines[v] = beside / size;
    return true;
  }

  /**
   * Writes the unit direction of a strand of vertex v, as trodden, to out[0..2]. `from` [3 · vertexCount] contains the unit rest
   * directions. A strand along the normal leans by `amount` × limit. A combed strand leans like this while it is trodden further
   * down than it is combed. Below that, it is blended back to its combed direction.
   */
  leanOne(
    out: Float64Array,
    v: number,
    from: ArrayLike<number>,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
  ): void {
    const k = 3 * v;
    for (let axis = 0; axis < 3; axis++) out[axis] = from[k + axis];
    const amount = this.amounts[v];
    if (amount === 0) return;
    this.writeFrame(v, positions, normals);
    const angle = amount * this.limit;
    const up = cos(angle);
    const aside = sin(angle);
    const along = aside * this.cosines[v];
    const beside = aside * this.sines[v];
    const standing = from[k] * normals[k] + from[k + 1] * normals[k + 1] + from[k + 2] * normals[k + 2];
    const combed = Math.sqrt(Math.max(0, 1 - standing * standing));
    const ratio = aside < combed ? aside / combed : 1;
    const fraction = ratio * ratio * (3 - 2 * ratio);
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const lying = up * normals[k + axis] + along * tangent[axis] + beside * bitangent[axis];
      out[axis] += fraction * (lying - out[axis]);
      square += out[axis] * out[axis];
    }
    const inverse = 1 / Math.sqrt(square);
    for (let axis = 0; axis < 3; axis++) out[axis] *= inverse;
  }

  /** Applies `leanOne` to all vertices. All arrays are [3 · vertexCount]. out may be `directions`. */
  lean(
    out: Float64Array | Float32Array,
    directions: ArrayLike<number>,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
  ): void {
    if ((out as unknown) !== directions) for (let k = 0; k < out.length; k++) out[k] = directions[k];
    if (this.count === 0) return;
    for (let v = 0; v < this.amounts.length; v++) {
      if (this.amounts[v] === 0) continue;
      this.leanOne(leaning, v, directions, positions, normals);
      for (let axis = 0; axis < 3; axis++) out[3 * v + axis] = leaning[axis];
    }
  }

  /** Returns the state, [3 · vertexCount]. */
  save(): Float64Array {
    const values = new Float64Array(3 * this.amounts.length);
    values.set(this.amounts);
    values.set(this.cosines, this.amounts.length);
    values.set(this.sines, 2 * this.amounts.length);
    return values;
  }

  /** Restores a state that `save` returned. */
  restore(values: Float64Array): void {
    const { length } = this.amounts;
    this.amounts.set(values.subarray(0, length));
    this.cosines.set(values.subarray(length, 2 * length));
    this.sines.set(values.subarray(2 * length, 3 * length));
    this.count = this.amounts.reduce((count, amount) => count + Number(amount > 0), 0);
  }

  /**
   * Writes tangent and bitangent of the skin at vertex v. If the edge to the neighbour has no direction in the tangent plane, any pair is
   * used.
   */
  private writeFrame(v: number, positions: ArrayLike<number>, normals: ArrayLike<number>): void {
    const a = 3 * v;
    const b = 3 * this.neighbors[v];
    const [nx, ny, nz] = [normals[a], normals[a + 1], normals[a + 2]];
    const isFound = writeTangent(
      tangent,
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
      nx,
      ny,
      nz,
    );
    if (!isFound)
      writeTangent(tangent, Math.abs(nx) < 0.6 ? 1 : 0, Math.abs(nx) < 0.6 ? 0 : 1, 0, nx, ny, nz);
    bitangent[0] = ny * tangent[2] - nz * tangent[1];
    bitangent[1] = nz * tangent[0] - nx * tangent[2];
    bitangent[2] = nx * tangent[1] - ny * tangent[0];
  }
}

const tangent = new Float64Array(3);
const bitangent = new Float64Array(3);
const leaning = new Float64Array(3);

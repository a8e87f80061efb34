import { atan2 } from '../../../math/portable.ts';
import type { Collider } from '../../../motion/collider.ts';
import { MovingSurface } from '../../../motion/moving-surface.ts';
import { joinPoints } from '../../../motion/weld-vertices.ts';

/** A body's nearest surface as strands feel it. */
export interface BodyTouch {
  /** m, negative inside. */
  distance: number;
  /** Unit, out of the body. */
  readonly normal: Float64Array;
  /** Of the surface there, m/s. */
  readonly velocity: Float64Array;
}

/** Shares of a strand that a body may go between two looks at it, and how many looks there are in a tick at most. */
const minLook = 0.1;
const maxLook = 0.4;
const maxLooks = 16;

/** Shares of a corner below which the nearest point lies on the edge across from it. */
const onEdge = 1e-9;

/** One collider of a body: a surface and which triangles meet at its vertices. */
class BodyPiece {
  readonly surface: MovingSurface;
  /** The farthest that a coordinate of a vertex goes in this tick, m. */
  stride = 0;
  /** The least extent of the box around it when it was first seen, m. */
  readonly thickness: number;
  /** [6] the box around its way in this tick. */
  readonly bounds: Float64Array;
  private readonly firstFace: Uint32Array;
  private readonly faces: Uint32Array;
  /** Vertices in one place count as one. */
  private readonly vertexOf: Uint32Array;
  private between = new Float64Array(0);
  private fraction = Number.NaN;

  constructor(collider: Collider) {
    this.surface = new MovingSurface(collider);
    const { indices, end } = this.surface;
    this.bounds = this.surface.tree.bounds;
    const b = this.bounds;
    this.thickness = Math.min(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
    const { vertexOf, kept } = joinPoints(end);
    this.vertexOf = vertexOf;
    this.firstFace = new Uint32Array(kept.length + 1);
    for (let k = 0; k < indices.length; k++) this.firstFace[vertexOf[indices[k]] + 1]++;
    for (let v = 0; v < kept.length; v++) this.firstFace[v + 1] += this.firstFace[v];
    const next = this.firstFace.slice();
    this.faces = new Uint32Array(indices.length);
    for (let k = 0; k < indices.length; k++) this.faces[next[vertexOf[indices[k]]]++] = Math.floor(k / 3);
  }

  /** Brings the surface to this tick and measures how far it goes; false where nothing of it comes into the box [6]. */
  refresh(box: Float64Array): boolean {
    const { surface } = this;
    surface.pose();
    const { start, end } = surface;
    this.fraction = Number.NaN;
    this.stride = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = axis; k < end.length; k += 3) {
        const from = start[k];
        const to = end[k];
        const [less, more] = from < to ? [from, to] : [to, from];
        if (less < low) low = less;
        if (more > high) high = more;
        if (more - less > this.stride) this.stride = more - less;
      }
      // Trees are fitted only to what may be touched.
      if (!(low <= box[3 + axis] && high >= box[axis])) return false;
    }
    surface.fit();
    return true;
  }

  /** Where its vertices are at that share of the tick. */
  at(fraction: number): Float64Array {
    const { start, end } = this.surface;
    if (fraction === 1 || this.stride === 0) return end;
    if (this.fraction === fraction) return this.between;
    if (this.between.length !== end.length) this.between = new Float64Array(end.length);
    for (let k = 0; k < end.length; k++) this.between[k] = start[k] + fraction * (end[k] - start[k]);
    this.fraction = fraction;
    return this.between;
  }

  /** From (x, y, z) to the box around it, m: what was asked for last. */
  boxDistance = 0;

  measureBox(x: number, y: number, z: number): void {
    const b = this.bounds;
    const dx = Math.max(b[0] - x, x - b[3], 0);
    const dy = Math.max(b[1] - y, y - b[4], 0);
    const dz = Math.max(b[2] - z, z - b[5], 0);
    this.boxDistance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  isNear(x: number, y: number, z: number, reach: number): boolean {
    const b = this.bounds;
    return (
      x + reach >= b[0] &&
      y + reach >= b[1] &&
      z + reach >= b[2] &&
      x - reach <= b[3] &&
      y - reach <= b[4] &&
      z - reach <= b[5]
    );
  }

  /**
   * Adds the normal at the point of the triangle that the tree found: that of a face, or of all around an edge or a corner,
   * by their angles, which say on which side a point is. Baerentzen & Aanaes 2005.
   */
  addNormal(out: Float64Array, positions: Float64Array): void {
    const { indices, tree } = this.surface;
    const { a, b, c } = tree.point;
    const t = 3 * tree.triangle;
    if (a > onEdge && b > onEdge && c > onEdge) {
      addFace(out, positions, indices, tree.triangle, -1);
      return;
    }
    const i = this.vertexOf[indices[t]];
    const j = this.vertexOf[indices[t + 1]];
    const k = this.vertexOf[indices[t + 2]];
    // The corners that it lies between: one or two of them.
    const first = a > onEdge ? i : b > onEdge ? j : k;
    const second = a > onEdge && b > onEdge ? j : c > onEdge ? k : first;
    for (let f = this.firstFace[first]; f < this.firstFace[first + 1]; f++) {
      const face = this.faces[f];
      const corner = this.cornerOf(face, first);
      if (second === first) addFace(out, positions, indices, face, corner);
      else if (this.cornerOf(face, second) >= 0) addFace(out, positions, indices, face, -1);
    }
  }

  /** Which corner of a triangle a vertex is; −1 for none. */
  private cornerOf(face: number, vertex: number): number {
    const { indices } = this.surface;
    for (let corner = 0; corner < 3; corner++) {
      if (this.vertexOf[indices[3 * face + corner]] === vertex) return corner;
    }
    return -1;
  }
}

/** Adds a triangle's unit normal, times the angle at a corner where one is given. */
function addFace(
  out: Float64Array,
  positions: Float64Array,
  indices: Uint32Array,
  face: number,
  corner: number,
): void {
  const first = corner < 0 ? 0 : corner;
  const a = 3 * indices[3 * face + first];
  const b = 3 * indices[3 * face + ((first + 1) % 3)];
  const c = 3 * indices[3 * face + ((first + 2) % 3)];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const wx = positions[c] - positions[a];
  const wy = positions[c + 1] - positions[a + 1];
  const wz = positions[c + 2] - positions[a + 2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  const size = Math.sqrt(x * x + y * y + z * z);
  if (size === 0) return;
  const weight = (corner < 0 ? 1 : atan2(size, ux * wx + uy * wy + uz * wz)) / size;
  out[0] += weight * x;
  out[1] += weight * y;
  out[2] += weight * z;
}

/** All colliders of one actor, or one that is a body by itself: pieces of one closed surface. */
export class Body {
  /** Pieces that this tick brings near. */
  private near: BodyPiece[] = [];

  constructor(private readonly pieces: readonly BodyPiece[]) {}

  static of(colliders: readonly Collider[]): Body {
    return new Body(colliders.map((collider) => new BodyPiece(collider)));
  }

  /**
   * A new tick, dt seconds long. Pieces that do not come into the box [6] are left alone, not even posed where they are known
   * to stay above it. False where none does.
   */
  begin(box: Float64Array, dt: number): boolean {
    this.near = this.pieces.filter((piece) => {
      const { surface } = piece;
      surface.begin(dt);
      return surface.reachesBelow(box[4]) && piece.refresh(box);
    });
    return this.near.length > 0;
  }

  /** No coordinate of it goes further in this tick, m. */
  get stride(): number {
    return this.near.reduce((max, { stride }) => Math.max(max, stride), 0);
  }

  /**
   * How often strands of that length, m, look where it is in a tick in which it and they go so far past one another along an
   * axis, so that no part of it goes by unseen.
   */
  looksFor(length: number, way: number): number {
    let max = maxLook * length;
    for (const { thickness } of this.near) max = Math.min(max, thickness / 3);
    return Math.min(maxLooks, Math.max(1, Math.ceil(way / Math.max(minLook * length, max))));
  }

  /** Whether any of it comes within `reach` of (x, y, z) along the axes. */
  isNear(x: number, y: number, z: number, reach: number): boolean {
    for (const piece of this.near) if (piece.isNear(x, y, z, reach)) return true;
    return false;
  }

  /** Puts the nearest boxes first: what is found there rules most others out. */
  private sortByDistance(x: number, y: number, z: number): void {
    const { near } = this;
    for (let k = 0; k < near.length; k++) {
      const piece = near[k];
      piece.measureBox(x, y, z);
      let at = k;
      for (; at > 0 && near[at - 1].boxDistance > piece.boxDistance; at--) near[at] = near[at - 1];
      near[at] = piece;
    }
  }

  /**
   * The nearest surface within `limit` of (x, y, z) at that share of the tick; false where there is none. Surfaces have no
   * inside of their own: behind one is inside, in front of it outside.
   */
  measure(out: BodyTouch, x: number, y: number, z: number, limit: number, fraction: number): boolean {
    let best = limit;
    let isFound = false;
    this.sortByDistance(x, y, z);
    for (const piece of this.near) {
      if (piece.boxDistance > best) break;
      const positions = piece.at(fraction);
      const { tree, indices, start, end, dt } = piece.surface;
      // Pieces join where they are cut: what is as near on both sides of the cut has the normals of both.
      const distance = tree.nearest(positions, x, y, z, best * (1 + onEdge));
      if (tree.triangle < 0) continue;
      const isSame = isFound && distance >= best * (1 - onEdge);
      if (!isSame) {
        best = distance;
        isFound = true;
        out.normal.fill(0);
        const { a, b, c } = tree.point;
        const t = 3 * tree.triangle;
        const [i, j, k] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
        for (let axis = 0; axis < 3; axis++) {
          nearest[axis] = a * positions[i + axis] + b * positions[j + axis] + c * positions[k + axis];
          const way =
            a * (end[i + axis] - start[i + axis]) +
            b * (end[j + axis] - start[j + axis]) +
            c * (end[k + axis] - start[k + axis]);
          out.velocity[axis] = dt > 0 ? way / dt : 0;
        }
      }
      piece.addNormal(out.normal, positions);
    }
    if (!isFound) return false;
    const { normal } = out;
    const side = normal[0] * (x - nearest[0]) + normal[1] * (y - nearest[1]) + normal[2] * (z - nearest[2]);
    out.distance = side < 0 ? -best : best;
    // Away from the surface the way to it is its normal; on it, where that has no direction, what was summed up.
    const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (best > 1e-9) {
      normal[0] = (x - nearest[0]) / out.distance;
      normal[1] = (y - nearest[1]) / out.distance;
      normal[2] = (z - nearest[2]) / out.distance;
    } else if (size > 0) for (let axis = 0; axis < 3; axis++) normal[axis] /= size;
    else normal.set([0, 1, 0]);
    return true;
  }
}

const nearest = new Float64Array(3);

import { atan2 } from '../../../math/portable.ts';
import type { Collider } from '../../../motion/collider.ts';
import { MovingSurface } from '../../../motion/moving-surface.ts';
import { joinPoints } from '../../../motion/weld-vertices.ts';

/** The point of a body's surface that is nearest to a query point. */
export interface BodyTouch {
  /** Signed distance in m, negative inside. */
  distance: number;
  /** Unit vector that points out of the body. */
  readonly normal: Float64Array;
  /** Velocity of the surface at this point, m/s. */
  readonly velocity: Float64Array;
}

/** Limits of the distance that a body moves between two samples in time, as fractions of the strand's length. */
export const minSampleDistance = 0.1;
export const maxSampleDistance = 0.4;
/** Maximum number of samples in a tick. */
export const maxSamples = 16;

/** Barycentric coordinates up to this count as 0: the nearest point is then on the opposite edge. */
const onEdge = 1e-9;

/** One collider of a body: a surface, and the triangles that meet at each of its vertices. */
export class BodyPiece {
  readonly surface: MovingSurface;
  /** Maximum change of a coordinate of a vertex in this tick, m. */
  maxStep = 0;
  /** Shortest side of the initial bounding box, m. */
  readonly thickness: number;
  /** Bounding box of the piece's motion in this tick: minimum, then maximum. [6] */
  readonly bounds: Float64Array;
  /** The triangles at vertex v (of `vertexOf`) are faces[firstFace[v]] … faces[firstFace[v + 1] − 1]. */
  readonly firstFace: Uint32Array;
  readonly faces: Uint32Array;
  /** For each vertex, the number of its position: vertices at the same position have the same one. */
  readonly vertexOf: Uint32Array;
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

  /** Poses the surface for this tick and measures its motion. Returns false if the surface stays outside `box` [6]. */
  refresh(box: Float64Array): boolean {
    const { surface } = this;
    surface.pose();
    const { start, end } = surface;
    this.fraction = Number.NaN;
    this.maxStep = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = axis; k < end.length; k += 3) {
        const from = start[k];
        const to = end[k];
        const [less, more] = from < to ? [from, to] : [to, from];
        if (less < low) low = less;
        if (more > high) high = more;
        if (more - less > this.maxStep) this.maxStep = more - less;
      }
      // The tree is refitted only for surfaces that can touch the fur.
      if (!(low <= box[3 + axis] && high >= box[axis])) return false;
    }
    surface.fit();
    return true;
  }

  /** Returns the vertex positions at a fraction of the tick, 0 to 1. */
  at(fraction: number): Float64Array {
    const { start, end } = this.surface;
    if (fraction === 1 || this.maxStep === 0) return end;
    if (this.fraction === fraction) return this.between;
    if (this.between.length !== end.length) this.between = new Float64Array(end.length);
    for (let k = 0; k < end.length; k++) this.between[k] = start[k] + fraction * (end[k] - start[k]);
    this.fraction = fraction;
    return this.between;
  }

  /** The distance that `measureBox` found last, m. */
  boxDistance = 0;

  /** Measures the distance from (x, y, z) to the bounding box. */
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
   * Adds the pseudonormal at the nearest point that the tree found: the normal of a face, the sum at an edge, or the sum weighted
   * by angle at a corner. Its sign distinguishes inside from outside. Baerentzen & Aanaes 2005.
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
    // The point is at the corner `first`, or on the edge from `first` to `second`.
    const first = a > onEdge ? i : b > onEdge ? j : k;
    const second = a > onEdge && b > onEdge ? j : c > onEdge ? k : first;
    for (let f = this.firstFace[first]; f < this.firstFace[first + 1]; f++) {
      const face = this.faces[f];
      const corner = this.cornerOf(face, first);
      if (second === first) addFace(out, positions, indices, face, corner);
      else if (this.cornerOf(face, second) >= 0) addFace(out, positions, indices, face, -1);
    }
  }

  /** Returns the corner (0 to 2) of a triangle at which a vertex is, or −1. */
  private cornerOf(face: number, vertex: number): number {
    const { indices } = this.surface;
    for (let corner = 0; corner < 3; corner++) {
      if (this.vertexOf[indices[3 * face + corner]] === vertex) return corner;
    }
    return -1;
  }
}

/** Adds a triangle's unit normal, multiplied by the angle at a corner. For corner −1, the factor is 1. */
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

/** A closed surface that consists of one or more colliders: all colliders of one actor, or a single one. */
export class Body {
  /** Pieces that can touch the fur in this tick. */
  near: BodyPiece[] = [];

  private readonly pieceOf = new Map<Collider, BodyPiece>();

  private constructor(private readonly colliders: readonly Collider[]) {}

  static of(colliders: readonly Collider[]): Body {
    return new Body(colliders);
  }

  /** The pieces whose position has been known. */
  get pieces(): BodyPiece[] {
    return [...this.pieceOf.values()];
  }

  /**
   * Begins a tick of dt seconds. Pieces outside `box` [6] are ignored. Pieces that are known to stay above the box are not even posed.
   * Returns false if all pieces are outside.
   */
  begin(box: Float64Array, dt: number): boolean {
    // A collider that was never near has no pose yet, in which its equal vertices could be found.
    for (const collider of this.colliders) {
      const isPosed = collider.kind === 'rigid' || collider.lowest !== Infinity;
      if (isPosed && !this.pieceOf.has(collider)) this.pieceOf.set(collider, new BodyPiece(collider));
    }
    this.near = this.pieces.filter((piece) => {
      const { surface } = piece;
      surface.begin(dt);
      return surface.reachesBelow(box[4]) && piece.refresh(box);
    });
    return this.near.length > 0;
  }

  /** Maximum change of a coordinate of a vertex in this tick, m. */
  get maxStep(): number {
    return this.near.reduce((max, piece) => Math.max(max, piece.maxStep), 0);
  }

  /** Shortest side of the pieces that are near, m. */
  get thickness(): number {
    return this.near.reduce((min, piece) => Math.min(min, piece.thickness), Infinity);
  }

  /**
   * Returns the number of samples in a tick that strands of this length, m, need so that no sample misses the body. distance: motion of the
   * body relative to the roots along an axis, m.
   */
  countSamples(length: number, distance: number): number {
    const max = Math.min(maxSampleDistance * length, this.thickness / 3);
    return Math.min(maxSamples, Math.max(1, Math.ceil(distance / Math.max(minSampleDistance * length, max))));
  }

  /** Returns whether the bounding box of a piece comes within `reach` of (x, y, z) along each axis, m. */
  isNear(x: number, y: number, z: number, reach: number): boolean {
    for (const piece of this.near) if (piece.isNear(x, y, z, reach)) return true;
    return false;
  }

  /** Sorts the pieces by the distance to their boxes. After a hit in the first pieces, most others can be skipped. */
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
   * Finds the nearest surface within `limit` m of (x, y, z) at a fraction of the tick. Returns false if there is none. A point
   * behind the surface is inside, also if the surface is open.
   */
  measure(out: BodyTouch, x: number, y: number, z: number, limit: number, fraction: number): boolean {
    let best = limit;
    let isFound = false;
    this.sortByDistance(x, y, z);
    for (const piece of this.near) {
      if (piece.boxDistance > best) break;
      const positions = piece.at(fraction);
      const { tree, indices, start, end, dt } = piece.surface;
      // Two pieces of an actor have the boundary at which they were cut in common. At equal distances the normals of both are summed.
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
          const displacement =
            a * (end[i + axis] - start[i + axis]) +
            b * (end[j + axis] - start[j + axis]) +
            c * (end[k + axis] - start[k + axis]);
          out.velocity[axis] = dt > 0 ? displacement / dt : 0;
        }
      }
      piece.addNormal(out.normal, positions);
    }
    if (!isFound) return false;
    const { normal } = out;
    const side = normal[0] * (x - nearest[0]) + normal[1] * (y - nearest[1]) + normal[2] * (z - nearest[2]);
    out.distance = side < 0 ? -best : best;
    // Away from the surface, the normal is the direction to the nearest point. On the surface, the normal is the normalised sum.
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

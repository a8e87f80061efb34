import { cross } from '../../geometry/vector.ts';
import { cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import type { StrandMotion } from './strand-motion.ts';

/** Strands of a motion as closed meshes. A strand has three sides and ends in a point. */
export interface CardMesh {
  readonly vertexCount: number;
  /** Positions, [3 · vertexCount]. */
  readonly positions: Float32Array;
  /** Normals, [3 · vertexCount]. They are those of the skin below, so that fur is lit like the skin. */
  readonly normals: Float32Array;
  /** Linear colours, [3 · vertexCount]. */
  readonly colors: Float32Array;
  readonly indices: Uint16Array | Uint32Array;
  /** The strand of each vertex, and the point of the motion that it follows, [vertexCount]. */
  readonly strandOf: Uint32Array;
  readonly pointOf: Uint32Array;
}

/** Number of vertices around a strand at each of its points except the tip. */
export const cardSides = 3;

/**
 * Builds the cards of some strands.
 *
 * Three sides are used instead of a flat band: viewers flip the normals of a double-sided material at the back, which would make half of
 * the strands dark, and a second triangle at the same position causes artifacts in ray tracing. Three sides need a third more vertices than
 * these.
 */
export function buildCards(fur: StrandMotion, strands: readonly number[]): CardMesh {
  const { pointCount, widths, colors } = fur.strands;
  const { rest } = fur.motion;
  const vertexCount = (cardSides * (pointCount - 1) + 1) * strands.length;
  const triangleCount = cardSides * (2 * (pointCount - 2) + 1) * strands.length;
  const mesh = {
    vertexCount,
    positions: new Float32Array(3 * vertexCount),
    normals: new Float32Array(3 * vertexCount),
    colors: new Float32Array(3 * vertexCount),
    indices: new (vertexCount > 65535 ? Uint32Array : Uint16Array)(3 * triangleCount),
    strandOf: new Uint32Array(vertexCount),
    pointOf: new Uint32Array(vertexCount),
  };
  let v = 0;
  let o = 0;
  for (const strand of strands) {
    const first = v;
    const [one, other] = findSides(fur, strand);
    const begin = 2 * Math.PI * hashUnit(fur.strands.variety.seed, strand, 0x51de);
    for (let j = 0; j < pointCount; j++) {
      const point = strand * pointCount + j;
      const radius = widths[point] / 2 / fur.scale;
      for (let k = 0; k < (j < pointCount - 1 ? cardSides : 1); k++) {
        const angle = begin + (2 * Math.PI * k) / cardSides;
        const [x, y] = [radius * cos(angle), radius * sin(angle)];
        for (let c = 0; c < 3; c++) {
          mesh.positions[3 * v + c] = rest[3 * point + c] + x * one[c] + y * other[c];
          mesh.normals[3 * v + c] = fur.normals[3 * strand + c];
          mesh.colors[3 * v + c] = colors[3 * point + c];
        }
        mesh.strandOf[v] = strand;
        mesh.pointOf[v] = point;
        v++;
      }
    }
    for (let j = 0; j < pointCount - 1; j++) {
      for (let k = 0; k < cardSides; k++) {
        const a = first + cardSides * j + k;
        const b = first + cardSides * j + ((k + 1) % cardSides);
        const isTip = j === pointCount - 2;
        const tip = first + cardSides * (j + 1);
        const triangles = isTip ? [a, b, tip] : [a, b, a + cardSides, b, b + cardSides, a + cardSides];
        mesh.indices.set(triangles, o);
        o += triangles.length;
      }
    }
  }
  return mesh;
}

/** Returns the displacements of the cards' vertices that one shape causes. */
export function spreadToCards({ pointOf }: CardMesh, shape: Float32Array): Float32Array {
  const out = new Float32Array(3 * pointOf.length);
  for (let v = 0; v < pointOf.length; v++)
    for (let c = 0; c < 3; c++) out[3 * v + c] = shape[3 * pointOf[v] + c];
  return out;
}

/**
 * Returns two unit vectors orthogonal to a strand. Seen from the tip of the strand, the rotation from the first to the second is
 * counter-clockwise.
 */
function findSides({ strands, motion, normals }: StrandMotion, strand: number): [number[], number[]] {
  const root = 3 * strand * strands.pointCount;
  const tip = root + 3 * (strands.pointCount - 1);
  const n = [...normals.subarray(3 * strand, 3 * strand + 3)];
  const along = unify(n.map((_, c) => motion.rest[tip + c] - motion.rest[root + c])) ?? n;
  const one = unify(cross(along, Math.abs(along[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]))!;
  return [one, cross(along, one)];
}

/** Normalizes a vector. Null if its length is 0. */
function unify(v: readonly number[]): number[] | null {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return length > 1e-12 ? v.map((value) => value / length) : null;
}

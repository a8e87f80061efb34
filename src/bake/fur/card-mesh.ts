import { cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import type { StrandMotion } from './strand-motion.ts';

/** Cards of some strands of a motion: each a band that narrows to a point, both of whose sides are triangles. */
export interface CardMesh {
  readonly vertexCount: number;
  /** [3 · vertexCount] */
  readonly positions: Float32Array;
  /** [3 · vertexCount] those of the skin below: light falls on fur as on the skin. */
  readonly normals: Float32Array;
  /** [3 · vertexCount] linear. */
  readonly colors: Float32Array;
  readonly indices: Uint16Array | Uint32Array;
  /** [vertexCount] the strand, and the point of the motion, whose way each goes. */
  readonly strandOf: Uint32Array;
  readonly pointOf: Uint32Array;
}

/**
 * Builds cards. The back is a second triangle of the same vertices, not a material with two sides: viewers turn normals over
 * on those, and half of the strands would be dark.
 */
export function buildCards(fur: StrandMotion, strands: readonly number[]): CardMesh {
  const { pointCount, widths, colors } = fur.strands;
  const { rest } = fur.motion;
  const perStrand = 2 * pointCount - 1;
  const vertexCount = perStrand * strands.length;
  const mesh = {
    vertexCount,
    positions: new Float32Array(3 * vertexCount),
    normals: new Float32Array(3 * vertexCount),
    colors: new Float32Array(3 * vertexCount),
    indices: new (vertexCount > 65535 ? Uint32Array : Uint16Array)(
      6 * (2 * (pointCount - 2) + 1) * strands.length,
    ),
    strandOf: new Uint32Array(vertexCount),
    pointOf: new Uint32Array(vertexCount),
  };
  const side = [0, 0, 0];
  let v = 0;
  let o = 0;
  for (const strand of strands) {
    const first = v;
    findSide(side, fur, strand);
    for (let j = 0; j < pointCount; j++) {
      const point = strand * pointCount + j;
      for (const turn of j < pointCount - 1 ? [-0.5, 0.5] : [0]) {
        const away = (turn * widths[point]) / fur.scale;
        for (let c = 0; c < 3; c++) {
          mesh.positions[3 * v + c] = rest[3 * point + c] + away * side[c];
          mesh.normals[3 * v + c] = fur.normals[3 * strand + c];
          mesh.colors[3 * v + c] = colors[3 * point + c];
        }
        mesh.strandOf[v] = strand;
        mesh.pointOf[v] = point;
        v++;
      }
    }
    for (let j = 0; j < pointCount - 1; j++) {
      const a = first + 2 * j;
      const triangles = j < pointCount - 2 ? [a, a + 1, a + 2, a + 2, a + 1, a + 3] : [a, a + 1, a + 2];
      for (let t = 0; t < triangles.length; t += 3) {
        const [p, q, r] = triangles.slice(t, t + 3);
        mesh.indices.set([p, q, r, p, r, q], o);
        o += 6;
      }
    }
  }
  return mesh;
}

/** The same shape at the cards' vertices. */
export function spreadToCards({ pointOf }: CardMesh, shape: Float32Array): Float32Array {
  const out = new Float32Array(3 * pointOf.length);
  for (let v = 0; v < pointOf.length; v++)
    for (let c = 0; c < 3; c++) out[3 * v + c] = shape[3 * pointOf[v] + c];
  return out;
}

/** Across a strand, unit: any way about one that stands, along the skin for one that lies, so that it is seen from outside. */
function findSide(out: number[], { strands, motion, normals }: StrandMotion, strand: number): void {
  const root = 3 * strand * strands.pointCount;
  const tip = root + 3 * (strands.pointCount - 1);
  const n = [...normals.subarray(3 * strand, 3 * strand + 3)];
  const t = unify(n.map((_, c) => motion.rest[tip + c] - motion.rest[root + c])) ?? n;
  const flat = cross(n, t);
  // Two ways across the strand.
  const one = unify(cross(t, Math.abs(t[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]))!;
  const other = cross(t, one);
  const angle = 2 * Math.PI * hashUnit(strands.variety.seed, strand, 0x51de);
  const rest = 1 - Math.sqrt(flat[0] ** 2 + flat[1] ** 2 + flat[2] ** 2);
  const sum = n.map((_, c) => flat[c] + rest * (cos(angle) * one[c] + sin(angle) * other[c]));
  const unit = unify(sum) ?? one;
  for (let c = 0; c < 3; c++) out[c] = unit[c];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Null for what has no length. */
function unify(v: readonly number[]): number[] | null {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return length > 1e-12 ? v.map((value) => value / length) : null;
}

import { measureGradients } from '../../../coats/strands/measure-gradients.ts';
import { samplePicture } from '../../../coats/strands/sample-picture.ts';
import { cos, sin } from '../../../math/portable.ts';
import type { Picture } from '../../../motion/picture.ts';
import type { FurCarrier } from '../carrier/carrier.ts';

/** Pictures laid over a skin at rest, as `encodeShares` gives them; null: 1 everywhere, and nothing combed. */
export interface CoatMaps {
  /** Brightness is the share of the length. */
  readonly length: Picture | null;
  /** Red and green are where strands lie along u and v; the middle grey, 128 of 255, stands upright. */
  readonly comb: Picture | null;
  /** Where all strands lie beside that, in the frame of the skin at rest; 1 long lies maxCombAngle. */
  readonly direction: readonly number[] | null;
}

/** How a coat differs from place to place. */
export interface Coat {
  /** [vertexCount] share of the length, 0..1. */
  readonly lengths: Float64Array;
  /** [3 · vertexCount] along the skin at rest, at most 1 long; null where nothing is combed. */
  readonly combs: Float64Array | null;
}

/** Evaluates maps at every vertex of a skin. Where pictures differ on both sides of a seam, a vertex gets their mean. */
export function evaluateCoat(
  skin: Pick<FurCarrier, 'mesh' | 'positions' | 'normals' | 'texcoords'>,
  maps: CoatMaps,
): Coat {
  const { mesh, normals, texcoords } = skin;
  const { vertexCount, triangles } = mesh;
  const lengths = new Float64Array(vertexCount).fill(1);
  const length = texcoords && maps.length && meanOfCorners(maps.length, texcoords, triangles, vertexCount);
  if (length) for (let v = 0; v < vertexCount; v++) lengths[v] = length[4 * v];
  const laid = texcoords && maps.comb && meanOfCorners(maps.comb, texcoords, triangles, vertexCount);
  if (!laid && !maps.direction) return { lengths, combs: null };
  const combs = new Float64Array(3 * vertexCount);
  const slopes = laid && measureGradients(skin.positions, triangles, texcoords!);
  for (let v = 0; v < vertexCount; v++) {
    const comb = maps.direction ? [...maps.direction] : [0, 0, 0];
    if (laid && slopes) addCombed(comb, slopes, v, offMiddle(laid[4 * v]), offMiddle(laid[4 * v + 1]));
    layAlong(combs, comb, normals, v);
  }
  return { lengths, combs };
}

/** −1..1 of a share whose middle is 128 of 255. */
function offMiddle(fraction: number): number {
  return Math.max(-1, (255 * fraction - 128) / 127);
}

/** (r ∇u + g ∇v) over the larger of both gradients: for an unwrapped skin the same as unit tangents. */
function addCombed(out: number[], slopes: Float64Array, v: number, r: number, g: number): void {
  const u = slopes.subarray(6 * v, 6 * v + 3);
  const w = slopes.subarray(6 * v + 3, 6 * v + 6);
  const steepest = Math.sqrt(
    Math.max(u[0] * u[0] + u[1] * u[1] + u[2] * u[2], w[0] * w[0] + w[1] * w[1] + w[2] * w[2]),
  );
  if (!(steepest > 0)) return;
  for (let axis = 0; axis < 3; axis++) out[axis] += (r * u[axis] + g * w[axis]) / steepest;
}

/** The part of a comb along the skin, at most 1 long. */
function layAlong(out: Float64Array, comb: readonly number[], normals: ArrayLike<number>, v: number): void {
  const o = 3 * v;
  const up = comb[0] * normals[o] + comb[1] * normals[o + 1] + comb[2] * normals[o + 2];
  const flat = [0, 1, 2].map((axis) => comb[axis] - up * normals[o + axis]);
  const size = Math.sqrt(flat[0] * flat[0] + flat[1] * flat[1] + flat[2] * flat[2]);
  for (let axis = 0; axis < 3; axis++) out[o + axis] = flat[axis] / Math.max(1, size);
}

/** [4 · vertexCount] mean of what a picture shows at the corners of each vertex. */
export function meanOfCorners(
  picture: Picture,
  texcoords: Float32Array,
  triangles: Uint32Array,
  vertexCount: number,
): Float64Array {
  const sums = new Float64Array(4 * vertexCount);
  const counts = new Uint32Array(vertexCount);
  const pixel = [0, 0, 0, 0];
  for (let corner = 0; corner < triangles.length; corner++) {
    const v = triangles[corner];
    samplePicture(pixel, picture, texcoords[2 * corner], texcoords[2 * corner + 1]);
    for (let c = 0; c < 4; c++) sums[4 * v + c] += pixel[c];
    counts[v]++;
  }
  for (let k = 0; k < sums.length; k++) sums[k] /= Math.max(1, counts[k >> 2]);
  return sums;
}

/**
 * Directions of combed strands: out [3 · vertexCount], unit: normals turned towards the combs, by `maxCombAngle` radians (0..π/2) where a comb
 * has the length 1. normals are those of the skin, at rest or as it is; combs along it, in the same frame.
 */
export function combDirections(
  out: Float64Array | Float32Array,
  normals: ArrayLike<number>,
  combs: ArrayLike<number>,
  maxCombAngle: number,
): void {
  for (let o = 0; o < out.length; o += 3) {
    const length = Math.sqrt(combs[o] ** 2 + combs[o + 1] ** 2 + combs[o + 2] ** 2);
    const angle = Math.min(1, length) * maxCombAngle;
    const up = cos(angle);
    const aside = length > 0 ? sin(angle) / length : 0;
    for (let c = 0; c < 3; c++) out[o + c] = up * normals[o + c] + aside * combs[o + c];
  }
}

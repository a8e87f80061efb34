import { measureGradients } from '../../../coats/strands/measure-gradients.ts';
import { samplePicture } from '../../../coats/strands/sample-picture.ts';
import { cos, sin } from '../../../math/portable.ts';
import type { Picture } from '../../../motion/picture.ts';
import type { FurCarrier } from '../carrier/carrier.ts';

/** Pictures on a skin in its rest pose, with linear values 0 to 1. Null means full length everywhere, or no combing. */
export interface CoatMaps {
  /** The length as a fraction of the full length: the brightness. */
  readonly length: Picture | null;
  /** Red and green are the components of the combing direction along u and v. The middle grey, 128 of 255, leaves strands upright. */
  readonly comb: Picture | null;
  /**
   * A combing direction for all strands, added to that of the picture, in the frame of the rest pose. A vector of length 1 leans strands by
   * maxCombAngle.
   */
  readonly direction: readonly number[] | null;
}

/** Lengths and combs of a coat at the vertices of a skin. */
export interface Coat {
  /** Fractions of the full length, 0 to 1, [vertexCount]. */
  readonly lengths: Float64Array;
  /** Combing directions, [3 · vertexCount]: tangential vectors in the rest pose with lengths 0 to 1. Null if nothing is combed. */
  readonly combs: Float64Array | null;
}

/** Evaluates maps at every vertex of a skin. A vertex on a seam gets the mean of the picture at all its corners. */
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

/** Maps a fraction to −1..1, with 0 at 128 of 255. */
function offMiddle(fraction: number): number {
  return Math.max(-1, (255 * fraction - 128) / 127);
}

/**
 * Adds (r ∇u + g ∇v) / max(|∇u|, |∇v|). If the texture coordinates are not distorted, this is r and g along two perpendicular unit
 * tangents.
 */
function addCombed(out: number[], slopes: Float64Array, v: number, r: number, g: number): void {
  const u = slopes.subarray(6 * v, 6 * v + 3);
  const w = slopes.subarray(6 * v + 3, 6 * v + 6);
  const steepest = Math.sqrt(
    Math.max(u[0] * u[0] + u[1] * u[1] + u[2] * u[2], w[0] * w[0] + w[1] * w[1] + w[2] * w[2]),
  );
  if (!(steepest > 0)) return;
  for (let axis = 0; axis < 3; axis++) out[axis] += (r * u[axis] + g * w[axis]) / steepest;
}

/** Writes the tangential part of a comb, shortened to length 1 if it is longer. */
function layAlong(out: Float64Array, comb: readonly number[], normals: ArrayLike<number>, v: number): void {
  const o = 3 * v;
  const up = comb[0] * normals[o] + comb[1] * normals[o + 1] + comb[2] * normals[o + 2];
  const flat = [0, 1, 2].map((axis) => comb[axis] - up * normals[o + axis]);
  const size = Math.sqrt(flat[0] * flat[0] + flat[1] * flat[1] + flat[2] * flat[2]);
  for (let axis = 0; axis < 3; axis++) out[o + axis] = flat[axis] / Math.max(1, size);
}

/** Returns the mean colour of the picture over all corners of each vertex: [4 · vertexCount]. */
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
 * Writes the unit directions of combed strands to out [3 · vertexCount]: normals rotated towards the combs, by `maxCombAngle`
 * radians (0 to π/2) times the length of the comb. Normals and combs are given for the same pose of the skin.
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

import { InputError } from '../../../input-error.ts';
import { cos, sin } from '../../../math/portable.ts';
import type { CoatCoordinates } from './coat-coordinates.ts';

/** A vertex at rest, as functions of the surface see it. */
export interface SurfacePlace {
  readonly vertex: number;
  /** [3] metres. */
  readonly point: ArrayLike<number>;
  /** [3] unit. */
  readonly normal: ArrayLike<number>;
}

/** How a coat differs from place to place; what is not given is 1 everywhere, and nothing combed. */
export interface CoatMaps {
  /** Share of the height of the shells, 0..1. */
  readonly length?: (place: SurfacePlace) => number;
  /** Share of the strands that are there, 0..1. */
  readonly density?: (place: SurfacePlace) => number;
  /** Where strands lie to: out [3], any vector; its part along the skin counts, a length of 1 lies as flat as may be. */
  readonly comb?: (out: number[], place: SurfacePlace) => void;
}

export interface Coat {
  /** [vertexCount] 0..1. */
  readonly lengths: Float32Array;
  /** [vertexCount] 0..1. */
  readonly densities: Float32Array;
  /** [3 · vertexCount] along the skin, at most of length 1. */
  readonly combs: Float32Array;
}

/**
 * Evaluates maps at every vertex. Copies of a vertex get the mean of what the maps say at each (a picture may differ on both sides of a seam),
 * so that neither length nor comb jumps there. Throws InputError, with the vertex, where a map gives no number or one out of range.
 */
export function evaluateCoat(coordinates: CoatCoordinates, maps: CoatMaps): Coat {
  const { points, normals, firstCopy } = coordinates;
  const vertexCount = firstCopy.length;
  const sums = new Float64Array(5 * vertexCount);
  const copies = new Uint32Array(vertexCount);
  const comb = [0, 0, 0];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const place = {
      vertex,
      point: points.subarray(3 * vertex, 3 * vertex + 3),
      normal: normals.subarray(3 * vertex, 3 * vertex + 3),
    };
    const first = firstCopy[vertex];
    copies[first]++;
    sums[5 * first] += shareOf('length', maps.length?.(place) ?? 1, vertex);
    sums[5 * first + 1] += shareOf('density', maps.density?.(place) ?? 1, vertex);
    comb.fill(0);
    maps.comb?.(comb, place);
    if (!comb.every(Number.isFinite))
      throw InputError.at(`comb of vertex ${vertex}`, `expected three finite numbers, got ${comb}`);
    for (let c = 0; c < 3; c++) sums[5 * first + 2 + c] += comb[c];
  }
  const coat = {
    lengths: new Float32Array(vertexCount),
    densities: new Float32Array(vertexCount),
    combs: new Float32Array(3 * vertexCount),
  };
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const first = firstCopy[vertex];
    const count = copies[first];
    coat.lengths[vertex] = sums[5 * first] / count;
    coat.densities[vertex] = sums[5 * first + 1] / count;
    const o = 3 * vertex;
    const [x, y, z] = [0, 1, 2].map((c) => sums[5 * first + 2 + c] / count);
    const up = x * normals[o] + y * normals[o + 1] + z * normals[o + 2];
    const flat = [x - up * normals[o], y - up * normals[o + 1], z - up * normals[o + 2]];
    const length = Math.sqrt(flat[0] * flat[0] + flat[1] * flat[1] + flat[2] * flat[2]);
    for (let c = 0; c < 3; c++) coat.combs[o + c] = flat[c] / Math.max(1, length);
  }
  return coat;
}

function shareOf(name: string, value: number, vertex: number): number {
  if (value >= 0 && value <= 1) return value;
  throw InputError.at(`${name} of vertex ${vertex}`, `expected a number from 0 to 1, got ${value}`);
}

/**
 * Directions of combed strands at rest: out [3 · vertexCount], unit: normals turned towards the combs, by `flattest` radians (0..π/2) where a comb
 * has the length 1. normals are those of the skin, at rest or as it is; combs in the same frame.
 */
export function combDirections(
  out: Float64Array | Float32Array,
  normals: ArrayLike<number>,
  combs: ArrayLike<number>,
  flattest: number,
): void {
  for (let o = 0; o < out.length; o += 3) {
    const length = Math.sqrt(combs[o] ** 2 + combs[o + 1] ** 2 + combs[o + 2] ** 2);
    const angle = Math.min(1, length) * flattest;
    const up = cos(angle);
    const aside = length > 0 ? sin(angle) / length : 0;
    for (let c = 0; c < 3; c++) out[o + c] = up * normals[o + c] + aside * combs[o + c];
  }
}

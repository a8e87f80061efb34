import { cos, sin } from '../../math/portable.ts';
import type { FurCarrier } from './carrier/carrier.ts';
import { smoothNoise } from './carrier/smooth-noise.ts';
import type { Coat } from './strands/coat-maps.ts';

/** Distance over which length and tilt vary, as a multiple of the length of the coat. */
const driftLengths = 3;
/** Offsets of the seed, so that length and tilt are independent of each other and of the colours. */
const salts = { length: 101, direction: 211, tilt: 307 } as const;

export interface StrandVariation {
  /** Fraction by which strands are shorter in some regions, 0 to 1. */
  readonly length: number;
  /** Max angle by which the strands of a region lean in a direction of their own, rad. */
  readonly tilt: number;
}

/**
 * Returns the coat with lengths and combs that vary smoothly over the skin: tufts of grass, whorls of fur. A tilt is added to the comb of the
 * coat, which leans strands by at most `maxCombAngle` (rad). length: that of the coat, m.
 */
export function varyStrands(
  coat: Coat,
  { mesh, positions, normals }: Pick<FurCarrier, 'mesh' | 'positions' | 'normals'>,
  variation: StrandVariation,
  maxCombAngle: number,
  length: number,
  seed: number,
): Coat {
  if (variation.length === 0 && variation.tilt === 0) return coat;
  const lengths = coat.lengths.slice();
  const combs =
    variation.tilt > 0 ? (coat.combs?.slice() ?? new Float64Array(3 * mesh.vertexCount)) : coat.combs;
  const scale = 1 / (driftLengths * length);
  for (let v = 0; v < mesh.vertexCount; v++) {
    const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * v + axis] * scale);
    lengths[v] *= 1 - variation.length * sharpen(smoothNoise(seed + salts.length, x, y, z));
    if (variation.tilt === 0 || !combs) continue;
    const angle = 2 * Math.PI * 1.5 * smoothNoise(seed + salts.direction, x / 2, y / 2, z / 2);
    const size = (variation.tilt / maxCombAngle) * smoothNoise(seed + salts.tilt, 2 * x, 2 * y, 2 * z);
    addTangent(combs, normals, v, size * cos(angle), size * sin(angle));
  }
  return { lengths, combs };
}

/** Noise is seldom near 0 and 1. This spreads it over the whole range. */
function sharpen(noise: number): number {
  const t = Math.min(1, Math.max(0, 1.7 * noise - 0.35));
  return t * t * (3 - 2 * t);
}

/** Adds a vector along the skin to the comb of vertex v, and shortens the sum to length 1 if it is longer. */
function addTangent(combs: Float64Array, normals: ArrayLike<number>, v: number, a: number, b: number): void {
  const o = 3 * v;
  const [nx, ny, nz] = [normals[o], normals[o + 1], normals[o + 2]];
  // A pair of tangents that has no seam except opposite +Y (Frisvad 2012).
  const s = 1 / Math.max(1e-3, 1 + ny);
  const first = [1 - nx * nx * s, -nx, -nx * nz * s];
  const second = [-nx * nz * s, -nz, 1 - nz * nz * s];
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    combs[o + axis] += a * first[axis] + b * second[axis];
    square += combs[o + axis] ** 2;
  }
  const longer = Math.max(1, Math.sqrt(square));
  for (let axis = 0; axis < 3; axis++) combs[o + axis] /= longer;
}

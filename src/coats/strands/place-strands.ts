import { triangleArea } from '../../geometry/simplex.ts';
import { InputError } from '../../input-error.ts';
import { r2Steps } from '../../math/r2-sequence.ts';
import { hashBits, hashUnit } from '../../math/random.ts';
import { orderTriangles } from './order-triangles.ts';
import { checkSkin, type SkinMesh } from './skin-mesh.ts';

/** Roots of strands on a skin in its rest shape. When the skin deforms, roots stay on their triangles. */
export interface Strands {
  readonly count: number;
  /** For each strand, the vertices of its triangle, [3 · count]. */
  readonly corners: Uint32Array;
  /** For each strand, the barycentric weights of these vertices; their sum is 1. [3 · count] */
  readonly weights: Float64Array;
  /** A random number for each strand, 0..1, [count]. */
  readonly tones: Float64Array;
}

export interface StrandOptions {
  /** Number of strands: an integer, 1..10 000 000. */
  readonly count: number;
  readonly seed: number;
  /** Density at each vertex, 0..1, linear between vertices, [vertexCount]. With 0.5, half as many strands grow per area. Default 1. */
  readonly densities?: ArrayLike<number>;
}

/**
 * Maximum number of attempts to find a position in a triangle with varying density. The position of the last attempt is always accepted.
 */
const maxAttempts = 32;

const [stepX, stepY] = r2Steps;

/**
 * Distributes strands uniformly by area. Triangles are ordered along a space-filling curve, and along it there is the same area from each
 * strand to the next. Within a triangle they follow a low-discrepancy sequence. The result depends only on positions and triangles:
 * repeated vertices at seams do not change a single bit. Throws an InputError for invalid options, and if no area has any density.
 */
export function placeStrands(mesh: SkinMesh, options: StrandOptions): Strands {
  checkSkin(mesh);
  const { positions, indices } = mesh;
  const { count, seed, densities } = options;
  if (!(Number.isInteger(count) && count >= 1 && count <= 1e7))
    throw InputError.at('count', `expected a whole number from 1 to 10000000, got ${count}`);
  if (!Number.isInteger(seed)) throw InputError.at('seed', `expected a whole number, got ${seed}`);
  if (densities && densities.length !== positions.length / 3)
    throw InputError.at(
      'densities',
      `expected ${positions.length / 3}, one per vertex, got ${densities.length}`,
    );
  const wild = densities ? findWild(densities) : -1;
  if (densities && wild >= 0)
    throw InputError.at(`densities[${wild}]`, `expected a number from 0 to 1, got ${densities[wild]}`);
  const densityAt = (k: number) => (densities ? densities[indices[k]] : 1);
  const triangleCount = indices.length / 3;
  const order = orderTriangles(mesh);
  const ends = new Float64Array(triangleCount);
  let total = 0;
  for (let k = 0; k < triangleCount; k++) {
    const t = 3 * order[k];
    const density = (densityAt(t) + densityAt(t + 1) + densityAt(t + 2)) / 3;
    total += density * triangleArea(positions, indices[t], indices[t + 1], indices[t + 2]);
    ends[k] = total;
  }
  if (!(total > 0)) throw InputError.at('densities', 'expected some area with strands, got none');
  const strands: Strands = {
    count,
    corners: new Uint32Array(3 * count),
    weights: new Float64Array(3 * count),
    tones: new Float64Array(count),
  };
  const shift = hashUnit(seed, 0xffff);
  let k = 0;
  let inTriangle = 0;
  let tries = 0;
  for (let i = 0; i < count; i++) {
    const at = ((i + shift) / count) * total;
    while (k < triangleCount - 1 && ends[k] <= at) {
      k++;
      inTriangle = 0;
      tries = 0;
    }
    const t = 3 * order[k];
    const maxDensity = Math.max(densityAt(t), densityAt(t + 1), densityAt(t + 2));
    const beginX = hashUnit(seed, order[k], 1);
    const beginY = hashUnit(seed, order[k], 2);
    for (let attempt = 0; attempt < maxAttempts; attempt++, tries++) {
      foldSquare(strands.weights, 3 * i, beginX + tries * stepX, beginY + tries * stepY);
      const s = strands.weights;
      const density =
        s[3 * i] * densityAt(t) + s[3 * i + 1] * densityAt(t + 1) + s[3 * i + 2] * densityAt(t + 2);
      if (density >= maxDensity * hashUnit(seed, order[k], 3, tries)) break;
    }
    tries++;
    for (let c = 0; c < 3; c++) strands.corners[3 * i + c] = indices[t + c];
    strands.tones[i] = hashBits(seed, order[k], 4, inTriangle++) / 4294967296;
  }
  return strands;
}

function findWild(densities: ArrayLike<number>): number {
  for (let k = 0; k < densities.length; k++) if (!(densities[k] >= 0 && densities[k] <= 1)) return k;
  return -1;
}

/** Maps the unit square onto a triangle so that ratios of areas and neighbourhoods are kept (Heitz 2019). Writes barycentric weights. */
function foldSquare(out: Float64Array, offset: number, x: number, y: number): void {
  let a = x - Math.floor(x);
  let b = y - Math.floor(y);
  if (b > a) {
    a /= 2;
    b -= a;
  } else {
    b /= 2;
    a -= b;
  }
  out[offset] = a;
  out[offset + 1] = b;
  out[offset + 2] = 1 - a - b;
}

import { InputError } from '../../input-error.ts';
import { cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import { type BendForm, bendAngle, bendStrand } from '../bend.ts';
import { leanFraction } from '../blades/blade-curve.ts';
import type { Strands } from './place-strands.ts';

/** The current shape of the skin, and the bend of its strands. Arrays have three numbers for each vertex. */
export interface BentSkin {
  readonly positions: ArrayLike<number>;
  /** Unit. */
  readonly normals: ArrayLike<number>;
  /** s of eq. 3, unit vectors: the direction from the root of a vertex to its mass. */
  readonly directions: ArrayLike<number>;
  /** Length of strands, metres, [vertexCount]. */
  readonly lengths: ArrayLike<number>;
  readonly form: BendForm;
  /** k of eq. 4. */
  readonly exponent: number;
}

/** The variety of single strands, which is the same as that of the blades in the textures. */
export interface StrandVariety {
  readonly seed: number;
  /** Minimum and maximum length of a strand, as fractions of the local length. 0..1. */
  readonly length: readonly [number, number];
  /** b: minimum and maximum lateral displacement of the tip of a strand with full length, as a multiple of its length. */
  readonly lean: readonly [number, number];
  /** a: the bend of this displacement. */
  readonly bend: number;
}

/**
 * Writes strands as curves into out: [3 · pointCount · strands.count] positions in metres, root first. They match the shells: at a fraction
 * u of the height, a strand interpolates eq. 4 between the corners of its triangle. Without variety, strands end at the uppermost shell.
 * pointCount is at least 2. Throws an InputError for arrays of wrong length.
 */
export function traceStrands(
  out: Float64Array | Float32Array,
  strands: Strands,
  pointCount: number,
  skin: BentSkin,
  variety?: StrandVariety,
): void {
  const { count, corners, weights } = strands;
  if (!(Number.isInteger(pointCount) && pointCount >= 2))
    throw InputError.at('pointCount', `expected a whole number ≥ 2, got ${pointCount}`);
  if (out.length !== 3 * pointCount * count)
    throw InputError.at('out', `expected ${3 * pointCount * count} numbers, got ${out.length}`);
  const { positions, normals, directions, lengths, form, exponent } = skin;
  for (const [name, values] of Object.entries({ positions, normals, directions })) {
    if (values.length !== 3 * lengths.length)
      throw InputError.at(
        name,
        `expected ${3 * lengths.length} numbers, three per vertex, got ${values.length}`,
      );
  }
  const wild = corners.findIndex((vertex) => vertex >= lengths.length);
  if (wild >= 0)
    throw InputError.at(
      `corners[${wild}]`,
      `expected a vertex below ${lengths.length}, got ${corners[wild]}`,
    );
  // The angles are computed once for each vertex rather than at every point of every strand, which halves the time.
  const angles = Float64Array.from(lengths, (_, vertex) =>
    form === 'arc' ? bendAngle(directions, normals, 3 * vertex) : 0,
  );
  const bent = [0, 0, 0];
  const aside = [0, 0, 0];
  let o = 0;
  for (let i = 0; i < count; i++) {
    let reach = 1;
    aside.fill(0);
    if (variety) {
      const { seed, length, lean } = variety;
      const draw = (what: number) => hashUnit(seed, i, what);
      reach = length[0] + (length[1] - length[0]) * draw(0);
      setAside(aside, positions, normals, corners, weights, i, 2 * Math.PI * draw(1));
      let here = 0;
      for (let c = 0; c < 3; c++) here += weights[3 * i + c] * lengths[corners[3 * i + c]];
      const size = here * (lean[0] + (lean[1] - lean[0]) * draw(2));
      for (let c = 0; c < 3; c++) aside[c] *= size;
    }
    for (let j = 0; j < pointCount; j++, o += 3) {
      const u = (reach * j) / (pointCount - 1);
      const away = variety ? leanFraction(variety.bend, u) : 0;
      for (let c = 0; c < 3; c++) out[o + c] = away * aside[c];
      for (let corner = 0; corner < 3; corner++) {
        const vertex = corners[3 * i + corner];
        const weight = weights[3 * i + corner];
        bendStrand(bent, form, u, lengths[vertex], exponent, directions, normals, 3 * vertex, angles[vertex]);
        for (let c = 0; c < 3; c++) out[o + c] += weight * (positions[3 * vertex + c] + bent[c]);
      }
    }
  }
}

/** Writes a unit vector tangent to the skin, at an angle from the first side of the strand's triangle, so that it rotates with the skin. */
function setAside(
  out: number[],
  positions: ArrayLike<number>,
  normals: ArrayLike<number>,
  corners: Uint32Array,
  weights: Float64Array,
  strand: number,
  angle: number,
): void {
  const n = [0, 0, 0];
  const side = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    for (let corner = 0; corner < 3; corner++)
      n[c] += weights[3 * strand + corner] * normals[3 * corners[3 * strand + corner] + c];
    side[c] = positions[3 * corners[3 * strand + 1] + c] - positions[3 * corners[3 * strand] + c];
  }
  unify(n);
  const up = side[0] * n[0] + side[1] * n[1] + side[2] * n[2];
  for (let c = 0; c < 3; c++) side[c] -= up * n[c];
  unify(side);
  const along = cos(angle);
  const across = sin(angle);
  out[0] = along * side[0] + across * (n[1] * side[2] - n[2] * side[1]);
  out[1] = along * side[1] + across * (n[2] * side[0] - n[0] * side[2]);
  out[2] = along * side[2] + across * (n[0] * side[1] - n[1] * side[0]);
}

/** Normalises a vector. The zero vector is unchanged. */
function unify(v: number[]): void {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (length > 0) for (let c = 0; c < 3; c++) v[c] /= length;
}

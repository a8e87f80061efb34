import { InputError } from '../../input-error.ts';
import { cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import { type BendForm, bendAngle, bendStrand } from '../bend.ts';
import { leanShare } from '../blades/blade-curve.ts';
import type { Strands } from './place-strands.ts';

/** The skin as it is now, with its bend; three numbers a vertex. */
export interface BentSkin {
  readonly positions: ArrayLike<number>;
  /** Unit. */
  readonly normals: ArrayLike<number>;
  /** s of eq. 3, unit: from the root of a vertex to its mass. */
  readonly directions: ArrayLike<number>;
  /** [vertexCount] how long strands are there, metres. */
  readonly lengths: ArrayLike<number>;
  readonly form: BendForm;
  /** k of eq. 4. */
  readonly exponent: number;
}

/** How single strands differ, as blades in the textures do. */
export interface StrandVariety {
  readonly seed: number;
  /** Shares of the length at the place, least and greatest. 0..1. */
  readonly length: readonly [number, number];
  /** b: how far aside the tip of a whole strand is, least and greatest [its length]. */
  readonly lean: readonly [number, number];
  /** a: the bending of that. */
  readonly bend: number;
}

/**
 * Strands as curves: out [3 · pointCount · strands.count] metres, root first, where the shells are: at a share u of the height a strand is between what
 * eq. 4 gives at the corners of its triangle. Without variety strands end at the uppermost shell. pointCount at least 2.
 * Throws InputError for arrays that do not fit each other.
 */
export function traceStrands(
  out: Float64Array | Float32Array,
  strands: Strands,
  pointCount: number,
  skin: BentSkin,
  variety?: StrandVariety,
): void {
  const { count, corners, shares } = strands;
  if (!(Number.isInteger(pointCount) && pointCount >= 2))
    throw InputError.at('pointCount', `expected a whole number ≥ 2, got ${pointCount}`);
  if (out.length !== 3 * pointCount * count)
    throw InputError.at('out', `expected ${3 * pointCount * count} numbers, got ${out.length}`);
  const { positions, normals, directions, lengths, form, exponent } = skin;
  for (const [name, values] of Object.entries({ positions, normals, directions })) {
    if (values.length !== 3 * lengths.length)
      throw InputError.at(
        name,
        `expected ${3 * lengths.length} numbers, three a vertex, got ${values.length}`,
      );
  }
  const wild = corners.findIndex((vertex) => vertex >= lengths.length);
  if (wild >= 0)
    throw InputError.at(
      `corners[${wild}]`,
      `expected a vertex below ${lengths.length}, got ${corners[wild]}`,
    );
  // Of each vertex once, not at every point of every strand: half the time.
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
      setAside(aside, positions, normals, corners, shares, i, 2 * Math.PI * draw(1));
      let here = 0;
      for (let c = 0; c < 3; c++) here += shares[3 * i + c] * lengths[corners[3 * i + c]];
      const size = here * (lean[0] + (lean[1] - lean[0]) * draw(2));
      for (let c = 0; c < 3; c++) aside[c] *= size;
    }
    for (let j = 0; j < pointCount; j++, o += 3) {
      const u = (reach * j) / (pointCount - 1);
      const away = variety ? leanShare(variety.bend, u) : 0;
      for (let c = 0; c < 3; c++) out[o + c] = away * aside[c];
      for (let corner = 0; corner < 3; corner++) {
        const vertex = corners[3 * i + corner];
        const share = shares[3 * i + corner];
        bendStrand(bent, form, u, lengths[vertex], exponent, directions, normals, 3 * vertex, angles[vertex]);
        for (let c = 0; c < 3; c++) out[o + c] += share * (positions[3 * vertex + c] + bent[c]);
      }
    }
  }
}

/** A unit vector along the skin, at an angle from the first side of the strand's triangle: it turns with the skin. */
function setAside(
  out: number[],
  positions: ArrayLike<number>,
  normals: ArrayLike<number>,
  corners: Uint32Array,
  shares: Float64Array,
  strand: number,
  angle: number,
): void {
  const n = [0, 0, 0];
  const side = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    for (let corner = 0; corner < 3; corner++)
      n[c] += shares[3 * strand + corner] * normals[3 * corners[3 * strand + corner] + c];
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

/** To unit length; nothing stays nothing. */
function unify(v: number[]): void {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (length > 0) for (let c = 0; c < 3; c++) v[c] /= length;
}

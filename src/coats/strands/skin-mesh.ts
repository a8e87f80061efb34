import { InputError } from '../../input-error.ts';

/** The skin in its rest shape, in metres, with its vertices as the file has them (repeated at seams). */
export interface SkinMesh {
  /** Positions, [3 · vertexCount]. */
  readonly positions: Float64Array;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly indices: Uint32Array;
}

/** Throws an InputError unless all triangles are complete, all indices are valid, and all positions are finite. */
export function checkSkin({ positions, indices }: SkinMesh): void {
  if (positions.length % 3 !== 0)
    throw InputError.at('positions', `expected three numbers per vertex, got ${positions.length}`);
  if (indices.length % 3 !== 0 || indices.length === 0)
    throw InputError.at(
      'indices',
      `expected three indices per triangle and at least one triangle, got ${indices.length}`,
    );
  const bad = positions.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw InputError.at(`positions[${bad}]`, `expected a finite number, got ${positions[bad]}`);
  const wild = indices.findIndex((vertex) => vertex >= positions.length / 3);
  if (wild >= 0)
    throw InputError.at(
      `indices[${wild}]`,
      `expected a vertex below ${positions.length / 3}, got ${indices[wild]}`,
    );
}

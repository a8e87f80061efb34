import { InputError } from '../../../input-error.ts';
import type { FurParams } from '../params.ts';
import type { FurCarrier } from './carrier.ts';
import { smoothNoise } from './smooth-noise.ts';

/** Vertices of a patch at most: their strands are all simulated. */
export const maxPatchVertices = 250_000;

/**
 * A rectangle of ground, flat at rest: a grid whose cells are at most `spacing` wide, with diagonals that alternate so that
 * nothing leans one way. Texture coordinates run along x and z from 0 to 1. Towards its edge it thins out, raggedly. length:
 * of its blades, m. Throws InputError for too many strands.
 */
export function createPatchCarrier(
  params: FurParams,
  length: number,
  seed: number,
  path: string,
): FurCarrier {
  const [width, depth] = params.size;
  const { spacing, center, boundaryWidth = Math.min(2 * length, width / 8, depth / 8) } = params;
  const columns = cellsOf(width, spacing) + 1;
  const rows = cellsOf(depth, spacing) + 1;
  if (columns * rows > maxPatchVertices) {
    const enough = Math.sqrt((width * depth) / maxPatchVertices);
    throw InputError.at(
      `${path}.spacing`,
      `expected at most ${maxPatchVertices} strands on ${width} × ${depth} m, got ${columns * rows}: ` +
        `give a spacing of ${Number(enough.toPrecision(2))} m or more; the blades between them follow`,
    );
  }
  const vertexCount = columns * rows;
  const positions = new Float64Array(3 * vertexCount);
  const normals = new Float32Array(3 * vertexCount);
  const densities = new Float64Array(vertexCount).fill(1);
  for (let v = 0; v < vertexCount; v++) {
    positions[3 * v] = center[0] + width * ((v % columns) / (columns - 1) - 0.5);
    positions[3 * v + 1] = center[1];
    positions[3 * v + 2] = center[2] + depth * (Math.floor(v / columns) / (rows - 1) - 0.5);
    normals[3 * v + 1] = 1;
    if (boundaryWidth === 0) continue;
    const toEdge = Math.min(
      width / 2 - Math.abs(positions[3 * v] - center[0]),
      depth / 2 - Math.abs(positions[3 * v + 2] - center[2]),
    );
    const noise = smoothNoise(
      seed,
      positions[3 * v] / boundaryWidth,
      0,
      positions[3 * v + 2] / boundaryWidth,
    );
    densities[v] = thinOut(toEdge / boundaryWidth, noise);
  }
  const triangles = new Uint32Array(6 * (columns - 1) * (rows - 1));
  let k = 0;
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i;
      const [b, c, d] = [a + 1, a + columns, a + columns + 1];
      const corners = (i + j) % 2 === 0 ? [a, c, d, a, d, b] : [a, c, b, b, c, d];
      for (const corner of corners) triangles[k++] = corner;
    }
  }
  const texcoords = new Float32Array(2 * triangles.length);
  triangles.forEach((v, corner) => {
    texcoords[2 * corner] = (v % columns) / (columns - 1);
    texcoords[2 * corner + 1] = Math.floor(v / columns) / (rows - 1);
  });
  return {
    mesh: { vertexCount, triangles },
    positions,
    normals,
    fractions: densities.map((density) => lowestFraction + (1 - lowestFraction) * density),
    densities,
    texcoords,
    skin: null,
    patch: { columns, rows },
    copies: null,
    warnings: [],
  };
}

/** Share of its length that grass has at the edge, and how far in chance lets it begin. */
const lowestFraction = 0.4;
const raggedness = 0.8;

/** From 0 at the edge to 1 where the border ends, sooner or later by chance (noise 0..1). */
function thinOut(way: number, noise: number): number {
  const t = Math.min(1, Math.max(0, way * (1 + raggedness) - raggedness * noise));
  return t * t * (3 - 2 * t);
}

/** How many cells fill a length, not wider than they should be; a size that is a multiple to rounding takes just so many. */
function cellsOf(length: number, spacing: number): number {
  return Math.max(1, Math.ceil(length / spacing - 1e-6));
}

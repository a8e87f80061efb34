import { InputError } from '../../../input-error.ts';
import type { FurParams } from '../params.ts';
import type { FurCarrier } from './carrier.ts';
import { smoothNoise } from './smooth-noise.ts';

/** Maximum number of vertices of a patch. Each has a simulated strand. */
export const maxPatchVertices = 250_000;

/**
 * Creates a rectangle of ground, flat in its rest shape: a grid whose cells are at most `spacing` wide. Its diagonals alternate so that no
 * direction is preferred. Texture coordinates run from 0 to 1 along x and z. Density and length decrease towards the boundary, irregularly.
 * length: length of the blades, m. Throws an `InputError` if there are too many strands.
 */
export function createPatchCarrier(
  params: FurParams,
  length: number,
  seed: number,
  path: string,
): FurCarrier {
  const [width, depth] = params.size;
  const { spacing, center, boundaryWidth = Math.min(5 * length, width / 5, depth / 5) } = params;
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
    const toSide = (width / 2 - Math.abs(positions[3 * v] - center[0])) / boundaryWidth;
    const toEnd = (depth / 2 - Math.abs(positions[3 * v + 2] - center[2])) / boundaryWidth;
    const noise = smoothNoise(
      seed,
      positions[3 * v] / (noiseWidths * boundaryWidth),
      0,
      positions[3 * v + 2] / (noiseWidths * boundaryWidth),
    );
    densities[v] = thinOut(distanceInside(toSide, toEnd), noise);
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
    fractions: densities.map((density) => minFraction + (1 - minFraction) * density),
    densities,
    texcoords,
    skin: null,
    patch: { columns, rows },
    copies: null,
    warnings: [],
  };
}

/** Fraction of the length that remains at the boundary. */
const minFraction = 0.4;
/** Amplitude of the noise that shifts the boundary of the grass, as a multiple of the width of the transition. */
const raggedness = 2.2;
/** Wavelength of the noise that shifts the boundary, as a multiple of the width of the transition. */
const noiseWidths = 0.9;

/** Returns the distance from the boundary, 0 to 1, of a point with these distances from the nearest two sides. Corners are round. */
function distanceInside(toSide: number, toEnd: number): number {
  const [a, b] = [Math.max(0, 1 - toSide), Math.max(0, 1 - toEnd)];
  return Math.max(0, 1 - Math.sqrt(a * a + b * b));
}

/**
 * Returns the density, which rises from 0 at the boundary to 1. distance: distance from the boundary, divided by `boundaryWidth`. noise: 0
 * to 1.
 */
function thinOut(distance: number, noise: number): number {
  const t = Math.min(1, Math.max(0, distance * (1 + raggedness) - raggedness * noise));
  return t * t * (3 - 2 * t);
}

/** Returns the number of cells of at most `spacing` that fill a length. The tolerance prevents that a rounding error adds a cell. */
function cellsOf(length: number, spacing: number): number {
  return Math.max(1, Math.ceil(length / spacing - 1e-6));
}

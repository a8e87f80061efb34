import { samplePicture } from '../../coats/strands/sample-picture.ts';
import type { ShellsData } from './shells-data.ts';

/** Returns the factors of the coat's colours at each vertex: the vertex's own colour times that of the map. [3 · vertexCount] */
export function readTints({ vertexCount, colors, texcoords, maps }: ShellsData): Float32Array {
  const out = colors?.slice() ?? new Float32Array(3 * vertexCount).fill(1);
  if (!texcoords || !maps.color) return out;
  for (let v = 0; v < vertexCount; v++) {
    samplePicture(sample, maps.color, texcoords[2 * v], texcoords[2 * v + 1]);
    for (let c = 0; c < 3; c++) out[3 * v + c] *= sample[c];
  }
  return out;
}

/** Returns the fraction of the strands that exist at each vertex, including the density map. [vertexCount] */
export function readDensities({ vertexCount, densities, texcoords, maps }: ShellsData): Float32Array {
  const out = densities.slice();
  if (!texcoords || !maps.density) return out;
  for (let v = 0; v < vertexCount; v++) {
    samplePicture(sample, maps.density, texcoords[2 * v], texcoords[2 * v + 1]);
    out[v] *= sample[1];
  }
  return out;
}

const sample = [0, 0, 0, 0];

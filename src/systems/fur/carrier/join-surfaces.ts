import type { Rig } from '../../../motion/rig.ts';

/** Returns whether every one of the surfaces has texture coordinates. */
export function hasTexcoords({ surfaces }: Rig, chosen: readonly number[]): boolean {
  return chosen.every((index) => surfaces[index].texcoords !== undefined);
}

/** Returns the texture coordinates of concatenated surfaces, [2 · vertexCount]. They are 0 for a surface without any. */
export function joinTexcoords({ surfaces }: Rig, chosen: readonly number[]): Float32Array {
  const counts = chosen.map((index) => surfaces[index].positions.length / 3);
  const out = new Float32Array(2 * counts.reduce((sum, count) => sum + count, 0));
  let offset = 0;
  chosen.forEach((index, k) => {
    const { texcoords } = surfaces[index];
    if (texcoords) out.set(texcoords, 2 * offset);
    offset += counts[k];
  });
  return out;
}

/** Returns the linear colours of concatenated surfaces, [3 · vertexCount]: the vertex colours, or else the colour of the surface. */
export function joinColors({ surfaces }: Rig, chosen: readonly number[]): Float32Array {
  const out = new Float32Array(chosen.reduce((sum, index) => sum + surfaces[index].positions.length, 0));
  let offset = 0;
  for (const index of chosen) {
    const { colors, color, positions } = surfaces[index];
    for (let k = 0; k < positions.length; k++) out[offset + k] = colors ? colors[k] : color[k % 3];
    offset += positions.length;
  }
  return out;
}

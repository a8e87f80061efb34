import type { SkinMesh } from './skin-mesh.ts';

/**
 * Sorts triangles by the position of their centres along a Morton curve with 1024 steps per side. Triangles with equal positions keep the
 * order of the file.
 */
export function orderTriangles({ positions, indices }: SkinMesh): Uint32Array {
  const count = indices.length / 3;
  const middles = new Float64Array(indices.length);
  const low = [Infinity, Infinity, Infinity];
  let side = 0;
  for (let c = 0; c < 3; c++) {
    let high = -Infinity;
    for (let t = 0; t < count; t++) {
      const middle =
        positions[3 * indices[3 * t] + c] +
        positions[3 * indices[3 * t + 1] + c] +
        positions[3 * indices[3 * t + 2] + c];
      middles[3 * t + c] = middle;
      low[c] = Math.min(low[c], middle);
      high = Math.max(high, middle);
    }
    side = Math.max(side, high - low[c]);
  }
  const codes = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    for (let c = 0; c < 3; c++) {
      const step = side > 0 ? Math.min(1023, Math.floor((1024 * (middles[3 * t + c] - low[c])) / side)) : 0;
      codes[t] |= spreadBits(step) << c;
    }
  }
  const order = Uint32Array.from({ length: count }, (_, t) => t);
  return order.sort((a, b) => codes[a] - codes[b] || a - b);
}

/** Spreads the lowest ten bits, with two zeros between any two. */
function spreadBits(value: number): number {
  let x = value;
  x = (x | (x << 16)) & 0x030000ff;
  x = (x | (x << 8)) & 0x0300f00f;
  x = (x | (x << 4)) & 0x030c30c3;
  return (x | (x << 2)) & 0x09249249;
}

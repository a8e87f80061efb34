/** Vertex colours, and skin weights for surfaces that follow one bone. */
import type { Paint, Surface } from './build-surface.ts';
import type { SkinWeights } from './write-character.ts';

/** Returns the colours that `paint` gives the vertices, with opacity 255, [4 · vertexCount]. The integers 0 to 255 stand for 0 to 1. */
export function paintSurface({ positions, normals }: Surface, paint: Paint): Uint8Array {
  const count = positions.length / 3;
  const colors = new Uint8Array(4 * count);
  const color = new Float64Array(3);
  for (let v = 0; v < count; v++) {
    paint(color, positions.subarray(3 * v, 3 * v + 3), normals.subarray(3 * v, 3 * v + 3));
    for (let c = 0; c < 3; c++) colors[4 * v + c] = Math.round(255 * color[c]);
    colors[4 * v + 3] = 255;
  }
  return colors;
}

/** Returns the weights of a surface that follows one bone. */
export function followBone({ positions }: Surface, bone: number): SkinWeights {
  const count = positions.length / 3;
  const joints = new Uint8Array(4 * count);
  const weights = new Uint8Array(4 * count);
  for (let v = 0; v < count; v++) {
    joints[4 * v] = bone;
    weights[4 * v] = 255;
  }
  return { joints, weights };
}

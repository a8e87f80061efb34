import { encodePng8 } from '../../../files/png.ts';
import { srgbByteOf } from '../../../files/srgb-byte.ts';

/** Colours of a palette are rounded to this number of steps, so that many triangles share a pixel. */
const steps = 63;

/** The colours of vertices as a picture, for programs that show textures, but no colours of vertices. Each triangle has one colour. */
export interface ColorPalette {
  /** PNG. */
  readonly bytes: Uint8Array;
  /** For each surface, texture coordinates of the corners of its triangles, v upward, [6 · triangleCount]. */
  readonly coordinates: readonly Float32Array[];
}

/** A surface with linear colours of its vertices, [3 · vertexCount]. */
export interface ColoredSurface {
  readonly colors: Float32Array;
  readonly indices: Uint32Array;
}

/** Returns the colours of surfaces as a picture with one pixel for each colour. */
export function createPalette(surfaces: readonly ColoredSurface[]): ColorPalette {
  const pixels = new Map<number, number>();
  const pixelsOf = surfaces.map(({ colors, indices }) => {
    const pixelOf = new Uint32Array(indices.length / 3);
    for (let triangle = 0; triangle < pixelOf.length; triangle++) {
      const corners = indices.subarray(3 * triangle, 3 * triangle + 3);
      let code = 0;
      for (let c = 0; c < 3; c++) {
        const mean = corners.reduce((sum, vertex) => sum + colors[3 * vertex + c], 0) / 3;
        code = 256 * code + Math.round((Math.round((srgbByteOf(mean) * steps) / 255) * 255) / steps);
      }
      if (!pixels.has(code)) pixels.set(code, pixels.size);
      pixelOf[triangle] = pixels.get(code)!;
    }
    return pixelOf;
  });
  const size = Math.max(1, Math.ceil(Math.sqrt(pixels.size)));
  const picture = new Uint8Array(3 * size * size);
  for (const [code, pixel] of pixels) picture.set([code >> 16, (code >> 8) & 255, code & 255], 3 * pixel);
  const coordinates = pixelsOf.map((pixelOf) => {
    const out = new Float32Array(6 * pixelOf.length);
    pixelOf.forEach((pixel, triangle) => {
      const u = ((pixel % size) + 0.5) / size;
      const v = 1 - (Math.floor(pixel / size) + 0.5) / size;
      for (let corner = 0; corner < 3; corner++) out.set([u, v], 6 * triangle + 2 * corner);
    });
    return out;
  });
  return { bytes: encodePng8(picture, size, size, 3), coordinates };
}

/** The format of the pictures: 32-bit floats, or 16-bit integers. */
export const openVatFormats = ['exr', 'png'] as const;
export type OpenVatFormat = (typeof openVatFormats)[number];

/** Where normals are: in the lower half of the picture with the positions, or in a picture of their own. */
export const openVatNormalModes = ['packed', 'separate'] as const;
export type OpenVatNormals = (typeof openVatNormalModes)[number];

/** The size of the pictures: no more than is needed, or powers of two. */
export const openVatSizes = ['exact', 'powersOfTwo'] as const;
export type OpenVatSize = (typeof openVatSizes)[number];

export interface OpenVatOptions {
  readonly format: OpenVatFormat;
  readonly normals: OpenVatNormals;
  readonly size: OpenVatSize;
}

/**
 * The size of a picture, and where its values are. Vertex i is in column i mod width. Its value in frame k is in row
 * floor(i / width) · frames + k from the top. Packed normals are `normalRow` rows below.
 */
export interface OpenVatLayout {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Row of the first normal. 0 if normals have a picture of their own. */
  readonly normalRow: number;
}

/** Maximum number of vertices in one row of pixels. OpenVAT's players for Godot need all vertices in one row. */
export const rowLimit = 8192;
/** Maximum width and height: that of textures on nearly all graphics cards. */
export const sideLimit = 16384;
/** Maximum number of pixels. They are encoded in memory, 12 bytes each. */
export const pixelLimit = 2 ** 26;

/** Returns the layout for a number of vertices and frames. It may exceed the limits. */
export function layOutOpenVat(
  vertices: number,
  frames: number,
  { normals, size }: Pick<OpenVatOptions, 'normals' | 'size'>,
): OpenVatLayout {
  const parts = normals === 'packed' ? 2 : 1;
  const describe = (width: number, height: number) => ({
    width,
    height,
    frames,
    normalRow: parts === 2 ? height / 2 : 0,
  });
  const heightOf = (width: number) => parts * Math.ceil(vertices / width) * frames;
  if (size === 'exact') {
    const width = Math.ceil(vertices / Math.ceil(vertices / rowLimit));
    return describe(width, heightOf(width));
  }
  const choices = [64, 128, 256, 512, 1024, 2048, 4096, 8192].map((width) =>
    describe(width, 2 ** Math.ceil(Math.log2(heightOf(width)))),
  );
  const unevenness = ({ width, height }: OpenVatLayout) => Math.abs(Math.log2(width / height));
  return choices.reduce((best, one) => {
    const more = one.width * one.height - best.width * best.height;
    return more < 0 || (more === 0 && unevenness(one) < unevenness(best)) ? one : best;
  });
}

/** Returns the pixel with the position of a vertex in a frame. */
export function openVatPixel({ width, frames }: OpenVatLayout, vertex: number, frame: number): number {
  return (Math.floor(vertex / width) * frames + frame) * width + (vertex % width);
}

/** Returns the addresses of the first frame of all vertices as texture coordinates, v downward, [2 · vertices]. */
export function openVatCoordinates(
  { width, height, frames }: OpenVatLayout,
  first: number,
  count: number,
): Float32Array {
  const out = new Float32Array(2 * count);
  for (let k = 0; k < count; k++) {
    const vertex = first + k;
    out[2 * k] = ((vertex % width) + 0.5) / width;
    out[2 * k + 1] = (Math.floor(vertex / width) * frames + 0.5) / height;
  }
  return out;
}

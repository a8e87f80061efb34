import type { ShellsLook } from '../shells.ts';
import type { VatLayout } from './vat-layout.ts';

/** The extras of a node with fur, `aftermotion.fur`: properties of the coat. Lengths in metres, colours linear. */
export interface CoatExtras {
  readonly name: string;
  /** Maximum and mean length over the vertices with strands. */
  readonly length: number;
  readonly meanLength: number;
  readonly look: Omit<ShellsLook, 'textures'>;
}

/** Describes a coat. */
export function describeCoat({
  name,
  look,
  lengths,
}: {
  readonly name: string;
  readonly look: ShellsLook;
  /** Rest length of a strand, m, [vertexCount]. */
  readonly lengths: Float32Array;
}): CoatExtras {
  const grown = lengths.filter((length) => length > 0);
  const sum = grown.reduce((total, length) => total + length, 0);
  const { textures, ...rest } = look;
  return {
    name,
    length: grown.reduce((max, length) => Math.max(max, length), 0),
    meanLength: grown.length > 0 ? sum / grown.length : 0,
    look: rest,
  };
}

/**
 * The extras of a node that has the skin of shells whose motion is a texture. They contain the location of that texture. Files are in the
 * same folder as the GLB.
 *
 * Additional attributes of the mesh: _COLUMN (of the texture), _LENGTH (m), _DENSITY (0..1), _REST_POSITION (m) and _REST_NORMAL. The last
 * two determine the positions of blades.
 */
export interface FurVat extends CoatExtras {
  readonly blades: BladeAtlas;
  /** Pictures that are mapped to the skin by its texture coordinates: colours (sRGB) and densities (grey, linear). */
  readonly colorMap: string | null;
  readonly densityMap: string | null;
  readonly vat: VatFile;
}

/** The texture with the motion. */
export interface VatFile extends VatLayout {
  /**
   * File with half floats, red green blue: tips minus roots (m), then normals, then roots minus mesh (m). Vectors are along the skin's
   * tangent, bitangent and normal.
   */
  readonly file: string;
  /** Frames per second, and the scene time of the first frame, seconds. */
  readonly fps: number;
  readonly start: number;
}

/**
 * A picture that contains one slice of the blades for each layer of the shells. The slices are arranged in rows. The first slice is that of
 * the layer next to the skin.
 */
export interface BladeAtlas {
  readonly file: string;
  /** width, height: number of texels along the sides of a slice. columns, rows: number of slices in a row and in a column. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns the location of a texel of a slice in the atlas: the index of the pixel, counted row by row. The pixel contains opacity, tone and
 * position along the blade as red, green and blue. The light of the texel is `rows · height` rows further down.
 */
export function atlasPixel({ width, height, columns }: BladeAtlas, layer: number, texel: number): number {
  const x = (layer % columns) * width + (texel % width);
  const y = Math.floor(layer / columns) * height + Math.floor(texel / width);
  return y * columns * width + x;
}

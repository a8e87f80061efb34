import type { ShellsLook } from '../shells.ts';
import type { VatLayout } from './vat-layout.ts';

/** What the extras of a node with fur say, as `aftermotion.fur`: what the coat is. Lengths in metres, colours linear. */
export interface CoatExtras {
  readonly name: string;
  /** Longest and mean length over the vertices where anything grows. */
  readonly length: number;
  readonly meanLength: number;
  readonly look: Omit<ShellsLook, 'textures'>;
}

/** Says what a coat is. */
export function describeCoat({
  name,
  look,
  lengths,
}: {
  readonly name: string;
  readonly look: ShellsLook;
  /** [vertexCount] length of a strand at rest, m. */
  readonly lengths: Float32Array;
}): CoatExtras {
  const grown = lengths.filter((length) => length > 0);
  const sum = grown.reduce((total, length) => total + length, 0);
  const { textures, ...rest } = look;
  return {
    name,
    length: grown.reduce((most, length) => Math.max(most, length), 0),
    meanLength: grown.length > 0 ? sum / grown.length : 0,
    look: rest,
  };
}

/**
 * The same of a node with the skin of shells whose motion is a texture, and where that is. Files lie beside the GLB.
 *
 * Attributes of the mesh beside the usual: _COLUMN (of the texture), _LENGTH (m), _DENSITY (0..1), _REST_PLACE (m) and
 * _REST_NORMAL, from which blades are found.
 */
export interface FurVat extends CoatExtras {
  readonly blades: BladeAtlas;
  /** Pictures over the skin by its texture coordinates: of colours (sRGB) and of densities (grey, as it is). */
  readonly colorMap: string | null;
  readonly densityMap: string | null;
  readonly vat: VatFile;
}

/** Where the motion is. */
export interface VatFile extends VatLayout {
  /** Half floats, red green blue: tips less roots (m), normals, roots less mesh (m), along the skin's tangent, bitangent and normal. */
  readonly file: string;
  /** Frames a second, and the scene's time of the first, seconds. */
  readonly fps: number;
  readonly start: number;
}

/** Slices of the blades in one picture, layer by layer, row by row, the one next to the skin first. */
export interface BladeAtlas {
  readonly file: string;
  /** Texels of a slice, and slices across and down. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Where a texel of a slice is in the atlas: the pixel, counted row by row, that holds opacity, tone and place along its blade as red,
 * green and blue. `rows · height` rows further down, its light.
 */
export function atlasPixel({ width, height, columns }: BladeAtlas, layer: number, texel: number): number {
  const x = (layer % columns) * width + (texel % width);
  const y = Math.floor(layer / columns) * height + Math.floor(texel / width);
  return y * columns * width + x;
}

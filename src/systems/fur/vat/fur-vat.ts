import type { BendForm } from '../bend.ts';
import type { BladeCoat } from '../blades/blade-coat.ts';
import type { FurColors, FurLook } from '../blades/shade-fur.ts';
import type { VatLayout } from './vat-layout.ts';

/**
 * What the extras of a node with the skin of shells say, as `aftermotion.fur`: what the coat is, and where its motion is. Lengths
 * in metres, colours linear. Files lie beside the GLB.
 *
 * Attributes of the mesh beside the usual: _COLUMN (of the texture), _LENGTH (m), _DENSITY (0..1), _REST_PLACE (m) and
 * _REST_NORMAL, from which blades are found.
 */
export interface FurVat {
  readonly name: string;
  readonly layers: number;
  readonly tile: number;
  readonly colors: FurColors;
  readonly shading: FurLook;
  readonly bend: BendForm;
  readonly exponent: number;
  readonly fins: boolean;
  readonly shadows: boolean;
  readonly strandCount: number;
  readonly seed: number;
  readonly coat: BladeCoat;
  readonly blades: BladeAtlas;
  /** Pictures over the skin by its texture coordinates: of colours (sRGB) and of densities (grey, as it is). */
  readonly colorMap: string | null;
  readonly densityMap: string | null;
  readonly vat: VatFile;
}

/** Where the motion is. */
export interface VatFile extends VatLayout {
  /** Half floats, red green blue: tips less roots (m), and normals, along the skin's tangent, bitangent and normal. */
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

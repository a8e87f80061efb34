import type { UsdPrim } from '../../files/usd/usd-layer.ts';
import type { LongWork } from '../../long-work.ts';
import { append } from '../../math/lists.ts';
import { createMatrix, type Matrix, transformPoint } from '../../math/matrix.ts';
import type { Bake } from '../output-definition.ts';

/** How characters are written to a stage: as skeletons with blend shapes, or as the positions of their vertices over time. */
export const usdCharacterModes = ['skel', 'points'] as const;
export type UsdCharacterMode = (typeof usdCharacterModes)[number];

/** How fur is written to a stage: as curves, or as cards with a skeleton and blend shapes. */
export const usdFurModes = ['curves', 'cards'] as const;
export type UsdFurMode = (typeof usdFurModes)[number];

/** The up axis of a stage. */
export const usdUpAxes = ['y', 'z'] as const;
export type UsdUpAxis = (typeof usdUpAxes)[number];

/** What the outputs of one definition add to the stage of a scene: one part for each ground, character and so on. */
export interface StageParts {
  /** Name of the prim that holds the parts, such as `grounds`. */
  readonly group: string;
  /** Names of the parts, known before the simulation. */
  list(bake: Bake): readonly string[];
  /** Names of the textures that `build` returns for a part. Absent: there are none. */
  listTextures?(bake: Bake, name: string): readonly string[];
  /**
   * Returns the file, relative to the folder of the bake, that contains a part because the bake writes another kind of output. The stage then
   * refers to this file. Null if there is none.
   */
  existing?(bake: Bake, name: string): string | null;
  /** Estimates the size of all parts in bytes, before the simulation. */
  estimate(bake: Bake): LongWork<number>;
  build(bake: Bake, name: string, options: StageOptions): Promise<BuiltPart>;
}

export interface StageOptions {
  /** Path of the prim that will hold the part, without a slash at its end. Empty: the part is a root of the layer. */
  readonly parent: string;
  readonly characters: UsdCharacterMode;
  /**
   * Whether the part is for augmented reality on phones, which animate skeletons and transforms, but no points, and show neither curves nor
   * points.
   */
  readonly isForPhones: boolean;
  /** Names of joints in the layer, to which the part adds its own. So no two skeletons of a package have joints of the same name. */
  readonly jointNames: Set<string>;
  /** Path of the folder with textures, relative to the layer, such as `textures`. */
  readonly textureFolder: string;
}

/** A part as a prim. */
export interface BuiltPart {
  /** Null if there is nothing to show. */
  readonly prim: UsdPrim | null;
  readonly textures?: readonly StageTexture[];
  readonly warnings?: readonly string[];
  /** Minimum and maximum corner of the content over all frames, metres, Y up. */
  readonly bounds: Float64Array;
}

export interface StageTexture {
  /** Name of the file. */
  readonly name: string;
  /** PNG or JPEG. */
  readonly bytes: Uint8Array;
}

/** Returns bounds that contain nothing. */
export function emptyBounds(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

/** Enlarges bounds so that they contain points [3 · count], which are displaced by `offset`. */
export function growBounds(
  bounds: Float64Array | Float32Array,
  points: ArrayLike<number>,
  offset: ArrayLike<number> = [0, 0, 0],
): void {
  for (let k = 0; k < points.length; k++) {
    const axis = k % 3;
    const value = points[k] + offset[axis];
    if (value < bounds[axis]) bounds[axis] = value;
    if (value > bounds[3 + axis]) bounds[3 + axis] = value;
  }
}

/** Returns the eight corners of a box (minimum and maximum corner), transformed by a matrix, [24]. Without a matrix they are unchanged. */
export function cornersOf(box: ArrayLike<number>, matrix: Matrix = createMatrix()): number[] {
  const corners: number[] = [];
  const corner = [0, 0, 0];
  for (let k = 0; k < 8; k++) {
    transformPoint(
      corner,
      matrix,
      [0, 1, 2].map((axis) => box[axis + ((k >> axis) & 1 ? 3 : 0)]),
    );
    append(corners, corner);
  }
  return corners;
}

/** Returns the minimum and maximum corner of points [3 · count] as the attribute `extent` of USD. */
export function extentOf(points: ArrayLike<number>): Float32Array {
  const bounds = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  growBounds(bounds, points);
  return bounds;
}

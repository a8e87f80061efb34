import { hashBits, hashUnit } from '../math/random.ts';
import { type GroundLook, stoneAlbedo, wetDarkening, wetGloss, wetSharpness } from './ground-look.ts';
import { type LightDirection, shadowOfSun, visibleSkyCoarse } from './light-sweep.ts';
import type { Picture } from './picture.ts';
import { displayByte } from './tone.ts';

export interface ReliefOptions {
  readonly look: GroundLook;
  /** Fraction of a sample that is pressed ground, 0..1, [columns · rows]. */
  readonly pressed?: ArrayLike<number>;
  /** Wetness, 0..1; and fraction of a sample that is stone, 0..1. [columns · rows] */
  readonly wetness?: ArrayLike<number>;
  readonly stones?: ArrayLike<number>;
  /** Fraction of the light that passes objects and reaches the ground, 0..1, [columns · rows]. */
  readonly unshaded?: ArrayLike<number>;
  /** Heights are multiplied by this before shading. Default 1. */
  readonly exaggeration?: number;
  /** Direction of the light. Default: from the top left, 30° above the horizon, so that footprints look like hollows. */
  readonly sun?: LightDirection;
  /** True: neither grain nor ambient occlusion are drawn, for small pictures, in which they would hardly be visible. */
  readonly plain?: boolean;
}

/** The sun of every top view. Its light comes from the top left, and the tangent of its elevation is tan 30°. */
export const reliefSun: LightDirection = { towardX: -0.64, towardY: -0.77, slope: 0.57735 };

const grainSize = 256;
let grainTile: Float32Array | null = null;

/** Returns uniform grain in −1..1: fine noise, mixed with some coarser noise. All pictures use the same tile. */
export function grainAt(x: number, y: number): number {
  if (!grainTile) {
    grainTile = new Float32Array(grainSize * grainSize);
    const coarse = new Float32Array(grainTile.length / 4);
    for (let k = 0; k < coarse.length; k++) coarse[k] = 0.7 * hashUnit(9, k) - 0.35;
    for (let k = 0; k < grainTile.length; k++) {
      const bits = hashBits(7, k);
      const fine = ((bits & 0xffff) + (bits >>> 16)) / 0xffff - 1;
      grainTile[k] = 0.65 * fine + coarse[((k >> 9) << 7) | ((k & 255) >> 1)];
    }
  }
  return grainTile[((y & 255) << 8) | (x & 255)];
}

/**
 * Draws a height map from straight above under a low sun, with soft shadows, ambient occlusion and the material's colour.
 *
 * heights [columns · rows] in metres, row 0 at the top of the picture; `cell`: distance of samples in metres. One sample becomes one pixel.
 * The result depends only on the arguments. Heights that are not finite are drawn as height 0.
 */
export function shadeRelief(
  heights: Float32Array,
  columns: number,
  rows: number,
  cell: number,
  options: ReliefOptions,
): Picture {
  const { look, pressed, unshaded, wetness, stones } = options;
  const sun = options.sun ?? reliefSun;
  const surface = prepareHeights(heights, options.exaggeration ?? 1);
  const lit = shadowOfSun(surface, columns, rows, cell, sun);
  const open = options.plain
    ? new Float32Array(columns * rows).fill(1)
    : visibleSkyCoarse(surface, columns, rows, cell);
  const level = Math.sqrt(sun.towardX * sun.towardX + sun.towardY * sun.towardY);
  const length = Math.sqrt(1 + sun.slope * sun.slope);
  const lightX = sun.towardX / level / length;
  const lightY = sun.towardY / level / length;
  const lightUp = sun.slope / length;
  // The half vector between the direction to the light and the direction to the eye above.
  const halfLength = Math.sqrt(lightX * lightX + lightY * lightY + (lightUp + 1) * (lightUp + 1));
  const [halfX, halfY, halfUp] = [lightX / halfLength, lightY / halfLength, (lightUp + 1) / halfLength];
  const grain = options.plain ? 0 : look.grain;
  const rgb = new Uint8Array(3 * columns * rows);
  const [albedoRed, albedoGreen, albedoBlue] = look.albedo;
  const [tintRed, tintGreen, tintBlue] = look.pressedTint.map((tint) => tint - 1);
  // Scaled so that level ground is equally bright, whatever the elevation of the sun.
  const strength = 0.5 / lightUp;
  const [sunRed, sunGreen, sunBlue] = look.sun.map((light) => light * strength * look.exposure);
  const [skyRed, skyGreen, skyBlue] = look.sky.map((light) => light * look.exposure);
  const inverse = 1 / (2 * cell);
  const reach = Math.max(1, Math.round(crestSize / cell));
  for (let row = 0; row < rows; row++) {
    const above = row > 0 ? -columns : 0;
    const below = row < rows - 1 ? columns : 0;
    for (let column = 0; column < columns; column++) {
      const k = row * columns + column;
      const slopeX = (surface[column < columns - 1 ? k + 1 : k] - surface[column > 0 ? k - 1 : k]) * inverse;
      const slopeY = (surface[k + below] - surface[k + above]) * inverse;
      const up = 1 / Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY);
      const facing = (lightUp - slopeX * lightX - slopeY * lightY) * up;
      const direct = Math.max(facing, 0) * lit[k] * (unshaded ? unshaded[k] : 1);
      const ambient = open[k] * (0.5 + 0.5 * up) * (unshaded ? 0.6 + 0.4 * unshaded[k] : 1);
      const shared = look.bounce * (1 - open[k]);
      const press = pressed ? pressed[k] : 0;
      const stone = stones ? stones[k] : 0;
      const wet = Math.max(look.wetness, wetness ? wetness[k] : 0);
      const tint = (1 + grain * grainAt(column, row)) * (1 - wetDarkening * wet);
      let shine = 0;
      if (look.gloss > 0 || wet > 0) {
        const cosine = (halfUp - slopeX * halfX - slopeY * halfY) * up;
        shine = look.gloss * (1 + 1.5 * press) * direct * powerOf(cosine, look.sharpness);
        if (shine > 0.01) shine /= 1 + crestAt(surface, columns, rows, column, row, reach, cell);
        if (wet > 0) shine += wetGloss * wet * direct * powerOf(cosine, wetSharpness);
      }
      if (look.sparkleFromAbove > 0 && hashUnit(21, column, row) > 0.998)
        shine += look.sparkleFromAbove * direct;
      const sunlight = direct + 0.4 * shared;
      const skylight = ambient + shared;
      let red = albedoRed * (1 + press * tintRed);
      let green = albedoGreen * (1 + press * tintGreen);
      let blue = albedoBlue * (1 + press * tintBlue);
      if (stone > 0) {
        red += stone * (stoneAlbedo[0] - red);
        green += stone * (stoneAlbedo[1] - green);
        blue += stone * (stoneAlbedo[2] - blue);
      }
      red *= tint;
      green *= tint;
      blue *= tint;
      rgb[3 * k] = displayByte(red * (sunRed * sunlight + skyRed * skylight) + shine * sunRed);
      rgb[3 * k + 1] = displayByte(green * (sunGreen * sunlight + skyGreen * skylight) + shine * sunGreen);
      rgb[3 * k + 2] = displayByte(blue * (sunBlue * sunlight + skyBlue * skylight) + shine * sunBlue);
    }
  }
  return { width: columns, height: rows, rgb };
}

/** Half the width of a crest in metres: on this distance a slope turns from one side to the other. */
const crestSize = 0.004;

/**
 * Returns the change of the slope at a sample, over `reach` samples on both sides, squared and scaled. A sharp crest reflects the sun into
 * all directions, so its highlight is wide and weak.
 */
function crestAt(
  surface: Float32Array,
  columns: number,
  rows: number,
  column: number,
  row: number,
  reach: number,
  cell: number,
): number {
  const k = row * columns + column;
  const left = surface[k - Math.min(reach, column)];
  const right = surface[k + Math.min(reach, columns - 1 - column)];
  const upper = surface[k - Math.min(reach, row) * columns];
  const lower = surface[k + Math.min(reach, rows - 1 - row) * columns];
  const turnX = (left + right - 2 * surface[k]) / (reach * cell);
  const turnY = (upper + lower - 2 * surface[k]) / (reach * cell);
  return 4 * (turnX * turnX + turnY * turnY);
}

function prepareHeights(heights: Float32Array, exaggeration: number): Float32Array {
  const surface = new Float32Array(heights.length);
  for (let k = 0; k < heights.length; k++) {
    const height = heights[k] * exaggeration;
    surface[k] = height - height === 0 ? height : 0;
  }
  return surface;
}

/** Returns x to an integer power by squaring. 0 for x ≤ 0. */
function powerOf(x: number, exponent: number): number {
  if (x <= 0) return 0;
  let result = 1;
  let base = x;
  for (let e = exponent; e > 0; e >>= 1) {
    if (e & 1) result *= base;
    base *= base;
  }
  return result;
}

import { linearOfSrgb } from '../math/srgb.ts';
import type { SurfaceLook } from '../systems/outputs/heightfield.ts';
import { type Light, lightOf } from './tone.ts';

/** Appearance of a ground material in pictures. Colours are linear. It does not affect the simulation. */
export interface GroundLook {
  readonly albedo: Light;
  /** Factor by which the albedo of pressed columns is multiplied: damp sand, wet mud, packed snow. */
  readonly pressedTint: Light;
  /** Strength of the fine grain, as a fraction of the albedo. */
  readonly grain: number;
  /** Strength of a specular highlight. 0 for a matte surface. */
  readonly gloss: number;
  /** Exponent of the highlight's cosine. */
  readonly sharpness: number;
  /** Roughness of the fine surface, as a slope. */
  readonly bump: number;
  /** Brightness of single bright grains in perspective pictures. 0 for none. */
  readonly sparkle: number;
  /** The same in pictures from above, in which no material has bright grains by itself. */
  readonly sparkleFromAbove: number;
  /** Exposure of pictures from above and of contact sheets: the light is multiplied by it, so that level snow is white. */
  readonly exposure: number;
  /** How wet the material looks by itself, 0..1. Its colour and gloss already contain this wetness. */
  readonly ownDampness: number;
  /** Wetness that is added to the ground everywhere, 0..1. */
  readonly wetness: number;
  readonly sun: Light;
  readonly sky: Light;
  /** Fraction of the incident light that the ground reflects onto other surfaces. */
  readonly bounce: number;
}

/** Linear colour of stones in every material. */
export const stoneAlbedo: Light = lightOf(126, 121, 114);
/** Fraction by which water darkens the albedo of fully wet ground, because light penetrates deeper. */
export const wetDarkening = 0.52;
/** Gloss of fully wet ground, and exponent of its highlight. */
export const wetGloss = 0.24;
export const wetSharpness = 60;

const daylight: Light = [1.5, 1.34, 1.12];
const clearSky: Light = [0.25, 0.3, 0.38];

/** The values that a material has. The others follow from the choices of a ground. */
type MaterialLook = Omit<GroundLook, 'sparkleFromAbove' | 'wetness'>;

/** Brightness of the grains of fresh snow. */
const snowSparkle = 0.8;

const looks: Record<string, MaterialLook> = {
  sand: {
    albedo: lightOf(222, 190, 143),
    pressedTint: [0.82, 0.775, 0.72],
    grain: 0.11,
    gloss: 0,
    sharpness: 1,
    bump: 0.22,
    sparkle: 0,
    exposure: 1,
    ownDampness: 0,
    sun: daylight,
    sky: clearSky,
    bounce: 0.25,
  },
  mud: {
    albedo: lightOf(118, 92, 70),
    pressedTint: [0.78, 0.77, 0.77],
    grain: 0.07,
    gloss: 0.2,
    sharpness: 22,
    bump: 0.16,
    sparkle: 0,
    exposure: 1,
    ownDampness: 0.55,
    sun: daylight,
    sky: clearSky,
    bounce: 0.5,
  },
  snow: {
    albedo: lightOf(240, 244, 250),
    pressedTint: [0.86, 0.92, 1],
    grain: 0.025,
    gloss: 0,
    sharpness: 1,
    bump: 0.11,
    sparkle: snowSparkle,
    exposure: 1.35,
    ownDampness: 0,
    sun: [1.55, 1.46, 1.34],
    sky: [0.36, 0.46, 0.62],
    bounce: 0.4,
  },
};

const soil: MaterialLook = { ...looks.sand, albedo: lightOf(168, 152, 132), pressedTint: [0.82, 0.8, 0.78] };

/** Factor between the albedo of mud and that of the same mud after it has dried. */
const dryLightening = 1.7;

/** Returns the appearance of a material by name, with the values that a ground replaces. An unknown material looks like bare soil. */
export function groundLook(material: string, chosen: SurfaceLook = {}): GroundLook {
  const own = Object.hasOwn(looks, material) ? looks[material] : soil;
  const { color, dampness = own.ownDampness, sparkle, grain = 1 } = chosen;
  const albedo = color ? (color.map(linearOfSrgb) as unknown as Light) : own.albedo;
  // The remaining fraction of the material's own wetness, and the wetness that is added to it.
  const left = own.ownDampness > 0 ? Math.min(1, dampness / own.ownDampness) : 1;
  const added = Math.max(0, (dampness - own.ownDampness) / (1 - own.ownDampness));
  const lightening = 1 + (1 - left) * (dryLightening - 1);
  return {
    ...own,
    albedo: [lighten(albedo[0]), lighten(albedo[1]), lighten(albedo[2])],
    gloss: own.gloss * left,
    wetness: added,
    grain: own.grain * grain,
    bump: own.bump * grain,
    sparkle: sparkle === undefined ? own.sparkle : snowSparkle * sparkle,
    sparkleFromAbove: snowSparkle * (sparkle ?? 0),
  };

  function lighten(value: number): number {
    return Math.min(1, value * lightening);
  }
}

import type { SurfaceLook } from '../../systems/outputs/heightfield.ts';

/** The appearance of a ground material. Colours are linear. It does not affect the simulation. */
export interface GroundLook {
  readonly albedo: readonly [number, number, number];
  /** Factor by which the albedo of a pressed column is multiplied: damp sand, wet mud, packed snow. */
  readonly pressedTint: readonly [number, number, number];
  /** Variation of the colour, as a fraction of the albedo. */
  readonly grain: number;
  /** Roughness of the fine surface, as a slope. Where the ground is pressed, half of it is used. */
  readonly bump: number;
  /** Roughness of loose and of pressed ground, 0..1. */
  readonly roughness: number;
  readonly pressedRoughness: number;
  /** Fraction of the surface that is wet: smoother and darker in patches, 0 to 1. */
  readonly wetness: number;
  /** Brightness of single bright grains. 0 for none. */
  readonly sparkle: number;
  /** Darkening of hollows, 0 to 1. In bright materials it is small, because light that the walls reflect brightens hollows. */
  readonly cavity: number;
}

/** Linear colour of stones, in every material. */
export const stoneAlbedo = linear(126, 121, 114);

const looks: Record<string, GroundLook> = {
  sand: {
    albedo: linear(222, 190, 143),
    pressedTint: [0.82, 0.78, 0.73],
    grain: 0.19,
    bump: 0.25,
    roughness: 0.96,
    pressedRoughness: 0.9,
    wetness: 0,
    sparkle: 0.12,
    cavity: 0.7,
  },
  mud: {
    albedo: linear(118, 92, 70),
    pressedTint: [0.8, 0.79, 0.79],
    grain: 0.2,
    bump: 0.24,
    roughness: 0.7,
    pressedRoughness: 0.3,
    wetness: 0.55,
    sparkle: 0,
    cavity: 0.7,
  },
  snow: {
    albedo: linear(240, 244, 250),
    pressedTint: [0.93, 0.96, 1],
    grain: 0.05,
    bump: 0.18,
    roughness: 0.9,
    pressedRoughness: 0.72,
    wetness: 0,
    sparkle: 1,
    cavity: 0.4,
  },
};

const soil: GroundLook = { ...looks.sand, albedo: linear(168, 152, 132), sparkle: 0 };

/** Returns the look of a material by name, with what a ground chose itself. If the name is unknown, returns the look of bare soil. */
export function groundLook(material: string, chosen: SurfaceLook = {}): GroundLook {
  const own = Object.hasOwn(looks, material) ? looks[material] : soil;
  const { color, dampness: wetness = own.wetness, sparkle = own.sparkle, grain = 1 } = chosen;
  // Material that has dried is as rough as sand.
  const dry = Math.max(0, 1 - wetness / own.wetness || 0);
  const roughen = (roughness: number) => roughness + dry * (0.96 - roughness);
  return {
    ...own,
    albedo: color ? linear(...(color.map((value) => 255 * value) as [number, number, number])) : own.albedo,
    grain: own.grain * grain,
    bump: own.bump * grain,
    roughness: roughen(own.roughness),
    pressedRoughness: roughen(own.pressedRoughness),
    wetness,
    sparkle,
  };
}

/** Converts 0..255 in sRGB to linear light. */
function linear(red: number, green: number, blue: number): [number, number, number] {
  const decode = (value: number) => {
    const fraction = value / 255;
    return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
  };
  return [decode(red), decode(green), decode(blue)];
}

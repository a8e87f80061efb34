import { linearOfSrgb } from '../../../math/srgb.ts';
import type { SurfaceLook } from '../../../systems/outputs/heightfield.ts';

/** The appearance of a ground material, as parameters of a glTF material. */
export interface Appearance {
  /** Base colour, linear RGBA. */
  readonly baseColorFactor: readonly [number, number, number, number];
  readonly metallicFactor: number;
  readonly roughnessFactor: number;
}

interface Material {
  readonly color: readonly number[];
  readonly roughness: number;
  /** The wetness at which the material has this colour and roughness, 0 to 1. */
  readonly dampness: number;
}

const materials: Record<string, Material> = {
  sand: { color: [0.58, 0.44, 0.26], roughness: 1, dampness: 0 },
  mud: { color: [0.1, 0.056, 0.028], roughness: 0.45, dampness: 0.55 },
  snow: { color: [0.85, 0.89, 0.95], roughness: 0.75, dampness: 0 },
};
const unknown: Material = { color: [0.4, 0.4, 0.4], roughness: 1, dampness: 0 };

/** Roughness of ground under a film of water, and of a wet material that has dried. */
const filmRoughness = 0.15;
const dryRoughness = 1;
/** Factors by which the colour changes under a film of water, and if a wet material dries. */
const filmDarkening = 0.5;
const dryLightening = 1.7;

/**
 * Returns the appearance of dry sand, wet mud or fresh snow, changed by the `look` of the ground. Other materials are grey. `sparkle` and
 * `grain` have no effect, because they need a texture, and the material in the file has none.
 */
export function appearanceOf(material: string, look: SurfaceLook = {}): Appearance {
  const own = Object.hasOwn(materials, material) ? materials[material] : unknown;
  const { dampness = own.dampness } = look;
  const isWetter = dampness > own.dampness;
  const change = isWetter
    ? (dampness - own.dampness) / (1 - own.dampness)
    : own.dampness && 1 - dampness / own.dampness;
  const target = isWetter ? filmRoughness : dryRoughness;
  const factor = 1 + change * ((isWetter ? filmDarkening : dryLightening) - 1);
  const [red, green, blue] = (look.color?.map(linearOfSrgb) ?? own.color).map((value) =>
    Math.min(1, value * factor),
  );
  return {
    baseColorFactor: [red, green, blue, 1],
    metallicFactor: 0,
    roughnessFactor: own.roughness + change * (target - own.roughness),
  };
}

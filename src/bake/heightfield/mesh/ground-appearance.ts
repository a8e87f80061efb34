/** The appearance of a ground material, as parameters of a glTF material. */
export interface Appearance {
  /** Base colour, linear RGBA. */
  readonly baseColorFactor: readonly [number, number, number, number];
  readonly metallicFactor: number;
  readonly roughnessFactor: number;
}

/** Returns the appearance of dry sand, wet mud or fresh snow. Grey for other materials. */
export function appearanceOf(material: string): Appearance {
  const appearances: Record<string, Appearance> = {
    sand: { baseColorFactor: [0.58, 0.44, 0.26, 1], metallicFactor: 0, roughnessFactor: 1 },
    mud: { baseColorFactor: [0.1, 0.056, 0.028, 1], metallicFactor: 0, roughnessFactor: 0.45 },
    snow: { baseColorFactor: [0.85, 0.89, 0.95, 1], metallicFactor: 0, roughnessFactor: 0.75 },
  };
  return (
    appearances[material] ?? { baseColorFactor: [0.4, 0.4, 0.4, 1], metallicFactor: 0, roughnessFactor: 1 }
  );
}

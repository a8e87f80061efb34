import { openGlbPatch } from '../files/glb-open.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { InputError } from '../input-error.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import { hintAtName } from '../nearest-name.ts';
import type { SceneActor } from './scene.ts';
import type { ReadCharacter } from './shared-characters.ts';

interface Material {
  name?: string;
  pbrMetallicRoughness?: { baseColorFactor?: number[] };
}

/**
 * Returns a character with other colours of its materials, and its file as a GLB with these colours. All else is unchanged. Throws InputError
 * if a material does not exist. path: `colors` of the actor in the scene.
 */
export async function recolorCharacter(
  character: ReadCharacter,
  colors: SceneActor['colors'],
  { file, path }: { readonly file: string; readonly path: string },
): Promise<ReadCharacter> {
  const { patch } = openGlbPatch(character.bytes, { name: file, resolve: character.resolve });
  const materials = (patch.json.materials ?? []) as Material[];
  const names = [...new Set(materials.flatMap(({ name }) => (name ? [name] : [])))];
  const unknown = colors.flatMap(({ material }, index) =>
    names.includes(material)
      ? []
      : [
          {
            path: `${path}[${index}].material`,
            message: `no material of ${file} is called "${material}", ${hintAtName(material, names)}`,
          },
        ],
  );
  if (unknown.length > 0) throw new InputError(unknown);
  for (const { material, color } of colors) {
    for (const found of materials.filter(({ name }) => name === material)) {
      const alpha = found.pbrMetallicRoughness?.baseColorFactor?.[3] ?? 1;
      found.pbrMetallicRoughness = {
        ...found.pbrMetallicRoughness,
        baseColorFactor: [...Array.from(color, linearOfSrgb), alpha],
      };
    }
  }
  const bytes = patch.toGlb();
  const rig = await readGltf(bytes, { name: file, resolve: character.resolve });
  return { ...character, rig: { ...rig, warnings: character.rig.warnings }, bytes };
}

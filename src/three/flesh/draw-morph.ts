import { InputError } from '../../input-error.ts';
import type { OutputDrawer } from '../output-drawer.ts';
import { attachFlesh } from './attach-flesh.ts';

/** Moves the vertices of a character. Throws an `InputError` if the character is not given. */
export const morphDrawer: OutputDrawer<'morph'> = {
  kind: 'morph',
  draw(output, { characters, fleshShading }) {
    const character = characters?.get(output.actor);
    if (!character) {
      const known = [...(characters?.keys() ?? [])].map((name) => `"${name}"`).join(', ') || 'none';
      throw InputError.at(
        output.name,
        `expected the object of actor "${output.actor}" among \`characters\`, got ${known}`,
      );
    }
    const { object, meshes } = character;
    const binding = attachFlesh(object, output, { meshes, shading: fleshShading });
    return { object, update: () => binding.update(), dispose: () => binding.dispose() };
  },
};

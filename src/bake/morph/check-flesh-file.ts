import { openContainer } from '../../files/gltf/container.ts';
import { JsonValue } from '../../files/gltf/json-value.ts';
import type { BakeActor } from '../bake-plan.ts';
import { type Bake, outputsOfKind } from '../output-definition.ts';
import { refuseInstances } from './mesh-primitives.ts';

/** Throws an `InputError` if a character's file cannot store the flesh of the character. Called before the simulation. */
export function checkFleshFile(bake: Bake, { name, file, character }: BakeActor): void {
  if (!character) return;
  const moving = outputsOfKind(bake, 'morph').filter(({ output }) => output.actor === name);
  if (moving.length === 0) return;
  const root = new JsonValue(file, '', openContainer(character.bytes, file).json);
  for (const { output } of moving) {
    for (const { surface } of output.surfaces)
      refuseInstances(root, character.actor.rig.surfaces[surface].node);
  }
}

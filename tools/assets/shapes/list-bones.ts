/** Skeletons from a list of joints. */
import type { Vector } from './level-set.ts';
import type { Bone } from './write-character.ts';

/** A joint with its world position in the rest pose, metres. For the root, the name of the parent is empty. */
export type BonePosition = readonly [name: string, parent: string, position: Vector];

/** Returns the middle bones, then the left bones (`.L`) and the right bones (`.R`, mirrored in x). Parents come before their children. */
export function listBones(middle: readonly BonePosition[], left: readonly BonePosition[]): Bone[] {
  const list: Bone[] = [];
  const indexOf = (name: string) => list.findIndex((bone) => bone.name === name);
  for (const [name, parent, position] of middle) list.push({ name, parent: indexOf(parent), position });
  for (const side of ['L', 'R']) {
    for (const [name, parent, [x, y, z]] of left) {
      const sided = indexOf(`${parent}.${side}`);
      list.push({
        name: `${name}.${side}`,
        parent: sided >= 0 ? sided : indexOf(parent),
        position: [side === 'L' ? x : -x, y, z],
      });
    }
  }
  return list;
}

/** Returns the index of a bone by its name. Throws if there is none. */
export function indexOfBone(bones: readonly Bone[], name: string): number {
  const index = bones.findIndex((bone) => bone.name === name);
  if (index < 0) throw new Error(`no bone named ${name}`);
  return index;
}

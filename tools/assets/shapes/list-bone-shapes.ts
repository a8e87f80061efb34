/** The union of each bone's parts, for weights and colours. */

import type { BlendedShape, LevelSet } from './level-set.ts';
import { indexOfBone } from './list-bones.ts';
import type { Bone } from './write-character.ts';

export interface Part extends BlendedShape {
  /** Bone of the part. A part of a `.L` bone is mirrored to the other side. A part of a middle bone must be symmetric in x. */
  readonly bone: string;
}

/** Returns the level sets of bones by the index of the bone. */
export function listBoneShapes(bones: readonly Bone[], parts: readonly Part[]): Map<number, LevelSet> {
  const sets = new Map<number, LevelSet>();
  for (const part of parts) {
    for (const side of part.bone.endsWith('.L') ? ['L', 'R'] : ['']) {
      const name = side ? part.bone.replace(/L$/, side) : part.bone;
      const sign = side === 'R' ? -1 : 1;
      const own: LevelSet = (x, y, z) => part.shape(side ? sign * x : Math.abs(x), y, z);
      const index = indexOfBone(bones, name);
      const before = sets.get(index);
      sets.set(index, before ? (x, y, z) => Math.min(before(x, y, z), own(x, y, z)) : own);
    }
  }
  return sets;
}

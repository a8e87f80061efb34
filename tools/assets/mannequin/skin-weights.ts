/** Skin weights from distances: a vertex follows the nearest bone, and other bones that are nearly as near. */
import type { LevelSet } from '../shapes/level-set.ts';
import { weighByBones } from '../shapes/weigh-by-bones.ts';
import { weighSkin } from '../shapes/weigh-skin.ts';
import type { SkinWeights } from '../shapes/write-character.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Difference from the nearest bone's distance at which a bone's weight is 0, metres. */
const fade = 0.034;

/** Returns the weights of vertices of the body. positions: [3 · vertexCount], m. The distances are those of each bone's own level set. */
export function weighBody(positions: Float64Array, bonesOfBody: ReadonlyMap<number, LevelSet>): SkinWeights {
  return weighByBones(positions, bones, bonesOfBody, fade);
}

/** Returns the weights of a shoe's vertices: the foot behind the flex line, the toes in front of it, blended over `width` metres. */
export function weighShoe(positions: Float64Array, side: 'L' | 'R', width: number): SkinWeights {
  const foot = boneIndex(`foot.${side}`);
  const toes = boneIndex(`toes.${side}`);
  const line = bones[toes].position[2];
  return weighSkin(positions, bones.length, fade, (_x, _y, z, distances) => {
    const ahead = ((z - line) / width) * fade;
    distances[foot] = Math.max(0, ahead);
    distances[toes] = Math.max(0, -ahead);
  });
}

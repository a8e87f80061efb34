/** Skin weights from distances: a vertex follows the bones whose parts are about as near as the nearest. */
import type { LevelSet } from '../shapes/level-set.ts';
import { type Measure, weighSkin } from '../shapes/weigh-skin.ts';
import type { SkinWeights } from '../shapes/write-character.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Over this difference of distances a bone fades out, metres. */
const fade = 0.034;
/** A part of the other side counts as farther by this much for every metre across the middle. */
const sidePenalty = 2.5;

/** Weights of body vertices, [3 · vertexCount] metres, from each bone's own level set. */
export function weighBody(positions: Float64Array, bonesOfBody: ReadonlyMap<number, LevelSet>): SkinWeights {
  const sets = [...bonesOfBody];
  return weigh(positions, (x, y, z, distances) => {
    for (const [bone, set] of sets) {
      const name = bones[bone].name;
      const wrongSide = name.endsWith('.L') ? Math.max(0, -x) : name.endsWith('.R') ? Math.max(0, x) : 0;
      distances[bone] = set(x, y, z) + sidePenalty * wrongSide;
    }
  });
}

/** Weights of a shoe's vertices: foot behind the flex line, toes before it, faded over `width` metres. */
export function weighShoe(positions: Float64Array, side: 'L' | 'R', width: number): SkinWeights {
  const foot = boneIndex(`foot.${side}`);
  const toes = boneIndex(`toes.${side}`);
  const line = bones[toes].position[2];
  return weigh(positions, (_x, _y, z, distances) => {
    const ahead = ((z - line) / width) * fade;
    distances[foot] = Math.max(0, ahead);
    distances[toes] = Math.max(0, -ahead);
  });
}

function weigh(positions: Float64Array, measure: Measure): SkinWeights {
  return weighSkin(positions, bones.length, fade, measure);
}

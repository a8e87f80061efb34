/** Skin weights from the shapes of bones. */
import type { LevelSet } from './level-set.ts';
import { weighSkin } from './weigh-skin.ts';
import type { Bone, SkinWeights } from './write-character.ts';

/** A part of the other side counts as farther by this much for every metre across the middle. */
const sidePenalty = 2.5;

/**
 * Weights of vertices, [3 · vertexCount] metres: each follows the bones whose shapes are about as near as the nearest; over `fade` metres of
 * difference a bone fades out. `stretch` says by how much a bone's distances count more: 1 where it is absent.
 */
export function weighByBones(
  positions: Float64Array,
  bones: readonly Bone[],
  shapes: ReadonlyMap<number, LevelSet>,
  fade: number,
  stretch: (name: string) => number = () => 1,
): SkinWeights {
  const sets = [...shapes].map(([bone, set]) => {
    const { name } = bones[bone];
    return { bone, set, name, factor: stretch(name) };
  });
  return weighSkin(positions, bones.length, fade, (x, y, z, distances) => {
    for (const { bone, set, name, factor } of sets) {
      const wrongSide = name.endsWith('.L') ? Math.max(0, -x) : name.endsWith('.R') ? Math.max(0, x) : 0;
      distances[bone] = factor * set(x, y, z) + sidePenalty * wrongSide;
    }
  });
}

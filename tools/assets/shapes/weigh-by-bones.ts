/** Skin weights from the shapes of bones. */
import type { LevelSet } from './level-set.ts';
import { weighSkin } from './weigh-skin.ts';
import type { Bone, SkinWeights } from './write-character.ts';

/** For a bone of the other side, this many metres are added to its distance for each metre beyond the middle plane. */
const sidePenalty = 2.5;

/**
 * Returns the weights of vertices. positions: [3 · vertexCount], m. See `weighSkin`. `stretch` returns a factor for a bone's distances;
 * absent: 1.
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

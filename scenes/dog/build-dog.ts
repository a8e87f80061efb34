/** Meshes the dog: a coat with as many vertices and triangles as the dog of the paper, and bare parts. */
import { buildOpenSurface } from '../shapes/build-open-surface.ts';
import { buildSurface, type Surface, toSingle } from '../shapes/build-surface.ts';
import { followBone, paintSurface } from '../shapes/dress-surface.ts';
import { layMaps } from '../shapes/side-view.ts';
import { weighSkin } from '../shapes/weigh-skin.ts';
import type { CharacterPart, SkinWeights } from '../shapes/write-character.ts';
import { bareParts, boneShapes, lining, openings, sideView, skin, skinBox } from './body.ts';
import { paintDog } from './colors.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Over this difference of distances a bone fades out, metres. */
const fade = 0.05;
/** A part of the other side counts as farther by this much for every metre across the middle. */
const sidePenalty = 2.5;

/** The dog at rest. */
export async function buildDog(): Promise<CharacterPart[]> {
  const coat = buildOpenSurface(skin, {
    box: skinBox,
    cell: 0.0072,
    cut: openings,
    vertices: 1872,
    triangles: 3220,
    bendWeight: 3,
  });
  const inner = await buildSurface(lining, skinBox, 0.0065, 1600);
  const parts: CharacterPart[] = [
    {
      name: 'coat',
      ...toSingle(coat),
      skin: weighCoat(coat),
      look: { color: [1, 1, 1], roughness: 0.9 },
      colors: paintSurface(coat, paintDog),
      texcoords: layMaps(sideView, coat),
    },
    {
      name: 'lining',
      ...toSingle(inner),
      skin: weighCoat(inner),
      look: { color: [0.6, 0.6, 0.6], roughness: 1 },
      colors: paintSurface(inner, paintDog),
    },
  ];
  for (const { name, bone, set, box, color, roughness } of bareParts) {
    const surface = await buildSurface(set, box, 0.003, 160);
    parts.push({
      name,
      ...toSingle(surface),
      skin: followBone(surface, boneIndex(bone)),
      look: { color, roughness },
    });
  }
  return parts;
}

function weighCoat({ positions }: Surface): SkinWeights {
  const sets = [...boneShapes].map(([bone, set]) => ({ bone, set, name: bones[bone].name }));
  return weighSkin(positions, bones.length, fade, (x, y, z, distances) => {
    for (const { bone, set, name } of sets) {
      const wrongSide = name.endsWith('.L') ? Math.max(0, -x) : name.endsWith('.R') ? Math.max(0, x) : 0;
      distances[bone] = set(x, y, z) + sidePenalty * wrongSide;
    }
  });
}

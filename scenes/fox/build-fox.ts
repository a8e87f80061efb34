/** Meshes the fox: skin, eyes and nose as closed surfaces with normals, colours and skin weights. */
import { buildSurface, type Surface, toSingle } from '../shapes/build-surface.ts';
import { followBone, paintSurface } from '../shapes/dress-surface.ts';
import { layMaps } from '../shapes/side-view.ts';
import { weighSkin } from '../shapes/weigh-skin.ts';
import type { CharacterPart, Look, SkinWeights } from '../shapes/write-character.ts';
import { boneShapes, faceParts, sideView, skin, skinBox } from './body.ts';
import { paintFox } from './colors.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Over this difference of distances a bone fades out, metres. */
const fade = 0.04;
/** Slim bones fade out sooner, by the factor 1.6. A part of the other side counts as farther by this much for every metre across the middle. */
const sidePenalty = 2.5;

const furLook: Look = { color: [1, 1, 1], roughness: 0.85 };
const faceLook: Look = { color: [0.012, 0.01, 0.01], roughness: 0.25 };

/** The fox at rest. */
export async function buildFox(cell = 0.0055, triangles = 12000): Promise<CharacterPart[]> {
  const surface = await buildSurface(skin, skinBox, cell, triangles, paintFox);
  const parts: CharacterPart[] = [
    {
      name: 'fur',
      ...toSingle(surface),
      skin: weighFur(surface),
      look: furLook,
      colors: paintSurface(surface, paintFox),
      texcoords: layMaps(sideView, surface),
    },
  ];
  for (const { name, set, box } of faceParts) {
    const face = await buildSurface(set, box, 0.002, 300);
    parts.push({ name, ...toSingle(face), skin: followBone(face, boneIndex('head')), look: faceLook });
  }
  return parts;
}

function weighFur({ positions }: Surface): SkinWeights {
  const sets = [...boneShapes].map(([bone, set]) => ({
    bone,
    set,
    name: bones[bone].name,
    isSlim: /^(forearm|hand|fingers|shank|foot|toes)/.test(bones[bone].name),
  }));
  return weighSkin(positions, bones.length, fade, (x, y, z, distances) => {
    for (const { bone, set, name, isSlim } of sets) {
      const wrongSide = name.endsWith('.L') ? Math.max(0, -x) : name.endsWith('.R') ? Math.max(0, x) : 0;
      distances[bone] = (isSlim ? 1.6 : 1) * set(x, y, z) + sidePenalty * wrongSide;
    }
  });
}

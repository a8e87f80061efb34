/** Meshes the fox: skin, eyes and nose as closed surfaces with normals, colours and skin weights. */
import { buildSurface, toSingle } from '../shapes/build-surface.ts';
import { followBone, paintSurface } from '../shapes/dress-surface.ts';
import { layMaps } from '../shapes/side-view.ts';
import { weighByBones } from '../shapes/weigh-by-bones.ts';
import type { CharacterPart, Look } from '../shapes/write-character.ts';
import { boneShapes, faceParts, sideView, skin, skinBox } from './body.ts';
import { paintFox } from './colors.ts';
import { boneIndex, bones } from './skeleton.ts';

/** A bone's weight falls to 0 where the bone is farther than the nearest bone by this distance, metres. */
const fade = 0.04;
/** Returns the factor of a bone's distances. The weights of slim bones fall over a shorter distance. */
const stretch = (name: string) => (/^(forearm|hand|fingers|shank|foot|toes)/.test(name) ? 1.6 : 1);

const furLook: Look = { color: [1, 1, 1], roughness: 0.85 };
const faceLook: Look = { color: [0.012, 0.01, 0.01], roughness: 0.25 };

/** Creates the fox in its rest pose. */
export async function buildFox(cell = 0.0055, triangles = 12000): Promise<CharacterPart[]> {
  const surface = await buildSurface(skin, skinBox, cell, triangles, paintFox);
  const parts: CharacterPart[] = [
    {
      name: 'fur',
      ...toSingle(surface),
      skin: weighByBones(surface.positions, bones, boneShapes, fade, stretch),
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

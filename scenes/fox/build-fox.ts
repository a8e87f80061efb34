/** Meshes the fox: skin, eyes and nose as closed surfaces with normals, colours and skin weights. */
import { buildSurface, type Surface, toSingle } from '../shapes/build-surface.ts';
import { weighSkin } from '../shapes/weigh-skin.ts';
import type { CharacterPart, Look, SkinWeights } from '../shapes/write-character.ts';
import { boneShapes, faceParts, skin, skinBox } from './body.ts';
import { paintFox } from './colors.ts';
import { toMap } from './side-view.ts';
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
      colors: colorFur(surface),
      texcoords: layMaps(surface),
    },
  ];
  for (const { name, set, box } of faceParts) {
    const face = await buildSurface(set, box, 0.002, 300);
    parts.push({ name, ...toSingle(face), skin: followHead(face), look: faceLook });
  }
  return parts;
}

function layMaps({ positions }: Surface): Uint16Array {
  const count = positions.length / 3;
  const texcoords = new Uint16Array(2 * count);
  for (let v = 0; v < count; v++) {
    const place = toMap(positions[3 * v + 1], positions[3 * v + 2]);
    texcoords.set(
      place.map((share) => Math.round(65535 * share)),
      2 * v,
    );
  }
  return texcoords;
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

function colorFur({ positions, normals }: Surface): Uint8Array {
  const count = positions.length / 3;
  const colors = new Uint8Array(4 * count);
  const color = new Float64Array(3);
  for (let v = 0; v < count; v++) {
    paintFox(color, positions.subarray(3 * v), normals.subarray(3 * v));
    for (let c = 0; c < 3; c++) colors[4 * v + c] = Math.round(255 * color[c]);
    colors[4 * v + 3] = 255;
  }
  return colors;
}

function followHead({ positions }: Surface): SkinWeights {
  const count = positions.length / 3;
  const joints = new Uint8Array(4 * count);
  const weights = new Uint8Array(4 * count);
  for (let v = 0; v < count; v++) {
    joints[4 * v] = boneIndex('head');
    weights[4 * v] = 255;
  }
  return { joints, weights };
}

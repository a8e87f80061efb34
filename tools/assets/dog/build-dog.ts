/** Meshes the dog: a coat with as many vertices and triangles as the dog of the paper, and bare parts. */
import { buildBareParts } from '../shapes/bare-parts.ts';
import { buildOpenSurface } from '../shapes/build-open-surface.ts';
import { buildSurface, toSingle } from '../shapes/build-surface.ts';
import { paintSurface } from '../shapes/dress-surface.ts';
import { layMaps } from '../shapes/side-view.ts';
import { weighByBones } from '../shapes/weigh-by-bones.ts';
import type { CharacterPart } from '../shapes/write-character.ts';
import { bareParts, boneShapes, lining, openings, sideView, skin, skinBox } from './body.ts';
import { paintDog } from './colors.ts';
import { bones } from './skeleton.ts';

/** A bone's weight falls to 0 where the bone is farther than the nearest bone by this distance, metres. */
const fade = 0.05;

/** Creates the dog in its rest pose. */
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
      skin: weighByBones(coat.positions, bones, boneShapes, fade),
      look: { color: [1, 1, 1], roughness: 0.9 },
      colors: paintSurface(coat, paintDog),
      texcoords: layMaps(sideView, coat),
    },
    {
      name: 'lining',
      ...toSingle(inner),
      skin: weighByBones(inner.positions, bones, boneShapes, fade),
      look: { color: [0.6, 0.6, 0.6], roughness: 1 },
      colors: paintSurface(inner, paintDog),
    },
  ];
  return [...parts, ...(await buildBareParts(bareParts, bones, 0.003))];
}

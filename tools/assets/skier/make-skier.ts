/** Makes `scenes/assets/skier.glb`: `npx tsx tools/assets/skier/make-skier.ts`. It writes the same bytes every time. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildMannequin, crowdDetail } from '../mannequin/build-mannequin.ts';
import { longShirt, lookOf, type Person, skins, trouserHem } from '../mannequin/outfits.ts';
import { boneIndex } from '../mannequin/skeleton.ts';
import { type Surface, toSingle } from '../shapes/build-surface.ts';
import { followBone } from '../shapes/dress-surface.ts';
import { type CharacterPart, type Look, writeCharacter } from '../shapes/write-character.ts';
import { sampleSkiRun, skierBones } from './ski-run.ts';
import { buildBoot, buildPole, buildSki } from './skis.ts';

export const skierFile = fileURLToPath(new URL('../../../scenes/assets/skier.glb', import.meta.url));
export const runTime = 5;

const skiLook: Look = { color: [0.5, 0.06, 0.04], roughness: 0.35 };
const bootLook: Look = { color: [0.05, 0.05, 0.06], roughness: 0.4 };
const poleLook: Look = { color: [0.25, 0.26, 0.28], roughness: 0.4, metalness: 0.6 };
/** Jacket, trousers and helmet. */
const suited: Person = {
  build: 'runner',
  outfit: { hem: trouserHem, shirt: longShirt, hair: null, hat: 'helmet' },
  looks: lookOf({
    skin: skins.fair,
    hair: [0, 0, 0],
    shirt: [0.03, 0.16, 0.34],
    shorts: [0.02, 0.025, 0.035],
    shoes: [0, 0, 0],
    hat: [0.5, 0.06, 0.04],
  }),
};
/** Number of bones before the mannequin's bones. */
const first = 3;

export async function makeSkier(): Promise<Uint8Array> {
  const character = (await buildMannequin(crowdDetail, suited)).filter(
    ({ name }) => name !== 'upper' && name !== 'sole',
  );
  const part = (name: string, look: Look, surface: Surface, bone: number): CharacterPart => ({
    name,
    look,
    ...toSingle(surface),
    skin: followBone(surface, bone),
  });
  const sides = [
    ['L', 1],
    ['R', 2],
  ] as const;
  return writeCharacter({
    name: 'skier',
    generator: 'aftermotion scenes/skier',
    bones: skierBones,
    parts: [
      ...sides.map(([side, bone]) =>
        part(`ski-${side}`, skiLook, moveTo(buildSki(), skierBones[bone].position[0]), bone),
      ),
      ...sides.map(([side]) =>
        part(`boot-${side}`, bootLook, buildBoot(side), first + boneIndex(`foot.${side}`)),
      ),
      ...sides.map(([side]) =>
        part(`pole-${side}`, poleLook, buildPole(side), first + boneIndex(`hand.${side}`)),
      ),
      ...character.map((piece) => ({
        ...piece,
        skin: {
          weights: piece.skin.weights,
          joints: piece.skin.joints.map((joint, k) => (piece.skin.weights[k] > 0 ? joint + first : 0)),
        },
      })),
    ],
    clips: [sampleSkiRun('turns', runTime)],
  });
}

function moveTo(surface: Surface, x: number): Surface {
  return { ...surface, positions: surface.positions.map((value, k) => (k % 3 === 0 ? value + x : value)) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(skierFile, await makeSkier());

/**
 * Makes `scenes/assets/tripping-runner.glb`: `npx tsx tools/assets/mannequin/make-tripping-runner.ts`. Deterministic.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeCharacter } from '../shapes/write-character.ts';
import { buildMannequin, crowdDetail } from './build-mannequin.ts';
import { lookOf, type Person, shortHem, shortShirt, skins } from './outfits.ts';
import { bones } from './skeleton.ts';
import { simulateTrip } from './trip.ts';

export const trippingRunnerFile = fileURLToPath(
  new URL('../../../scenes/assets/tripping-runner.glb', import.meta.url),
);

/** Seconds of the clip. */
export const clipTime = 6.2;

const trippingRunner: Person = {
  build: 'slight',
  outfit: { hem: shortHem, shirt: shortShirt, hair: 'ponytail', hat: null },
  looks: lookOf({
    skin: skins.tan,
    hair: [0.06, 0.026, 0.012],
    shirt: [0.03, 0.22, 0.24],
    shorts: [0.03, 0.032, 0.04],
    shoes: [0.5, 0.12, 0.05],
  }),
};

export async function makeTrippingRunner(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'runner',
    generator: 'aftermotion scenes/mannequin',
    bones,
    parts: await buildMannequin(crowdDetail, trippingRunner),
    clips: [(await simulateTrip(clipTime)).clip],
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(trippingRunnerFile, await makeTrippingRunner());
}

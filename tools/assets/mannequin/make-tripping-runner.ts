/**
 * Makes `scenes/assets/tripping-runner.glb`: `npx tsx tools/assets/mannequin/make-tripping-runner.ts`. Deterministic.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeCharacter } from '../shapes/write-character.ts';
import { buildMannequin, crowdDetail } from './build-mannequin.ts';
import { bones } from './skeleton.ts';
import { simulateTrip } from './trip.ts';

export const trippingRunnerFile = fileURLToPath(
  new URL('../../../scenes/assets/tripping-runner.glb', import.meta.url),
);

/** Seconds of the clip. */
export const clipTime = 6.2;

export async function makeTrippingRunner(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'runner',
    generator: 'aftermotion scenes/mannequin',
    bones,
    parts: await buildMannequin(crowdDetail),
    clips: [(await simulateTrip(clipTime)).clip],
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(trippingRunnerFile, await makeTrippingRunner());
}

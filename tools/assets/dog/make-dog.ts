/** Makes `scenes/assets/dog.glb` and the maps of its coat: `npx tsx tools/assets/dog/make-dog.ts`. Deterministic. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { drawCoatMap, type MapName } from '../shapes/coat-maps.ts';
import { samplePoses } from '../shapes/sample-poses.ts';
import { writeCharacter } from '../shapes/write-character.ts';
import { sideView } from './body.ts';
import { buildDog } from './build-dog.ts';
import { dogCoat } from './coat.ts';
import { shakePeriod, shakePose } from './shake.ts';
import { bones } from './skeleton.ts';

export const dogFile = fileURLToPath(new URL('../../../scenes/assets/dog.glb', import.meta.url));

export function dogMapFile(name: MapName): string {
  return fileURLToPath(new URL(`../../../scenes/dog/${name}.png`, import.meta.url));
}

/** Creates the bytes of the dog's GLB. */
export async function makeDog(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'dog',
    generator: 'aftermotion scenes/dog',
    bones,
    parts: await buildDog(),
    clips: [samplePoses(bones, 'shake', shakePeriod, 180, shakePose)],
  });
}

/** Creates the bytes of a map of the coat. */
export function makeDogMap(name: MapName): Uint8Array {
  return drawCoatMap(name, dogCoat, sideView);
}

async function main(): Promise<void> {
  const bytes = await makeDog();
  writeFileSync(dogFile, bytes);
  for (const name of ['length', 'comb'] as const) writeFileSync(dogMapFile(name), makeDogMap(name));
  console.log(`wrote ${dogFile}: ${Math.round(bytes.length / 1000)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

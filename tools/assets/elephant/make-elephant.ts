/**
 * Makes `scenes/assets/elephant.glb` and the maps of its coat: `npx tsx tools/assets/elephant/make-elephant.ts`.
 * Deterministic.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { drawCoatMap, type MapName } from '../shapes/coat-maps.ts';
import { samplePoses } from '../shapes/sample-poses.ts';
import { writeCharacter } from '../shapes/write-character.ts';
import { sideView } from './body.ts';
import { buildElephant } from './build-elephant.ts';
import { elephantCoat } from './coat.ts';
import { bones } from './skeleton.ts';
import { walkPeriod, walkPose } from './walk.ts';

export const elephantFile = fileURLToPath(new URL('../../../scenes/assets/elephant.glb', import.meta.url));

export function elephantMapFile(name: MapName): string {
  return fileURLToPath(new URL(`../../../scenes/elephant/${name}.png`, import.meta.url));
}

/** Creates the bytes of the calf's GLB. */
export async function makeElephant(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'elephant',
    generator: 'aftermotion scenes/elephant',
    bones,
    parts: await buildElephant(),
    clips: [samplePoses(bones, 'walk', walkPeriod, 60, walkPose)],
  });
}

/** Creates the bytes of a map of the coat. */
export function makeElephantMap(name: MapName): Uint8Array {
  return drawCoatMap(name, elephantCoat, sideView);
}

async function main(): Promise<void> {
  const bytes = await makeElephant();
  writeFileSync(elephantFile, bytes);
  for (const name of ['length', 'comb'] as const) writeFileSync(elephantMapFile(name), makeElephantMap(name));
  console.log(`wrote ${elephantFile}: ${Math.round(bytes.length / 1000)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

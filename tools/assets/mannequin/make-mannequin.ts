/**
 * Makes the GLBs of the mannequins in `scenes/assets`: `npx tsx tools/assets/mannequin/make-mannequin.ts`.
 * Deterministic.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeCharacter } from '../shapes/write-character.ts';
import {
  buildMannequin,
  crowdDetail,
  fullDetail,
  heavyDetail,
  type MannequinDetail,
} from './build-mannequin.ts';
import { sampleClips, sampleHeavyClips } from './clips.ts';
import { heavy } from './outfits.ts';
import { bones } from './skeleton.ts';

export const mannequinFile = fileURLToPath(new URL('../../../scenes/assets/mannequin.glb', import.meta.url));
export const heavyMannequinFile = fileURLToPath(
  new URL('../../../scenes/assets/heavy-mannequin.glb', import.meta.url),
);

const generator = 'aftermotion scenes/mannequin';

export const crowdMannequinFile = fileURLToPath(
  new URL('../../../scenes/assets/crowd-mannequin.glb', import.meta.url),
);

/** Creates the bytes of the runner's GLB. */
export async function makeMannequin(detail: MannequinDetail = fullDetail): Promise<Uint8Array> {
  return writeCharacter({
    name: 'mannequin',
    generator,
    bones,
    parts: await buildMannequin(detail),
    clips: sampleClips(),
  });
}

/** Creates the bytes of the heavy mannequin's GLB. */
export async function makeHeavyMannequin(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'heavy-mannequin',
    generator,
    bones,
    parts: await buildMannequin(heavyDetail, heavy),
    clips: sampleHeavyClips(),
  });
}

/** Creates the bytes of the heavy mannequin's coarse GLB, which only jumps. */
export async function makeCrowdMannequin(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'crowd-mannequin',
    generator,
    bones,
    parts: await buildMannequin(crowdDetail, heavy),
    clips: sampleHeavyClips().filter((clip) => clip.name === 'jump'),
  });
}

async function main(): Promise<void> {
  mkdirSync(fileURLToPath(new URL('../../../scenes/assets', import.meta.url)), { recursive: true });
  for (const [file, bytes] of [
    [mannequinFile, await makeMannequin()],
    [heavyMannequinFile, await makeHeavyMannequin()],
    [crowdMannequinFile, await makeCrowdMannequin()],
  ] as const) {
    writeFileSync(file, bytes);
    console.log(`wrote ${file}: ${Math.round(bytes.length / 1000)} kB`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

/**
 * Makes `scenes/assets/touch-clips.glb`, clips for the mannequins without a character: `npx tsx tools/assets/mannequin/make-touch-clips.ts`.
 * Deterministic.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeCharacter } from '../shapes/write-character.ts';
import { bones } from './skeleton.ts';
import { sampleTouchClips } from './touch.ts';

export const touchClipsFile = fileURLToPath(
  new URL('../../../scenes/assets/touch-clips.glb', import.meta.url),
);

/** Creates the bytes of the clips' GLB: the skeleton, and no surface. */
export function makeTouchClips(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'touch-clips',
    generator: 'aftermotion scenes/mannequin',
    bones,
    parts: [],
    clips: sampleTouchClips(),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  mkdirSync(dirname(touchClipsFile), { recursive: true });
  writeFileSync(touchClipsFile, await makeTouchClips());
}

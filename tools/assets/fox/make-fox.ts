/** Makes `scenes/assets/fox.glb`: `npx tsx tools/assets/fox/make-fox.ts`. Deterministic. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { samplePoses } from '../shapes/sample-poses.ts';
import { type SampledClip, writeCharacter } from '../shapes/write-character.ts';
import { buildFox } from './build-fox.ts';
import { gallopPeriod, gallopPose } from './gallop.ts';
import { bones } from './skeleton.ts';
import { standPeriod, standPose } from './stand.ts';

export const foxFile = fileURLToPath(new URL('../../../scenes/assets/fox.glb', import.meta.url));

/** Phase of the stride at which the clip starts: in the gathered flight, so that nothing is in contact at the start. */
export const runStart = -0.14;

export function sampleFoxClips(): SampledClip[] {
  return [
    samplePoses(bones, 'run', gallopPeriod, 46, (phase) => gallopPose(phase + runStart)),
    samplePoses(bones, 'stand', standPeriod, 72, standPose),
  ];
}

/** Creates the bytes of the fox's GLB. */
export async function makeFox(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'fox',
    generator: 'aftermotion scenes/fox',
    bones,
    parts: await buildFox(),
    clips: sampleFoxClips(),
  });
}

async function main(): Promise<void> {
  const bytes = await makeFox();
  writeFileSync(foxFile, bytes);
  console.log(`wrote ${foxFile}: ${Math.round(bytes.length / 1000)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

/** Makes `scenes/assets/organs.glb`: `npx tsx tools/assets/organs/make-organs.ts`. It writes the same bytes every time. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSurface, toSingle } from '../shapes/build-surface.ts';
import { type CharacterPart, writeCharacter } from '../shapes/write-character.ts';
import { sampleProbe } from './motion.ts';
import { bones, organs } from './organs.ts';

export const organsFile = fileURLToPath(new URL('../../../scenes/assets/organs.glb', import.meta.url));

/** Creates the bytes of the organs' GLB. */
export async function makeOrgans(): Promise<Uint8Array> {
  const parts: CharacterPart[] = [];
  for (const { name, bone, set, low, high, cell, triangles, look } of organs) {
    const surface = await buildSurface(set, { low, high }, cell, triangles);
    const count = surface.positions.length / 3;
    const joints = new Uint8Array(4 * count);
    const weights = new Uint8Array(4 * count);
    for (let v = 0; v < count; v++) {
      joints[4 * v] = bones.findIndex((candidate) => candidate.name === bone);
      weights[4 * v] = 255;
    }
    parts.push({ name, ...toSingle(surface), skin: { joints, weights }, look });
  }
  return writeCharacter({
    name: 'organs',
    generator: 'aftermotion scenes/organs',
    bones,
    parts,
    clips: [sampleProbe(240)],
  });
}

async function main(): Promise<void> {
  const bytes = await makeOrgans();
  writeFileSync(organsFile, bytes);
  console.log(`wrote ${organsFile}: ${Math.round(bytes.length / 1000)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

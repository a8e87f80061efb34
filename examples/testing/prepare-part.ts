import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readGltf } from '../../src/files/index.ts';
import { createActor } from '../../src/motion/index.ts';
import { type FleshParams, fleshParams } from '../../src/systems/flesh/params.ts';
import { encodeFleshPart } from '../../src/systems/flesh/part-file.ts';
import { prepareFlesh } from '../../src/systems/flesh/prepare.ts';
import { defaultParams } from '../../src/systems/params.ts';
import { noFiles } from '../../src/systems/testing/no-files.ts';

/** Returns a part file for one of the project's characters, with coarse elements, as `bake` writes it. */
export async function preparePart(character: string, given: Partial<FleshParams>): Promise<Uint8Array> {
  const path = fileURLToPath(new URL(`../../scenes/assets/${character}.glb`, import.meta.url));
  const rig = await readGltf(new Uint8Array(readFileSync(path)), { name: character });
  const actor = createActor(rig, { name: character });
  const prepared = await prepareFlesh(
    { ...defaultParams(fleshParams), elements: 300, modes: 6, ...given } as FleshParams,
    {
      path: 'part',
      name: 'part',
      actors: new Map([[character, actor]]),
      results: new Map(),
      ...noFiles,
    },
  );
  return encodeFleshPart(prepared!.parts[0].part);
}

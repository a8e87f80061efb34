/** Makes the bowls and the heap: `npx tsx tools/assets/three-bowls/make-bowls.ts`. It writes the same bytes every time. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Box, buildSurface, toSingle } from '../shapes/build-surface.ts';
import type { LevelSet } from '../shapes/level-set.ts';
import { type Bone, type CharacterPart, type Look, writeCharacter } from '../shapes/write-character.ts';
import { bowls, placeBowl, spout, table, unitHeap, unitHeapBox } from './bowls.ts';

export const bowlsFile = fileURLToPath(new URL('../../../scenes/three-bowls/bowls.glb', import.meta.url));
export const heapFile = fileURLToPath(new URL('../../../scenes/three-bowls/heap.glb', import.meta.url));

const bones: readonly Bone[] = [{ name: 'table', parent: -1, position: [0, 0, 0] }];

async function buildPart(
  name: string,
  { set, box, look }: { set: LevelSet; box: Box; look: Look },
  cell: number,
  triangles: number,
): Promise<CharacterPart> {
  const surface = await buildSurface(set, box, cell, triangles);
  const count = surface.positions.length / 3;
  const weights = new Uint8Array(4 * count);
  for (let v = 0; v < count; v++) weights[4 * v] = 255;
  return { name, ...toSingle(surface), skin: { joints: new Uint8Array(4 * count), weights }, look };
}

/** Creates the bytes of the bowls' GLB. */
export async function makeBowls(): Promise<Uint8Array> {
  const parts: CharacterPart[] = [
    await buildPart('table', table, 0.012, 1200),
    await buildPart('spout', spout, 0.007, 1600),
  ];
  for (const bowl of bowls) {
    parts.push(await buildPart(bowl.name, { ...placeBowl(bowl), look: bowl.look }, 0.0055, 3400));
  }
  return writeCharacter({
    name: 'bowls',
    generator: 'aftermotion scenes/three-bowls',
    bones,
    parts,
    clips: [
      {
        name: 'still',
        times: Float32Array.of(0, 1),
        translations: new Map([[0, new Float32Array(6)]]),
        rotations: new Map(),
      },
    ],
  });
}

/** Creates the bytes of the heap's GLB, for a rim of radius 1. */
export async function makeHeap(): Promise<Uint8Array> {
  const look: Look = { color: [0.8, 0.5, 0.1], roughness: 0.8 };
  const heap = await buildPart('heap', { set: unitHeap, box: unitHeapBox, look }, 0.04, 1200);
  return writeCharacter({
    name: 'heap',
    generator: 'aftermotion scenes/three-bowls',
    bones,
    parts: [heap],
    clips: [],
  });
}

async function main(): Promise<void> {
  writeFileSync(bowlsFile, await makeBowls());
  writeFileSync(heapFile, await makeHeap());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

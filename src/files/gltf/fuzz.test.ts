import fc from 'fast-check';
import { MeshoptEncoder } from 'meshoptimizer';
import { beforeAll, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { createActor } from '../../motion/actor.ts';
import { measureRest } from '../../motion/measure-rest.ts';
import { packGlb } from '../testing/gltf-builder.ts';
import { buildMeshopt, buildTextured } from '../testing/gltf-files.ts';
import { buildSkinnedBar } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

const seed = 20261128;

/**
 * Returns true if the file was accepted. If it is refused, the error must be an InputError. If it is accepted, the pose of the rig must
 * contain no NaN.
 */
async function take(bytes: Uint8Array): Promise<boolean> {
  let rig: Awaited<ReturnType<typeof readGltf>>;
  try {
    rig = await readGltf(bytes, { name: 'fuzz.glb' });
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
  expect(measureRest(rig).height).not.toBeNaN();
  for (const { positions, texcoords } of rig.surfaces) {
    if (!texcoords) continue;
    expect(texcoords.length).toBe((2 * positions.length) / 3);
    expect(texcoords.every(Number.isFinite)).toBe(true);
  }
  const world = createActor(rig, { name: 'fuzz', scale: 1 }).poseAt(0.5).world;
  expect(world.every((value) => !Number.isNaN(value))).toBe(true);
  return true;
}

let files: Uint8Array[] = [];
beforeAll(async () => {
  await MeshoptEncoder.ready;
  files = [buildSkinnedBar({ armatureScale: 100 }).toGlb(), buildMeshopt().toGlb(), buildTextured().toGlb()];
  for (const file of files) expect(await take(file)).toBe(true);
});

test(`every truncation of a small GLB is refused with an InputError`, async () => {
  for (const file of files) {
    for (let length = 0; length < file.length; length += 7)
      expect(await take(file.slice(0, length))).toBe(false);
  }
});

test(`flipped bytes give a rig or an InputError (seed ${seed})`, async () => {
  const flips = fc.array(fc.tuple(fc.noBias(fc.nat()), fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 128)), {
    minLength: 1,
    maxLength: 6,
  });
  let taken = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(files.length - 1), flips, async (which, changes) => {
      const bytes = files[which].slice();
      for (const [at, mask] of changes) bytes[at % bytes.length] ^= mask;
      if (await take(bytes)) taken++;
      else refused++;
    }),
    { seed, numRuns: 1500 },
  );
  // If all files were accepted or all refused, the test would prove nothing.
  expect(taken).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
});

test(`replacing any value in the JSON gives a rig or an InputError (seed ${seed})`, async () => {
  const sources = [buildSkinnedBar(), buildTextured()].map((builder) => {
    const json = builder.finish();
    return { json, binary: builder.binary, places: listPlaces(json) };
  });
  const odd = fc.oneof(
    fc.constantFrom(undefined, null, -1, 1e99, 4294967295, 16777217, 0.5, 'x', true, [], {}, [[0]], [null]),
    fc.nat(20),
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(1), fc.nat(), odd, async (source, which, replacement) => {
      const { json, binary, places } = sources[source];
      const changed = structuredClone(json);
      const [key, ...path] = places[which % places.length].toReversed();
      let parent: Record<string, unknown> = changed;
      for (const step of path.toReversed()) parent = parent[step] as Record<string, unknown>;
      parent[key] = replacement;
      if (!(await take(packGlb(changed, binary)))) refused++;
    }),
    { seed, numRuns: 1500 },
  );
  expect(refused).toBeGreaterThan(100);
});

/** Returns the path, as a list of keys, from the root to every value inside. */
function listPlaces(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    [key],
    ...listPlaces(member).map((path) => [key, ...path]),
  ]);
}

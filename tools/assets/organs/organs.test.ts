import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { readGltf } from '../../../src/files/gltf/read-gltf.ts';
import { Hasher } from '../../../src/math/hash.ts';
import { createMatrix, invertMatrix, multiplyMatrices } from '../../../src/math/matrix.ts';
import { Pose } from '../../../src/motion/pose.ts';
import { sampleClip } from '../../../src/motion/sample-clip.ts';
import { openEdgeCount, volumeOf } from '../shapes/testing/mesh-checks.ts';
import { makeOrgans, organsFile } from './make-organs.ts';
import { grip, port } from './organs.ts';

const bytes = new Uint8Array(readFileSync(organsFile));

test('the committed file is what the script makes', async () => {
  const hash = (data: Uint8Array) => new Hasher().bytes(data).digest();
  expect(hash(await makeOrgans())).toBe(hash(bytes));
});

test('the file is valid, and every part of it is closed', async () => {
  expect((await validateBytes(bytes)).issues.messages).toEqual([]);
  const rig = await readGltf(bytes, { name: 'organs.glb' });
  expect(rig.surfaces.length).toBe(4);
  for (const { positions, indices } of rig.surfaces) {
    expect(openEdgeCount(indices)).toBe(0);
    expect(volumeOf(positions, indices)).toBeGreaterThan(1e-6);
  }
  // Volume in litres, that of a small liver.
  expect(1000 * volumeOf(rig.surfaces[1].positions, rig.surfaces[1].indices)).toBeGreaterThan(1);
});

test('the grasper always holds the liver, and its rod stays in the port', async () => {
  const rig = await readGltf(bytes, { name: 'organs.glb' });
  const pose = new Pose(rig);
  const node = (name: string) => rig.nodes.findIndex((candidate) => candidate.name === name);
  const rest = new Float64Array(16 * rig.nodes.length);
  pose.updateWorld();
  rest.set(pose.world);
  const carried = (name: string, [x, y, z]: readonly number[]) => {
    const [inverse, change] = [createMatrix(), createMatrix()];
    invertMatrix(inverse, rest.subarray(16 * node(name), 16 * node(name) + 16));
    multiplyMatrices(change, 0, pose.world, 16 * node(name), inverse, 0);
    return [0, 1, 2].map((r) => change[r] * x + change[4 + r] * y + change[8 + r] * z + change[12 + r]);
  };
  for (let i = 0; i <= 400; i++) {
    sampleClip(rig.clips[0], i / 100, pose);
    pose.updateWorld();
    const [held, holding, through] = [
      carried('liver', grip),
      carried('grasper', grip),
      carried('grasper', port),
    ];
    expect(Math.hypot(...held.map((v, k) => v - holding[k]))).toBeLessThan(2e-4);
    const rod = through.map((v, k) => v - holding[k]);
    const wanted = port.map((v, k) => v - holding[k]);
    const cosine =
      rod.reduce((sum, v, k) => sum + v * wanted[k], 0) / (Math.hypot(...rod) * Math.hypot(...wanted));
    expect(Math.acos(Math.min(1, cosine))).toBeLessThan(2e-3);
  }
});

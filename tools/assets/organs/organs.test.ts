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
import { port, tip } from './organs.ts';

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

test('the rod of the probe always passes through the port, and the clip repeats', async () => {
  const rig = await readGltf(bytes, { name: 'organs.glb' });
  const pose = new Pose(rig);
  const node = rig.nodes.findIndex((candidate) => candidate.name === 'probe');
  const inverse = createMatrix();
  pose.updateWorld();
  invertMatrix(inverse, pose.world.subarray(16 * node, 16 * node + 16));
  const carried = ([x, y, z]: readonly number[]) => {
    const change = createMatrix();
    multiplyMatrices(change, 0, pose.world, 16 * node, inverse, 0);
    return [0, 1, 2].map((r) => change[r] * x + change[4 + r] * y + change[8 + r] * z + change[12 + r]);
  };
  const tips: number[][] = [];
  for (let i = 0; i <= 400; i++) {
    sampleClip(rig.clips[0], i / 100, pose);
    pose.updateWorld();
    const [at, through] = [carried(tip), carried(port)];
    tips.push(at);
    const rod = through.map((v, k) => v - at[k]);
    const wanted = port.map((v, k) => v - at[k]);
    const cosine =
      rod.reduce((sum, v, k) => sum + v * wanted[k], 0) / (Math.hypot(...rod) * Math.hypot(...wanted));
    expect(Math.acos(Math.min(1, cosine))).toBeLessThan(2e-3);
  }
  expect(Math.hypot(...tips[400].map((v, k) => v - tips[0][k]))).toBeLessThan(1e-6);
});

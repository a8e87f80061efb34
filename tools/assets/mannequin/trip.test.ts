import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readGltf } from '../../../src/files/gltf/read-gltf.ts';
import type { SampledClip } from '../shapes/write-character.ts';
import { clipTime, trippingRunnerFile } from './make-tripping-runner.ts';
import { placeBones } from './ragdoll.ts';
import { boneIndex, bones } from './skeleton.ts';
import { simulateTrip, tripTime } from './trip.ts';

let clip: SampledClip;
let caught: readonly [number, number, number];

beforeAll(async () => {
  ({ clip, caught } = await simulateTrip(clipTime));
});

function placeAt(key: number) {
  const hips = clip.translations.get(0)!.slice(3 * key, 3 * key + 3);
  const rotations = bones.map(
    (_, bone) =>
      [...clip.rotations.get(bone)!.slice(4 * key, 4 * key + 4)] as [number, number, number, number],
  );
  return placeBones({ hips: [hips[0], hips[1], hips[2]], rotations });
}

test('the runner runs until her toes catch, then falls over the position of the toes', () => {
  const key = Math.ceil(tripTime * 60);
  const [before, after] = [placeAt(key - 1), placeAt(key)];
  // Position and velocity are continuous: the hips keep the speed of the run.
  expect((after[0].position[2] - before[0].position[2]) * 60).toBeCloseTo(3.4, 0);
  const toes = after[boneIndex('toes.L')].position;
  expect(Math.hypot(toes[0] - caught[0], toes[1] - caught[1], toes[2] - caught[2])).toBeLessThan(0.02);
  expect(placeAt(key + 60)[0].position[2]).toBeGreaterThan(caught[2] + 0.8);
});

test('she lands on her front, arms ahead, and stops moving', () => {
  const last = placeAt(clip.times.length - 1);
  const hips = last[0].position;
  expect(hips[1]).toBeLessThan(0.15);
  for (const side of ['L', 'R']) {
    expect(last[boneIndex(`hand.${side}`)].position[2]).toBeGreaterThan(hips[2] + 0.4);
    expect(last[boneIndex(`hand.${side}`)].position[1]).toBeLessThan(0.15);
  }
  const earlier = placeAt(clip.times.length - 31);
  for (const bone of bones.keys()) {
    const [a, b] = [last[bone].position, earlier[bone].position];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), bones[bone].name).toBeLessThan(0.02);
  }
});

test('limbs stay at their joints, and knees and elbows bend in the right direction', () => {
  for (let key = 0; key < clip.times.length; key += 5) {
    for (const side of ['L', 'R']) {
      const knee = clip.rotations.get(boneIndex(`shank.${side}`))!;
      const sign = Math.sign(knee[4 * key + 3]) || 1;
      expect(2 * Math.atan2(sign * knee[4 * key], Math.abs(knee[4 * key + 3]))).toBeGreaterThan(-0.06);
    }
  }
});

test('the committed file contains this fall', async () => {
  const rig = await readGltf(readFileSync(trippingRunnerFile), { name: 'tripping-runner.glb' });
  const hips = rig.clips[0].channels.find(({ path }) => path === 'translation')!;
  expect([...hips.values]).toEqual([...clip.translations.get(0)!]);
});

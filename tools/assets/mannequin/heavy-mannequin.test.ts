import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { beforeAll, expect, test } from 'vitest';
import { readGltf } from '../../../src/files/gltf/read-gltf.ts';
import { Hasher } from '../../../src/math/hash.ts';
import { deformSurface } from '../../../src/motion/deform-surface.ts';
import { Pose } from '../../../src/motion/pose.ts';
import { requireClip } from '../../../src/motion/require-clip.ts';
import type { Rig } from '../../../src/motion/rig.ts';
import { sampleClip } from '../../../src/motion/sample-clip.ts';
import { planTravel } from '../../../src/motion/travel/plan-travel.ts';
import { isLong } from '../../../src/testing/long.ts';
import { openEdgeCount, volumeOf } from '../shapes/testing/mesh-checks.ts';
import { heavyRunGait } from './clips.ts';
import { jumpFlight, jumpPeriod, jumpPose } from './jump.ts';
import {
  crowdMannequinFile,
  heavyMannequinFile,
  makeCrowdMannequin,
  makeHeavyMannequin,
} from './make-mannequin.ts';

const bytes = new Uint8Array(readFileSync(heavyMannequinFile));
let rig: Rig;

beforeAll(async () => {
  rig = await readGltf(bytes, { name: 'heavy-mannequin.glb' });
});

test('the committed files are what the script makes', async () => {
  const hash = (data: Uint8Array) => new Hasher().bytes(data).digest();
  // The same functions make both mannequins. The short form makes only the coarse mannequin.
  if (isLong) expect(hash(await makeHeavyMannequin())).toBe(hash(bytes));
  const coarse = new Uint8Array(readFileSync(crowdMannequinFile));
  expect(hash(await makeCrowdMannequin())).toBe(hash(coarse));
  expect((await validateBytes(coarse)).issues.messages).toEqual([]);
});

test('the file is valid, closed, and about as fine as the man of the paper', async () => {
  const { issues, info } = await validateBytes(bytes);
  expect(issues.messages).toEqual([]);
  expect(Math.abs(info.totalVertexCount / 17_953 - 1)).toBeLessThan(0.2);
  for (const { positions, indices } of rig.surfaces) {
    expect(openEdgeCount(indices)).toBe(0);
    expect(volumeOf(positions, indices)).toBeGreaterThan(0.0005);
  }
  expect(rig.clips.map((clip) => clip.name)).toEqual(['jump', 'run']);
});

test('the hips fall freely while the figure is in the air', () => {
  const [off, down] = jumpFlight.map((phase) => phase * jumpPeriod);
  const h = 0.02;
  const height = (t: number) => jumpPose(t / jumpPeriod).hips[1];
  for (let t = off + h; t <= down - h; t += 0.01) {
    expect((height(t + h) - 2 * height(t) + height(t - h)) / (h * h)).toBeCloseTo(-9.81, 6);
  }
});

test('the shoes stay on the ground but in the flight, and slip by no more than 5 mm', () => {
  const clip = requireClip(rig, 'jump', 'jump');
  const sole = rig.surfaces[3];
  const pose = new Pose(rig);
  const now = new Float64Array(sole.positions.length);
  let before: Float64Array | null = null;
  for (let i = 0; i <= 240; i++) {
    const phase = i / 240;
    sampleClip(clip, phase * jumpPeriod, pose);
    pose.updateWorld();
    deformSurface(sole, pose, now);
    let lowest = Infinity;
    for (let k = 1; k < now.length; k += 3) lowest = Math.min(lowest, now[k]);
    const inAir = phase > jumpFlight[0] + 0.02 && phase < jumpFlight[1] - 0.02;
    const down = phase < jumpFlight[0] || phase > jumpFlight[1];
    if (inAir) expect(lowest).toBeGreaterThan(0.01);
    if (down) expect(Math.abs(lowest)).toBeLessThan(0.006);
    if (down && before) {
      let slip = 0;
      for (let k = 0; k < now.length; k += 3) {
        if (now[k + 1] > 0.002 || before[k + 1] > 0.002) continue;
        slip = Math.max(slip, Math.hypot(now[k] - before[k], now[k + 2] - before[k + 2]));
      }
      expect(slip).toBeLessThan(0.005);
    }
    before = down ? now.slice() : null;
  }
  expect(planTravel(rig, clip).kind).toBe('still');
});

test('its run is found on the spot, within 5 % of the speed that it was made for', () => {
  const travel = planTravel(rig, requireClip(rig, 'run', 'run'));
  expect(travel.kind).toBe('inPlace');
  expect(Math.abs(travel.speed / heavyRunGait.curves.speed - 1)).toBeLessThan(0.05);
});

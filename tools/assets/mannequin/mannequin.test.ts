import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { readGltf } from '../../../src/files/gltf/read-gltf.ts';
import { Hasher } from '../../../src/math/hash.ts';
import { deformSurface } from '../../../src/motion/deform-surface.ts';
import { Pose } from '../../../src/motion/pose.ts';
import { requireClip } from '../../../src/motion/require-clip.ts';
import type { Rig, RigSurface } from '../../../src/motion/rig.ts';
import { sampleClip } from '../../../src/motion/sample-clip.ts';
import { planTravel } from '../../../src/motion/travel/plan-travel.ts';
import { isLong } from '../../../src/testing/long.ts';
import { openEdgeCount, volumeOf } from '../shapes/testing/mesh-checks.ts';
import { runGait, runStart, walkGait, walkStart } from './clips.ts';
import { makeMannequin, mannequinFile } from './make-mannequin.ts';
import { bones, mannequinHeight } from './skeleton.ts';

const bytes = new Uint8Array(readFileSync(mannequinFile));
let rig: Rig;
let sole: RigSurface;

beforeAll(async () => {
  rig = await readGltf(bytes, { name: 'mannequin.glb' });
  // The parts stand in the order body, shorts, upper, sole, shirt, hair.
  sole = rig.surfaces[3];
});

// This takes several seconds, so only the long form of the tests does it.
test.runIf(isLong)('the committed file is what the script makes', async () => {
  const hash = (data: Uint8Array) => new Hasher().bytes(data).digest();
  expect(hash(await makeMannequin())).toBe(hash(bytes));
});

test('the file is valid, small and holds what it should', async () => {
  const { issues, info } = await validateBytes(bytes);
  expect(issues.messages).toEqual([]);
  expect(bytes.length).toBeLessThan(1.5e6);
  expect(info.totalTriangleCount).toBeGreaterThan(15_000);
  expect(info.totalTriangleCount).toBeLessThan(30_000);
  expect(rig.clips.map((clip) => clip.name)).toEqual(['run', 'walk', 'idle']);
  expect(Array.from(rig.skins[0].joints, (joint) => rig.nodes[joint].name)).toEqual(
    bones.map((bone) => bone.name),
  );
});

test('every part is closed and wound outwards', () => {
  expect(rig.surfaces.length).toBe(6);
  for (const { positions, indices } of rig.surfaces) {
    expect(openEdgeCount(indices)).toBe(0);
    expect(volumeOf(positions, indices)).toBeGreaterThan(0.001);
  }
});

test('the figure stands on the floor and is as high as it says', () => {
  let low = Infinity;
  let high = -Infinity;
  for (const { positions } of rig.surfaces) {
    for (let i = 1; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
  }
  expect(Math.abs(low)).toBeLessThan(0.001);
  expect(Math.abs(high - mannequinHeight)).toBeLessThan(0.003);
});

test('standing at ease moves no foot', () => {
  const clip = requireClip(rig, 'idle', 'idle');
  const pose = new Pose(rig);
  const rest = new Float64Array(sole.positions.length);
  const now = new Float64Array(sole.positions.length);
  sampleClip(clip, 0, pose);
  pose.updateWorld();
  deformSurface(sole, pose, rest);
  let furthest = 0;
  for (let i = 1; i <= 97; i++) {
    sampleClip(clip, (clip.end * i) / 97, pose);
    pose.updateWorld();
    deformSurface(sole, pose, now);
    for (let k = 0; k < now.length; k++) furthest = Math.max(furthest, Math.abs(now[k] - rest[k]));
  }
  expect(furthest).toBeLessThan(2e-4);
  expect(planTravel(rig, clip).kind).toBe('still');
});

describe.each([
  ['run', runGait, runStart],
  ['walk', walkGait, walkStart],
] as const)('%s', (name, gait, start) => {
  const { speed, period, duty } = gait.curves;

  test('ends as it begins, on the spot', () => {
    const clip = requireClip(rig, name, name);
    expect(clip.end).toBeCloseTo(period, 6);
    for (const { values, width } of clip.channels) {
      for (let i = 0; i < width; i++) expect(values[values.length - width + i]).toBe(values[i]);
    }
  });

  test('planted soles slide by at most 0.6 % of the height when carried at the speed of the gait', () => {
    const clip = requireClip(rig, name, name);
    const pose = new Pose(rig);
    const count = sole.positions.length / 3;
    const now = new Float64Array(3 * count);
    const anchor = new Float64Array(2 * count);
    const isAnchored = new Uint8Array(count);
    let worst = 0;
    let lowest = 0;
    let anchored = 0;
    const steps = 350;
    for (let i = 0; i < 2 * steps; i++) {
      const t = (i * period) / steps;
      sampleClip(clip, t % period, pose);
      pose.updateWorld();
      deformSurface(sole, pose, now);
      for (let v = 0; v < count; v++) {
        const [x, y, z] = [now[3 * v], now[3 * v + 1], now[3 * v + 2] + speed * t];
        lowest = Math.min(lowest, y);
        const phase = t / period + start + (sole.positions[3 * v] > 0 ? 0 : 0.5) + 1;
        const isPlanted = phase % 1 < duty && y < 0.01 * mannequinHeight;
        if (isPlanted && isAnchored[v]) {
          worst = Math.max(worst, Math.hypot(x - anchor[2 * v], z - anchor[2 * v + 1]));
        } else if (isPlanted) {
          anchor[2 * v] = x;
          anchor[2 * v + 1] = z;
          anchored++;
        }
        isAnchored[v] = isPlanted ? 1 : 0;
      }
    }
    // Some vertices near the flex line of the shoe leave the ground and touch it again.
    expect(anchored).toBeGreaterThan(count);
    expect(worst).toBeLessThan(0.006 * mannequinHeight);
    expect(lowest).toBeGreaterThan(-0.002);
  });

  test('travel is found within 5 % of the speed it was made for', () => {
    const travel = planTravel(rig, requireClip(rig, name, name));
    expect(travel.kind).toBe('inPlace');
    expect(Math.abs(travel.speed / speed - 1)).toBeLessThan(0.05);
    expect(travel.period).toBeCloseTo(period, 5);
    expect(travel.slide?.pinnedMax).toBeLessThan(0.006);
    expect(travel.warnings).toEqual([]);
  });

  test('the legs keep near the published angles', () => {
    expect(gait.correction).toBeLessThan(0.03);
  });
});

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
import { openEdgeCount, volumeOf } from '../shapes/testing/mesh-checks.ts';
import { gallopDuty, gallopPeriod, gallopSpeed, touchdowns } from './gallop.ts';
import { foxFile, makeFox, runStart } from './make-fox.ts';
import { boneIndex, bones } from './skeleton.ts';
import { standPeriod } from './stand.ts';

const bytes = new Uint8Array(readFileSync(foxFile));
let rig: Rig;
let fur: RigSurface;

beforeAll(async () => {
  rig = await readGltf(bytes, { name: 'fox.glb' });
  fur = rig.surfaces[0];
});

/** Returns the vertices of a paw's pad: the weight of the bone is more than half, and they nearly touch the floor in the rest pose. */
function padOf(name: string): number[] {
  const bone = boneIndex(name);
  const { positions, jointIndices, jointWeights } = fur;
  return Array.from({ length: positions.length / 3 }, (_, v) => v).filter(
    (v) =>
      positions[3 * v + 1] < 0.006 &&
      [0, 1, 2, 3].some((k) => jointIndices[4 * v + k] === bone && jointWeights[4 * v + k] > 0.9),
  );
}

const paws = (['L', 'R'] as const).flatMap((side) => [
  { bone: `fingers.${side}`, touchdown: touchdowns.fore[side] },
  { bone: `toes.${side}`, touchdown: touchdowns.hind[side] },
]);

test('the committed file is what the script makes', async () => {
  const hash = (data: Uint8Array) => new Hasher().bytes(data).digest();
  expect(hash(await makeFox())).toBe(hash(bytes));
});

test('the file is valid, small and holds what it should', async () => {
  const { issues } = await validateBytes(bytes);
  // The texture coordinates are for maps in separate files. No picture in the GLB uses them.
  expect(
    issues.messages.map((message: { code: string; pointer: string }) => [message.code, message.pointer]),
  ).toEqual([['UNUSED_OBJECT', '/meshes/0/primitives/0/attributes/TEXCOORD_0']]);
  expect(rig.warnings).toEqual([]);
  expect(bytes.length).toBeLessThan(410_000);
  expect(fur.positions.length / 3).toBeGreaterThan(5_500);
  expect(rig.clips.map((clip) => clip.name)).toEqual(['run', 'stand']);
  expect(Array.from(rig.skins[0].joints, (joint) => rig.nodes[joint].name)).toEqual(
    bones.map((bone) => bone.name),
  );
});

test('fur, eyes and nose are closed and wound outwards; the fur is one piece', () => {
  expect(rig.surfaces.length).toBe(3);
  for (const { positions, indices } of rig.surfaces) {
    expect(openEdgeCount(indices)).toBe(0);
    expect(volumeOf(positions, indices)).toBeGreaterThan(1e-6);
  }
  expect(countPieces(fur)).toBe(1);
});

function countPieces({ positions, indices }: RigSurface): number {
  const root = Int32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const find = (v: number): number => (root[v] === v ? v : find(root[v]));
  let pieces = root.length;
  for (let k = 0; k < indices.length; k++) {
    const [a, b] = [find(indices[k]), find(indices[k % 3 === 2 ? k - 2 : k + 1])];
    if (a !== b) pieces--;
    root[Math.max(a, b)] = Math.min(a, b);
  }
  return pieces;
}

test('it is an orange fox with dark stockings, a pale chest and a pale tip of the tail', () => {
  const colors = fur.colors!;
  const meanWhere = (isThere: (x: number, y: number, z: number) => boolean) => {
    const sum = [0, 0, 0, 0];
    for (let v = 0; v < colors.length; v += 3) {
      if (!isThere(fur.positions[v], fur.positions[v + 1], fur.positions[v + 2])) continue;
      for (let c = 0; c < 3; c++) sum[c] += colors[v + c];
      sum[3]++;
    }
    expect(sum[3]).toBeGreaterThan(20);
    return sum.slice(0, 3).map((value) => value / sum[3]);
  };
  const [red, green, blue] = meanWhere((_x, y, z) => y > 0.4 && z > -0.2 && z < 0.1);
  expect(red).toBeGreaterThan(3 * green);
  expect(green).toBeGreaterThan(2 * blue);
  expect(Math.max(...meanWhere((_x, y) => y < 0.12))).toBeLessThan(0.05);
  expect(Math.min(...meanWhere((_x, _y, z) => z < -0.64))).toBeGreaterThan(0.5);
  expect(Math.min(...meanWhere((x, y, z) => z > 0.2 && y < 0.4 && Math.abs(x) < 0.02))).toBeGreaterThan(0.5);
});

describe('run', () => {
  test('ends as it begins, on the spot', () => {
    const clip = requireClip(rig, 'run', 'run');
    expect(clip.end).toBeCloseTo(gallopPeriod, 6);
    for (const { values, width } of clip.channels) {
      for (let i = 0; i < width; i++) expect(values[values.length - width + i]).toBe(values[i]);
    }
  });

  test('has two flights, begins in one, and planted paws slide by at most 3 mm at its speed', () => {
    const clip = requireClip(rig, 'run', 'run');
    const pose = new Pose(rig);
    const now = new Float64Array(fur.positions.length);
    const steps = 400;
    let worst = 0;
    let lowest = 0;
    let flights = 0;
    let touching = 1;
    for (const paw of paws) expect(padOf(paw.bone).length).toBeGreaterThan(5);
    const pads = paws.map((paw) => ({
      ...paw,
      vertices: padOf(paw.bone),
      anchor: new Map<number, number[]>(),
    }));
    for (let i = 0; i < steps; i++) {
      const t = (i * gallopPeriod) / steps;
      sampleClip(clip, t, pose);
      pose.updateWorld();
      deformSurface(fur, pose, now);
      let count = 0;
      for (const { vertices, touchdown, anchor } of pads) {
        const since = (((t / gallopPeriod + runStart - touchdown) % 1) + 2) % 1;
        const isPlanted = since > 0.02 && since < gallopDuty - 0.02;
        if (Math.min(...vertices.map((v) => now[3 * v + 1])) < 0.002) count++;
        for (const v of vertices) {
          lowest = Math.min(lowest, now[3 * v + 1]);
          if (!isPlanted) continue;
          const position = [now[3 * v], now[3 * v + 2] + gallopSpeed * t];
          const first = anchor.get(v);
          if (first) worst = Math.max(worst, Math.hypot(position[0] - first[0], position[1] - first[1]));
          else anchor.set(v, position);
        }
        if (since < 1 / steps) anchor.clear();
      }
      if (i === 0) expect(count).toBe(0);
      if (count === 0 && touching > 0) flights++;
      touching = count;
    }
    // The start and end of the clip divide the gathered flight, so it counts twice.
    expect(flights).toBe(3);
    expect(worst).toBeLessThan(0.003);
    expect(lowest).toBeGreaterThan(-0.003);
  });

  test('is found to be a gait of about its speed', () => {
    const travel = planTravel(rig, requireClip(rig, 'run', 'run'));
    expect(travel.kind).toBe('inPlace');
    expect(Math.abs(travel.speed / gallopSpeed - 1)).toBeLessThan(0.03);
    expect(travel.warnings).toEqual([]);
  });
});

test('standing moves no paw, and goes on as it ends', () => {
  const clip = requireClip(rig, 'stand', 'stand');
  expect(clip.end).toBeCloseTo(standPeriod, 6);
  const pose = new Pose(rig);
  const now = new Float64Array(fur.positions.length);
  const pads = paws.flatMap(({ bone }) => padOf(bone));
  let furthest = 0;
  let max = 0;
  for (let i = 0; i <= 60; i++) {
    sampleClip(clip, (clip.end * i) / 60, pose);
    pose.updateWorld();
    deformSurface(fur, pose, now);
    for (const v of pads) {
      for (let k = 3 * v; k < 3 * v + 3; k++)
        furthest = Math.max(furthest, Math.abs(now[k] - fur.positions[k]));
    }
    for (let k = 0; k < now.length; k++) max = Math.max(max, Math.abs(now[k] - fur.positions[k]));
  }
  expect(furthest).toBeLessThan(1e-3);
  expect(max).toBeGreaterThan(0.03);
  expect(planTravel(rig, clip).kind).toBe('still');
});

import { describe, expect, test } from 'vitest';
import { deformSurface } from '../../motion/deform-surface.ts';
import { measureRest } from '../../motion/measure-rest.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig, RigSurface } from '../../motion/rig.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import { readGltf } from '../gltf/read-gltf.ts';
import { writeRigGlb } from '../rig-glb.ts';
import { signedVolume } from '../testing/shapes.ts';
import { validateGltf } from '../testing/validate-gltf.ts';
import { guessRecordingScale } from './guess-scale.ts';
import { readBvh } from './read-bvh.ts';
import { type JointSource, person, positions, walkFrames, writeBvh, zxy } from './testing/write-bvh.ts';

const open = (source: JointSource, frames: readonly number[][], up?: 'y' | 'z') =>
  readBvh(writeBvh(source, frames, { frameTime: 0.04 }), { name: 'walk.bvh', up });

/** Returns the world heights of a surface's vertices at time t, or in the rest pose if t is null. */
function heightsOf(rig: Rig, name: string, t: number | null): number[] {
  const pose = new Pose(rig);
  if (t !== null) sampleClip(rig.clips[0], t, pose);
  pose.updateWorld();
  const surface = rig.surfaces.find((one) => one.name === name) as RigSurface;
  const positions = new Float64Array(surface.positions.length);
  deformSurface(surface, pose, positions);
  return Array.from({ length: positions.length / 3 }, (_, v) => positions[3 * v + 1]);
}

/** Renames every joint of the tree. */
const rename = (source: JointSource, name: (old: string) => string): JointSource => ({
  ...source,
  name: name(source.name),
  children: source.children?.map((child) => rename(child, name)),
});

/** Converts a recording to the form of tools with Z up. */
const toZUp = (source: JointSource): JointSource => {
  const turned = (v: readonly number[]) => [v[0], -v[2], v[1]];
  return {
    ...source,
    offset: turned(source.offset ?? [0, 0, 0]),
    end: source.end && turned(source.end),
    children: source.children?.map(toZUp),
  };
};

describe('a person who steps in place', () => {
  const rig = open(person, walkFrames());

  test('joints have their own names, surfaces are attached to joints, and there is no skin', () => {
    expect(rig.nodes.map(({ name }) => name).slice(0, 4)).toEqual(['Hips', 'L Thigh', 'L Shin', 'L Foot']);
    expect(rig.surfaces.map(({ name }) => name)).toEqual([
      'Hips',
      'L Thigh',
      'L Shin',
      'L Foot',
      'L Toe',
      'R Thigh',
      'R Shin',
      'R Foot',
      'R Toe',
      'Chest',
      'L Arm',
      'L Elbow',
      'R Arm',
      'R Elbow',
      'Head',
    ]);
    expect(rig.surfaces.every(({ skin }) => skin === -1)).toBe(true);
    expect(rig.warnings).toEqual([]);
  });

  test('every surface consists of closed parts that face outward, with unit normals', () => {
    for (const { name, positions, indices, normals } of rig.surfaces) {
      expect(signedVolume(positions, indices), name).toBeGreaterThan(0);
      const edges = new Map<string, number>();
      for (let k = 0; k < indices.length; k += 3) {
        for (let c = 0; c < 3; c++) {
          const edge = `${indices[k + c]} ${indices[k + ((c + 1) % 3)]}`;
          edges.set(edge, (edges.get(edge) ?? 0) + 1);
        }
      }
      for (const [edge, count] of edges) {
        expect(count).toBe(1);
        expect(edges.get(edge.split(' ').reverse().join(' ')), `${name} ${edge}`).toBe(1);
      }
      for (let k = 0; k < positions.length; k += 3) {
        expect(Math.hypot(normals![k], normals![k + 1], normals![k + 2])).toBeCloseTo(1, 5);
      }
    }
  });

  test('in the rest pose it stands on 0, and its height includes the crown above the last joint', () => {
    const { min, height } = measureRest(rig);
    expect(min[1]).toBeCloseTo(0, 6);
    expect(height).toBeGreaterThan(1.75);
    expect(height).toBeLessThan(1.85);
  });

  test('the sole of the planted foot is flat on the ground', () => {
    for (let frame = 0; frame < 24; frame++) {
      const side = frame <= 12 ? 'R' : 'L';
      for (const part of ['Foot', 'Toe']) {
        const heights = heightsOf(rig, `${side} ${part}`, frame * 0.04).sort((a, b) => a - b);
        expect(Math.abs(heights[0]), `${frame} ${side} ${part}`).toBeLessThan(0.004);
        // A third of a shoe's vertices belong to its sole, so a quarter of all heights lies in the sole.
        expect(heights[Math.floor(heights.length / 4)] - heights[0]).toBeLessThan(0.004);
      }
    }
  });

  test('feet and head are also found without names', () => {
    const nameless = open(
      rename(person, () => ''),
      walkFrames(),
    );
    expect(nameless.surfaces.map(({ positions }) => positions.length)).toEqual(
      rig.surfaces.map(({ positions }) => positions.length),
    );
    expect(nameless.warnings).toEqual([]);
    const dark = (surfaces: readonly RigSurface[]) =>
      surfaces.filter(({ color }) => color[0] < 0.1).map(({ node }) => node);
    expect(dark(nameless.surfaces)).toEqual(dark(rig.surfaces));
    expect(dark(rig.surfaces).map((node) => rig.nodes[node].name)).toEqual([
      'L Foot',
      'L Toe',
      'R Foot',
      'R Toe',
    ]);
  });

  test.each(['named', 'nameless'])('Z up is detected, reported and converted (%s)', (kind) => {
    const source = toZUp(kind === 'named' ? person : rename(person, () => ''));
    // Rotations about x, y, z become rotations about x, −z, y.
    const swapped = (joint: JointSource): JointSource => ({
      ...joint,
      channels: joint.channels?.map((channel) =>
        channel.replace('Yrot', 'zrot').replace('Zrot', 'Yrot').replace('zrot', 'Zrot'),
      ),
      children: joint.children?.map(swapped),
    });
    const frames = walkFrames().map((row) => [row[0], -row[2], row[1], ...row.slice(3)]);
    const turned = open(swapped(source), frames);
    expect(turned.warnings.join()).toContain('read as Z up');
    expect(measureRest(turned).height).toBeCloseTo(measureRest(rig).height, 2);
    for (const t of [0.1, 0.5]) {
      const [a, b] = [turned, rig].map((one) => Math.max(...heightsOf(one, one.surfaces[14].name, t)));
      expect(a).toBeCloseTo(b, 2);
    }
    expect(open(swapped(source), frames, 'y').warnings.join()).not.toContain('Z up');
  });

  test('its GLB is read as the same rig, without errors', async () => {
    const bytes = writeRigGlb(rig);
    expect((await validateGltf(bytes)).filter(({ severity }) => severity <= 1)).toEqual([]);
    const back = await readGltf(bytes, { name: 'walk.bvh' });
    expect(back.nodes.map(({ name, parent }) => [name, parent])).toEqual(
      rig.nodes.map(({ name, parent }) => [name, parent]),
    );
    expect(back.surfaces.map(({ positions }) => positions)).toEqual(
      rig.surfaces.map(({ positions }) => positions),
    );
    expect(back.clips[0].name).toBe('walk');
    expect(back.clips[0].channels.map(({ values }) => values)).toEqual(
      rig.clips[0].channels.map(({ values }) => values),
    );
    expect(measureRest(back).height).toBeCloseTo(measureRest(rig).height, 6);
  });
});

describe('skeletons that are not a person', () => {
  test('legs that end in an ankle without an End Site get whole shoes', () => {
    const leg = (side: number): JointSource => ({
      name: '',
      offset: [0.1 * side, 0, 0],
      channels: zxy,
      children: [
        {
          name: '',
          offset: [0, -0.45, 0],
          channels: zxy,
          children: [{ name: '', offset: [0, -0.45, 0], channels: zxy }],
        },
      ],
    });
    const source: JointSource = {
      name: '',
      channels: [...positions, ...zxy],
      children: [leg(1), leg(-1), { name: '', offset: [0, 0.6, 0] }],
    };
    const rig = open(source, [[0, 0.97, 0, ...new Array(21).fill(0)]]);
    const shoes = rig.surfaces.filter(({ color }) => color[0] < 0.1);
    expect(shoes.map(({ node }) => node)).toEqual([3, 6]);
    for (const { name, positions } of shoes) {
      expect(Math.min(...heightsOf(rig, name, 0))).toBeCloseTo(0, 3);
      // The toes point forward.
      const ahead = Array.from({ length: positions.length / 3 }, (_, v) => positions[3 * v + 2]);
      expect(Math.max(...ahead)).toBeGreaterThan(0.1);
    }
  });

  test.each([
    [
      'a chain',
      { name: 'A', channels: positions, children: [{ name: 'B', offset: [0, 2, 0], end: [0, 1, 0] }] },
    ],
    [
      'offsets of nothing',
      {
        name: 'A',
        channels: positions,
        children: [
          { name: 'B', end: [0, 0, 0] },
          { name: 'C', offset: [0, 1, 0] },
        ],
      },
    ],
    [
      'a rest pose that lies down',
      {
        name: 'A',
        channels: [...positions, ...zxy],
        children: [{ name: 'B', offset: [0.01, 0, 3], end: [0, 0, 1] }],
      },
    ],
  ] as [string, JointSource][])('%s gets a body, with a report that it has no feet', (_, source) => {
    const width = (joint: JointSource): number =>
      (joint.channels?.length ?? 0) + (joint.children ?? []).reduce((sum, child) => sum + width(child), 0);
    const row = new Array(width(source)).fill(0);
    if (row.length > 3) row[4] = -90;
    const rig = open(source, [row, row], 'y');
    expect(rig.surfaces.length).toBeGreaterThan(0);
    expect(rig.warnings).toEqual(['no feet were found: its mannequin wears no shoes']);
    const { min, height } = measureRest(rig);
    expect(min[1]).toBeCloseTo(0, 6);
    expect(height).toBeGreaterThan(0.9);
  });

  test('a single joint gets no body, which is reported', () => {
    const rig = open({ name: 'A', channels: positions }, [[0, 1, 0]]);
    expect(rig.surfaces).toEqual([]);
    expect(rig.warnings).toEqual([
      'all its joints have the same position: there are no bones to build a character on',
    ]);
  });
});

test.each([
  [1.8, 1, 'metres'],
  [178, 0.01, 'centimetres'],
  [1790, 0.001, 'millimetres'],
  [26.7, 1.75 / 26.7, 'assumed to be 1.75 m'],
  [70, 0.025, 'assumed to be 1.75 m'],
])('a character of %f units: %f m per unit', (height, scale, message) => {
  const guess = guessRecordingScale(height);
  expect(guess.scale).toBeCloseTo(scale, 12);
  expect(guess.description).toContain(message);
});

test('a recording with bone lengths in its position channels gets the same body as with offsets, and a warning', () => {
  /** Replaces every OFFSET by 0 0 0, and adds three channels with the offset before the other channels. */
  const empty = (source: JointSource, isRoot = true): JointSource => ({
    ...source,
    offset: [0, 0, 0],
    channels: isRoot ? source.channels : [...positions, ...(source.channels ?? [])],
    children: source.children?.map((child) => empty(child, false)),
  });
  /** Returns a row for the changed skeleton; `rest` is the part of the original row that is not used yet. */
  const row = (source: JointSource, rest: number[], isRoot = true): number[] => [
    ...(isRoot ? [] : (source.offset ?? [0, 0, 0])),
    ...rest.splice(0, source.channels?.length ?? 0),
    ...(source.children ?? []).flatMap((child) => row(child, rest, false)),
  ];
  const emptied = open(
    empty(person),
    walkFrames().map((frame) => row(person, [...frame])),
  );
  const usual = open(person, walkFrames());
  expect(emptied.surfaces.map(({ name }) => name)).toEqual(usual.surfaces.map(({ name }) => name));
  emptied.surfaces.forEach(({ positions: own }, k) => {
    own.forEach((value, at) => void expect(value).toBeCloseTo(usual.surfaces[k].positions[at], 4));
  });
  expect(emptied.warnings.join()).toMatch(/offsets of \d+ of its \d+ joints are zero.*first frame are taken/);
  expect(usual.warnings.join()).not.toContain('offsets of');
});

import { expect, test } from 'vitest';
import { Pose } from '../../motion/pose.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import { fuzzReader, fuzzSeed } from '../testing/fuzz-reader.ts';
import { readBvh } from './read-bvh.ts';
import { type JointSource, person, positions, walkFrames, writeBvh, zxy } from './testing/write-bvh.ts';

/** Seconds for any input, read or refused: of the processor, as others may use it too. */
const longest = 2;

/** Reads a take, and looks at what a rig must never be. */
function check(bytes: Uint8Array): void {
  const start = process.cpuUsage();
  try {
    const rig = readBvh(bytes, { name: 'fuzz.bvh' });
    for (const { positions: places, normals, indices, node } of rig.surfaces) {
      expect(node).toBeLessThan(rig.nodes.length);
      expect(places.every(Number.isFinite) && normals!.every(Number.isFinite)).toBe(true);
      expect(indices.every((index) => 3 * index < places.length)).toBe(true);
    }
    const [clip] = rig.clips;
    const pose = new Pose(rig);
    for (const share of [0, 0.37, 1]) {
      sampleClip(clip, share * clip.end, pose);
      pose.updateWorld();
      expect(pose.world.every(Number.isFinite)).toBe(true);
    }
  } finally {
    expect(process.cpuUsage(start).user).toBeLessThan(1e6 * longest);
  }
}

const odd: JointSource = {
  name: 'Odd one {',
  offset: [1, -2, 3],
  channels: [...zxy, ...positions],
  children: [
    {
      name: 'six',
      offset: [0, 4, 0],
      channels: ['Xposition', 'Yrotation', 'Zrotation', 'Xrotation'],
      end: [0, 1, 0],
    },
    {
      name: 'none',
      offset: [0, 0, 0],
      children: [{ name: 'foot', offset: [1, -4, 0], channels: ['Yrotation'] }],
    },
  ],
};
const sources = [
  writeBvh(person, walkFrames(4)),
  writeBvh(odd, [new Array(11).fill(0), '1 2 3 4e0 -5 .6\t7 8 9 10 11', new Array(11).fill(90)], {
    stated: 7,
  }),
];

test(`damaged takes are read or refused within ${longest} s, with nothing but an InputError (seed ${fuzzSeed})`, () => {
  fuzzReader(check, sources, { isBinary: false });
}, 600_000);

test('takes with very many joints, in a row or side by side, are read or refused in time', () => {
  const row = (count: number) => {
    const open = (k: number) => `JOINT j${k}\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n`;
    const joints = Array.from({ length: count }, (_, k) => open(k)).join('');
    return `HIERARCHY\n${joints}${'}\n'.repeat(count)}MOTION\nFrames: 1\nFrame Time: 1\n${'1 '.repeat(count)}`;
  };
  const side = (count: number) =>
    `HIERARCHY\nROOT r\n{\n${'JOINT j\n{\nOFFSET 1 1 0\nCHANNELS 1 Xrotation\n}\n'.repeat(count)}}\nMOTION\nFrames: 1\nFrame Time: 1\n${'1 '.repeat(count)}`;
  for (const make of [row, side]) {
    check(new TextEncoder().encode(make(1000)));
    expect(() => check(new TextEncoder().encode(make(200_000)))).toThrow('expected at most 1024 joints');
  }
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createKeyedMotion, createRigidPose } from '../motion/rigid-motion.ts';
import { sharedPath } from '../testing/shared.ts';
import { readKeyFile, readKeys } from './keys.ts';

test('a list of keys, or an object with one; rotations are normalised, in either order', () => {
  const key = { time: 0, position: [1, 2, 3] };
  const [plain] = readKeys(JSON.stringify([key]), 'a.json');
  expect(plain).toEqual({ time: 0, position: [1, 2, 3], rotation: [0, 0, 0, 1] });
  const [turned] = readKeys(JSON.stringify({ keys: [{ ...key, rotation: [0, 2, 0, 0] }] }), 'a.json');
  expect(turned.rotation).toEqual([0, 1, 0, 0]);
  const [reordered] = readKeys(JSON.stringify([{ ...key, rotation_wxyz: [0.6, 0, 0.8, 0] }]), 'a.json');
  expect(reordered.rotation).toEqual([0, 0.8, 0, 0.6]);
});

test('every wrong key is reported', () => {
  const keys = [
    { time: 1, position: [0, 0] },
    { time: 1, position: [0, 0, 0], rotation: [0, 0, 0, null] },
    7,
    { time: 3, position: [0, 0, 0], rotation_wxyz: [0, 0, 0, 0] },
    { time: 4, position: [0, 2e9, 0] },
  ];
  expect(() => readKeys(JSON.stringify(keys), 'a.json')).toThrow(
    [
      'a.json keys[0].position: expected 3 numbers, got [0,0]',
      'a.json keys[1].rotation: expected 4 numbers, got [0,0,0,null]',
      'a.json keys[2].time: expected seconds, got undefined',
      'a.json keys[2].position: expected 3 numbers, got undefined',
      'a.json keys[3].rotation_wxyz: expected a unit quaternion, got one of length 0: omit it if there is no rotation',
      'a.json keys[4].position: expected metres within 100000 km of the origin, got [0,2000000000,0]: do they have another unit?',
    ].join('\n'),
  );
});

describe('unusual keys', () => {
  const read = (keys: unknown) => readKeyFile(JSON.stringify(keys), 'a.json');
  const at = (time: number, x: number, rotation?: number[]) => ({ time, position: [x, 0, 0], rotation });

  test('times out of order are sorted, with a report', () => {
    const { keys, warnings } = read([at(0, 1), at(2, 3), at(1, 2), at(3, 4)]);
    expect(keys.map(({ position }) => position[0])).toEqual([1, 2, 3, 4]);
    expect(warnings).toEqual([
      'the times of its keys do not increase (key 2, counted from 0, is the first that goes back): they are sorted',
    ]);
  });

  test('a time with one pose twice is one key; with two poses it is a jump', () => {
    const same = read([at(0, 1), at(1, 2, [0, 0, 0, 1]), at(1, 2, [0, 0, 0, -1]), at(1, 2), at(2, 3)]);
    expect(same.keys.map(({ time }) => time)).toEqual([0, 1, 2]);
    expect(same.warnings).toEqual(['2 of its keys have the time of another one and its pose: left out']);
    const jump = read([at(0, 1), at(1, 2), at(1, 5), at(1, 9), at(2, 9)]);
    expect(jump.keys.map(({ position }) => position[0])).toEqual([1, 2, 9, 9]);
    expect(jump.warnings).toEqual([
      '2 of its keys have the time of another one: at one time the poses differ, and it jumps there, leaving no trace between',
    ]);
    const motion = createKeyedMotion(jump.keys);
    const xAt = (t: number) => {
      const pose = createRigidPose();
      motion.sample(pose, t);
      return pose.position[0];
    };
    expect([xAt(0.5), xAt(0.999999), xAt(1), xAt(1.5)]).toEqual([1.5, expect.closeTo(2, 5), 9, 9]);
    expect([motion.cutBetween(0, 1), motion.cutBetween(1, 2)]).toEqual([true, false]);
  });

  test('a quaternion that changes its sign is interpolated along the short arc', () => {
    const s = Math.SQRT1_2;
    const { keys } = read([
      at(0, 0, [0, 0, 0, 1]),
      at(0.25, 0, [0, 0, s, s]),
      at(0.5, 0, [0, 0, 1, 0]),
      at(0.75, 0, [0, 0, s, -s]),
      at(1, 0, [0, 0, 0, 1]),
    ]);
    const motion = createKeyedMotion(keys);
    const pose = createRigidPose();
    for (let k = 0; k < 100; k++) {
      const t = (k + 0.5) / 100;
      motion.sample(pose, t);
      const half = Math.PI * t;
      const dot = pose.rotation[2] * Math.sin(half) + pose.rotation[3] * Math.cos(half);
      expect(Math.abs(dot)).toBeCloseTo(1, 9);
    }
  });

  test('rotations of any length, very long and very short ones too', () => {
    const { keys } = read([at(0, 0, [0, 3e200, 0, 4e200]), at(1, 0, [0, 3e-200, 0, 4e-200])]);
    for (const { rotation } of keys)
      expect(rotation).toEqual([0, expect.closeTo(0.6, 12), 0, expect.closeTo(0.8, 12)]);
  });

  test('reports whether the keys contain rotations', () => {
    expect(read([at(0, 0)]).hasRotations).toBe(false);
    expect(read([at(0, 0), at(1, 0, [0, 0, 0, 1])]).hasRotations).toBe(true);
  });

  test('a byte-order mark is ignored', () => {
    expect(readKeys(`\ufeff[${JSON.stringify(at(0, 1))}]`, 'a.json')).toHaveLength(1);
  });
});

describe('keys as a table', () => {
  const read = (text: string) => readKeyFile(text, 'a.csv');

  test.each([
    ['names, commas', 'time,x,y,z\n0,1,2,3\n1,4,5,6\n'],
    [
      'other names, semicolons, CR LF, comments',
      '# made\r\nPos.Z [m];t;Pos.X;Pos.Y\r\n\r\n3;0;1;2\r\n6;1;4;5',
    ],
    ['no names, tabs', '0\t1\t2\t3\n1\t4\t5\t6'],
    ['spaces, exponents', '0 1 2e0 3\n1 4 .5E1 6'],
    ['quotes', '"time","x","y","z"\n"0","1","2","3"\n"1","4","5","6"'],
  ])('with %s', (_, text) => {
    const { keys, hasRotations, warnings } = read(text);
    expect(keys).toEqual([
      { time: 0, position: [1, 2, 3], rotation: [0, 0, 0, 1] },
      { time: 1, position: [4, 5, 6], rotation: [0, 0, 0, 1] },
    ]);
    expect([hasRotations, warnings]).toEqual([false, []]);
  });

  test('with rotations, in any order of columns; other columns are ignored', () => {
    const { keys, hasRotations, warnings } = read('frame,time,qw,qx,qy,qz,x,y,z\n7,0,0.6,0,0.8,0,1,2,3\n');
    expect(keys).toEqual([{ time: 0, position: [1, 2, 3], rotation: [0, 0.8, 0, 0.6] }]);
    expect([hasRotations, warnings]).toEqual([true, ['columns of its keys are ignored: "frame"']]);
    expect(read('0 1 2 3 0 0.8 0 0.6').keys).toEqual(keys);
  });

  test('with times out of order is sorted', () => {
    expect(read('1,0,0,0\n0,9,0,0').keys.map(({ time }) => time)).toEqual([0, 1]);
  });

  test.each([
    ['', 'a.csv: expected one line for each key: time, x, y, z'],
    ['time,x,y,z\n', 'a.csv: expected one line for each key'],
    [
      'time,x,y\n0,0,0',
      'a.csv line 1: expected columns named time, x, y, z and optionally qx, qy, qz, qw, got none named z',
    ],
    ['time,x,y,z,qx,qy,qz\n', 'got none named qw'],
    ['timee,x,y,z\n', 'got none named time (there is "timee")'],
    [
      '1,2,3',
      'a.csv line 1: expected time, x, y, z and optionally qx, qy, qz, qw, got 3 numbers: name the columns',
    ],
    [
      'time,x,y,z\n0,0,0,a\n0,0,0\n',
      'a.csv line 2: expected 4 finite numbers, got "0,0,0,a"\na.csv line 3: expected 4',
    ],
    ['0 0 0 0 0 0 0 0', 'a.csv line 1: expected a quaternion that is not all 0'],
    ['0 0 9e9 0', 'a.csv line 1: expected metres within'],
    ['0 0 1e999 0', 'a.csv line 1: expected 4 finite numbers'],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('a file of keys may be JSON with any name', () => {
    expect(readKeys('[{"time":0,"position":[0,0,0]}]', 'a.txt')).toHaveLength(1);
  });
});

test.each([
  ['{', 'a.json: expected keys as JSON, got text that is not JSON'],
  ['{}', 'with at least one key'],
  ['[]', 'with at least one key'],
])('%s is refused', (text, message) => {
  expect(() => readKeys(text, 'a.json')).toThrow(message);
});

const recorded = sharedPath('assets/mesh-tractor-wheel/tractor_wheel_rolling.json');

test.skipIf(!recorded)('the recorded tractor wheel: 200 keys, a rotation by 90° in 2 s', () => {
  const keys = readKeys(readFileSync(recorded as string, 'utf8'), 'wheel.json');
  expect(keys.length).toBe(200);
  expect(keys[199]).toMatchObject({ time: 2, position: [0, 0.542442, -0.634473] });
  expect(keys[199].rotation[0]).toBeCloseTo(Math.SQRT1_2, 6);
});

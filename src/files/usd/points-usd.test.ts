import { describe, expect, test } from 'vitest';
import type { PointsFrame } from '../../motion/points-frame.ts';
import { randomPoints } from '../testing/random-points.ts';
import { type PointsUsdOptions, PointsUsdWriter } from './points-usd.ts';
import { usdPrimName } from './prim-usd.ts';
import { readSamples, readWithThree, readWithTinyUsdz } from './testing/read-usd.ts';

const attributes = ['heat', 'my value', 'orient'];
const options: PointsUsdOptions = { name: 'letters', fps: 30000 / 1001, attributes, isTurning: true };
/** The number of particles changes: none, one, and many occur. */
const frames = [12, 0, 1, 300, 300].map((count, k) =>
  randomPoints(k, count, { isTurning: true, attributes }),
);

async function write(shown: readonly PointsFrame[], settings = options): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new PointsUsdWriter(settings);
  shown.forEach((frame, k) => {
    writer.add(k + 1, frame);
  });
  const parts: number[] = [];
  for await (const part of writer.write((index) => shown[index])) for (const byte of part) parts.push(byte);
  return Uint8Array.from(parts);
}

/** Returns the expected values of each attribute for a frame, as a flat list. The keys are the names of the attributes. */
const expected: Record<string, (frame: PointsFrame) => number[]> = {
  points: ({ positions, count }) => [...positions.subarray(0, 3 * count)],
  velocities: ({ velocities, count }) => [...velocities.subarray(0, 3 * count)],
  widths: ({ sizes, count }) => [...sizes.subarray(0, count)],
  'primvars:birth': ({ birthTimes, count }) => [...birthTimes.subarray(0, count)],
  'primvars:displayColor': ({ colors, count }) =>
    [...colors.subarray(0, 4 * count)].filter((_, k) => k % 4 < 3),
  'primvars:displayOpacity': ({ colors, count }) =>
    [...colors.subarray(0, 4 * count)].filter((_, k) => k % 4 === 3),
  'primvars:orient': ({ orientations, count }) => [...orientations!.subarray(0, 4 * count)],
  'primvars:heat': (frame) => [...frame.attributes.get('heat')!.subarray(0, frame.count)],
  'primvars:my_value': (frame) => [...frame.attributes.get('my value')!.subarray(0, frame.count)],
  'primvars:orient_2': (frame) => [...frame.attributes.get('orient')!.subarray(0, frame.count)],
};
const types: Record<string, string> = {
  points: 'point3f[]',
  velocities: 'vector3f[]',
  'primvars:displayColor': 'color3f[]',
  'primvars:orient': 'quatf[]',
};

describe('read by three.js', async () => {
  const bytes = await write(frames);
  const specsByPath = readWithThree(bytes);
  test('the layer states its units, axes and times', () => {
    expect(specsByPath['/'].fields).toEqual({
      defaultPrim: 'letters',
      startTimeCode: 1,
      endTimeCode: 5,
      timeCodesPerSecond: 30000 / 1001,
      framesPerSecond: 30000 / 1001,
      metersPerUnit: 1,
      upAxis: 'Y',
      primChildren: ['letters'],
    });
    const { specifier, typeName, properties } = specsByPath['/letters'].fields;
    expect([specifier, typeName]).toEqual([0, 'Points']);
    expect(properties).toEqual([...Object.keys(expected), 'ids', 'extent'].sort());
  });

  test.each(Object.keys(expected))('%s: every number of every frame is bit-identical', (name) => {
    const { fields } = specsByPath[`/letters.${name}`];
    const { times, values } = fields.timeSamples as { times: number[]; values: ArrayLike<number>[] };
    expect(fields.typeName).toBe(types[name] ?? 'float[]');
    expect(fields.interpolation).toBe(/primvars|widths/.test(name) ? 'vertex' : undefined);
    expect(times).toEqual([1, 2, 3, 4, 5]);
    expect(values.map((value) => Array.from(value))).toEqual(frames.map(expected[name]));
  });

  test('the extent contains all particles of each frame, with their sizes', () => {
    const { values } = specsByPath['/letters.extent'].fields.timeSamples as { values: Float32Array[] };
    frames.forEach(({ count, positions, sizes }, k) => {
      const reach = (sign: number, axis: number) =>
        Array.from({ length: count }, (_, p) => Math.fround(positions[3 * p + axis] + (sign * sizes[p]) / 2));
      for (let axis = 0; axis < 3; axis++) {
        if (count === 0) expect(values[k][axis]).toBeGreaterThan(values[k][3 + axis]);
        else {
          expect(values[k][axis]).toBe(Math.min(...reach(-1, axis)));
          expect(values[k][3 + axis]).toBe(Math.max(...reach(1, axis)));
        }
      }
    });
  });
});

describe('read by tinyusdz', async () => {
  const text = await readWithTinyUsdz(await write(frames), 'letters.usdc');
  test('it is a prim of type Points in metres, Y up', () => {
    for (const line of ['def Points "letters"', 'metersPerUnit = 1', 'upAxis = "Y"', 'endTimeCode = 5'])
      expect(text).toContain(line);
  });

  test('ids, which are 64 bits wide, of every frame', () => {
    const samples = readSamples(text, 'ids');
    expect([...samples.keys()]).toEqual([1, 2, 3, 4, 5]);
    frames.forEach(({ ids, count }, k) => {
      expect(samples.get(k + 1)).toEqual([...ids.subarray(0, count)]);
    });
  });

  test.each(Object.keys(expected))('%s of every frame', (name) => {
    const samples = readSamples(text, name);
    frames.forEach((frame, k) => {
      // The reader writes quaternions with the real part first, and with fewer digits.
      const wanted = expected[name](frame);
      const own =
        name === 'primvars:orient' ? wanted.map((_, o) => wanted[o % 4 === 0 ? o + 3 : o - 1]) : wanted;
      const read = samples.get(k + 1)!;
      expect(read.length).toBe(own.length);
      own.forEach((value, o) => {
        expect(Math.abs(read[o] - value)).toBeLessThan(1e-5 * Math.max(1, Math.abs(value)));
      });
    });
  });
});

test('constant values are stored once', async () => {
  const still = randomPoints(1, 1000);
  const [one, ten] = [await write([still]), await write(Array.from({ length: 10 }, () => still))];
  expect(ten.length - one.length).toBeLessThan(2000);
  // A value that occurred before is stored again if another value came between.
  const specsByPath = readWithThree(await write([still, frames[3], still]));
  const { values } = specsByPath['/letters.points'].fields.timeSamples as { values: Float32Array[] };
  expect(values.map((value) => value.length)).toEqual([3000, 900, 3000]);
});

test('without rotation there is no orient; no frame and no particle are valid', async () => {
  const settings = { ...options, isTurning: false, attributes: [] };
  const none = await readWithTinyUsdz(await write([], settings), 'a.usdc');
  expect(none).toContain('def Points "letters"');
  const empty = await readWithTinyUsdz(await write([frames[1]], settings), 'a.usdc');
  expect(empty).not.toContain('orient');
  expect(readSamples(empty, 'points')).toEqual(new Map([[1, []]]));
});

test('names become names of prims', () => {
  expect(['smoke', 'Fira Mono-Medium', '3 bowls', ''].map(usdPrimName)).toEqual([
    'smoke',
    'Fira_Mono_Medium',
    '_3_bowls',
    '_',
  ]);
});

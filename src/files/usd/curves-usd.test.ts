import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { CurvesUsdWriter } from './curves-usd.ts';
import { readSamples, readWithThree, readWithTinyUsdz } from './testing/read-usd.ts';

const pointCount = 5;
const curves = 7;
const random = (seed: number, width: number) =>
  Float32Array.from({ length: width * curves * pointCount }, (_, k) => hashUnit(seed, k));
const widths = random(1, 1);
const colors = random(2, 3);
// The third frame equals the second.
const second = random(4, 3);
const frames = [random(3, 3), second, second];

async function write(shown: readonly Float32Array[], options = {}): Promise<Uint8Array> {
  const writer = new CurvesUsdWriter({ name: 'fox coat', fps: 25, pointCount, widths, colors, ...options });
  shown.forEach((frame, k) => {
    if (frame === shown[k - 1]) writer.repeat(k + 1);
    else writer.add(k + 1, frame);
  });
  const parts: number[] = [];
  for await (const part of writer.write((index) => shown[index])) for (const byte of part) parts.push(byte);
  return Uint8Array.from(parts);
}

describe('read by three.js', async () => {
  const specsByPath = readWithThree(await write(frames));
  const fieldsOf = (name: string) => specsByPath[`/fox_coat.${name}`].fields;

  test('it is a prim of linear curves in metres', () => {
    expect(specsByPath['/'].fields).toMatchObject({
      defaultPrim: 'fox_coat',
      metersPerUnit: 1,
      upAxis: 'Y',
      timeCodesPerSecond: 25,
      startTimeCode: 1,
      endTimeCode: 3,
    });
    expect(specsByPath['/fox_coat'].fields.typeName).toBe('BasisCurves');
    expect([fieldsOf('type').default, fieldsOf('wrap').default]).toEqual(['linear', 'nonperiodic']);
  });

  test('points have one sample per frame, constant attributes one value, all bit-identical', () => {
    const { times, values } = fieldsOf('points').timeSamples as { times: number[]; values: Float32Array[] };
    expect(times).toEqual([1, 2, 3]);
    expect(values.map((value) => [...value])).toEqual(frames.map((frame) => [...frame]));
    expect([...(fieldsOf('widths').default as Float32Array)]).toEqual([...widths]);
    expect([...(fieldsOf('primvars:displayColor').default as Float32Array)]).toEqual([...colors]);
    expect([...(fieldsOf('curveVertexCounts').default as Int32Array)]).toEqual(
      Array(curves).fill(pointCount),
    );
    expect(fieldsOf('widths').interpolation).toBe('vertex');
  });

  test('the extent contains the curves with their widths', () => {
    const { values } = fieldsOf('extent').timeSamples as { values: Float32Array[] };
    frames.forEach((frame, f) => {
      const reach = (sign: number, axis: number) =>
        Array.from(widths, (width, p) => Math.fround(frame[3 * p + axis] + (sign * width) / 2));
      for (let axis = 0; axis < 3; axis++) {
        expect(values[f][axis]).toBe(Math.min(...reach(-1, axis)));
        expect(values[f][3 + axis]).toBe(Math.max(...reach(1, axis)));
      }
    });
  });
});

test('read by tinyusdz: the same curves', async () => {
  const text = await readWithTinyUsdz(await write(frames), 'coat.usdc');
  for (const line of ['def BasisCurves "fox_coat"', 'uniform token type = "linear"', 'metersPerUnit = 1'])
    expect(text).toContain(line);
  const samples = readSamples(text, 'points');
  expect([...samples.keys()]).toEqual([1, 2, 3]);
  frames.forEach((frame, k) => {
    const read = samples.get(k + 1)!;
    expect(read.length).toBe(frame.length);
    frame.forEach((value, o) => {
      expect(Math.abs(read[o] - value)).toBeLessThan(1e-5);
    });
  });
  expect(text).toMatch(
    new RegExp(`int\\[\\] curveVertexCounts = \\[${Array(curves).fill(pointCount).join(', ')}\\]`),
  );
});

test('constant values are stored once', async () => {
  const [one, ten] = [await write(frames.slice(0, 1)), await write(Array(10).fill(frames[0]))];
  expect(ten.length - one.length).toBeLessThan(1000);
});

test('a file without curves is valid', async () => {
  const none = { widths: new Float32Array(0), colors: new Float32Array(0) };
  const text = await readWithTinyUsdz(await write([new Float32Array(0)], none), 'a.usdc');
  expect(text).toContain('def BasisCurves "fox_coat"');
});

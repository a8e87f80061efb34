import { describe, expect, test } from 'vitest';
import { decodeExr } from '../../files/exr-read.ts';
import { decodePng16 } from '../../files/png-read.ts';
import { frameOf } from '../testing/frame-of.ts';
import { makeFunctionGround } from '../testing/function-ground.ts';
import { HeightRangeMeter, HeightSequence, heightFileName } from './height-sequence.ts';
import type { HeightfieldFrame } from './heightfield-frame.ts';

const unit = 2 ** -20;
const initial = (i: number, j: number) => 100 * i - 50 * j;
const ground = makeFunctionGround({ cell: 0.02, datum: -1, initial });
const rectangle = { i0: 10, j0: 5, columns: 30, rows: 20 };

/** Creates a frame of 3 × 3 columns: the column (i, j) is deep, the others are a little raised. */
function makeFrame(i: number, j: number): HeightfieldFrame {
  const heights = new Int32Array(9).fill(5000);
  heights[4] = -30000;
  return frameOf({ i0: i - 1, j0: j - 1, columns: 3, rows: 3 }, heights, new Uint8Array(9));
}

function makeSequence(frames: (HeightfieldFrame | null)[]): HeightSequence {
  const meter = new HeightRangeMeter(ground, rectangle);
  for (const frame of frames) if (frame) meter.add(frame.rectangle, frame);
  return new HeightSequence(ground, rectangle, meter.range());
}

describe('height sequence', () => {
  test('one range for all frames: the same height has the same sample before and after a print', () => {
    const frames = [null, makeFrame(20, 10)];
    const sequence = makeSequence(frames);
    const [before, after] = frames.map((frame, k) => decodePng16(sequence.encodePng(frame, k / 30)));
    expect(sequence.facts.minMetres).toBe(-30000 * unit);
    expect(sequence.facts.maxMetres).toBe(5000 * unit);
    const at = (i: number, j: number) => (j - rectangle.j0) * rectangle.columns + i - rectangle.i0;
    expect(after.samples[at(20, 10)]).toBe(0);
    expect(after.samples[at(21, 11)]).toBe(65535);
    const changed = [...after.samples.keys()].filter((k) => after.samples[k] !== before.samples[k]);
    expect(changed).toEqual([9, 10, 11].flatMap((j) => [19, 20, 21].map((i) => at(i, j))));
  });

  test('heights computed from the PNG by its text chunks are exact', () => {
    const sequence = makeSequence([makeFrame(20, 10)]);
    const { samples, text } = decodePng16(sequence.encodePng(null, 0.5));
    const min = Number(text['aftermotion:minMetres']);
    const max = Number(text['aftermotion:maxMetres']);
    expect(Number(text['aftermotion:cellMetres'])).toBe(0.02);
    expect(Number(text['aftermotion:datumMetres'])).toBe(-1);
    expect(Number(text['aftermotion:firstColumnMetres'])).toBe(0.2);
    expect(Number(text['aftermotion:firstRowMetres'])).toBe(0.1);
    expect(Number(text['aftermotion:seconds'])).toBe(0.5);
    for (let k = 0; k < samples.length; k++) {
      const metres = min + (samples[k] / 65535) * (max - min);
      const expected = initial(rectangle.i0 + (k % 30), rectangle.j0 + Math.floor(k / 30));
      expect(Math.round(metres / unit)).toBe(expected);
    }
  });

  test('row 0 is the far (−Z) edge, column 0 is −X, in PNG and EXR alike', () => {
    // The high column is at the far right: +X, −Z.
    const corner = makeFunctionGround({
      extent: { i0: 0, j0: 0, columns: 3, rows: 2 },
      initial: (i, j) => (i === 2 && j === 0 ? 1000 : 0),
    });
    const meter = new HeightRangeMeter(corner, corner.extent!);
    const sequence = new HeightSequence(corner, corner.extent!, meter.range());
    expect([...decodePng16(sequence.encodePng(null, 0)).samples]).toEqual([0, 0, 65535, 0, 0, 0]);
    const { channels } = decodeExr(sequence.encodeExr(null));
    expect([...channels[0].values]).toEqual([0, 0, 1000 * unit, 0, 0, 0]);
  });

  test('the EXR holds exact metres above the datum, and its position', () => {
    const frame = makeFrame(12, 7);
    const image = decodeExr(makeSequence([frame]).encodeExr(frame));
    expect([image.width, image.height]).toEqual([30, 20]);
    const { values } = image.channels[0];
    for (let k = 0; k < values.length; k++) {
      const [i, j] = [rectangle.i0 + (k % 30), rectangle.j0 + Math.floor(k / 30)];
      const inside = Math.abs(i - 12) <= 1 && Math.abs(j - 7) <= 1;
      const expected = inside ? (i === 12 && j === 7 ? -30000 : 5000) : initial(i, j);
      expect(values[k] / unit).toBe(expected);
    }
    expect(image.attributes).toMatchObject({
      'aftermotion.datumMetres': -1,
      'aftermotion.cellMetres': 0.02,
      'aftermotion.firstColumnMetres': 0.2,
      'aftermotion.firstRowMetres': 0.1,
    });
  });

  test('a frame that extends beyond the rectangle is cropped', () => {
    const frame = makeFrame(10, 24);
    const { values } = decodeExr(makeSequence([frame]).encodeExr(frame)).channels[0];
    expect(values[19 * 30] / unit).toBe(-30000);
    expect(values[18 * 30 + 1] / unit).toBe(5000);
    expect(values[19 * 30 + 2] / unit).toBe(initial(12, 24));
    expect(values[0] / unit).toBe(initial(10, 5));
  });

  test('a flat ground gives a picture with a single value', () => {
    const flat = makeFunctionGround();
    const sequence = new HeightSequence(flat, flat.extent!, new HeightRangeMeter(flat, flat.extent!).range());
    expect(new Set(decodePng16(sequence.encodePng(null, 0)).samples)).toEqual(new Set([0]));
    expect(sequence.facts.maxMetres).toBeGreaterThan(sequence.facts.minMetres);
  });

  test('a height outside of the range is an error, not a clipped print', () => {
    expect(() => makeSequence([]).encodePng(makeFrame(20, 10), 0)).toThrow(
      /height 5000 lies outside the range/,
    );
  });

  test('a map that is too large is refused with its size, before memory is allocated', () => {
    const endless = makeFunctionGround({ extent: null });
    const huge = { i0: 0, j0: 0, columns: 15000, rows: 15000 };
    for (const make of [
      () => new HeightRangeMeter(endless, huge),
      () => new HeightSequence(endless, huge, { min: 0, max: 1 }),
    ]) {
      expect(make).toThrow(/beach: expected at most 33554432 columns for height maps, got 15000 × 15000/);
    }
  });

  test('file names have at least four digits', () => {
    expect([1, 99, 10000].map((number) => heightFileName(number, 'exr'))).toEqual([
      'height.0001.exr',
      'height.0099.exr',
      'height.10000.exr',
    ]);
  });
});

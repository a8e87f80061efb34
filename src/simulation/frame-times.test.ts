import { expect, test } from 'vitest';
import { fractionToNumber, multiplyFractions, toFraction } from './fraction.ts';
import { FrameTimes, frameTolerance, padFrameNumber } from './frame-times.ts';

const rates = [12, 24, 25, 30, 48, 50, 60, 120, '24000/1001', '30000/1001', '60000/1001', '120000/1001'];

/** Returns the end of a shot with this number of frames that begins at 0 s, as a double. */
function endOf(frames: number, fps: number | string): number {
  const { numerator, denominator } = toFraction(fps);
  return (frames - 1) * (Number(denominator) / Number(numerator));
}

test.each(rates)(
  'every length from 1 to 240 frames at %s fps keeps its last frame, for any rounding of its end',
  (fps) => {
    for (let frames = 1; frames <= 240; frames++) {
      const end = endOf(frames, fps);
      for (const typed of [end, Number(end.toFixed(6)), Number(end.toFixed(5)), Number(end.toFixed(4))])
        expect(new FrameTimes(0, typed, fps).count, `${frames} frames, end ${typed}`).toBe(frames);
    }
  },
);

test.each([24, 25, 30, '24000/1001', '30000/1001'])('at %s fps a millisecond is exact enough', (fps) => {
  for (let frames = 1; frames <= 240; frames++)
    expect(new FrameTimes(0, Number(endOf(frames, fps).toFixed(3)), fps).count).toBe(frames);
});

test('a start that is a fraction gives the same number of frames', () => {
  for (let frames = 1; frames <= 240; frames++)
    expect(new FrameTimes(-8 / 24, (frames - 9) / 24, 24).count, `${frames}`).toBe(frames);
});

test('an end that misses a frame by more than the tolerance does not reach it', () => {
  const miss = (1.01 * frameTolerance) / 24;
  expect(new FrameTimes(0, 47 / 24 - miss, 24).count).toBe(47);
  // At 23.976 frames per second, a whole second ends 0.024 frames before frame 24.
  expect(new FrameTimes(0, 1, '24000/1001').count).toBe(24);
});

test('the simulation reaches the last frame, even if the end is rounded down', () => {
  const short = new FrameTimes(0, 1.9583, 24);
  expect(short.end).toBe(short.seconds(47));
  expect(new FrameTimes(0, 1.99, 24).end).toBe(1.99);
});

test('frames are numbered from 1, or from the given first number', () => {
  expect([new FrameTimes(0, 1, 24).number(0), new FrameTimes(0, 1, 24).isNumbered]).toEqual([1, false]);
  const shot = new FrameTimes(0, 47 / 24, 24, 1001);
  expect([shot.number(0), shot.number(shot.count - 1)]).toEqual([1001, 1048]);
  expect(shot.label(11 / 24)).toBe('frame 1012, 0.46 s');
  expect(new FrameTimes(0, 1, 24).label(0.5)).toBe('0.50 s');
  expect([1, 1001, 12345].map(padFrameNumber)).toEqual(['0001', '1001', '12345']);
});

test('frame times are exact at fractional rates', () => {
  const times = new FrameTimes(0, 10, '24000/1001');
  const seconds = multiplyFractions(times.time(24), toFraction(1000));
  expect(fractionToNumber(seconds)).toBe(1001);
});

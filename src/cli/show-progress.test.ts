import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeDuration, showProgress } from './show-progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a stream that stores everything that is written. */
function fakeStream(isTTY: boolean): { stream: NodeJS.WriteStream; text: () => string } {
  let text = '';
  const stream = { isTTY, columns: 100, write: (part: string) => (text += part) };
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => text };
}

const at = (done: number) => ({ phase: 'simulate' as const, done, total: 100, message: `frame ${done}` });

test('without a terminal there is a line at intervals, with the remaining time as soon as it can be estimated', () => {
  const { stream, text } = fakeStream(false);
  const display = showProgress(stream);
  for (let done = 1; done <= 100; done++) {
    display.update(at(done));
    vi.advanceTimersByTime(done < 4 ? 1500 : 100);
  }
  display.stop();
  const lines = text().trimEnd().split('\n');
  expect(lines[0]).toBe('3 %, frame 3');
  expect(lines[1]).toMatch(/^\d+ %, frame \d+, \d+ s left$/);
  expect(lines.length).toBeLessThan(9);
});

test('a short job prints nothing without a terminal', () => {
  const { stream, text } = fakeStream(false);
  const display = showProgress(stream);
  for (let done = 1; done <= 100; done++) display.update(at(done));
  display.stop();
  expect(text()).toBe('');
});

test('the remaining time is 0 only at the end, and 100 % is shown only at the end', () => {
  for (const isTTY of [false, true]) {
    const { stream, text } = fakeStream(isTTY);
    const display = showProgress(stream);
    for (const done of [1, 400, 998.5, 999.9, 1000]) {
      vi.advanceTimersByTime(2500);
      display.update({ phase: 'write', done, total: 1000, message: 'files' });
    }
    display.stop();
    const lines = [...text().matchAll(/(\d+) %[^%]*?files([^\n%█]*)/g)].map(([, percent, rest]) => [
      percent,
      rest,
    ]);
    expect(lines.filter(([percent]) => percent === '100').every(([, rest]) => !rest.includes('left'))).toBe(
      true,
    );
    expect(lines.filter(([percent]) => percent === '100').length).toBeLessThanOrEqual(2);
    expect(lines.some(([percent]) => percent === '99')).toBe(true);
  }
});

test.each([
  [0.2, '1 s'],
  [44.6, '45 s'],
  [89, '89 s'],
  [100, '2 min'],
  [3600, '60 min'],
  [5400, '1 h 30 min'],
  [9000, '2 h 30 min'],
])('%f s are %s', (seconds, message) => {
  expect(describeDuration(seconds)).toBe(message);
});

import type { InputFault } from '../../../input-error.ts';
import type { KeyParams } from '../params.ts';

/** When a key takes effect, when the first and the last particle must arrive, and when it releases them; seconds. */
export interface KeyTimes {
  readonly start: number;
  readonly firstEnd: number;
  readonly end: number;
  readonly release: number;
}

/** Returns the times of a key in a scene from `sceneStart` to `sceneEnd`. */
export function resolveTimes(key: KeyParams, sceneStart: number, sceneEnd: number): KeyTimes {
  const start = key.start ?? sceneStart;
  const end = key.end ?? sceneEnd;
  return { start, firstEnd: end - key.stagger, end, release: end + key.hold };
}

const slack = 1e-6;
/** Maximum duration of a key in steps, since its laws are tables. */
const maxSteps = 2_000_000;

/** Returns the faults of a key's times at `rate` steps per second; `path` is the key's path. */
export function checkTimes(key: KeyParams, times: KeyTimes, rate: number, path: string): InputFault[] {
  const { start, firstEnd, end } = times;
  const steps = (end - start) * rate;
  const said = (location: string, message: string): InputFault[] => [
    { path: `${path}.${location}`, message },
  ];
  if (steps <= 0)
    return said(
      'end',
      `expected a time after the start (${formatNumber(start)} s), got ${formatNumber(end)}`,
    );
  if (steps < 1 - slack) {
    return said(
      'end',
      `expected at least one step (${formatNumber(1 / rate)} s) after the start, got ${formatNumber(end - start)} s: give it more ` +
        'time, or increase the rate of the system',
    );
  }
  if (steps > maxSteps) {
    return said(
      'end',
      `expected at most ${formatNumber(maxSteps / rate)} s after the start at ${rate} steps per second, got ${formatNumber(end - start)} s`,
    );
  }
  const firstSteps = (firstEnd - start) * rate;
  if (key.stagger > 0 && firstSteps < 1 - slack) {
    return said(
      'stagger',
      `expected at least one step less than the duration of the key (${formatNumber(end - start)} s), got ${formatNumber(key.stagger)}`,
    );
  }
  if (key.law === 'velocity' && !key.paper && firstSteps < 2 - slack) {
    return said(
      'law',
      'expected at least two steps for the law "velocity", which must reach position and velocity: give it more time, ' +
        'or increase the rate of the system',
    );
  }
  return [];
}

/** Formats a number for a message. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

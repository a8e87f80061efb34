import { InputError, type InputFault, parseScene } from '../../src/index.ts';
import { clamp } from '../../src/math/index.ts';
import { listAt } from '../document/edit-scene.ts';
import { type SceneData, type SceneEntry, systemsOf } from '../document/studio-document.ts';

/** A key of particles as a bar in a timeline. Times in seconds. */
export interface KeyBar {
  /** Index of the key among the keys of its system. */
  readonly index: number;
  /** Name of the key in reports. It is also the label. A key without a name has a label that lists its targets. */
  readonly name: string;
  readonly label: string;
  readonly start: number;
  /** `firstEnd`: time of the first arrival, `end`: time of the last. They are equal if all particles arrive at the same time. */
  readonly firstEnd: number;
  readonly end: number;
  /** Time until which the particles stay at their targets. */
  readonly release: number;
  readonly isEnabled: boolean;
}

/** The time range of a timeline, seconds, and the frame rate to which bars snap, 1/s. */
export interface TimeFrame {
  readonly start: number;
  readonly end: number;
  readonly fps: number;
}

/** The part of a bar that is moved. */
export type BarPart = 'whole' | 'start' | 'end' | 'hold';

/**
 * Returns a bar for each key of a system, in the order of the keys in the scene. Missing or invalid values of a key are replaced by
 * defaults.
 */
export function listKeyBars(system: SceneEntry, frame: TimeFrame): KeyBar[] {
  return listAt(system, 'keys').map((key, index) => {
    const start = numberOr(key.start, frame.start);
    const end = Math.max(start, numberOr(key.end, frame.end));
    const stagger = Math.min(end - start, Math.max(0, numberOr(key.stagger, 0)));
    return {
      index,
      name: typeof key.name === 'string' ? key.name : `keys[${index}]`,
      label: keyLabel(key, index),
      start,
      firstEnd: end - stagger,
      end,
      release: end + Math.max(0, numberOr(key.hold, 0)),
      isEnabled: key.enabled !== false,
    };
  });
}

/** Returns the label of a key: its name, or else the names of its targets. */
export function keyLabel({ name, to }: SceneEntry, index: number): string {
  if (typeof name === 'string' && name !== '') return name;
  return Array.isArray(to) && to.length > 0 ? to.join(', ') : `keys[${index}]`;
}

/** Returns the time of a scene, as data. Missing or invalid values are replaced by defaults. */
export function timeFrameOf({ time = {} }: SceneData): TimeFrame {
  const start = numberOr(time.start, 0);
  const end = numberOr(time.end, 3);
  const [over, under = '1'] = String(time.fps ?? 30).split('/');
  const fps = Number(over) / Number(under);
  return { start, end: Math.max(start, end), fps: fps > 0 && fps <= 1000 ? fps : 30 };
}

/**
 * Returns a bar with one of its parts moved by a number of seconds and snapped to a frame. The bar is always at least one frame long. If it
 * was within the scene before, it stays within the scene. The time between the first and the last arrival does not change. The hold time
 * changes only if `part` is `hold`.
 */
export function moveBar(bar: KeyBar, part: BarPart, by: number, frame: TimeFrame): KeyBar {
  const step = 1 / frame.fps;
  const last = Math.max(frame.end, bar.release);
  const { start, firstEnd, end, release } = bar;
  const stagger = end - firstEnd;
  const hold = release - end;
  switch (part) {
    case 'start': {
      const moved = clamp(snap(start + by, frame), frame.start, firstEnd - step);
      return { ...bar, start: round(Math.min(moved, Math.max(start, firstEnd - step))) };
    }
    case 'end': {
      const moved = round(clamp(snap(end + by, frame), start + stagger + step, Math.max(end, last - hold)));
      return { ...bar, firstEnd: round(moved - stagger), end: moved, release: round(moved + hold) };
    }
    case 'hold':
      return { ...bar, release: round(clamp(snap(release + by, frame), end, last)) };
    case 'whole': {
      const moved = clamp(snap(start + by, frame), Math.min(start, frame.start), start + last - release);
      const shift = moved - start;
      return {
        ...bar,
        start: round(moved),
        firstEnd: round(firstEnd + shift),
        end: round(end + shift),
        release: round(release + shift),
      };
    }
  }
}

/** Returns the values of a key that change by a move. */
export function changedTimes(before: KeyBar, after: KeyBar): Readonly<Record<string, number>> {
  const holds = [before, after].map(({ release, end }) => round(release - end));
  return {
    ...(after.start === before.start ? {} : { start: after.start }),
    ...(after.end === before.end ? {} : { end: after.end }),
    ...(holds[1] === holds[0] ? {} : { hold: holds[1] }),
  };
}

/** Returns a copy of a scene in which a key of a system has other values. */
export function setKeyValues(
  scene: SceneData,
  system: number,
  key: number,
  values: Readonly<Record<string, unknown>>,
): SceneData {
  return {
    ...scene,
    systems: systemsOf(scene).map((entry, index) =>
      index === system
        ? { ...entry, keys: listAt(entry, 'keys').map((one, k) => (k === key ? { ...one, ...values } : one)) }
        : entry,
    ),
  };
}

/**
 * Returns the first fault of each key that has one: the index of the key in the system, and the message that the command line
 * prints. Faults of the scene itself come first, then the faults in `found`, which appeared when the scene was run.
 */
export function keyFaults(
  scene: SceneData,
  system: number,
  found: readonly InputFault[] = [],
): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { path, message } of [...faultsOf(scene), ...found]) {
    const match = /^systems\[(\d+)\]\.keys\[(\d+)\]/.exec(path);
    if (!match || Number(match[1]) !== system || faults.has(Number(match[2]))) continue;
    faults.set(Number(match[2]), message);
  }
  return faults;
}

function faultsOf(scene: SceneData): readonly InputFault[] {
  try {
    parseScene(scene);
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.faults;
    throw error;
  }
}

const niceSteps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];

/** Returns the labels of the time axis, at most a given number. */
export function axisTimes({ start, end }: TimeFrame, max: number): number[] {
  const span = end - start;
  if (!(span > 0)) return [start];
  const step = niceSteps.find((candidate) => span / candidate <= max) ?? span / Math.max(1, max);
  const first = Math.ceil(start / step - 1e-9);
  return Array.from({ length: Math.floor(end / step + 1e-9) - first + 1 }, (_, k) =>
    round((first + k) * step),
  );
}

function snap(seconds: number, { start, fps }: TimeFrame): number {
  return start + Math.round((seconds - start) * fps) / fps;
}

/** Formats a time, rounded to microseconds. */
function round(seconds: number): number {
  return Number(seconds.toFixed(6));
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

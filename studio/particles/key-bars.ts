import { InputError, type InputFault, parseScene } from '../../src/index.ts';
import { clamp } from '../../src/math/index.ts';
import { listAt } from '../document/edit-scene.ts';
import { type SceneData, type SceneEntry, systemsOf } from '../document/studio-document.ts';

/** A key of particles as a timeline shows it. Seconds. */
export interface KeyBar {
  /** Its place among the keys of its system. */
  readonly index: number;
  /** As reports call it, and as people do: without a name of its own, by where it leads. */
  readonly name: string;
  readonly label: string;
  readonly start: number;
  /** When the first of them, and when all are there; the same where arrivals are not spread. */
  readonly firstEnd: number;
  readonly end: number;
  /** Until when they stay. */
  readonly release: number;
  readonly isEnabled: boolean;
}

/** The time that a timeline shows, seconds, and the frames that bars snap to, 1/s. */
export interface TimeFrame {
  readonly start: number;
  readonly end: number;
  readonly fps: number;
}

/** What of a bar is moved. */
export type BarPart = 'whole' | 'start' | 'end' | 'hold';

/** The keys of a system, as data, in their order; what the scene leaves open, or says wrongly, is filled in. */
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

/** What people call a key: its name, else where it leads. */
export function keyLabel({ name, to }: SceneEntry, index: number): string {
  if (typeof name === 'string' && name !== '') return name;
  return Array.isArray(to) && to.length > 0 ? to.join(', ') : `keys[${index}]`;
}

/** The time of a scene, as data: what it leaves open or says wrongly is filled in. */
export function timeFrameOf({ time = {} }: SceneData): TimeFrame {
  const start = numberOr(time.start, 0);
  const end = numberOr(time.end, 3);
  const [over, under = '1'] = String(time.fps ?? 30).split('/');
  const fps = Number(over) / Number(under);
  return { start, end: Math.max(start, end), fps: fps > 0 && fps <= 1000 ? fps : 30 };
}

/**
 * A bar with one of its parts moved by so many seconds: onto a frame, at least a frame long, within the scene where it was. What
 * is spread stays as it is; what is held too, unless that is what is moved.
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
      const way = moved - start;
      return {
        ...bar,
        start: round(moved),
        firstEnd: round(firstEnd + way),
        end: round(end + way),
        release: round(release + way),
      };
    }
  }
}

/** What of a key's own values is different after a move. */
export function changedTimes(before: KeyBar, after: KeyBar): Readonly<Record<string, number>> {
  const holds = [before, after].map(({ release, end }) => round(release - end));
  return {
    ...(after.start === before.start ? {} : { start: after.start }),
    ...(after.end === before.end ? {} : { end: after.end }),
    ...(holds[1] === holds[0] ? {} : { hold: holds[1] }),
  };
}

/** A copy of a scene in which a key of a system has other values. */
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
 * What is wrong with the keys of a system, in the words of the command line, by their place: what the scene alone shows, and
 * what else was found when it was run.
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

/** Times to write below a timeline, at most so many. */
export function axisTimes({ start, end }: TimeFrame, most: number): number[] {
  const span = end - start;
  if (!(span > 0)) return [start];
  const step = niceSteps.find((candidate) => span / candidate <= most) ?? span / Math.max(1, most);
  const first = Math.ceil(start / step - 1e-9);
  return Array.from({ length: Math.floor(end / step + 1e-9) - first + 1 }, (_, k) =>
    round((first + k) * step),
  );
}

function snap(seconds: number, { start, fps }: TimeFrame): number {
  return start + Math.round((seconds - start) * fps) / fps;
}

/** As people would write it: microseconds are enough. */
function round(seconds: number): number {
  return Number(seconds.toFixed(6));
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

import type { InputFault } from '../input-error.ts';
import { isEntry } from '../systems/map-params.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Finds the faults of actors that play several clips or walk along a path: contradictory values, times that do not ascend. */
export function checkMotion(actors: readonly Entry[]): InputFault[] {
  return actors.flatMap((actor, index) => {
    const at = `actors[${index}]`;
    return [...checkClips(actor, at), ...checkPath(actor, at), ...checkExact(actor, at)];
  });
}

function checkClips(actor: Entry, at: string): InputFault[] {
  const { clips } = actor;
  if (!Array.isArray(clips) || clips.length === 0) return [];
  const faults: InputFault[] = [];
  if (actor.clip !== undefined) {
    faults.push({ path: `${at}.clip`, message: 'expected a clip or clips, got both: leave one out' });
  }
  if (actor.speed !== undefined) {
    faults.push({
      path: `${at}.speed`,
      message: 'each entry of clips has a playSpeed instead: leave speed out',
    });
  }
  if (actor.keys !== undefined || actor.parent !== undefined) {
    const given = actor.keys === undefined ? 'a parent' : 'keys';
    faults.push({ path: `${at}.clips`, message: `expected clips or ${given}, got both: leave one out` });
  }
  let before = Number.NEGATIVE_INFINITY;
  clips.forEach((entry: unknown, k) => {
    if (!isEntry(entry)) return;
    const path = `${at}.clips[${k}]`;
    const { start, from, to } = entry;
    if (typeof from === 'number' && typeof to === 'number' && from >= to) {
      faults.push({ path: `${path}.to`, message: `expected a time after from (${from} s), got ${to}` });
    }
    if (typeof start === 'number') {
      if (start <= before) {
        faults.push({
          path: `${path}.start`,
          message: `expected a time after the start of the clip before it (${before} s), got ${start}`,
        });
      }
      before = start;
    }
    const previous: unknown = clips[k - 1];
    if (k > 0 && start === undefined && isEntry(previous) && previous.loop !== false) {
      faults.push({
        path: `${path}.start`,
        message:
          'expected a time, since the clip before it repeats: add start, or "loop": false to the clip before it',
      });
    }
  });
  return faults;
}

function checkExact({ travel, clips, path }: Entry, at: string): InputFault[] {
  const isList = Array.isArray(clips) && clips.length > 0;
  if (travel !== 'exact' || (!isList && path === undefined)) return [];
  const given = isList ? 'clips' : 'path';
  return [
    {
      path: `${at}.travel`,
      message: `an exact clip is played as it is, without ${given}: leave one of them out`,
    },
  ];
}

function checkPath(actor: Entry, at: string): InputFault[] {
  const { path } = actor;
  const faults: InputFault[] = [];
  const add = (key: string, message: string) => faults.push({ path: `${at}.${key}`, message });
  if (path === undefined) {
    for (const key of ['pathShape', 'pathClosed', 'pathStart']) {
      if (actor[key] !== undefined) add(key, 'expected a path beside it: add path, or leave it out');
    }
    return faults;
  }
  if (actor.keys !== undefined || actor.parent !== undefined) {
    const given = actor.keys === undefined ? 'a parent' : 'keys';
    add('path', `expected a path or ${given}, got both: leave one out`);
  }
  if (actor.travel === 'still') {
    add('travel', 'a character on a path moves across the ground: leave travel or path out');
  }
  if (actor.heading !== undefined) add('heading', 'a character on a path faces along it: leave heading out');
  const { position } = actor;
  if (Array.isArray(position) && (position[0] !== 0 || position[2] !== 0)) {
    add('position', 'the path defines x and z: set both to 0, or leave position out');
  }
  if (!Array.isArray(path) || !path.every((value) => typeof value === 'number')) return faults;
  const min = actor.pathClosed === true ? 3 : 2;
  const count = path.length / 2;
  if (path.length % 2 === 1 || count < min) {
    add(
      'path',
      `expected x and z of at least ${min} points, an even number of numbers, got ${path.length} numbers`,
    );
    return faults;
  }
  const pairs = actor.pathClosed === true ? count : count - 1;
  for (let k = 0; k < pairs; k++) {
    const next = (k + 1) % count;
    if (path[2 * k] !== path[2 * next] || path[2 * k + 1] !== path[2 * next + 1]) continue;
    add('path', `expected points that differ from the one before, but points ${k} and ${next} are equal`);
    break;
  }
  return faults;
}

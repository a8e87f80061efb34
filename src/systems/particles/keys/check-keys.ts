import type { InputFault } from '../../../input-error.ts';
import { append } from '../../../math/lists.ts';
import { checkDoubles, checkName, checkSourceNames, listPointShapes, sourceName } from '../check-names.ts';
import type { KeyParams, ParticlesParams } from '../params.ts';
import { checkUnused } from './check-unused.ts';
import { listChannels } from './key-channels.ts';
import { checkTimes, formatNumber, resolveTimes } from './key-times.ts';

/** Returns the name of a key in reports. */
export function keyName(key: KeyParams, index: number): string {
  return key.name ?? `keys[${index}]`;
}

/** Returns the errors of all keys that can be found from the parameters alone. */
export function checkKeys(
  params: ParticlesParams,
  shapeNames: readonly string[],
  sourceNames: readonly string[],
): InputFault[] {
  const { keys, sources } = params;
  const pointShapes = listPointShapes(params.shapes);
  const named = keys.map((key, k) => key.name ?? `\0${k}`);
  const faults = checkDoubles(named, 'keys', 'key');
  const held = new Map(sources.map((source) => [sourceName(source), source.count]));
  keys.forEach((key, k) => {
    const path = `keys[${k}]`;
    append(faults, checkPlaces(key, path, shapeNames));
    append(faults, checkSourceNames(key.sources, sourceNames, `${path}.sources`));
    append(faults, checkState(key, path, params));
    append(faults, checkUnused(key, path, pointShapes));
    if (!key.enabled) return;
    if (key.end !== undefined) {
      // Without a start, a key takes effect when the scene begins: at the earliest at 0.
      append(faults, checkTimes(key, resolveTimes(key, 0, 0), params.rate, path));
    }
    append(faults, checkCounts(key, path, sumOf(held, key.sources ?? sourceNames)));
  });
  return [...faults, ...checkOverlaps(keys, sourceNames)];
}

function checkPlaces(key: KeyParams, path: string, shapeNames: readonly string[]): InputFault[] {
  const { to, kind, counts } = key;
  const said = (location: string, message: string): InputFault[] => [
    { path: `${path}.${location}`, message },
  ];
  if (!to) {
    const unmet = ['density', 'confinement', 'counts', 'paper'].find(
      (word) =>
        (word === 'density' && kind === 'density') ||
        (word === 'confinement' && key.confinement !== 'free') ||
        (word === 'counts' && counts) ||
        (word === 'paper' && key.paper),
    );
    if (unmet) return said('to', `expected the name of a shape, which "${unmet}" requires, got none`);
    return [];
  }
  if (to.length === 0)
    return said('to', 'expected the name of a shape, got none: leave it out if only the state changes');
  const faults = to.flatMap((name, k) => checkName(name, shapeNames, `${path}.to[${k}]`, 'shape'));
  to.forEach((name, k) => {
    if (to.indexOf(name) === k) return;
    append(faults, said(`to[${k}]`, `expected each shape once, got "${name}" again`));
  });
  if (key.confinement === 'morph' && (kind === 'density' || to.length > 1)) {
    append(
      faults,
      said(
        'confinement',
        'expected one shape and kind "fill" for "morph": leave it out, or use one key for each shape',
      ),
    );
  }
  return faults;
}

function checkState(key: KeyParams, path: string, params: ParticlesParams): InputFault[] {
  const faults: InputFault[] = [];
  const refuse = (location: string, message: string) => faults.push({ path: `${path}.${location}`, message });
  const known = params.attributes.map(({ name }) => name);
  key.attributes.forEach(({ name }, k) => {
    append(faults, checkName(name, known, `${path}.attributes[${k}].name`, 'attribute'));
  });
  append(
    faults,
    checkDoubles(
      key.attributes.map(({ name }) => name),
      `${path}.attributes`,
      'attribute',
    ),
  );
  if (key.orientation?.every((value) => value === 0)) {
    refuse('orientation', 'expected a quaternion x y z w, got 0, 0, 0, 0: no rotation is 0, 0, 0, 1');
  }
  if (key.spin && !key.orientation) {
    refuse('spin', 'expected an orientation at which the key has this spin, got none: add one');
  }
  if (key.velocity.some((value) => value !== 0) && (key.law !== 'velocity' || key.paper)) {
    refuse(
      'velocity',
      'expected the law "velocity", the only one that reaches a velocity: set it, or leave this out',
    );
  }
  if (key.attempts > 1 && key.randomness === 0 && key.kind !== 'density') {
    refuse(
      'attempts',
      'expected a randomness above 0, since all paths are equal without it: set it, or leave this out',
    );
  }
  append(faults, checkBound(key, path, params));
  if (key.randomPer === 'step' && key.randomness === 0) {
    refuse(
      'randomPer',
      'expected a randomness above 0, since nothing is drawn without it: set it, or leave this out',
    );
  }
  if (!key.to && listChannels(key, false).length === 0) {
    refuse(
      'to',
      'expected a shape or a state to reach (color, opacity, size, orientation, attributes), got none',
    );
  }
  return faults;
}

/** Returns the errors of a key that may arrive late. */
function checkBound(key: KeyParams, path: string, { maxAcceleration }: ParticlesParams): InputFault[] {
  if (key.arrive === 'exact') return [];
  const refuse = (expected: string) => [
    { path: `${path}.arrive`, message: `expected ${expected} for "bounded"` },
  ];
  if (maxAcceleration === undefined) return refuse('a `maxAcceleration` of the system');
  if (!key.to) return refuse('a shape in "to"');
  if (key.kind === 'density') return refuse('kind "fill"');
  if (key.law === 'velocity' && !key.paper) return refuse('the law "leastEffort" or "constant"');
  if (key.confinement === 'morph') return refuse('the confinement "free"');
  return key.paper ? refuse('a key without "paper"') : [];
}

function checkCounts(key: KeyParams, path: string, held: number): InputFault[] {
  const { counts, to } = key;
  if (!counts || !to) return [];
  const location = `${path}.counts`;
  if (counts.length !== to.length) {
    return [
      {
        path: location,
        message: `expected one number for each shape in "to" (${to.length}), got ${counts.length}`,
      },
    ];
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return [{ path: location, message: 'expected at least one particle, got 0' }];
  if (key.fraction < 1) {
    return [
      { path: location, message: `expected counts or a fraction (${key.fraction}), got both: leave one out` },
    ];
  }
  if (total > held) {
    return [
      {
        path: location,
        message: `expected at most ${held}, the number of particles in its sources, got ${total}`,
      },
    ];
  }
  return [];
}

/**
 * Finds keys that would control one particle at the same time. Several keys may each take a fraction of a source if the
 * fractions add up to at most 1. Absolute counts are checked later, when the particles are chosen.
 */
function checkOverlaps(keys: readonly KeyParams[], sourceNames: readonly string[]): InputFault[] {
  const faults: InputFault[] = [];
  keys.forEach((key, k) => {
    if (!key.enabled || key.counts) return;
    for (const source of key.sources ?? sourceNames) {
      let fraction = key.fraction;
      const others: number[] = [];
      for (let other = 0; other < k; other++) {
        if (!keys[other].counts && overlap(keys[other], key, source, sourceNames)) {
          fraction += keys[other].fraction;
          others.push(other);
        }
      }
      if (fraction <= 1 + 1e-9 || others.length === 0) continue;
      const before = others.map((other) => `"${keyName(keys[other], other)}"`).join(', ');
      faults.push({
        path: `keys[${k}]`,
        message:
          `expected each particle of "${source}" to be controlled by one key at a time, but "${keyName(key, k)}" ` +
          `(${formatTimes(key)}) and ${before} (${others.map((other) => formatTimes(keys[other])).join(', ')}) overlap: ` +
          'separate them in time (a key ends after its hold), give them different sources, or fractions that add up to at most 1',
      });
      return;
    }
  });
  return faults;
}

function overlap(a: KeyParams, b: KeyParams, source: string, sourceNames: readonly string[]): boolean {
  if (!a.enabled || !b.enabled) return false;
  if (!(a.sources ?? sourceNames).includes(source) || !(b.sources ?? sourceNames).includes(source))
    return false;
  const channels = listChannels(a, false);
  if (!listChannels(b, false).some((channel) => channels.includes(channel))) return false;
  const last = Number.POSITIVE_INFINITY;
  const [timesA, timesB] = [resolveTimes(a, 0, last), resolveTimes(b, 0, last)];
  return Math.min(timesA.release, timesB.release) - Math.max(timesA.start, timesB.start) > 1e-9;
}

function formatTimes(key: KeyParams): string {
  const end = key.end === undefined ? 'the end' : `${formatNumber(key.end + key.hold)} s`;
  return `${formatNumber(key.start ?? 0)} s to ${end}`;
}

function sumOf(held: ReadonlyMap<string, number>, names: readonly string[]): number {
  let sum = 0;
  for (const name of names) sum += held.get(name) ?? 0;
  return sum;
}

import type { InputFault } from '../../../input-error.ts';
import { sourceName } from '../check-names.ts';
import { morphFault } from '../confine/morph.ts';
import type { KeyParams, SourceParams } from '../params.ts';
import type { Shape } from '../shape.ts';
import { keyName } from './check-keys.ts';
import { formatNumber, type KeyTimes } from './key-times.ts';

/** An enabled key, its index in the list, and its times. */
export interface TimedKey {
  readonly key: KeyParams;
  readonly index: number;
  readonly times: KeyTimes;
}

/** Returns the faults of keys that depend on the scene and on the actual shapes. `pathOf`: path of a key. */
export function checkKeysInScene(
  keys: readonly TimedKey[],
  sources: readonly SourceParams[],
  shapes: ReadonlyMap<string, Shape>,
  sceneStart: number,
  pathOf: (index: number) => string,
): InputFault[] {
  const faults: InputFault[] = [];
  for (const timed of keys) {
    const { key, index, times } = timed;
    if (times.end <= sceneStart) {
      faults.push({
        path: `${pathOf(index)}.end`,
        message: `expected a time after the scene begins (${formatNumber(sceneStart)} s), got ${formatNumber(times.end)}`,
      });
    }
    if (key.confinement !== 'morph') continue;
    for (const name of new Set([...(key.to ?? []), ...shapesBefore(timed, keys, sources)])) {
      const fault = morphFault(shapes.get(name)!);
      if (fault) faults.push({ path: `${pathOf(index)}.confinement`, message: fault });
    }
  }
  return faults;
}

/** Returns the shapes from which a key's particles may come: those of their sources, and those of keys that they reached before. */
function shapesBefore(
  { key, times }: TimedKey,
  keys: readonly TimedKey[],
  sources: readonly SourceParams[],
): string[] {
  const own = sources.filter((source) => key.sources?.includes(sourceName(source)) ?? true);
  const before = keys.filter(
    (other) =>
      other.times.end <= times.start &&
      own.some((source) => other.key.sources?.includes(sourceName(source)) ?? true),
  );
  return [...own.map(({ from }) => from), ...before.flatMap((other) => other.key.to ?? [])];
}

/** Returns warnings for keys that take effect, or end, after the end of the scene. */
export function warnOfEnd(keys: readonly TimedKey[], sceneEnd: number): string[] {
  return keys.flatMap(({ key, index, times: { start, end } }) => {
    const name = `key "${keyName(key, index)}"`;
    const over = `the scene ends at ${formatNumber(sceneEnd)} s`;
    if (start >= sceneEnd)
      return [`${name} has no effect: it starts at ${formatNumber(start)} s, and ${over}`];
    if (end > sceneEnd) return [`${name} is not reached: it ends at ${formatNumber(end)} s, and ${over}`];
    return [];
  });
}

import type { FieldSpec } from '../../src/scene/index.ts';
import { type Interpolation, type KeyedValue, sortKeys, type ValueKey } from '../../src/systems/index.ts';
import type { FieldModel } from './field-model.ts';

/** Returns whether keys over time may replace the value of a parameter. */
export function mayHaveKeys(spec: FieldSpec): boolean {
  return 'keyable' in spec && spec.keyable === true;
}

/** Returns keys that replace the current value of a parameter: one at 0 s. Null if there is no value to begin with. */
export function startKeys({ effective, spec }: FieldModel): KeyedValue | null {
  if (typeof effective === 'number' || Array.isArray(effective))
    return { keys: [{ time: 0, value: effective }] };
  return 'min' in spec && spec.type !== 'vector'
    ? { keys: [{ time: 0, value: Math.max(0, spec.min) }] }
    : null;
}

/** Returns the value that replaces keys: that of the first key. */
export function firstValue(keyed: KeyedValue): unknown {
  return sortKeys(keyed).keys[0]?.value;
}

/** Adds a key one second after the last one, with its value. */
export function addKey(keyed: KeyedValue): KeyedValue {
  const { keys } = sortKeys(keyed);
  const last = keys[keys.length - 1];
  return { ...keyed, keys: [...keys, { ...last, time: Number((last.time + 1).toPrecision(12)) }] };
}

/** Returns a copy in which a key is changed, in the order of the times. */
export function changeKey(keyed: KeyedValue, index: number, change: Partial<ValueKey>): KeyedValue {
  const keys = keyed.keys.map((key, k) => (k === index ? { ...key, ...change } : key));
  return sortKeys({ ...keyed, keys });
}

/** Returns a copy without a key. The last one stays. */
export function removeKey(keyed: KeyedValue, index: number): KeyedValue {
  return keyed.keys.length > 1 ? { ...keyed, keys: keyed.keys.filter((_, k) => k !== index) } : keyed;
}

export function interpolate(keyed: KeyedValue, interpolation: Interpolation): KeyedValue {
  return { ...keyed, interpolation };
}

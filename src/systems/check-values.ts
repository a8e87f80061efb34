import type { InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findNearestName } from '../nearest-name.ts';
import { interpolations, isKeyed } from './keyed-values.ts';
import { isEntry } from './map-params.ts';
import {
  expectedNumber,
  expectedValue,
  faultMessage,
  isWhole,
  kindFaultMessage,
  numberFaultMessage,
  unknownKeyMessage,
} from './param-messages.ts';
import {
  kindOf,
  type ListParam,
  type NumberParam,
  type NumbersParam,
  type ParamSpec,
  type ParamTable,
  type TextListParam,
  type TextParam,
  type VectorParam,
} from './params.ts';

/** Returns the message for a key that is not in `known`. */
export type ExplainUnknownKey = (key: string, known: readonly string[], table: ParamTable) => string;

/** Which keys are allowed beside those of a table, and how unknown ones are explained. */
export interface CheckValuesOptions {
  /** All keys that are allowed. Those that are not in the table are not checked. Default: the keys of the table. */
  readonly known?: readonly string[];
  readonly explain?: ExplainUnknownKey;
}

/**
 * Checks values against a parameter table and returns the faults: unknown keys, wrong types, numbers out of range, missing values.
 * Texts with units have already become numbers: see `readQuantities`. `path` is the location of the values, '' for the whole.
 */
export function checkValues(
  table: ParamTable,
  values: Readonly<Record<string, unknown>>,
  path = '',
  { known = Object.keys(table), explain = unknownKeyMessage }: CheckValuesOptions = {},
): InputFault[] {
  const faults: InputFault[] = [];
  const meant = new Set<string | null>();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || name === '$comment' || known.includes(name)) continue;
    meant.add(findNearestName(name, known));
    faults.push({ path: joinPath(path, name), message: explain(name, known, table) });
  }
  for (const [name, spec] of Object.entries(table)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const location = joinPath(path, name);
    if (value !== undefined) append(faults, checkValue(spec, value, location, explain));
    // A misspelt key is one fault. It is not reported as missing in addition.
    else if (spec.type === 'text' && spec.required && !meant.has(name))
      faults.push({ path: location, message: faultMessage(spec.expected, undefined) });
  }
  return faults;
}

/** Returns every key of an options type. The compiler makes sure that none is missing. */
export function listKeys<Options>(
  keys: { readonly [Key in keyof Required<Options>]: true },
): readonly string[] {
  return Object.keys(keys);
}

/**
 * Checks options that are not in a parameter table, and returns a fault for each key that is not in `known`. If a key belongs
 * into `params` and the options have that key, the message says so.
 */
export function checkKeys(
  options: object,
  known: readonly string[],
  path = '',
  params: ParamTable = {},
): InputFault[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || known.includes(name)) return [];
    const message = Object.hasOwn(params, name)
      ? `unknown key, write it in "params": { "${name}": … }`
      : unknownKeyMessage(name, known);
    return [{ path: joinPath(path, name), message }];
  });
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function checkValue(spec: ParamSpec, value: unknown, path: string, explain: ExplainUnknownKey): InputFault[] {
  if ((spec.type === 'number' || spec.type === 'integer' || spec.type === 'vector') && isKeyed(value)) {
    return checkKeyed(spec, value as unknown as Readonly<Record<string, unknown>>, path, explain);
  }
  const unless = (isRight: boolean, choices?: readonly string[]): InputFault[] =>
    isRight ? [] : [{ path, message: faultMessage(expectedValue(spec), value, choices) }];
  switch (spec.type) {
    case 'number':
    case 'integer':
      return checkNumber(spec, value, path);
    case 'choice':
      return unless(typeof value === 'string' && spec.choices.includes(value), spec.choices);
    case 'flag':
      return unless(typeof value === 'boolean');
    case 'text':
      return unless(isTextOf(spec, value));
    case 'texts':
      if (!Array.isArray(value) || (value.length === 0 && !spec.mayBeEmpty)) return unless(false);
      return value.flatMap((entry, k) =>
        isTextOf(spec, entry) ? [] : [{ path: `${path}[${k}]`, message: faultMessage(spec.expected, entry) }],
      );
    case 'vector':
    case 'numbers': {
      const isLong = (length: number) => (spec.type === 'vector' ? length === spec.length : length > 0);
      if (!isNumbers(value)) return unless(false);
      return [
        ...unless(isLong(value.length)),
        ...[...value].flatMap((entry, k) => checkNumber(spec, entry, `${path}[${k}]`)),
      ];
    }
    case 'list':
      if (!Array.isArray(value)) return unless(false);
      return value.flatMap((entry, k) => checkEntry(spec, entry, `${path}[${k}]`, explain));
  }
}

const keyNames = ['time', 'value'] as const;

/** The time of a key. */
export const keyTime = {
  type: 'number',
  unit: 's',
  min: -1e5,
  max: 1e5,
  description: '',
} as const satisfies NumberParam;

/** Checks a value that has keys over time: every key as if it were the value. */
function checkKeyed(
  spec: NumberParam | VectorParam,
  value: Readonly<Record<string, unknown>>,
  path: string,
  explain: ExplainUnknownKey,
): InputFault[] {
  if (!spec.keyable) {
    const expected = spec.type === 'vector' ? expectedValue(spec) : expectedNumber(spec, 'both');
    const message = `expected ${expected}, got keys over time: it is read once, at the start, so give it one value`;
    return [{ path, message }];
  }
  const { keys, interpolation } = value;
  const table: ParamTable = {
    interpolation: { type: 'choice', choices: interpolations, default: 'linear', description: '' },
  };
  const faults = checkValues(table, { ...value, interpolation }, path, {
    known: ['keys', 'interpolation'],
    explain,
  });
  if (!Array.isArray(keys) || keys.length === 0) {
    const message = faultMessage('a list of keys such as { "time": 0, "value": … }', keys);
    return [...faults, { path: `${path}.keys`, message }];
  }
  keys.forEach((key: unknown, k) => {
    const location = `${path}.keys[${k}]`;
    if (!isEntry(key)) {
      faults.push({ path: location, message: faultMessage('a key such as { "time": 0, "value": … }', key) });
      return;
    }
    append(faults, checkValues({ time: keyTime }, key, location, { known: keyNames, explain }));
    const others = Object.keys(key).filter((name) => !keyNames.some((one) => one === name));
    const meant = others.map((name) => findNearestName(name, keyNames));
    for (const name of keyNames) {
      // A misspelt key is one fault. It is not reported as missing in addition.
      if (key[name] !== undefined || meant.includes(name)) continue;
      const expected = name === 'time' ? expectedNumber(keyTime, 'both') : expectedValue(spec);
      faults.push({ path: `${location}.${name}`, message: faultMessage(expected, undefined) });
    }
    const { keyable, ...plain } = spec;
    if (key.value !== undefined) append(faults, checkValue(plain, key.value, `${location}.value`, explain));
  });
  return faults;
}

function checkEntry(spec: ListParam, entry: unknown, path: string, explain: ExplainUnknownKey): InputFault[] {
  if (!isEntry(entry)) return [{ path, message: faultMessage(`${spec.expected} in { }`, entry) }];
  const { tag } = spec;
  const kind = kindOf(spec, entry);
  if (!kind) return [{ path: `${path}.${tag}`, message: kindFaultMessage(spec, entry[tag!]) }];
  const known = [...(tag === undefined ? [] : [tag]), ...Object.keys(kind.fields)];
  return checkValues(kind.fields, entry, path, { known, explain });
}

function checkNumber(
  spec: NumberParam | NumbersParam | VectorParam,
  value: unknown,
  path: string,
): InputFault[] {
  const fault = (bound: 'min' | 'max' | 'both') => [
    { path, message: numberFaultMessage(spec, bound, value) },
  ];
  if (typeof value !== 'number' || !Number.isFinite(value)) return fault('both');
  if (isWhole(spec) && !Number.isInteger(value)) return fault('both');
  if (spec.open ? value <= spec.min : value < spec.min) return fault('min');
  return value > spec.max ? fault('max') : [];
}

/** Returns whether a value is a text, or a number where the parameter also takes the number of a node. */
function isTextOf({ orIndex }: TextParam | TextListParam, value: unknown): boolean {
  return isText(value) || (orIndex === true && Number.isInteger(value) && (value as number) >= 0);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isNumbers(value: unknown): value is ArrayLike<unknown> & Iterable<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

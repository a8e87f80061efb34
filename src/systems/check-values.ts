import type { InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findNearestName } from '../nearest-name.ts';
import { isEntry } from './map-params.ts';
import {
  expectedValue,
  gotKindWords,
  gotNumberWords,
  gotWords,
  isWhole,
  unknownKeyWords,
} from './param-words.ts';
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

/**
 * Faults of values against a table, in the words that a scene file gets: unknown keys, wrong types, numbers out of their range.
 * Texts with units are numbers already: see `readQuantities`. `path` is the place of the values, '' for the whole.
 */
export function checkValues(
  table: ParamTable,
  values: Readonly<Record<string, unknown>>,
  path = '',
): InputFault[] {
  const faults: InputFault[] = [];
  const meant = new Set<string | null>();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || name === '$comment') continue;
    const place = joinPath(path, name);
    if (Object.hasOwn(table, name)) {
      append(faults, checkValue(table[name], value, place));
    } else {
      meant.add(findNearestName(name, Object.keys(table)));
      faults.push({ path: place, message: unknownKeyWords(name, Object.keys(table), table) });
    }
  }
  for (const [name, spec] of Object.entries(table)) {
    if (spec.type !== 'text' || !spec.required || values[name] !== undefined) continue;
    // A misspelt key is one fault, not also a missing one.
    if (!meant.has(name)) {
      faults.push({ path: joinPath(path, name), message: gotWords(spec.expected, undefined) });
    }
  }
  return faults;
}

/** Every key that options of a type may have: the compiler sees to it that none is missing. */
export function listKeys<Options>(
  keys: { readonly [Key in keyof Required<Options>]: true },
): readonly string[] {
  return Object.keys(keys);
}

/**
 * Faults of options that are no values of a table: only keys that are not among `known`. Those of `params` are told to go into
 * `params`, where the options have such a key.
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
      : unknownKeyWords(name, known);
    return [{ path: joinPath(path, name), message }];
  });
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function checkValue(spec: ParamSpec, value: unknown, path: string): InputFault[] {
  const unless = (isRight: boolean, choices?: readonly string[]): InputFault[] =>
    isRight ? [] : [{ path, message: gotWords(expectedValue(spec), value, choices) }];
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
      if (!Array.isArray(value) || value.length === 0) return unless(false);
      return value.flatMap((entry, k) =>
        isTextOf(spec, entry) ? [] : [{ path: `${path}[${k}]`, message: gotWords(spec.expected, entry) }],
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
      return value.flatMap((entry, k) => checkEntry(spec, entry, `${path}[${k}]`));
  }
}

function checkEntry(spec: ListParam, entry: unknown, path: string): InputFault[] {
  if (!isEntry(entry)) return [{ path, message: gotWords(`${spec.expected} in { }`, entry) }];
  const kind = kindOf(spec, entry);
  if (kind) return checkValues(kind.fields, spec.tag ? { ...entry, [spec.tag]: undefined } : entry, path);
  const tag = spec.tag!;
  return [{ path: `${path}.${tag}`, message: gotKindWords(spec, entry[tag]) }];
}

function checkNumber(
  spec: NumberParam | NumbersParam | VectorParam,
  value: unknown,
  path: string,
): InputFault[] {
  const fault = (bound: 'min' | 'max' | 'both') => [{ path, message: gotNumberWords(spec, bound, value) }];
  if (typeof value !== 'number' || !Number.isFinite(value)) return fault('both');
  if (isWhole(spec) && !Number.isInteger(value)) return fault('both');
  if (spec.open ? value <= spec.min : value < spec.min) return fault('min');
  return value > spec.max ? fault('max') : [];
}

/** Whether a value is a text, or a number where the parameter also takes the number of a node. */
function isTextOf({ orIndex }: TextParam | TextListParam, value: unknown): boolean {
  return isText(value) || (orIndex === true && Number.isInteger(value) && (value as number) >= 0);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isNumbers(value: unknown): value is ArrayLike<unknown> & Iterable<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

import type { InputFault } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import {
  kindOf,
  type ListParam,
  type NumberParam,
  type NumbersParam,
  type ParamSpec,
  type ParamTable,
  type VectorParam,
} from './params.ts';

/**
 * Faults of values that a program hands over itself, against a table: unknown names, wrong types, numbers out of their range.
 * A scene's own values are checked before they come here. `path` is the place of the values, '' for the whole.
 */
export function checkValues(
  table: ParamTable,
  values: Readonly<Record<string, unknown>>,
  path = '',
): InputFault[] {
  const faults: InputFault[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const spec = table[name];
    const place = path === '' ? name : `${path}.${name}`;
    if (spec) faults.push(...checkValue(spec, value, place));
    else faults.push({ path: place, message: unknownName(name, Object.keys(table)) });
  }
  for (const [name, spec] of Object.entries(table)) {
    if (spec.type !== 'text' || !spec.required || values[name] !== undefined) continue;
    faults.push({
      path: path === '' ? name : `${path}.${name}`,
      message: `expected ${spec.expected}, got nothing`,
    });
  }
  return faults;
}

function checkValue(spec: ParamSpec, value: unknown, path: string): InputFault[] {
  const unless = (isRight: boolean, expected: string): InputFault[] =>
    isRight ? [] : [{ path, message: `expected ${expected}, got ${tellValue(value)}` }];
  switch (spec.type) {
    case 'number':
    case 'integer':
      return unless(isInRange(spec, value), tellRange(spec));
    case 'choice': {
      const choices = spec.choices.map((choice) => `"${choice}"`).join(' or ');
      return unless(typeof value === 'string' && spec.choices.includes(value), choices);
    }
    case 'flag':
      return unless(typeof value === 'boolean', 'true or false');
    case 'text': {
      const isIndex = spec.orIndex === true && Number.isInteger(value) && (value as number) >= 0;
      return unless(isIndex || (typeof value === 'string' && value !== ''), spec.expected);
    }
    case 'texts':
      return unless(
        Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== ''),
        `a list, each ${spec.expected}`,
      );
    case 'vector':
    case 'numbers': {
      if (!isList(value)) return unless(false, 'a list of numbers');
      if (spec.type === 'vector' && value.length !== spec.length) {
        return unless(false, `${spec.length} numbers`);
      }
      return unless(
        [...value].every((entry) => isInRange(spec, entry)),
        `a list, each ${tellRange(spec)}`,
      );
    }
    case 'list':
      if (!Array.isArray(value)) return unless(false, `a list, each ${spec.expected}`);
      return value.flatMap((entry, k) => checkEntry(spec, entry, `${path}[${k}]`));
  }
}

function checkEntry(spec: ListParam, entry: unknown, path: string): InputFault[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return [{ path, message: `expected ${spec.expected} in { }, got ${tellValue(entry)}` }];
  }
  const values = entry as Readonly<Record<string, unknown>>;
  const kind = kindOf(spec, values);
  if (kind) return checkValues(kind.fields, spec.tag ? { ...values, [spec.tag]: undefined } : values, path);
  const names = Object.keys(spec.kinds);
  const tag = spec.tag ?? '';
  const near = typeof values[tag] === 'string' ? findNearestName(values[tag], names) : null;
  const known = names.map((name) => `"${name}"`).join(' or ');
  const rest = near ? `: did you mean "${near}"?` : '';
  return [{ path: `${path}.${tag}`, message: `expected ${known}, got ${tellValue(values[tag])}${rest}` }];
}

function isList(value: unknown): value is ArrayLike<unknown> & Iterable<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function isInRange(spec: NumberParam | NumbersParam | VectorParam, value: unknown): boolean {
  if (typeof value !== 'number' || Number.isNaN(value)) return false;
  const isWhole = spec.type === 'integer' || (spec.type === 'numbers' && spec.whole);
  if (isWhole && !Number.isInteger(value)) return false;
  return (spec.open ? value > spec.min : value >= spec.min) && value <= spec.max;
}

function tellRange(spec: NumberParam | NumbersParam | VectorParam): string {
  const isWhole = spec.type === 'integer' || (spec.type === 'numbers' && spec.whole);
  const unit = spec.unit ? ` ${spec.unit}` : '';
  const least = spec.open ? `> ${spec.min}` : `≥ ${spec.min}`;
  return `a ${isWhole ? 'whole ' : ''}number ${least}${unit} and ≤ ${spec.max}${unit}`;
}

function tellValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === undefined) return 'nothing';
  const words = JSON.stringify(value) ?? typeof value;
  return words.length > 60 ? `${words.slice(0, 57)}…` : words;
}

function unknownName(name: string, known: readonly string[]): string {
  const near = findNearestName(name, known);
  return near ? `unknown name: did you mean "${near}"?` : `unknown name, known are ${known.join(', ')}`;
}

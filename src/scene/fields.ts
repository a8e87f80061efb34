import { findNearestName } from '../nearest-name.ts';
import type { NumberParam, NumbersParam, ParamSpec, VectorParam } from '../systems/params.ts';

/** What a field may be: scenes have the same kinds as systems. */
export type FieldSpec = ParamSpec;
export type FieldTable = { readonly [name: string]: FieldSpec };

/** How a value looks in a message: short, and in quotes where it is text. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const nouns: Record<string, string> = {
  m: 'a size',
  'm/s': 'a speed',
  rad: 'an angle',
  s: 'a time',
  '1/s': 'a rate',
};

/** Limits this far out only guard against overflow; people need not read them. */
const unlimited = 1e9;

/** `a size > 0 m`, `a whole number from 1 to 8`: what a number must be, in words. */
export function expectedNumber(
  spec: NumberParam | NumbersParam | VectorParam,
  bound: 'min' | 'max' | 'both',
): string {
  const noun = nouns[spec.unit] ?? (isWhole(spec) ? 'a whole number' : 'a number');
  const unit = spec.unit ? ` ${spec.unit}` : '';
  const low = bound !== 'max' && spec.min > -unlimited;
  const high = bound !== 'min' && spec.max < unlimited;
  const above = spec.open ? '>' : '≥';
  if (low && high) {
    return spec.open
      ? `${noun} > ${spec.min} and ≤ ${spec.max}${unit}`
      : `${noun} from ${spec.min} to ${spec.max}${unit}`;
  }
  if (low) return `${noun} ${above} ${spec.min}${unit}`;
  if (high) return `${noun} ≤ ${spec.max}${unit}`;
  return unit ? `${noun} in${unit}` : noun;
}

/** Whether a number must be a whole one. */
export function isWhole(spec: NumberParam | NumbersParam | VectorParam): boolean {
  return spec.type === 'integer' || (spec.type === 'numbers' && spec.whole === true);
}

/** What any field must be, in words: for messages, help texts and the documentation. */
export function expectedValue(spec: FieldSpec): string {
  switch (spec.type) {
    case 'choice':
      return spec.choices.map((choice) => `"${choice}"`).join(' or ');
    case 'flag':
      return 'true or false';
    case 'text':
      return spec.expected;
    case 'texts':
      return `a list with ${spec.expected} in each place`;
    case 'vector':
      return `a list of ${spec.length} numbers${spec.unit ? ` in ${spec.unit}` : ''}`;
    case 'numbers':
      return `a list with ${expectedNumber(spec, 'both')} in each place`;
    case 'list':
      return `a list with ${spec.expected} in { } in each place`;
    default:
      return expectedNumber(spec, 'both');
  }
}

/** The words of a fault. */
export function gotWords(expected: string, value: unknown, choices: readonly string[] = []): string {
  const suggestion = typeof value === 'string' ? findNearestName(value, choices) : null;
  const hint = suggestion === null ? '' : `, did you mean "${suggestion}"?`;
  if (value === undefined) return `expected ${expected}, but it is missing`;
  return `expected ${expected}, got ${showValue(value)}${hint}`;
}

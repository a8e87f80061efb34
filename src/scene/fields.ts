import { z } from 'zod';
import { findNearestName } from '../nearest-name.ts';
import type { ChoiceParam, FlagParam, NumberParam, ParamSpec, VectorParam } from '../systems/params.ts';

/** A word or a path in the scene file; only scenes have these, systems do not. */
export interface TextParam {
  readonly type: 'text';
  readonly words: string;
  /** What is expected, as in `a file name`. */
  readonly expected: string;
  readonly required?: boolean;
  /** True where a whole number ≥ 0 is understood too, as the place in a list. */
  readonly orIndex?: boolean;
}

/** Several words, such as names. */
export interface TextListParam {
  readonly type: 'texts';
  readonly words: string;
  /** What is expected of each, as in `the name of a joint`. */
  readonly expected: string;
}

export type FieldSpec = ParamSpec | TextParam | TextListParam;
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
export function expectedNumber(spec: NumberParam | VectorParam, bound: 'min' | 'max' | 'both'): string {
  const noun = nouns[spec.unit] ?? (spec.type === 'integer' ? 'a whole number' : 'a number');
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

/** The zod type of one field. Its messages are ours, its JSON Schema carries range, default and words. */
export function fieldSchema(spec: FieldSpec): z.ZodType {
  const schema = bareSchema(spec);
  if (spec.type === 'text') {
    return spec.required ? schema.describe(spec.words) : schema.optional().describe(spec.words);
  }
  if (spec.type === 'texts') return schema.optional().describe(spec.words);
  const unit = 'unit' in spec && spec.unit ? ` [${spec.unit}]` : '';
  const fallback = spec.default as unknown;
  const whole = fallback === undefined ? schema.optional() : schema.default(fallback);
  return whole.describe(spec.words + unit);
}

function bareSchema(spec: FieldSpec): z.ZodType {
  switch (spec.type) {
    case 'choice':
      return choiceSchema(spec);
    case 'flag':
      return flagSchema(spec);
    case 'text':
      return textSchema(spec);
    case 'texts':
      return z.array(textSchema({ ...spec, type: 'text' }), fieldError(spec)).min(1, fieldError(spec));
    case 'vector':
      return z.array(numberSchema(spec), fieldError(spec)).length(spec.length, fieldError(spec));
    default:
      return numberSchema(spec);
  }
}

function numberSchema(spec: NumberParam | VectorParam): z.ZodNumber {
  const wrong = (bound: 'min' | 'max' | 'both') => ({
    error: (issue: { input?: unknown }) => gotWords(expectedNumber(spec, bound), issue.input),
  });
  let schema = z.number(wrong('both'));
  if (spec.type === 'integer') schema = schema.int(wrong('both'));
  if (Number.isFinite(spec.min)) {
    schema = spec.open ? schema.gt(spec.min, wrong('min')) : schema.gte(spec.min, wrong('min'));
  }
  return Number.isFinite(spec.max) ? schema.lte(spec.max, wrong('max')) : schema;
}

function textSchema(spec: TextParam): z.ZodType {
  const error = fieldError(spec);
  const text = z.string(error).min(1, error);
  return spec.orIndex ? z.union([text, z.number(error).int(error).gte(0, error)], error) : text;
}

function choiceSchema(spec: ChoiceParam): z.ZodType {
  return z.enum(spec.choices as [string, ...string[]], {
    error: (issue) => gotWords(expectedValue(spec), issue.input, spec.choices),
  });
}

function flagSchema(spec: FlagParam): z.ZodType {
  return z.boolean(fieldError(spec));
}

function fieldError(spec: FieldSpec) {
  return { error: (issue: { input?: unknown }) => gotWords(expectedValue(spec), issue.input) };
}

import { z } from 'zod';
import type { ChoiceParam, FlagParam, NumberParam, TextParam, VectorParam } from '../systems/params.ts';
import { expectedNumber, expectedValue, type FieldSpec, gotWords } from './fields.ts';

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
      return z
        .array(textSchema({ words: spec.words, expected: spec.expected, type: 'text' }), fieldError(spec))
        .min(1, fieldError(spec));
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

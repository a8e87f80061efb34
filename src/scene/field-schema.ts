import { z } from 'zod';
import {
  expectedValue,
  faultMessage,
  isWhole,
  kindFaultMessage,
  numberFaultMessage,
} from '../systems/param-messages.ts';
import type {
  ChoiceParam,
  FlagParam,
  ListParam,
  NumberParam,
  NumbersParam,
  TextParam,
  VectorParam,
} from '../systems/params.ts';
import { unitsFor } from '../systems/quantity.ts';
import type { FieldSpec, FieldTable } from './fields.ts';

/** Every object of a scene may hold a comment. */
const comment = z.unknown().optional().describe('A comment for people. The program ignores it.');

/** The zod types of a table's fields. */
export function tableShape(table: FieldTable): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, fieldSchema(spec)]));
}

/** An object with these keys, a comment, and no others. `expected` describes it in messages. */
export function objectSchema(shape: Record<string, z.ZodType>, expected: string) {
  return z.strictObject(
    { $comment: comment, ...shape },
    { error: (issue) => (issue.code === 'invalid_type' ? faultMessage(expected, issue.input) : undefined) },
  );
}

/** Objects whose kind depends on one of their keys. `tagMessage` returns the message for a wrong value of that key. */
export function taggedSchema(
  tag: string,
  schemas: readonly z.ZodType[],
  expected: string,
  tagMessage: (value: unknown) => string,
): z.ZodType {
  return z.discriminatedUnion(tag, schemas as unknown as Parameters<typeof z.discriminatedUnion>[1], {
    error: (issue) => {
      const input = issue.input as Record<string, unknown> | undefined;
      if (typeof input !== 'object' || input === null) return faultMessage(expected, input);
      return tagMessage(input[tag]);
    },
  });
}

/** The zod type of one field. Its messages are our own. Its JSON Schema contains the range, the default and the description. */
export function fieldSchema(spec: FieldSpec): z.ZodType {
  const schema = bareSchema(spec);
  if (spec.type === 'text') {
    return spec.required ? schema.describe(spec.description) : schema.optional().describe(spec.description);
  }
  if (spec.type === 'texts') return schema.optional().describe(spec.description);
  if (spec.type === 'list') return schema.default([]).describe(spec.description);
  const unit = 'unit' in spec && spec.unit ? ` [${spec.unit}]` : '';
  const fallback = spec.default as unknown;
  const whole = fallback === undefined ? schema.optional() : schema.default(fallback);
  return whole.describe(spec.description + unit);
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
        .array(textSchema({ ...spec, type: 'text', refersTo: undefined }), fieldError(spec))
        .min(1, fieldError(spec));
    case 'vector':
      return z.array(numberSchema(spec), fieldError(spec)).length(spec.length, fieldError(spec));
    case 'numbers':
      return z.array(numberSchema(spec), fieldError(spec)).min(1, fieldError(spec));
    case 'list':
      return z.array(entrySchema(spec), fieldError(spec));
    default:
      return numberSchema(spec);
  }
}

/** One entry of a list. */
function entrySchema(spec: ListParam): z.ZodType {
  const { tag, kinds, expected } = spec;
  const object = `${expected} in { }`;
  const names = Object.keys(kinds);
  if (tag === undefined) return objectSchema(tableShape(kinds[names[0]].fields), object);
  const schemas = names.map((name) =>
    objectSchema(
      { [tag]: z.literal(name).describe(kinds[name].description), ...tableShape(kinds[name].fields) },
      object,
    ),
  );
  return taggedSchema(tag, schemas, object, (value) => kindFaultMessage(spec, value));
}

function numberSchema(spec: NumberParam | NumbersParam | VectorParam): z.ZodNumber {
  const wrong = (bound: 'min' | 'max' | 'both') => ({
    error: (issue: { input?: unknown }) => numberFaultMessage(spec, bound, issue.input),
  });
  let schema = z.number(wrong('both'));
  if (isWhole(spec)) schema = schema.int(wrong('both'));
  if (Number.isFinite(spec.min)) {
    schema = spec.open ? schema.gt(spec.min, wrong('min')) : schema.gte(spec.min, wrong('min'));
  }
  if (Number.isFinite(spec.max)) schema = schema.lte(spec.max, wrong('max'));
  // For the JSON Schema: see `allowQuantities`.
  return unitsFor(spec.unit).length > 0 ? schema.meta({ unit: spec.unit }) : schema;
}

function textSchema(spec: TextParam): z.ZodType {
  const error = fieldError(spec);
  const text = z.string(error).min(1, error);
  return spec.orIndex ? z.union([text, z.number(error).int(error).gte(0, error)], error) : text;
}

function choiceSchema(spec: ChoiceParam): z.ZodType {
  return z.enum(spec.choices as [string, ...string[]], {
    error: (issue) => faultMessage(expectedValue(spec), issue.input, spec.choices),
  });
}

function flagSchema(spec: FlagParam): z.ZodType {
  return z.boolean(fieldError(spec));
}

function fieldError(spec: FieldSpec) {
  return { error: (issue: { input?: unknown }) => faultMessage(expectedValue(spec), issue.input) };
}

import { defaultOutputKinds, outputKinds, outputNames } from '../bake/output-kinds.ts';
import { keyTime } from '../systems/check-values.ts';
import { systemEntries } from '../systems/index.ts';
import { interpolations } from '../systems/keyed-values.ts';
import { isWhole } from '../systems/param-messages.ts';
import type {
  ListKind,
  NumberParam,
  NumbersParam,
  ParamSpec,
  ParamTable,
  TextListParam,
  TextParam,
  VectorParam,
} from '../systems/params.ts';
import { quantityPattern, unitsFor } from '../systems/quantity.ts';
import { actorParams } from './actor-params.ts';
import { frameRatePattern } from './check-scene-values.ts';
import { sceneMaterials } from './own-materials.ts';
import { systemTable } from './scene-keys.ts';
import { defaultFrameRate, outputParams, seedParam, timeParams, windParams } from './scene-params.ts';
import { viewParams } from './view-params.ts';

type Schema = Readonly<Record<string, unknown>>;

const fpsSchema: Schema = {
  default: defaultFrameRate,
  description: 'Output frames per second. The simulation has its own fixed rate.',
  anyOf: [
    { type: 'number', exclusiveMinimum: 0, maximum: 1000 },
    { type: 'string', pattern: frameRatePattern },
  ],
};

/** Returns the scene format as JSON Schema (draft 2020-12), for editors. */
export function sceneJsonSchema(): Record<string, unknown> {
  const kinds = Object.entries(outputKinds).map(([name, { description }]) => `${name}: ${description}.`);
  const systems = systemEntries.map((definition) =>
    objectSchema(
      {
        system: { type: 'string', const: definition.name, description: 'Kind of the system.' },
        ...tableSchemas(systemTable(definition)),
      },
      ['system'],
    ),
  );
  const properties = {
    $schema: { description: 'Location of the JSON Schema of this file, for editors.', type: 'string' },
    version: { type: 'number', const: 1, description: 'Version of the scene format.' },
    seed: fieldSchema(seedParam),
    time: {
      description: 'The simulated time, in seconds, and the frame rate of the output.',
      default: {},
      ...objectSchema({ ...tableSchemas(timeParams), fps: fpsSchema }),
    },
    wind: {
      description:
        'Wind on all fur and particles that have no wind of their own in forces. When absent: none.',
      ...objectSchema(tableSchemas(windParams)),
    },
    materials: {
      description:
        'Materials of grounds, by name, beside the built-in ones. The `material` of a ground names one of them.',
      type: 'object',
      properties: { $comment: comment },
      additionalProperties: objectSchema(tableSchemas(sceneMaterials.params)),
    },
    actors: {
      default: [],
      description: 'Characters and props that move.',
      type: 'array',
      items: {
        ...objectSchema(tableSchemas(actorParams)),
        anyOf: [{ required: ['file'] }, { required: ['box'] }],
      },
    },
    systems: {
      minItems: 1,
      type: 'array',
      items: { oneOf: systems },
      description: 'The systems that are simulated.',
    },
    ...tableSchemas(viewParams),
    outputs: {
      default: defaultOutputKinds,
      description:
        `The outputs that are written. "default" stands for ${defaultOutputKinds.join(', ')}; "all" for every kind. ` +
        `When absent: "default". ${kinds.join(' ')}`,
      type: 'array',
      items: { type: 'string', enum: outputNames },
    },
    ...tableSchemas(outputParams),
  };
  return {
    title: 'Aftermotion scene, version 1',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...objectSchema(properties, ['version', 'systems']),
    $defs: definitions,
  };
}

const comment = { description: 'A comment for people. The program ignores it.' };

/** Returns the schema of an object that has these properties, a comment, and no other properties. */
function objectSchema(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema {
  return {
    type: 'object',
    properties: { $comment: definitions.comment, ...properties },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function tableSchemas(table: ParamTable): Record<string, Schema> {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, fieldSchema(spec)]));
}

function requiredOf(table: ParamTable): string[] {
  return Object.keys(table).filter((name) => {
    const spec = table[name];
    return spec.type === 'text' && spec.required;
  });
}

function fieldSchema(spec: ParamSpec): Schema {
  const unit = 'unit' in spec && spec.unit ? ` [${spec.unit}]` : '';
  const value = spec.type === 'list' ? [] : spec.default;
  return {
    ...(value !== undefined && { default: value }),
    description: spec.description + unit,
    ...('keyable' in spec && spec.keyable
      ? { anyOf: [valueSchema(spec), keysSchema(valueSchema(spec))] }
      : valueSchema(spec)),
  };
}

/** Returns the schema of keys over time, for a value with the given schema. */
function keysSchema(value: Schema): Schema {
  const key = keyObject({ time: { $ref: '#/$defs/keyTime' }, value }, ['time', 'value']);
  const keys = { minItems: 1, type: 'array', items: key };
  return keyObject({ keys, interpolation: { $ref: '#/$defs/interpolation' } }, ['keys']);
}

function keyObject(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  const all = { $comment: { $ref: '#/$defs/comment' }, ...properties };
  return { type: 'object', properties: all, required, additionalProperties: false };
}

/** What the schemas of all keys over time have in common, since the schema would be large otherwise. */
const definitions: Readonly<Record<string, Schema>> = {
  comment: { description: 'A comment for people. The program ignores it.' },
  keyTime: { description: 'Time of the key, in the time of the scene. [s]', ...numberSchema(keyTime) },
  interpolation: {
    description:
      'How the value changes between two keys. linear: evenly. smooth: it begins and ends gently. step: it holds until the next key.',
    type: 'string',
    enum: interpolations,
    default: 'linear',
  },
};

function valueSchema(spec: ParamSpec): Schema {
  switch (spec.type) {
    case 'choice':
      return spec.ownNames
        ? {
            anyOf: [
              { type: 'string', enum: spec.choices },
              { type: 'string', minLength: 1 },
            ],
          }
        : { type: 'string', enum: spec.choices };
    case 'flag':
      return { type: 'boolean' };
    case 'text':
      return textSchema(spec);
    case 'texts':
      return { ...(!spec.mayBeEmpty && { minItems: 1 }), type: 'array', items: textSchema(spec) };
    case 'vector':
      return { minItems: spec.length, maxItems: spec.length, type: 'array', items: numberSchema(spec) };
    case 'numbers':
      return { minItems: 1, type: 'array', items: numberSchema(spec) };
    case 'list': {
      const { tag } = spec;
      const kinds = Object.entries(spec.kinds).map(([name, kind]) => kindSchema(tag, name, kind));
      return { type: 'array', items: tag === undefined ? kinds[0] : { oneOf: kinds } };
    }
    default:
      return numberSchema(spec);
  }
}

/** Returns the schema of an entry of a list. `tag`: the key whose value is the kind of the entry. */
function kindSchema(tag: string | undefined, name: string, { description, fields }: ListKind): Schema {
  const required = requiredOf(fields);
  const properties = tableSchemas(fields);
  if (tag === undefined) return objectSchema(properties, required);
  return objectSchema({ [tag]: { type: 'string', const: name, description }, ...properties }, [
    tag,
    ...required,
  ]);
}

function textSchema({ orIndex }: TextParam | TextListParam): Schema {
  const text = { type: 'string', minLength: 1 };
  if (!orIndex) return text;
  return { anyOf: [text, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }] };
}

/**
 * Returns the schema of a number. A number with a unit may also be a text such as `5mm`. The range applies to numbers only, and the pattern
 * to texts only.
 */
function numberSchema(spec: NumberParam | NumbersParam | VectorParam): Schema {
  const type = isWhole(spec) ? 'integer' : 'number';
  return {
    [spec.open ? 'exclusiveMinimum' : 'minimum']: spec.min,
    maximum: spec.max,
    ...(unitsFor(spec.unit).length > 0
      ? { type: [type, 'string'], pattern: quantityPattern(spec.unit) }
      : { type }),
  };
}

import { z } from 'zod';
import { defaultOutputKinds, outputKinds, outputNames } from '../bake/output-kinds.ts';
import { toFraction } from '../simulation/fraction.ts';
import { findSystem, systemEntries } from '../systems/index.ts';
import { faultMessage } from '../systems/param-messages.ts';
import { kindOf, type ParamTable } from '../systems/params.ts';
import { quantityPattern } from '../systems/quantity.ts';
import { fieldSchema, objectSchema, tableShape, taggedSchema } from './field-schema.ts';
import { actorParams, frameRateExpected, outputParams, seedParam, timeParams } from './scene-params.ts';

function listSchema(item: z.ZodType, expected: string) {
  return z.array(item, { error: (issue) => faultMessage(expected, issue.input) });
}

const frameRateError = {
  error: (issue: { input?: unknown }) => faultMessage(frameRateExpected, issue.input),
};
const frameRate = z.union(
  [
    z.number(frameRateError).gt(0, frameRateError).lte(1000, frameRateError),
    z.string(frameRateError).regex(/^\d+(\.\d+)?(\/\d+)?$/, frameRateError),
  ],
  frameRateError,
);

/** Returns whether a text of `fps` is a frame rate within the range. */
export function isFrameRate(fps: number | string): boolean {
  try {
    const { numerator, denominator } = toFraction(fps);
    return numerator > 0n && numerator <= 1000n * denominator;
  } catch {
    return false;
  }
}

const names = (what: string) =>
  z.array(z.string({ error: (issue) => faultMessage(`the name of ${what}`, issue.input) }), {
    error: (issue) => faultMessage(`a list of names of ${what}`, issue.input),
  });

/** The keys of one system in a scene: the keys of every system, then those of its own table. */
function systemShape(definition: (typeof systemEntries)[number]): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {
    system: z.literal(definition.name).describe('Kind of the system.'),
    name: z
      .string({ error: (issue) => faultMessage('a name', issue.input) })
      .min(1, { error: 'expected a name, got ""' })
      .optional()
      .describe('Name in reports and files. Unique. When absent: the kind of the system.'),
  };
  if (definition.reads.includes('colliders')) {
    shape.actors = names('actors')
      .optional()
      .describe('Names of the actors that it uses. When absent: all actors.');
  }
  if (definition.reads.includes('heightfields')) {
    shape.reads = names('grounds')
      .optional()
      .describe(
        'Names of the grounds that it lies on or collides with. When absent: every ground of the scene. []: none.',
      );
  }
  return { ...shape, ...tableShape(definition.params) };
}

const systemNames = systemEntries.map((definition) => definition.name);

const systemSchemas = systemEntries.map((definition) =>
  objectSchema(systemShape(definition), 'a system in { }'),
);

const anySystem = taggedSchema('system', systemSchemas, 'a system in { }', (value) =>
  faultMessage(systemNames.map((name) => `"${name}"`).join(' or '), value, systemNames),
);

const outputName = z.enum(outputNames as unknown as [string, ...string[]], {
  error: (issue) =>
    faultMessage(outputNames.map((name) => `"${name}"`).join(' or '), issue.input, outputNames),
});

/** The scene file, version 1. Messages are our own. `checkScene` checks what concerns several values at once. */
export const sceneSchema = objectSchema(
  {
    $schema: z.string().optional().describe('Location of the JSON Schema of this file, for editors.'),
    version: z
      .literal(1, { error: (issue) => faultMessage('1 (the version of the scene format)', issue.input) })
      .describe('Version of the scene format.'),
    seed: fieldSchema(seedParam),
    time: objectSchema(
      {
        ...tableShape(timeParams),
        fps: frameRate
          .default(30)
          .describe('Output frames per second. The simulation has its own fixed rate.'),
      },
      'an object such as { "start": 0, "end": 3, "fps": 30 }',
    )
      .prefault({})
      .describe('The simulated time, in seconds, and the frame rate of the output.'),
    actors: listSchema(objectSchema(tableShape(actorParams), 'an actor in { }'), 'a list of actors')
      .default([])
      .describe('Characters and props that move.'),
    systems: listSchema(anySystem, 'a list of systems')
      .min(1, { error: 'expected at least one system, such as { "system": "ground" }, got none' })
      .describe('The systems that are simulated.'),
    outputs: listSchema(outputName, `a list of ${outputNames.map((name) => `"${name}"`).join(', ')}`)
      .default([...defaultOutputKinds])
      .describe(
        `The outputs that are written. "default" stands for ${defaultOutputKinds.join(', ')}; "all" for every kind. When absent: "default". ${Object.entries(
          outputKinds,
        )
          .map(([name, { description }]) => `${name}: ${description}.`)
          .join(' ')}`,
      ),
    ...tableShape(outputParams),
  },
  'a scene in { }',
);

/** The keys at the top of a scene, in its `time`, and in a system of a kind. */
export const sceneKeys = withoutDollars(Object.keys(sceneSchema.shape));
export const timeKeys: readonly string[] = [...Object.keys(timeParams), 'fps'];
export function systemKeys(definition: (typeof systemEntries)[number]): string[] {
  return withoutDollars(Object.keys(systemShape(definition)));
}

/** The keys that an object of a scene may have, and the table that describes them, or an empty one. */
export interface KnownKeys {
  readonly names: readonly string[];
  readonly table: ParamTable;
}

/** The known keys of the object at a path of a scene, for suggestions. Without those that begin with `$`. */
export function knownKeys(path: readonly PropertyKey[], scene: unknown): KnownKeys {
  if (path.length === 0) return { names: sceneKeys, table: {} };
  if (path[0] === 'time') return { names: timeKeys, table: timeParams };
  if (path[0] === 'actors') return { names: Object.keys(actorParams), table: actorParams };
  const entry = at(at(scene, 'systems'), path[1]);
  const definition = findSystem(at(entry, 'system'));
  if (!definition) return { names: [], table: {} };
  const { params } = definition;
  if (path.length === 2) return { names: systemKeys(definition), table: params };
  return listKeys(params, entry, path.slice(2));
}

/** The known keys of an entry of a list. `path` is the list, the index of the entry, and so on into nested lists. */
function listKeys(
  table: ParamTable,
  parent: unknown,
  [name, index, ...rest]: readonly PropertyKey[],
): KnownKeys {
  const spec = table[String(name)];
  if (spec?.type !== 'list') return { names: [], table: {} };
  const entry = at(at(parent, name), index);
  const kind = kindOf(spec, (entry ?? {}) as Record<string, unknown>);
  if (!kind) return { names: [], table: {} };
  if (rest.length > 0) return listKeys(kind.fields, entry, rest);
  const tags = spec.tag === undefined ? [] : [spec.tag];
  return { names: [...tags, ...Object.keys(kind.fields)], table: kind.fields };
}

function withoutDollars(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith('$'));
}

function at(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
}

/** The scene format as JSON Schema (draft 2020-12), for editors. */
export function sceneJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(sceneSchema, { io: 'input' }) as Record<string, unknown>;
  return { title: 'Aftermotion scene, version 1', ...(allowQuantities(schema) as object) };
}

/** A JSON Schema in which numbers with a unit may be texts such as `5mm`, as `parseScene` understands them. */
function allowQuantities(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(allowQuantities);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { unit, type, ...rest } = schema as Readonly<Record<string, unknown>>;
  if (typeof unit !== 'string') {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, allowQuantities(value)]));
  }
  // In JSON Schema a range applies to numbers only, and a pattern to texts only.
  return { ...rest, type: [type, 'string'], pattern: quantityPattern(unit) };
}

import { z } from 'zod';
import { defaultOutputKinds, outputKinds, outputWords } from '../bake/output-kinds.ts';
import { toFraction } from '../simulation/fraction.ts';
import { systemDefinitions } from '../systems/index.ts';
import { kindOf } from '../systems/params.ts';
import { fieldSchema, objectSchema, tableShape, taggedSchema } from './field-schema.ts';
import { type FieldTable, gotWords } from './fields.ts';
import {
  actorParams,
  exrChannelsParam,
  frameRateExpected,
  heightTilesParam,
  meshPartParam,
  modesInExtrasParam,
  morphStorageParam,
  morphTargetsParam,
  seedParam,
  timeParams,
} from './scene-params.ts';

function listSchema(item: z.ZodType, expected: string) {
  return z.array(item, { error: (issue) => gotWords(expected, issue.input) });
}

const frameRateError = {
  error: (issue: { input?: unknown }) => gotWords(frameRateExpected, issue.input),
};
const frameRate = z.union(
  [
    z.number(frameRateError).gt(0, frameRateError).lte(1000, frameRateError),
    z.string(frameRateError).regex(/^\d+(\.\d+)?(\/\d+)?$/, frameRateError),
  ],
  frameRateError,
);

/** True where a text of `fps` is a frame rate in range. */
export function isFrameRate(fps: number | string): boolean {
  try {
    const { numerator, denominator } = toFraction(fps);
    return numerator > 0n && numerator <= 1000n * denominator;
  } catch {
    return false;
  }
}

const names = (what: string) =>
  z.array(z.string({ error: (issue) => gotWords(`the name of ${what}`, issue.input) }), {
    error: (issue) => gotWords(`a list of names of ${what}`, issue.input),
  });

/** The keys of one system in a scene: what every system has, then its own table. */
function systemShape(definition: (typeof systemDefinitions)[number]): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {
    system: z.literal(definition.name).describe('Which kind of system.'),
    name: z
      .string({ error: (issue) => gotWords('a name', issue.input) })
      .min(1, { error: 'expected a name, got ""' })
      .optional()
      .describe('What reports and files call it. Unique; the kind of system when absent.'),
  };
  if (definition.reads.includes('colliders')) {
    shape.actors = names('actors').optional().describe('Which actors it sees; all of them when absent.');
  }
  if (definition.reads.includes('heightfields')) {
    shape.reads = names('grounds')
      .optional()
      .describe(
        'Names of the grounds that it stands on or bounces off; every ground of the scene when absent, none for [].',
      );
  }
  return { ...shape, ...tableShape(definition.params) };
}

const systemNames = systemDefinitions.map((definition) => definition.name);

const systemSchemas = systemDefinitions.map((definition) =>
  objectSchema(systemShape(definition), 'a system in { }'),
);

const anySystem = taggedSchema('system', systemNames, systemSchemas, 'a system in { }');

const outputName = z.enum(outputWords as unknown as [string, ...string[]], {
  error: (issue) => gotWords(outputWords.map((name) => `"${name}"`).join(' or '), issue.input, outputWords),
});

/** The scene file, version 1. Messages are in our words; `checkScene` holds what concerns several values at once. */
export const sceneSchema = objectSchema(
  {
    $schema: z.string().optional().describe('Where an editor finds the description of this file.'),
    version: z
      .literal(1, { error: (issue) => gotWords('1 (the version of the scene format)', issue.input) })
      .describe('Version of the scene format.'),
    seed: fieldSchema(seedParam),
    time: objectSchema(
      {
        ...tableShape(timeParams),
        fps: frameRate
          .default(30)
          .describe('Output frames per second; the simulation has a fixed rate of its own.'),
      },
      'an object such as { "start": 0, "end": 3, "fps": 30 }',
    )
      .prefault({})
      .describe('The time that is simulated, in seconds, and how many frames are written.'),
    actors: listSchema(objectSchema(tableShape(actorParams), 'an actor in { }'), 'a list of actors')
      .default([])
      .describe('What moves: characters and props.'),
    systems: listSchema(anySystem, 'a list of systems')
      .min(1, { error: 'expected at least one system, such as { "system": "ground" }, got none' })
      .describe('What is simulated.'),
    outputs: listSchema(outputName, `a list of ${outputWords.map((name) => `"${name}"`).join(', ')}`)
      .default([...defaultOutputKinds])
      .describe(
        `What is written. "default", which is also what is written when absent, stands for ${defaultOutputKinds.join(', ')}; "all" for every kind. ${Object.entries(
          outputKinds,
        )
          .map(([name, { words }]) => `${name}: ${words}.`)
          .join(' ')}`,
      ),
    meshPart: fieldSchema(meshPartParam),
    heightTiles: fieldSchema(heightTilesParam),
    exrChannels: fieldSchema(exrChannelsParam),
    morphTargets: fieldSchema(morphTargetsParam),
    morphStorage: fieldSchema(morphStorageParam),
    modesInExtras: fieldSchema(modesInExtrasParam),
  },
  'a scene in { }',
);

/** The known keys of the object at a path of a scene, for suggestions. */
export function knownKeys(path: readonly PropertyKey[], scene: unknown): string[] {
  if (path.length === 0) return Object.keys(sceneSchema.shape);
  if (path[0] === 'time') return [...Object.keys(timeParams), 'fps', '$comment'];
  if (path[0] === 'actors') return [...Object.keys(actorParams), '$comment'];
  const entry = at(at(scene, 'systems'), path[1]);
  const definition = systemDefinitions.find((candidate) => candidate.name === at(entry, 'system'));
  if (!definition) return [];
  if (path.length === 2) return ['$comment', ...Object.keys(systemShape(definition))];
  return listKeys(definition.params, entry, path.slice(2));
}

/** The known keys of an entry of a list, `path` being the list, the entry's place, and so on into lists of its own. */
function listKeys(
  table: FieldTable,
  parent: unknown,
  [name, index, ...rest]: readonly PropertyKey[],
): string[] {
  const spec = table[String(name)];
  if (spec?.type !== 'list') return [];
  const entry = at(at(parent, name), index);
  const kind = kindOf(spec, (entry ?? {}) as Record<string, unknown>);
  if (!kind) return [];
  if (rest.length > 0) return listKeys(kind.fields, entry, rest);
  return ['$comment', ...(spec.tag === undefined ? [] : [spec.tag]), ...Object.keys(kind.fields)];
}

function at(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
}

/** The scene format as JSON Schema (draft 2020-12), for editors. */
export function sceneJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(sceneSchema, { io: 'input' }) as Record<string, unknown>;
  return { title: 'Aftermotion scene, version 1', ...schema };
}

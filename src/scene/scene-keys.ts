import type { systemEntries } from '../systems/index.ts';
import type { ParamTable } from '../systems/params.ts';
import { actorParams } from './actor-params.ts';
import { outputParams, timeParams } from './scene-params.ts';
import { viewParams } from './view-params.ts';

type Definition = (typeof systemEntries)[number];

/** Returns the keys of a system in a scene that are neither parameters nor `system`. */
function systemFields({ reads }: Definition): ParamTable {
  return {
    name: {
      type: 'text',
      expected: 'a name',
      description: 'Name in reports and files. Unique. When absent: the kind of the system.',
    },
    ...(reads.includes('colliders') && {
      actors: {
        type: 'texts',
        expected: 'the name of an actor',
        mayBeEmpty: true,
        description: 'Names of the actors that it uses. When absent: all actors.',
      },
    }),
    ...(reads.includes('heightfields') && {
      reads: {
        type: 'texts',
        expected: 'the name of a ground',
        mayBeEmpty: true,
        description:
          'Names of the grounds that it lies on or collides with. When absent: every ground of the scene. []: none.',
      },
    }),
  };
}

/** The keys at the top of a scene. */
export const sceneKeys: readonly string[] = [
  'version',
  'seed',
  'time',
  'wind',
  'materials',
  'actors',
  'systems',
  ...Object.keys(viewParams),
  'outputs',
  ...Object.keys(outputParams),
];
/** The keys of the time of a scene. */
export const timeKeys: readonly string[] = [...Object.keys(timeParams), 'fps'];
/** The keys of an actor of a scene. */
export const actorKeys: readonly string[] = Object.keys(actorParams);

/** Returns the table of all keys of a system of this kind in a scene, except `system`. */
export function systemTable(definition: Definition): ParamTable {
  return { ...systemFields(definition), ...definition.params };
}

/** Returns the keys of a system of this kind in a scene. */
export function systemKeys(definition: Definition): string[] {
  return ['system', ...Object.keys(systemTable(definition))];
}

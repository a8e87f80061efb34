import { type Command, Help, Option } from 'commander';
import { actorParams } from '../scene/actor-params.ts';
import type { FieldSpec, FieldTable } from '../scene/fields.ts';
import type { SceneOverrides } from '../scene/override-scene.ts';
import { formParams, outputParams, seedParam, timeParams } from '../scene/scene-params.ts';
import { windVelocityPart } from '../systems/force-parts.ts';
import { systemEntries, takesWind } from '../systems/index.ts';
import { expectedValue } from '../systems/param-messages.ts';
import { tableOption } from './table-options.ts';

/** A flag that sets one value of a scene. */
export interface SceneFlag {
  /** Name of the flag in commander: `furLength`. */
  readonly flag: string;
  /**
   * Part of the overrides that contains the value: `time`, `scene`, `actor`, `form` or the name of a system; null for the overrides
   * themselves.
   */
  readonly part: string | null;
  readonly key: string;
  readonly spec: FieldSpec;
}

/** Other names of flags, for a command that needs the usual names for itself: `{ size: 'groundSize' }`. */
export type RenamedFlags = Readonly<Record<string, string>>;

const plainParams: FieldTable = {
  duration: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    open: true,
    description: 'Duration of the simulation, instead of an end.',
  },
  wind: {
    ...windVelocityPart,
    description: `Wind on all ${systemEntries
      .filter(({ name }) => takesWind(name))
      .map(({ name }) => name)
      .join(
        ' and ',
      )}: mean velocity of the air along x, y, z. Replaces the winds of the scene, with the gusts of the first of them.`,
  },
};

/** Every flag that sets a value of a scene, derived from the tables. */
export const sceneFlags: readonly SceneFlag[] = [
  ...flagsOfTable(null, plainParams),
  ...flagsOfTable('time', timeParams),
  ...flagsOfTable('scene', { seed: seedParam, ...outputParams }),
  ...flagsOfTable('actor', actorParams),
  ...systemEntries.flatMap(({ name, params, flagPrefix = name }) => flagsOfTable(name, params, flagPrefix)),
  ...flagsOfTable('form', formParams),
];

function flagsOfTable(part: string | null, table: FieldTable, prefix = ''): SceneFlag[] {
  return Object.entries(table).flatMap(([key, spec]) => {
    const made = prefix ? `${prefix}${key[0].toUpperCase()}${key.slice(1)}` : key;
    return spec.flag === false ? [] : [{ flag: spec.flag ?? made, part, key, spec }];
  });
}

/**
 * Adds every flag of `sceneFlags` to a command. The help of the command shows only a few of these flags, and those that have the name of a
 * system. The help topics list all.
 */
export function addSceneOptions(command: Command, renamed: RenamedFlags = {}): void {
  // Flags that have another name in this command are described only in its help.
  const own = Object.values(renamed);
  const shown = ['duration', 'fps', 'clip', 'height', ...own, ...systemEntries.map(({ name }) => name)];
  const inTopics = new Set<Option>();
  const fps = new Option('--fps <number>', 'output frames per second (default: 30)');
  const options = sceneFlags.map((one) => {
    const option = tableOption({ ...one, flag: renamed[one.flag] ?? one.flag });
    option.description = describeShortly(one);
    return option;
  });
  for (const option of [fps, ...options]) {
    command.addOption(option);
    if (!shown.includes(option.attributeName())) inTopics.add(option);
    // If `--no-…` is omitted, commander sets the option to true, which would replace the value of the scene.
    if (option.negate) command.setOptionValue(option.attributeName(), undefined);
  }
  // `hideHelp` is not used, because commander would no longer suggest these flags when a flag is misspelt.
  command.configureHelp({
    formatHelp(of, helper) {
      const { visibleOptions } = helper;
      helper.visibleOptions = (one) =>
        visibleOptions.call(helper, one).filter((option) => !inTopics.has(option));
      return Help.prototype.formatHelp.call(helper, of, helper);
    },
  });
}

/** Returns a line for the help of a command: the first sentence of the description. */
function describeShortly({ flag, part, key, spec }: SceneFlag): string {
  if (flag !== part) return spec.description.split('. ')[0].replace(/\.$/, '');
  const values = spec.type === 'choice' ? spec.choices.join(', ') : `${expectedValue(spec)}`;
  return `${part}, by its ${key}: ${spec.type === 'texts' && spec.orAll ? 'names, or all' : values}`;
}

/** Returns the overrides that the flags of `addSceneOptions` set. */
export function readSceneOptions(
  options: Readonly<Record<string, unknown>>,
  renamed: RenamedFlags = {},
): SceneOverrides {
  const overrides: Record<string, unknown> = {};
  const parts: Record<string, Record<string, unknown>> = {};
  for (const { part, key, spec, value } of givenValues(options, renamed)) {
    if (part === null) {
      overrides[key] = value;
      continue;
    }
    parts[part] ??= {};
    // The word `all` adds the system without naming a part.
    const isAll = spec.type === 'texts' && spec.orAll && (value as readonly unknown[]).length === 0;
    if (!isAll) parts[part][key] = value;
  }
  if (options.fps !== undefined) {
    const fps = String(options.fps);
    parts.time = { ...parts.time, fps: Number.isFinite(Number(fps)) ? Number(fps) : fps };
  }
  return { ...overrides, ...parts };
}

/** Returns the flags that the user gave, under the names that they have in the command. */
export function givenFlags(
  options: Readonly<Record<string, unknown>>,
  renamed: RenamedFlags = {},
): SceneFlag[] {
  const fps = { flag: 'fps', part: 'time', key: 'fps', spec: plainParams.duration };
  return [...givenValues(options, renamed), ...(options.fps === undefined ? [] : [fps])];
}

function givenValues(options: Readonly<Record<string, unknown>>, renamed: RenamedFlags) {
  return sceneFlags.flatMap((one) => {
    const flag = renamed[one.flag] ?? one.flag;
    return options[flag] === undefined ? [] : [{ ...one, flag, value: options[flag] }];
  });
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FieldTable } from '../scene/fields.ts';
import type { SceneOverrides } from '../scene/override-scene.ts';
import {
  actorParams,
  exrChannelsParam,
  groundMotionParam,
  heightTilesParam,
  meshPartParam,
  modesInExtrasParam,
  morphStorageParam,
  morphTargetsParam,
  pointsTimeParam,
  propKeys,
  seedParam,
  timeParams,
} from '../scene/scene-params.ts';
import { windVelocityPart } from '../systems/force-parts.ts';
import { findSystem } from '../systems/index.ts';
import { parseQuantity } from '../systems/quantity.ts';
import { addTableOptions, readTableOptions } from './table-options.ts';

/** Values of one part of the overrides, and what their flags are called. */
interface OptionGroup {
  readonly part: string;
  readonly heading: string;
  readonly table: FieldTable;
  /** Stands in front of every key: `fur` makes `furLength`. */
  readonly prefix?: string;
  /** Keys whose flags are called otherwise. */
  readonly names?: Readonly<Record<string, string>>;
}

const sceneHeading = 'Instead of what the scene says:';
const sceneParams: FieldTable = {
  seed: seedParam,
  meshPart: meshPartParam,
  heightTiles: heightTilesParam,
  groundMotion: groundMotionParam,
  exrChannels: exrChannelsParam,
  pointsTime: pointsTimeParam,
  morphTargets: morphTargetsParam,
  morphStorage: morphStorageParam,
  modesInExtras: modesInExtrasParam,
};
const formParams: FieldTable = {
  text: { type: 'text', expected: 'words', words: 'Words for particles to form, where the file is a font.' },
  count: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 5_000_000,
    default: 6000,
    words: 'How many particles form a drawing, a picture or words.',
  },
};

const groups: readonly OptionGroup[] = [
  { part: 'time', heading: sceneHeading, table: timeParams },
  { part: 'scene', heading: sceneHeading, table: sceneParams },
  { part: 'actor', heading: 'The character:', table: withoutKeys(actorParams, propKeys) },
  {
    part: 'ground',
    heading: 'The ground (cell and swells fit the size of a lone character where not given):',
    table: tableOf('ground'),
    names: {
      material: 'ground',
      reference: 'groundReference',
      referenceFactor: 'groundReferenceFactor',
    },
  },
  { part: 'flesh', heading: 'Flesh:', table: tableOf('flesh'), prefix: 'flesh', names: { joints: 'flesh' } },
  { part: 'fur', heading: 'Fur:', table: tableOf('fur'), prefix: 'fur', names: { coat: 'fur' } },
  { part: 'particles', heading: 'Particles:', table: tableOf('particles'), prefix: 'particles' },
  { part: 'form', heading: 'Particles:', table: formParams, names: { count: 'particlesCount' } },
];

/** Flags that are parsed in a way of their own: what their words are for a lone file. */
const ownOptions: Readonly<Record<string, (words: string) => Option>> = {
  flesh: () =>
    new Option(
      '--flesh <joints>',
      'Flesh for a lone character: its joints with commas between, or "all".',
    ).argParser((text) => (text === 'all' ? [] : text.split(',').map((part) => part.trim()))),
};

/** A system's table without the actors that it belongs to. */
function tableOf(system: string): FieldTable {
  const { params } = findSystem(system)!;
  return withoutKeys(params, ['actor', 'referenceActor']);
}

function withoutKeys(table: FieldTable, keys: readonly string[]): FieldTable {
  return Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)));
}

/** What the flag for a key is called, as commander has it: `furLength`. `renamed`: flags that a command needs for something else. */
function flagName(
  { prefix, names }: OptionGroup,
  key: string,
  renamed: Readonly<Record<string, string>>,
): string {
  const name = names?.[key] ?? (prefix ? `${prefix}${key[0].toUpperCase()}${key.slice(1)}` : key);
  return renamed[name] ?? name;
}

/** A group's table under the names of its flags. */
function flagTable(group: OptionGroup, renamed: Readonly<Record<string, string>>): FieldTable {
  return Object.fromEntries(
    Object.entries(group.table).map(([key, spec]) => [flagName(group, key, renamed), spec]),
  );
}

/**
 * Adds a flag for every value that may take the place of a scene's own. `renamed`: other names for flags that the command has
 * already.
 */
export function addSceneOptions(command: Command, renamed: Readonly<Record<string, string>> = {}): void {
  command
    .addOption(new Option('--fps <number>', 'Output frames per second (default: 30)').helpGroup(sceneHeading))
    .addOption(
      new Option('--duration <seconds>', 'How long to simulate, instead of --end')
        .argParser((text) => {
          const value = parseQuantity(text, 's');
          if (value > 0) return value;
          throw new InvalidArgumentError(`expected a time > 0 s, got "${text}".`);
        })
        .helpGroup(sceneHeading),
    );
  for (const group of groups) {
    const entries = Object.entries(flagTable(group, renamed));
    for (const [name, spec] of entries) {
      const own = ownOptions[name];
      if (own) command.addOption(own(spec.words).helpGroup(group.heading));
    }
    addTableOptions(
      command,
      Object.fromEntries(entries.filter(([name]) => !ownOptions[name])),
      group.heading,
    );
  }
  addTableOptions(command, windTable, 'Fur and particles:');
}

const windTable: FieldTable = {
  wind: {
    ...windVelocityPart,
    words:
      'Wind on all fur and particles: mean velocity of the air along x, y, z. Takes the place of winds of the scene.',
  },
};

/** The overrides that the flags of `addSceneOptions` make. */
export function readSceneOptions(
  options: Readonly<Record<string, unknown>>,
  renamed: Readonly<Record<string, string>> = {},
): SceneOverrides {
  const parts = groups.map((group) => {
    const given = Object.keys(group.table).flatMap((key) => {
      const value = options[flagName(group, key, renamed)];
      return value === undefined ? [] : [[key, value]];
    });
    return [group.part, Object.fromEntries(given)] as const;
  });
  const overrides: Record<string, Record<string, unknown>> = Object.fromEntries(parts);
  if (options.fps !== undefined) {
    const fps = String(options.fps);
    overrides.time.fps = Number.isFinite(Number(fps)) ? Number(fps) : fps;
  }
  const { joints } = overrides.flesh;
  if (Array.isArray(joints)) {
    // The whole figure is what flesh without joints is; its name says that it was asked for.
    overrides.flesh.name = 'flesh';
    if (joints.length === 0) delete overrides.flesh.joints;
  }
  const { form, ...rest } = overrides;
  return {
    ...rest,
    ...(Object.keys(form).length > 0 && { form }),
    ...readTableOptions({ duration: seedParam, ...windTable }, options),
  } as SceneOverrides;
}

/** The flags whose values are in overrides, as `ErrorContext.flags` has them. */
export function flagsOf(
  options: Readonly<Record<string, unknown>>,
  renamed: Readonly<Record<string, string>> = {},
): string[] {
  const all = groups.flatMap((group) => Object.keys(flagTable(group, renamed)));
  return [...all, 'fps', 'duration', 'wind'].filter((name) => options[name] !== undefined);
}

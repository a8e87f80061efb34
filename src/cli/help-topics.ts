import { Command } from 'commander';
import { InputError } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import { actorParams } from '../scene/actor-params.ts';
import type { FieldSpec, FieldTable } from '../scene/fields.ts';
import { formParams, outputParams, seedParam, timeParams } from '../scene/scene-params.ts';
import { systemEntries, takesWind } from '../systems/index.ts';
import { expectedValue } from '../systems/param-messages.ts';
import { groupParams, type ListParam } from '../systems/params.ts';
import { showQuantity } from '../systems/quantity.ts';
import { sceneFlags } from './scene-options.ts';
import { showError } from './show-error.ts';
import { flagUsage } from './table-options.ts';

/** A help page about the parameters of a table. */
interface HelpTopic {
  readonly name: string;
  readonly description: string;
  /** The part of the overrides that the flags of this topic set: see `SceneFlag`. */
  readonly part: string;
  readonly table: FieldTable;
  /** A sentence that names the location in a scene file of the topic's keys. */
  readonly location: string;
}

const topics: readonly HelpTopic[] = [
  ...systemEntries.map(({ name, description, params }) => ({
    name,
    description,
    part: name,
    table: params,
    location: `In a scene file, these are keys of an entry { "system": "${name}" } of "systems".`,
  })),
  {
    name: 'actor',
    description: 'Characters and props: clip, position, size, speed.',
    part: 'actor',
    table: actorParams,
    location: 'In a scene file, these are keys of an entry of "actors".',
  },
  {
    name: 'time',
    description: 'The simulated time.',
    part: 'time',
    table: timeParams,
    location: 'In a scene file, these are keys of "time".',
  },
  {
    name: 'output',
    description: 'How files are written; the seed.',
    part: 'scene',
    table: { ...outputParams, seed: seedParam },
    location: 'In a scene file, these are keys of the scene itself.',
  },
  {
    name: 'shape',
    description: 'Particles that form a single drawing, picture or text.',
    part: 'form',
    table: formParams,
    location: 'In a scene file, "shapes" and "sources" of particles set these values.',
  },
];

/** Returns the list of topics, with one line for each. */
export function listTopics(): string {
  return topics
    .map(({ name, description }) => `  aftermotion help ${name.padEnd(11)}${description}`)
    .join('\n');
}

/** Creates the command `aftermotion help [topic] [list]`. */
export function createHelpCommand(program: Command, finish: (status: number) => void): Command {
  return new Command('help')
    .argument('[topic]', 'a command, a kind of system, or another topic')
    .argument('[list]', 'one of its lists, as in: particles keys')
    .summary('help of a command or about a topic, such as: aftermotion help ground')
    .helpOption(false)
    .action((name: string | undefined, list: string | undefined) => {
      const command = program.commands.find((one) => one.name() === name && name !== 'help');
      if (command && list === undefined) return command.outputHelp();
      try {
        process.stdout.write(
          `${name === undefined || name === 'help' ? listAll(program) : describeTopic(program, name, list)}\n`,
        );
      } catch (error) {
        finish(showError(error, { flags: [], debug: false, reads: true }));
      }
    });
}

function listAll(program: Command): string {
  const commands = program.commands.filter((command) => command.name() !== 'help');
  return [
    'Help of the commands:',
    ...commands.map((command) => `  aftermotion help ${command.name().padEnd(11)}${command.summary()}`),
    '',
    'Parameters, as flags and in scene files:',
    listTopics(),
  ].join('\n');
}

/** Returns the page about a topic, or about one of its lists. Throws InputError for unknown names, with the nearest known name. */
function describeTopic(program: Command, name: string, list?: string): string {
  const topic = topics.find((one) => one.name === name);
  if (!topic) {
    const names = [...program.commands.map((command) => command.name()), ...topics.map((one) => one.name)];
    if (names.includes(name))
      throw InputError.at(`help ${name}`, `${name} has no lists: aftermotion help ${name}`);
    throw InputError.at('help', unknownNameMessage(name, names));
  }
  if (list === undefined) return describeTable(topic);
  const lists = Object.keys(topic.table).filter((key) => topic.table[key].type === 'list');
  const spec = Object.hasOwn(topic.table, list) ? topic.table[list] : undefined;
  if (spec?.type === 'list') return describeList(topic.name, list, spec);
  throw InputError.at(`help ${name}`, unknownNameMessage(list, lists));
}

function unknownNameMessage(name: string, names: readonly string[]): string {
  const near = findNearestName(name, names);
  if (near !== null) return `unknown name "${name}", did you mean "${near}"?`;
  return names.length === 0
    ? `unknown name "${name}": this topic has no lists`
    : `unknown name "${name}", known are ${names.join(', ')}`;
}

function describeTable({ name, description, part, table, location }: HelpTopic): string {
  const flags = new Map(sceneFlags.filter((one) => one.part === part).map((one) => [one.key, one]));
  // Flags of this topic that do more than setting one key of the table.
  const others = sceneFlags.filter(
    ({ part: of, key }) => of === null && (key === 'wind' ? takesWind(name) : part === 'time'),
  );
  const groups = groupParams(table).map(({ title, names }) => [
    ...(title ? [`${title}:`] : []),
    ...names.flatMap((key) => {
      const flag = flags.get(key);
      const facts = `"${key}": ${factsOf(table[key])}`;
      const isList = table[key].type === 'list';
      const more = isList ? ` Its entries: aftermotion help ${name} ${key}.` : '';
      return item(flag ? [flagUsage(flag.flag, flag.spec), facts] : [facts], table[key].description + more);
    }),
  ]);
  return [
    ...wrap(`${name}: ${description}`),
    '',
    ...wrap(
      `${location} The flags of bake and render replace the values of the scene. Numbers may have units (5mm, 90deg, 12km/h). A number without a unit is in SI units, an angle in radians. Lists are JSON, or @FILE; so are keys over time.`,
    ),
    ...[...groups, others.flatMap(({ flag, spec }) => item([flagUsage(flag, spec)], spec.description))]
      .filter((lines) => lines.length > 0)
      .flatMap((lines) => ['', ...lines]),
  ].join('\n');
}

function describeList(topic: string, name: string, { description, tag, kinds }: ListParam): string {
  return [
    ...wrap(`${topic}, list "${name}": ${description}`),
    ...Object.entries(kinds).flatMap(([kind, { description: kindWords, fields }]) => [
      '',
      ...wrap(tag === undefined ? kindWords : `{ "${tag}": "${kind}" }: ${kindWords}`),
      ...Object.entries(fields).flatMap(([key, spec]) =>
        item([`"${key}": ${factsOf(spec)}`], spec.description),
      ),
    ]),
  ].join('\n');
}

/** Describes the expected value and the default. */
function factsOf(spec: FieldSpec): string {
  const expected = expectedValue(spec) + ('keyable' in spec && spec.keyable ? ', or keys' : '');
  if (spec.type === 'text' && spec.required) return `${expected}; required`;
  if (!('default' in spec) || spec.default === undefined) return expected;
  const { default: value } = spec;
  const shown =
    typeof value === 'number'
      ? showQuantity(value, 'unit' in spec ? spec.unit : '')
      : Array.isArray(value)
        ? value.join(', ')
        : String(value);
  return `${expected}; default: ${shown}`;
}

/** Returns the text of one parameter on a page: its heads, on one line if they fit, and below them its description. */
function item(heads: readonly string[], description: string): string[] {
  const line = `  ${heads.join('   ')}`;
  const lines = line.length <= width() ? [line] : heads.flatMap((head) => wrap(head, '  ', '      '));
  return [...lines, ...wrap(description, '      ')];
}

/** Returns the width of a page in characters. */
function width(): number {
  return Math.max(60, Math.min(process.stdout.columns ?? 80, 100));
}

function wrap(text: string, indent = '', later = indent): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + word.length >= width()) {
      lines.push(line.trimEnd());
      line = later;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}

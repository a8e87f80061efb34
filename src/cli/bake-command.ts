import { Command, InvalidArgumentError, Option } from 'commander';
import { outputWords } from '../bake/output-kinds.ts';
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
  seedParam,
  timeParams,
} from '../scene/scene-params.ts';
import { systemDefinitions } from '../systems/index.ts';
import { parseQuantity } from '../systems/quantity.ts';
import { abortOnInterrupt } from './abort-on-interrupt.ts';
import { ask, canAsk } from './ask.ts';
import { frameRangeWords, parseFrameRange } from './parse-frame-range.ts';
import { parseSizeOnDisk } from './parse-size.ts';
import { exitStatus, showError } from './show-error.ts';
import { showProgress } from './show-progress.ts';
import { showReport } from './show-report.ts';
import { addTableOptions, readTableOptions } from './table-options.ts';

/** The actor's values that make sense for a file on the command line. */
const {
  name: _name,
  file: _file,
  keys: _keys,
  node: _node,
  parent: _parent,
  joint: _joint,
  rotation: _rotation,
  roll: _roll,
  radius: _radius,
  axle: _axle,
  profile: _profile,
  ...characterParams
} = actorParams;
const { material, ...groundParams } = systemDefinitions.find(({ name }) => name === 'ground')!
  .params as FieldTable;
/** Values of other systems have their system's name in front here: `--flesh-stiffness`, `--particles-size`. */
const {
  actor: _actor,
  joints: _joints,
  ...fleshParams
} = systemDefinitions.find(({ name }) => name === 'flesh')!.params as FieldTable;
const particlesParams = withoutLists('particles');
const {
  actor: _furActor,
  size: _size,
  center: _center,
  spacing: _spacing,
  coat,
  ...furParams
} = withoutLists('fur');
const formParams: FieldTable = {
  text: { type: 'text', expected: 'words', words: 'Words for particles to form, where the file is a font.' },
  particlesCount: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 5_000_000,
    default: 6000,
    words: 'How many particles form a drawing, a picture or words.',
  },
};

/** Lists are for scene files. */
function withoutLists(system: string): FieldTable {
  const { params } = systemDefinitions.find(({ name }) => name === system)!;
  return Object.fromEntries(Object.entries(params as FieldTable).filter(([, spec]) => spec.type !== 'list'));
}

const sceneParams: FieldTable = {
  seed: seedParam,
  meshPart: meshPartParam,
  heightTiles: heightTilesParam,
  groundMotion: groundMotionParam,
  exrChannels: exrChannelsParam,
  morphTargets: morphTargetsParam,
  morphStorage: morphStorageParam,
  modesInExtras: modesInExtrasParam,
};
const clockParams: FieldTable = { ...timeParams };

const examples = `
Examples:
  aftermotion bake scenes/beach-run/scene.json           a scene, into out/beach-run/
  aftermotion bake fox.glb --ground snow --clip Run      a character, no scene needed
  aftermotion bake fox.glb --height 0.6 --cell 5mm --duration 5
  aftermotion bake walk.bvh --height 1.8                 a motion-capture take, on a mannequin
  aftermotion bake fox.glb --terrain dunes.png --terrain-high 6 --terrain-spacing 0.5,0.5
  aftermotion bake fox.glb --spray                       sand flies up behind its feet
  aftermotion bake fox.glb --flesh b_Tail01_012,b_Tail02_013,b_Tail03_014 --flesh-material tail
  aftermotion bake fox.glb --fur fox --fur-length 4cm
  aftermotion bake cow.svg                               particles that form a drawing, or a picture
  aftermotion bake font.ttf --text Hello --particles-count 12000
  aftermotion bake scene.json --frames 0:30 --only contactSheet
  aftermotion bake scene.json --resume                   go on after Ctrl-C

A character, a take, a drawing, a picture or a font gets a scene of its own, which is written beside the outputs as scene.json: edit it and bake that.
Numbers take units: 5mm, 2.5cm, 90deg, 12km/h.`;

/** `aftermotion bake`. */
export function createBakeCommand(begun: number, finish: (status: number) => void): Command {
  const command = new Command('bake')
    .argument(
      '<file>',
      'a scene (.json), a character (.glb, .gltf), a take (.bvh), a drawing (.svg), a picture (.png, .jpg) or a font',
    )
    .summary(
      'simulate a scene, a character on soft ground or with fur, or particles that form a shape, and write files',
    )
    .description(
      'Simulates a scene, a character on soft ground or with flesh and fur, or particles that form a drawing, a picture or words, and writes what other tools open.',
    )
    .option('--out <folder>', 'where to write (default: out/NAME)')
    .addOption(
      new Option('--frames <range>', `frames to write, ${frameRangeWords}`).argParser(parseFrameRange),
    )
    .option('--only <name...>', `only these systems of the scene, or outputs (${outputWords.join(', ')})`)
    .addOption(
      new Option(
        '--max-size <size>',
        'ask before a bake writes more, by an estimate (default: 2GB)',
      ).argParser(parseSizeOnDisk),
    )
    .option('--yes', 'write however much it is, without a question')
    .option('--resume', 'go on from where an interrupted bake stopped')
    .option('--json', 'print the report, and nothing else, on standard output')
    .option('--debug', 'show where in the program an error arose');
  const heading = 'Instead of what the scene says:';
  command
    .addOption(
      new Option('--ground <material>', material.words)
        .choices(material.type === 'choice' ? material.choices : [])
        .helpGroup(heading),
    )
    .addOption(new Option('--fps <number>', 'Output frames per second (default: 30)').helpGroup(heading))
    .addOption(
      new Option('--duration <seconds>', 'How long to simulate, instead of --end')
        .argParser((text) => {
          const value = parseQuantity(text, 's');
          if (value > 0) return value;
          throw new InvalidArgumentError(`expected a time > 0 s, got "${text}".`);
        })
        .helpGroup(heading),
    )
    .addOption(
      new Option(
        '--outputs <names>',
        `What to write, of ${outputWords.join(', ')}, with commas between (default,heightPng adds one)`,
      )
        .argParser((text) => text.split(','))
        .helpGroup(heading),
    );
  addTableOptions(command, clockParams, heading);
  addTableOptions(command, sceneParams, heading);
  addTableOptions(command, characterParams, 'The character:');
  addTableOptions(
    command,
    groundParams,
    'The ground (cell and swells fit the size of a lone character where not given):',
  );
  command.addOption(
    new Option('--flesh <joints>', 'Flesh for a lone character: its joints with commas between, or "all".')
      .argParser((text) => (text === 'all' ? [] : text.split(',').map((part) => part.trim())))
      .helpGroup('Flesh:'),
  );
  addTableOptions(command, prefixTable('flesh', fleshParams), 'Flesh:');
  command.addOption(
    new Option('--fur <coat>', `Fur for a lone character. ${coat.words}`)
      .choices(coat.type === 'choice' ? coat.choices : [])
      .helpGroup('Fur:'),
  );
  addTableOptions(command, prefixTable('fur', furParams), 'Fur:');
  addTableOptions(command, { ...formParams, ...prefixTable('particles', particlesParams) }, 'Particles:');
  command.addHelpText('after', examples);
  command.action(async (file: string, options: Record<string, unknown>) => {
    finish(await runBake(file, options, begun));
  });
  return command;
}

async function runBake(file: string, options: Record<string, unknown>, begun: number): Promise<number> {
  const { bakeFile } = await import('../node/bake-file.ts');
  const overrides = readOverrides(options);
  const signal = abortOnInterrupt();
  const display = showProgress();
  let canResume = options.resume === true;
  try {
    const { out, report } = await bakeFile(file, {
      out: options.out as string | undefined,
      frames: options.frames as [number | null, number | null] | undefined,
      only: options.only as string[] | undefined,
      resume: options.resume === true,
      maxBytes: options.maxSize as number | undefined,
      ...((options.yes === true || canAsk()) && {
        confirmSize: async (words: string) => {
          display.stop();
          return options.yes === true || ask(`${capitalise(words)}. Go on?`, signal);
        },
      }),
      overrides,
      signal,
      progress(progress) {
        canResume ||= progress.phase !== 'prepare' && !progress.estimate;
        display.update(progress);
      },
      note(words) {
        display.stop();
        console.error(words);
      },
      begun,
    });
    display.stop();
    if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else showReport(report, out);
    return exitStatus.done;
  } catch (error) {
    display.stop();
    const { DiskError } = await import('../node/disk-error.ts');
    if (signal.aborted && !(error instanceof DiskError)) {
      console.error(`Interrupted.${canResume ? ' The same command with --resume goes on from here.' : ''}`);
      return exitStatus.interrupted;
    }
    const flags = Object.entries(overrides).flatMap(([kind, values]) =>
      Object.keys(Object(values)).map((name) => flagName(kind, name)),
    );
    return showError(error, { flags, debug: options.debug === true });
  }
}

function capitalise(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}

function readOverrides(options: Record<string, unknown>): SceneOverrides {
  const time: Record<string, unknown> = readTableOptions(clockParams, options);
  if (options.fps !== undefined) {
    const fps = String(options.fps);
    time.fps = Number.isFinite(Number(fps)) ? Number(fps) : fps;
  }
  return {
    scene: {
      ...readTableOptions(sceneParams, options),
      ...readTableOptions({ outputs: sceneParams.seed }, options),
    },
    time,
    duration: options.duration as number | undefined,
    actor: readTableOptions(characterParams, options),
    ground: {
      ...readTableOptions(groundParams, options),
      ...(options.ground === undefined ? {} : { material: options.ground }),
    },
    flesh: readFlesh(options),
    fur: {
      ...readPrefixed('fur', furParams, options),
      ...(options.fur === undefined ? {} : { coat: options.fur }),
    },
    particles: readPrefixed('particles', particlesParams, options),
    form: readForm(options),
  } as SceneOverrides;
}

/** What the flag for a value of a kind of override is called. */
function flagName(kind: string, name: string): string {
  if (kind === 'ground' && name === 'material') return 'ground';
  if (kind === 'flesh') return /^(joints|name)$/.test(name) ? 'flesh' : prefixed('flesh', name);
  if (kind === 'fur') return name === 'coat' ? 'fur' : prefixed('fur', name);
  if (kind === 'particles' || name === 'count') return prefixed('particles', name);
  return name;
}

function prefixed(prefix: string, name: string): string {
  return `${prefix}${name[0].toUpperCase()}${name.slice(1)}`;
}

function prefixTable(prefix: string, table: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [prefixed(prefix, name), spec]));
}

/** The values of a table whose flags have a word in front, under their own names. */
function readPrefixed(
  prefix: string,
  table: FieldTable,
  options: Record<string, unknown>,
): Record<string, unknown> {
  const names = Object.keys(table).filter((name) => options[prefixed(prefix, name)] !== undefined);
  return Object.fromEntries(names.map((name) => [name, options[prefixed(prefix, name)]]));
}

function readFlesh(options: Record<string, unknown>): Record<string, unknown> {
  const values = readPrefixed('flesh', fleshParams, options);
  const joints = options.flesh as string[] | undefined;
  if (!joints) return values;
  // The whole figure is what flesh without joints is; its name says that it was asked for.
  return { ...values, name: 'flesh', ...(joints.length > 0 ? { joints } : {}) };
}

function readForm({ text, particlesCount }: Record<string, unknown>): SceneOverrides['form'] {
  if (text === undefined && particlesCount === undefined) return undefined;
  return {
    ...(text === undefined ? {} : { text: String(text) }),
    ...(particlesCount === undefined ? {} : { count: Number(particlesCount) }),
  };
}

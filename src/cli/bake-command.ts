import { Command, Option } from 'commander';
import { outputWords } from '../bake/output-kinds.ts';
import type { SceneOverrides } from '../scene/override-scene.ts';
import { abortOnInterrupt } from './abort-on-interrupt.ts';
import { ask, canAsk } from './ask.ts';
import { addOutsideOption } from './outside-option.ts';
import { frameRangeWords, parseFrameRange } from './parse-frame-range.ts';
import { parseSizeOnDisk } from './parse-size.ts';
import { addSceneOptions, flagsOf, readSceneOptions } from './scene-options.ts';
import { exitStatus, showError, showInterruption } from './show-error.ts';
import { showProgress } from './show-progress.ts';
import { showReport } from './show-report.ts';

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
  aftermotion bake meadow.json --wind 4,0,0              wind on its grass and particles
  aftermotion bake cow.svg                               particles that form a drawing, or a picture
  aftermotion bake font.ttf --text Hello --particles-count 12000
  aftermotion bake scene.json --frames 0:30 --only contactSheet
  aftermotion bake scene.json --resume                   go on after Ctrl-C

A character, a take, a drawing, a picture or a font gets a scene of its own, which is written beside the outputs as scene.json: edit it and bake that.
Numbers take units: 5mm, 2.5cm, 90deg, 12km/h. Lists are JSON as in a scene file, or @FILE with such JSON in it:
  --fur-forces '[{ "force": "wind", "velocity": [3, 0, 0], "gusts": 1 }]'   --particles-keys @keys.json`;

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
    .option(
      '--out <folder>',
      'where to write (default: out/NAME, or out/NAME-2 where that holds a bake of another scene or of other parameters)',
    )
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
    .option('--overwrite', 'replace what an earlier bake left there, whatever it was made from')
    .option('--resume', 'go on from where an interrupted bake stopped')
    .option(
      '--json',
      'print the folder and the report, or { "error": … }, and nothing else, on standard output',
    )
    .option('--debug', 'show where in the program an error arose');
  addOutsideOption(command);
  command.addOption(
    new Option(
      '--outputs <names>',
      `What to write, of ${outputWords.join(', ')}, with commas between (default,heightPng adds one)`,
    )
      .argParser((text) => text.split(','))
      .helpGroup('Instead of what the scene says:'),
  );
  addSceneOptions(command);
  command.addHelpText('after', examples);
  command.action(async (file: string, options: Record<string, unknown>) => {
    finish(await runBake(file, options, begun));
  });
  return command;
}

async function runBake(file: string, options: Record<string, unknown>, begun: number): Promise<number> {
  const { bakeFile } = await import('../node/bake-file.ts');
  const overrides = readOverrides(options);
  const { signal, arm } = abortOnInterrupt();
  const display = showProgress();
  const json = options.json === true;
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
          // From here on, an interrupt aborts the signal, which ends the question.
          arm();
          return options.yes === true || ask(`${capitalise(words)}. Go on?`, signal);
        },
      }),
      overwrite: options.overwrite === true,
      outsideFiles: options.outsideFiles === true,
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
      started: arm,
      begun,
    });
    display.stop();
    if (json) process.stdout.write(`${JSON.stringify({ out, ...report }, null, 2)}\n`);
    else showReport(report, out);
    return exitStatus.done;
  } catch (error) {
    display.stop();
    const { DiskError } = await import('../node/disk-error.ts');
    if (signal.aborted && !(error instanceof DiskError)) {
      const words = `Interrupted.${canResume ? ' The same command with --resume goes on from here.' : ''}`;
      return showInterruption(words, canResume, json);
    }
    const flags = [...flagsOf(options), 'outputs'];
    return showError(error, { flags, debug: options.debug === true, json });
  }
}

function capitalise(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}

function readOverrides(options: Record<string, unknown>): SceneOverrides {
  const overrides = readSceneOptions(options);
  return options.outputs === undefined
    ? overrides
    : { ...overrides, scene: { ...overrides.scene, outputs: options.outputs } };
}

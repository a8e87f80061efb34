import { Command, Option } from 'commander';
import { outputNames } from '../bake/output-kinds.ts';
import type { SceneOverrides } from '../scene/override-scene.ts';
import { abortOnInterrupt } from './abort-on-interrupt.ts';
import { ask, canAsk } from './ask.ts';
import { listTopics } from './help-topics.ts';
import { addOutsideOption } from './outside-option.ts';
import { frameRangeHelp, parseFrameRange } from './parse-frame-range.ts';
import { parseSizeOnDisk } from './parse-size.ts';
import { parseThreads, threadsHelp } from './parse-threads.ts';
import { readAddress } from './queue-commands.ts';
import { addSceneOptions, givenFlags, readSceneOptions } from './scene-options.ts';
import { exitStatus, showError, showInterruption } from './show-error.ts';
import { showProgress } from './show-progress.ts';
import { showReport } from './show-report.ts';

const more = `
Examples:
  aftermotion bake scenes/beach-run/scene.json           a scene, into out/beach-run/
  aftermotion bake fox.glb --ground snow --clip Run      a single character: a scene is created for it, and
                                                         written with the outputs as scene.json
  aftermotion bake cow.svg                               particles that form a drawing

More flags and all parameters, with units, ranges and defaults:
${listTopics()}
  docs/scene-file.md          all parameters on one page, with more examples`;

/** Creates the command `aftermotion bake`. */
export function createBakeCommand(begun: number, finish: (status: number) => void): Command {
  const command = new Command('bake')
    .argument(
      '<file>',
      'a scene (.json), a character (.glb, .gltf, .bvh), a drawing (.svg), a picture (.png, .jpg) or a font',
    )
    .summary(
      'simulate a scene, a character on soft ground or with fur, or particles that form a shape, and write files',
    )
    .description(
      'Simulates a scene, or one that is created for a single file, and writes files for other programs.',
    )
    .option('--out <folder>', 'where to write (default: out/NAME, or the next free out/NAME-2 …)')
    .addOption(
      new Option('--frames <range>', `frames to write, ${frameRangeHelp}`).argParser(parseFrameRange),
    )
    .option('--only <name...>', 'only these systems of the scene, or these outputs')
    .addOption(
      new Option(
        '--max-size <size>',
        'ask first if a bake would write more than this, by an estimate (default: 2GB)',
      ).argParser(parseSizeOnDisk),
    )
    .option('--yes', 'do not ask, whatever the size')
    .option('--overwrite', 'replace the files of an earlier bake of any scene')
    .option('--resume', 'continue an interrupted bake')
    .addOption(new Option('--threads <count>', threadsHelp).argParser(parseThreads))
    .option('--queue <url>', 'simulate on the workers of a Redis queue')
    .option('--queue-options <file>', 'JSON with options for ioredis')
    .option('--tasks <folder>', 'use the results of aftermotion task')
    .option('--json', 'print only the report, or { "error": … }, as JSON')
    .option('--debug', 'show where in the program an error occurred');
  addOutsideOption(command);
  command.addOption(
    new Option('--outputs <names>', `outputs to write: ${outputNames.join(', ')}`).argParser((text) =>
      text.split(','),
    ),
  );
  addSceneOptions(command);
  command.addHelpText('after', more);
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
      queue: options.queue === undefined ? undefined : await readAddress(options),
      tasks: options.tasks as string | undefined,
      out: options.out as string | undefined,
      frames: options.frames as [number | null, number | null] | undefined,
      only: options.only as string[] | undefined,
      resume: options.resume === true,
      threads: options.threads as number | undefined,
      maxBytes: options.maxSize as number | undefined,
      ...((options.yes === true || canAsk()) && {
        confirmSize: async (message: string) => {
          display.stop();
          // After this call, an interrupt aborts the signal, which ends the question.
          arm();
          return options.yes === true || ask(`${capitalise(message)}. Continue?`, signal);
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
      note(message) {
        display.stop();
        console.error(message);
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
      const message = `Interrupted.${canResume ? ' The same command with --resume continues from here.' : ''}`;
      return showInterruption(message, canResume, json);
    }
    const outputs = options.outputs === undefined ? [] : [{ flag: 'outputs', part: 'scene', key: 'outputs' }];
    const flags = [...givenFlags(options), ...outputs];
    return showError(error, { flags, debug: options.debug === true, json });
  }
}

function capitalise(message: string): string {
  return `${message[0].toUpperCase()}${message.slice(1)}`;
}

function readOverrides(options: Record<string, unknown>): SceneOverrides {
  const overrides = readSceneOptions(options);
  return options.outputs === undefined
    ? overrides
    : { ...overrides, scene: { ...overrides.scene, outputs: options.outputs } };
}

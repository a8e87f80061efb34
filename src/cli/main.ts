#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { readVersion } from '../node/read-version.ts';
import { tuneHeap } from '../node/tune-heap.ts';
import { type FaultJson, faultJson, printError } from './error-json.ts';
import { createInitCommand } from './init-command.ts';
import { createInspectCommand } from './inspect-command.ts';
import { createPlanCommand } from './plan-command.ts';
import { createTaskCommand, createWorkerCommand } from './queue-commands.ts';
import { exitStatus, showError } from './show-error.ts';
import { createStudioCommand } from './studio-command.ts';

// The wall time of a bake is counted from the start of the process.
const begun = performance.now() - process.uptime() * 1000;

const examples = `
Examples:
  aftermotion bake scenes/beach-run/scene.json     write footprints on a beach into out/beach-run/
  aftermotion bake my-character.glb --ground snow  write the footprints of your own character
  aftermotion bake my-logo.svg                     write particles that form a drawing
  aftermotion render scenes/beach-run/scene.json   draw a picture of a scene
  aftermotion inspect my-character.glb             list its clips, which of them walk or run, and all problems
  aftermotion studio                               open the web page, which simulates live
  aftermotion init my-scene                        create a scene to start from

"aftermotion help" lists all help pages: commands, systems, and parameters.`;

function finish(status: number): void {
  process.exitCode = status;
}

async function createProgram(json: boolean): Promise<Command> {
  // The options of these commands come from the parameter tables of the systems. Other commands do not load these tables.
  const { createBakeCommand } = await import('./bake-command.ts');
  const { createRenderCommand } = await import('./render-command.ts');
  const { createHelpCommand } = await import('./help-topics.ts');
  const program = new Command('aftermotion')
    .description(
      'Secondary motion for any animation: footprints in sand, mud and snow, soft flesh, fur, particles that reach keyframes.',
    )
    .version(readVersion(), '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText('after', examples)
    .showHelpAfterError('(aftermotion --help lists the commands)');
  program.addCommand(createBakeCommand(begun, finish));
  program.addCommand(createInspectCommand(finish));
  program.addCommand(createRenderCommand(finish));
  program.addCommand(createStudioCommand(finish));
  program.addCommand(createInitCommand(finish));
  program.addCommand(createPlanCommand(finish));
  program.addCommand(createWorkerCommand(finish));
  program.addCommand(createTaskCommand(finish));
  program.addCommand(createHelpCommand(program, finish));
  for (const command of [program, ...program.commands]) command.configureOutput(errorOutput(json));
  for (const command of program.commands) {
    command
      .helpOption('-h, --help', 'show this help')
      .showHelpAfterError(`(aftermotion help ${command.name()} shows its options)`);
    command.exitOverride();
  }
  return program.exitOverride();
}

/** Converts commander's message about wrong arguments to the form of other faults. */
function describeUsage(text: string): FaultJson {
  const message = text.trim().replace(/^error: /, '');
  const invalid = /^option '(--[\w-]+)[^']*' argument .* is invalid\. (.*?)\.?$/s.exec(message);
  if (invalid) return faultJson(invalid[1], invalid[2]);
  return faultJson(/option '(--?[\w-]+)/.exec(message)?.[1] ?? null, message);
}

/** Returns the output settings of commander. With --json it prints no messages, since the JSON object contains them. */
function errorOutput(json: boolean): OutputConfiguration {
  if (json) return { writeErr() {} };
  return {
    outputError(text, write) {
      const { path, message } = describeUsage(text);
      const isValue = text.includes(' is invalid. ');
      // If the message is about JSON in a flag, it already begins with the flag.
      write(!isValue ? text : message.startsWith('--') ? `${message}\n` : `${path}: ${message}\n`);
    },
  };
}

async function main(args: readonly string[]): Promise<void> {
  // If the user gives a file instead of a command, the message suggests the command.
  if (
    args.length > 0 &&
    /\.(json|glb|gltf|vrm|fbx|bvh|svg|png|jpe?g|ttf|otf|woff|obj|stl|ply|tiff?|exr|msh|csv)$/i.test(
      args[0],
    ) &&
    existsSync(args[0])
  ) {
    const message = `expected a command before the file: aftermotion bake ${args.join(' ')}`;
    if (args.includes('--json')) printError('input', [faultJson(null, message)]);
    else console.error(`error: ${message}`);
    finish(exitStatus.wrongInput);
    return;
  }
  const json = args.includes('--json');
  const program = await createProgram(json);
  if (args.length === 0) {
    program.outputHelp();
    finish(exitStatus.wrongInput);
    return;
  }
  try {
    // Other programs use -v or -V for the version. Both are accepted.
    const known = args[0] === '-V' ? ['--version'] : [...args];
    await program.parseAsync(known, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has already printed the message. This point is also reached after the help or the version is printed.
    if (json && error.exitCode !== 0) printError('input', [describeUsage(error.message)]);
    finish(error.exitCode === 0 ? exitStatus.done : exitStatus.wrongInput);
  }
}

// A closed pipe, as in `| head`, does not count as an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

tuneHeap();
await main(process.argv.slice(2)).catch((error: unknown) => {
  const [debug, json] = ['--debug', '--json'].map((flag) => process.argv.includes(flag));
  finish(showError(error, { flags: [], debug, json }));
});

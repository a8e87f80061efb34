#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { type FaultJson, faultJson, printError } from './error-json.ts';
import { createInitCommand } from './init-command.ts';
import { createInspectCommand } from './inspect-command.ts';
import { exitStatus, showError } from './show-error.ts';
import { createStudioCommand } from './studio-command.ts';

// The wall time of a bake begins with the process.
const begun = performance.now() - process.uptime() * 1000;

const examples = `
Examples:
  aftermotion bake scenes/beach-run/scene.json     footprints on a beach, into out/beach-run/
  aftermotion bake my-character.glb --ground snow  the same under your own character
  aftermotion bake my-logo.svg                     particles that form a drawing
  aftermotion render scenes/beach-run/scene.json   a picture of it, drawn as the page shows it
  aftermotion inspect my-character.glb             which of its clips walk or run, and anything odd
  aftermotion studio                               the same live, on a web page
  aftermotion init my-scene                        a scene of your own to begin with

aftermotion help lists what there is help about: commands, systems, and all parameters.`;

function finish(status: number): void {
  process.exitCode = status;
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function createProgram(json: boolean): Promise<Command> {
  // Its options are made from the systems' tables, which the other commands need not load.
  const { createBakeCommand } = await import('./bake-command.ts');
  const { createRenderCommand } = await import('./render-command.ts');
  const { createHelpCommand } = await import('./help-topics.ts');
  const program = new Command('aftermotion')
    .description(
      'Secondary motion for any animation: footprints in sand, mud and snow, soft flesh, particles that obey.',
    )
    .version(readVersion(), '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText('after', examples)
    .showHelpAfterError('(aftermotion --help shows what there is)');
  program.addCommand(createBakeCommand(begun, finish));
  program.addCommand(createInspectCommand(finish));
  program.addCommand(createRenderCommand(finish));
  program.addCommand(createStudioCommand(finish));
  program.addCommand(createInitCommand(finish));
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

/** What commander says of wrong arguments, in the form of every other fault. */
function describeUsage(text: string): FaultJson {
  const words = text.trim().replace(/^error: /, '');
  const invalid = /^option '(--[\w-]+)[^']*' argument .* is invalid\. (.*?)\.?$/s.exec(words);
  if (invalid) return faultJson(invalid[1], invalid[2]);
  return faultJson(/option '(--?[\w-]+)/.exec(words)?.[1] ?? null, words);
}

/** Where commander's words go: an object says it all where one is asked for. */
function errorOutput(json: boolean): OutputConfiguration {
  if (json) return { writeErr() {} };
  return {
    outputError(text, write) {
      const { path, message } = describeUsage(text);
      const isValue = text.includes(' is invalid. ');
      // JSON in a flag tells its place itself.
      write(!isValue ? text : message.startsWith('--') ? `${message}\n` : `${path}: ${message}\n`);
    },
  };
}

async function main(args: readonly string[]): Promise<void> {
  // A file where a command should stand: say the command.
  if (
    args.length > 0 &&
    /\.(json|glb|gltf|fbx|bvh|svg|png|jpe?g|ttf|otf|woff|obj|stl|ply|tiff?|exr|msh|csv)$/i.test(args[0]) &&
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
    // Both letters are in use for this elsewhere.
    const known = args[0] === '-V' ? ['--version'] : [...args];
    await program.parseAsync(known, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has said what is wrong. Help and version end here too.
    if (json && error.exitCode !== 0) printError('input', [describeUsage(error.message)]);
    finish(error.exitCode === 0 ? exitStatus.done : exitStatus.wrongInput);
  }
}

// Someone who reads only the first lines, as in `| head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await main(process.argv.slice(2)).catch((error: unknown) => {
  const [debug, json] = ['--debug', '--json'].map((flag) => process.argv.includes(flag));
  finish(showError(error, { flags: [], debug, json }));
});

import { Command, InvalidArgumentError, Option } from 'commander';
import { addOutsideOption } from './outside-option.ts';
import { exitStatus, showError } from './show-error.ts';

const examples = `
Examples:
  aftermotion studio                                the page, with its example scenes
  aftermotion studio scenes/beach-run/scene.json    the page, with a scene of your own
  aftermotion studio fox.glb --port 8080            the page, with a character

The simulation runs in your browser. This command only serves the page, and only to this machine. Ctrl-C ends it.`;

interface StudioFlags {
  readonly port: number;
  readonly json?: boolean;
  readonly debug?: boolean;
  readonly outsideFiles?: boolean;
}

/** Creates the command `aftermotion studio`. */
export function createStudioCommand(finish: (status: number) => void): Command {
  const command = new Command('studio')
    .argument('[scene]', 'a scene (.json), or a character (.glb, .gltf)')
    .summary('serve the web page, on which you edit a scene and see the result live')
    .description('Serves the web page: drop a character, change any parameter, and see the result live.')
    .addOption(
      new Option('--port <number>', 'port of the server; 0 for any free port')
        .default(4173)
        .argParser(parsePort),
    )
    .option('--json', 'print the address, or { "error": … }, as JSON on standard output')
    .option('--debug', 'show where in the program an error occurred')
    .addHelpText('after', examples)
    .action(async (scene: string | undefined, options: StudioFlags) => {
      try {
        finish(await serveStudio(scene, options));
      } catch (error) {
        const { debug = false, json = false } = options;
        const flags = [{ flag: 'port', part: 'scene', key: 'port' }];
        finish(showError(error, { flags, debug, json, reads: true }));
      }
    });
  return addOutsideOption(command);
}

/** Serves the page until the user presses Ctrl-C. */
async function serveStudio(scene: string | undefined, flags: StudioFlags): Promise<number> {
  const { port, json = false } = flags;
  const { findBuiltPage } = await import('../node/built-page.ts');
  const { readStudioFiles } = await import('../node/studio-files.ts');
  const { startStudioServer } = await import('../node/studio-server.ts');
  const files = scene === undefined ? undefined : await readStudioFiles(scene, flags);
  const pageFolder = await findBuiltPage();
  const server = await startStudioServer({ pageFolder, port, files });
  if (json) {
    process.stdout.write(`${JSON.stringify({ address: server.address })}\n`);
  } else {
    console.log(`The studio is at ${server.address}`);
    console.log('Ctrl-C ends it.');
  }
  await new Promise<void>((done) => {
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
  await server.close();
  return exitStatus.done;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new InvalidArgumentError(`expected a port from 0 to 65535, got "${text}".`);
}

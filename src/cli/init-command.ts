import { join } from 'node:path';
import { Command } from 'commander';
import { exitStatus, showError } from './show-error.ts';

const examples = `
Examples:
  aftermotion init my-scene              then: aftermotion bake my-scene/scene.json`;

/** `aftermotion init`. */
export function createInitCommand(finish: (status: number) => void): Command {
  return new Command('init')
    .argument('<name>', 'folder to make')
    .summary('make a starter scene that bakes as it is')
    .description('Makes a folder with a character and a commented scene that bakes as it is.')
    .option('--json', 'print what was made, or { "error": … }, as JSON on standard output')
    .option('--debug', 'show where in the program an error arose')
    .addHelpText('after', examples)
    .action(async (name: string, options: { json?: boolean; debug?: boolean }) => {
      try {
        const { initScene } = await import('../node/init-scene.ts');
        const files = initScene(name);
        if (options.json) {
          process.stdout.write(`${JSON.stringify({ folder: name, files }, null, 2)}\n`);
          finish(exitStatus.done);
          return;
        }
        console.log(`Made ${name}: ${files.join(', ')}.`);
        console.log(`Now: aftermotion bake ${join(name, 'scene.json')}`);
        finish(exitStatus.done);
      } catch (error) {
        finish(showError(error, { flags: [], debug: options.debug === true, json: options.json === true }));
      }
    });
}

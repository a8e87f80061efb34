import { join } from 'node:path';
import { Command } from 'commander';
import { exitStatus, showError } from './show-error.ts';

const examples = `
Examples:
  aftermotion init my-scene              next: aftermotion bake my-scene/scene.json`;

/** Creates the command `aftermotion init`. */
export function createInitCommand(finish: (status: number) => void): Command {
  return new Command('init')
    .argument('<name>', 'folder to create')
    .summary('create a scene to start from')
    .description('Creates a folder with a character and a scene with comments, which is ready to bake.')
    .option('--json', 'print a list of the created files, or { "error": … }, as JSON on standard output')
    .option('--debug', 'show where in the program an error occurred')
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
        console.log(`Created ${name}: ${files.join(', ')}.`);
        console.log(`Next: aftermotion bake ${join(name, 'scene.json')}`);
        finish(exitStatus.done);
      } catch (error) {
        finish(showError(error, { flags: [], debug: options.debug === true, json: options.json === true }));
      }
    });
}

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
    .option('--debug', 'show where in the program an error arose')
    .addHelpText('after', examples)
    .action(async (name: string, options: { debug?: boolean }) => {
      try {
        const { initScene } = await import('../node/init-scene.ts');
        const files = initScene(name);
        console.log(`Made ${name}: ${files.join(', ')}.`);
        console.log(`Now: aftermotion bake ${join(name, 'scene.json')}`);
        finish(exitStatus.done);
      } catch (error) {
        finish(showError(error, { flags: [], debug: options.debug === true }));
      }
    });
}

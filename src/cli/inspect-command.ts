import { Command } from 'commander';
import { inspectPath } from './inspect-path.ts';
import { inspectedEndings } from './inspectors.ts';
import { addOutsideOption } from './outside-option.ts';
import { exitStatus, showError } from './show-error.ts';

const examples = `
Examples:
  aftermotion inspect fox.glb            its clips, which of them walk or run, its size, all problems
  aftermotion inspect fox.glb --json     the same as JSON
  aftermotion inspect walk.bvh           its motion, size and units, all problems
  aftermotion inspect scene.json         its actors and systems, every fault in it and in its files
  aftermotion inspect out/beach-run      the files that a bake wrote, and which are missing or changed
  aftermotion inspect dunes.tif          its heights, size and spacing, masked samples
  aftermotion inspect thigh.msh          its tetrahedra, groups, volume, worst element, all problems
  aftermotion inspect belly.flesh        its elements, frequencies, mass, accuracy
  aftermotion inspect cow.svg            its areas, size, colours, ignored elements
  aftermotion inspect font.otf           its glyphs, missing characters`;

interface InspectFlags {
  readonly json?: boolean;
  readonly debug?: boolean;
  readonly outsideFiles?: boolean;
}

/** Creates the command `aftermotion inspect`. */
export function createInspectCommand(finish: (status: number) => void): Command {
  const command = new Command('inspect')
    .argument('<file>', inspectedEndings)
    .summary('describe the contents of a file, and every problem found')
    .description(
      'Describes the contents of a file, how a character would move across the ground, and every problem found.',
    )
    .option('--json', 'print everything, or { "error": … }, as JSON on standard output')
    .option('--debug', 'show where in the program an error occurred')
    .addHelpText('after', examples)
    .action(async (path: string, options: InspectFlags) => {
      try {
        const { inspection, lines } = await inspectPath(path, options);
        if (options.json) process.stdout.write(`${JSON.stringify(inspection, null, 2)}\n`);
        else for (const line of lines) console.log(line);
        finish(exitStatus.done);
      } catch (error) {
        const { debug = false, json = false } = options;
        finish(showError(error, { flags: [], debug, json, reads: true }));
      }
    });
  return addOutsideOption(command);
}

import { Command } from 'commander';
import { inspectPath } from './inspect-path.ts';
import { inspectedEndings } from './inspectors.ts';
import { addOutsideOption } from './outside-option.ts';
import { exitStatus, showError } from './show-error.ts';

const examples = `
Examples:
  aftermotion inspect fox.glb            its clips, which of them walk or run, its size, anything odd
  aftermotion inspect fox.glb --json     the same for a program
  aftermotion inspect walk.bvh           its motion, size and units, anything odd
  aftermotion inspect scene.json         what a scene asks for, every fault in it and in its files
  aftermotion inspect out/beach-run      what a bake wrote, whether it is all there
  aftermotion inspect dunes.tif          its heights, size and spacing, what is masked
  aftermotion inspect thigh.msh          its tetrahedra, groups, volume, worst element, anything odd
  aftermotion inspect belly.flesh        its elements, frequencies, mass, how exact it is
  aftermotion inspect cow.svg            its areas, size, colours, what of it is passed over
  aftermotion inspect font.otf           its glyphs, which characters it lacks`;

interface InspectFlags {
  readonly json?: boolean;
  readonly debug?: boolean;
  readonly outsideFiles?: boolean;
}

/** `aftermotion inspect`. */
export function createInspectCommand(finish: (status: number) => void): Command {
  const command = new Command('inspect')
    .argument('<file>', inspectedEndings)
    .summary('say what a file holds, and every problem found')
    .description(
      'Says what a file holds, what would become of a character on soft ground, and every problem found.',
    )
    .option('--json', 'print all of it, or { "error": … }, as JSON on standard output')
    .option('--debug', 'show where in the program an error arose')
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

import { Command, Option } from 'commander';
import { addOutsideOption } from './outside-option.ts';
import { parseThreads } from './parse-threads.ts';
import { exitStatus, showError } from './show-error.ts';

const more = `
Examples:
  aftermotion plan scenes/riders/scene.json --svg plan.svg    a picture of the tasks on the cores of this machine
  aftermotion plan scenes/riders/scene.json --threads 16      how many cores the scene can use

Nothing is simulated. Sand that still flows after an actor has left can make a bake join more actors than the plan shows.`;

/** Creates the command `aftermotion plan`. */
export function createPlanCommand(finish: (status: number) => void): Command {
  const command = new Command('plan')
    .argument('<scene>', 'a scene (.json)')
    .summary('show how a bake is divided into tasks for cores and machines')
    .description(
      'Shows how a bake is divided: which systems are simulated apart, which actors are simulated together when, what each task waits for, and ' +
        'how long all of it takes on a number of cores, relative to one.',
    )
    .addOption(
      new Option('--threads <count>', 'number of cores, 1 to 256 (default: those of this machine)').argParser(
        parseThreads,
      ),
    )
    .option('--svg <file>', 'draw the tasks over time and cores into this file')
    .option('--json', 'print the plan, or { "error": … }, as JSON')
    .option('--debug', 'show the position in the program at which an error occurred')
    .addHelpText('after', more)
    .action(async (scene: string, options: Record<string, unknown>) => {
      const json = options.json === true;
      try {
        const { planFile } = await import('../node/plan-file.ts');
        const { plan, svg } = await planFile(scene, {
          threads: options.threads as number | undefined,
          svg: options.svg as string | undefined,
          outsideFiles: options.outsideFiles === true,
        });
        if (json) console.log(JSON.stringify(plan, null, 2));
        else {
          for (const { systems, wholeReason } of plan.units) {
            const tasks = plan.tasks.filter((task) => task.systems.join() === systems.join());
            const how =
              wholeReason === null
                ? `divided into ${tasks.length} tasks`
                : `one task after the other, since ${wholeReason}`;
            console.log(`${systems.join(', ')}: ${how}`);
          }
          const { cores, work, duration } = plan;
          console.log(
            `${cores} ${cores === 1 ? 'core' : 'cores'}: ${(work / duration).toFixed(2)} times as fast as one, ${Math.round((100 * work) / (duration * cores))} % busy`,
          );
          if (svg) console.log(`Drawn in ${svg}`);
        }
        finish(exitStatus.done);
      } catch (error) {
        finish(showError(error, { flags: [], debug: options.debug === true, json }));
      }
    });
  return addOutsideOption(command);
}

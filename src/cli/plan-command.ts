import { Command, InvalidArgumentError, Option } from 'commander';
import { addOutsideOption } from './outside-option.ts';
import { parseThreads } from './parse-threads.ts';
import { exitStatus, showError } from './show-error.ts';

const more = `
Examples:
  aftermotion plan scenes/riders/scene.json --svg plan.svg    a picture of the tasks on the cores of this machine
  aftermotion plan scenes/riders/scene.json --threads 16      how many cores the scene can use
  aftermotion plan my-scene.json --tasks /shared/my-scene     tasks for a scheduler: run each of them with aftermotion task, then
                                                              aftermotion bake my-scene.json --tasks /shared/my-scene

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
    .option('--tasks <folder>', 'write the scene and its tasks into this folder, for aftermotion task')
    .addOption(
      new Option(
        '--period <seconds>',
        'seconds of the scene that each of these tasks simulates (default: 2)',
      ).argParser(parsePeriod),
    )
    .option('--json', 'print the plan, or { "error": … }, as JSON')
    .option('--debug', 'show where in the program an error occurred')
    .addHelpText('after', more)
    .action(async (scene: string, options: Record<string, unknown>) => {
      const json = options.json === true;
      try {
        const { planFile } = await import('../node/plan-file.ts');
        const { plan, tasks, svg } = await planFile(scene, {
          threads: options.threads as number | undefined,
          svg: options.svg as string | undefined,
          tasks: options.tasks as string | undefined,
          period: options.period as number | undefined,
          outsideFiles: options.outsideFiles === true,
        });
        if (json) console.log(JSON.stringify(tasks ? { scene: plan.scene, tasks } : plan, null, 2));
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
          if (tasks) {
            const folder = options.tasks as string;
            console.log(
              `${tasks.length} tasks in ${folder}. Run each of them after those that it needs, then bake:`,
            );
            for (const { id, needs } of tasks)
              console.log(
                `  aftermotion task ${id} --tasks ${folder}${needs.length > 0 ? `   # after ${needs.join(', ')}` : ''}`,
              );
            console.log(`  aftermotion bake ${scene} --tasks ${folder}`);
          }
        }
        finish(exitStatus.done);
      } catch (error) {
        finish(showError(error, { flags: [], debug: options.debug === true, json }));
      }
    });
  return addOutsideOption(command);
}

function parsePeriod(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError(`expected seconds, more than 0 and at most 3600, got "${text}"`);
}

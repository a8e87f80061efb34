import { Command } from 'commander';
import { InputError } from '../input-error.ts';
import { abortOnInterrupt } from './abort-on-interrupt.ts';
import { exitStatus, showError } from './show-error.ts';

const more = `
The address is that of a Redis server: redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS. A queue needs the packages bullmq and
ioredis beside aftermotion: npm install bullmq ioredis. docs/many-machines.md describes how to set up machines, and what happens if one fails.`;

/** Adds the options for the address of a queue. */
function addQueueOptions(command: Command): void {
  command
    .option('--queue <url>', 'address of the Redis server of the queue: redis://HOST:PORT')
    .option('--queue-options <file>', 'JSON file with options for the Redis client ioredis, such as "tls"');
}

/** Creates the command `aftermotion worker`. */
export function createWorkerCommand(finish: (status: number) => void): Command {
  const command = new Command('worker')
    .summary('simulate parts of scenes for bakes on other machines')
    .description(
      'Simulates parts of scenes for the bakes that use the same queue, one part at a time: start one worker for each core. ' +
        'Ctrl-C ends it after the current part; a second one ends it at once, and another worker repeats the part.',
    )
    .option('--debug', 'show where in the program an error occurred');
  addQueueOptions(command);
  command.addHelpText('after', more);
  command.action(async (options: Record<string, unknown>) => {
    const { signal, arm } = abortOnInterrupt();
    try {
      const address = await readAddress(options);
      const { runWorker } = await import('../node/queue/queue-worker.ts');
      arm();
      await runWorker(address, { signal, note: (text) => console.error(text) });
      finish(exitStatus.done);
    } catch (error) {
      finish(showError(error, { flags: [], debug: options.debug === true, json: false, reads: true }));
    }
  });
  return command;
}

/** Creates the command `aftermotion task`. */
export function createTaskCommand(finish: (status: number) => void): Command {
  const command = new Command('task')
    .argument(
      '<id>',
      'the task: as the error message of the bake names it, or its ID or number in the plan of a folder',
    )
    .summary('run one task: of a folder, for the scheduler of a farm, or a failed one of a queue')
    .description(
      'Runs one task in this process. With --tasks, it is one of those that `aftermotion plan --tasks` wrote into a folder, and its result is stored ' +
        'there. It may be killed and repeated. With --queue, it is one that failed: to see why, its result is not used, and the queue does not change.',
    )
    .option('--tasks <folder>', 'folder of tasks')
    .option('--json', 'print the result, or { "error": … }, as JSON')
    .option('--debug', 'show where in the program an error occurred');
  addQueueOptions(command);
  command.addHelpText('after', more);
  command.action(async (id: string, options: Record<string, unknown>) => {
    const json = options.json === true;
    try {
      const { tasks, queue } = options;
      if ((tasks === undefined) === (queue === undefined))
        throw InputError.at('task', 'expected either --tasks FOLDER or --queue URL');
      const run = tasks === undefined ? runQueueTask : runTask;
      const { result, text } = await run(id, options);
      console.log(json ? JSON.stringify(result, null, 2) : text);
      finish(exitStatus.done);
    } catch (error) {
      finish(showError(error, { flags: [], debug: options.debug === true, json, reads: true }));
    }
  });
  return command;
}

async function runQueueTask(id: string, options: Record<string, unknown>) {
  const { runOneTask } = await import('../node/queue/run-one-task.ts');
  const result = await runOneTask(await readAddress(options), id);
  const { scene, about, seconds } = result;
  return { result, text: `${id}: "${scene}", ${about}: done in ${seconds} s` };
}

async function runTask(id: string, options: Record<string, unknown>) {
  const { runFolderTask } = await import('../node/parts/run-folder-task.ts');
  const result = await runFolderTask(options.tasks as string, id);
  const { scene, simulated, seconds } = result;
  const what =
    simulated.length === 0 ? 'its results were there already' : `simulated ${simulated.length} parts`;
  return { result, text: `${result.id}: "${scene}", ${what}: done in ${seconds} s` };
}

/** Returns the address that the options name. */
export async function readAddress(options: Record<string, unknown>) {
  if (options.queue === undefined)
    throw InputError.at('queue', 'expected the address of a Redis server: --queue redis://HOST:PORT');
  const { readQueueAddress } = await import('../node/queue/queue-connection.ts');
  return readQueueAddress(options.queue as string, options.queueOptions as string | undefined);
}

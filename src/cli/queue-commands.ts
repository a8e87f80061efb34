import { Command } from 'commander';
import { abortOnInterrupt } from './abort-on-interrupt.ts';
import { exitStatus, showError } from './show-error.ts';

const more = `
The address is that of a Redis server: redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS. A queue needs the packages bullmq and
ioredis beside aftermotion: npm install bullmq ioredis. docs/many-machines.md describes how to set up machines, and what happens if one fails.`;

/** Adds the options for the address of a queue. */
function addQueueOptions(command: Command): void {
  command
    .requiredOption('--queue <url>', 'address of the Redis server of the queue: redis://HOST:PORT')
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
    .option('--debug', 'show the position in the program at which an error occurred');
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
      finish(showError(error, { flags: [], debug: options.debug === true, json: false }));
    }
  });
  return command;
}

/** Creates the command `aftermotion task`. */
export function createTaskCommand(finish: (status: number) => void): Command {
  const command = new Command('task')
    .argument('<id>', 'number of the task, as the error message of the bake names it')
    .summary('run one failed task of a queue alone, to see why it fails')
    .description(
      'Runs one task of a queue in this process. Its result is not used; the queue does not change.',
    )
    .option('--json', 'print the result, or { "error": … }, as JSON')
    .option('--debug', 'show the position in the program at which an error occurred');
  addQueueOptions(command);
  command.addHelpText('after', more);
  command.action(async (id: string, options: Record<string, unknown>) => {
    const json = options.json === true;
    try {
      const address = await readAddress(options);
      const { runOneTask } = await import('../node/queue/run-one-task.ts');
      const result = await runOneTask(address, id);
      console.log(
        json
          ? JSON.stringify(result, null, 2)
          : `${id}: "${result.scene}", ${result.about}: done in ${result.seconds} s`,
      );
      finish(exitStatus.done);
    } catch (error) {
      finish(showError(error, { flags: [], debug: options.debug === true, json }));
    }
  });
  return command;
}

/** Returns the address that the options name. */
export async function readAddress(options: Record<string, unknown>) {
  const { readQueueAddress } = await import('../node/queue/queue-connection.ts');
  return readQueueAddress(options.queue as string, options.queueOptions as string | undefined);
}

import { createInterface } from 'node:readline/promises';

/** Returns whether there is a terminal on which a question can be asked and answered. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks a question on the terminal. Every answer except yes counts as no. Rejects if the signal aborts. */
export async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal });
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    terminal.close();
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FuzzAnswer, FuzzRequest } from './fuzz-child.ts';
import type { Cost, FuzzTally } from './fuzz-inputs.ts';
import { fuzzLimits } from './fuzz-limits.ts';

const childFile = fileURLToPath(new URL('fuzz-child.ts', import.meta.url));
/** If there is no new input for this number of milliseconds, the reader is reported to hang. The time is long enough for a busy machine. */
const patience = 60_000;
/** Milliseconds between two checks for a new input. */
const interval = 500;

/** Fuzzes readers in a child process with a limited heap. The child process may hang or die. */
export class FuzzRunner {
  private readonly folder = mkdtempSync(join(tmpdir(), 'aftermotion-fuzz-'));
  private child: ChildProcess | null = null;
  private starts = 0;

  /** Returns the results of all readers of a group. Throws Error with the last input if the child process hangs or dies. */
  async run(request: FuzzRequest): Promise<FuzzTally[]> {
    this.child ??= this.start();
    const { child } = this;
    const notes = this.notesPath;
    const tallies: FuzzTally[] = [];
    let message = '';
    child.stderr!.on('data', (text) => {
      message = `${message}${text}`.slice(-2000);
    });
    try {
      await new Promise<void>((done, fail) => {
        let last = '';
        let since = performance.now();
        const watch = setInterval(() => {
          const now = readNotes(notes);
          if (now !== last) since = performance.now();
          last = now;
          if (performance.now() - since > patience) finish(new Error(`hangs: ${now}`));
        }, interval);
        const finish = (error?: Error) => {
          clearInterval(watch);
          child.removeAllListeners();
          child.stderr!.removeAllListeners('data').resume();
          if (error) fail(error);
          else done();
        };
        child.on('message', (answer: FuzzAnswer) => {
          if ('tally' in answer) tallies.push(answer.tally);
          else finish('failed' in answer ? new Error(`${readNotes(notes)}: ${answer.failed}`) : undefined);
        });
        child.once('exit', (status, signal) => {
          finish(new Error(`died with ${signal ?? status}: ${readNotes(notes)}\n${message}`));
        });
        child.send(request);
      });
    } catch (error) {
      this.stop();
      throw error;
    }
    return tallies;
  }

  /** Measures the cost of one input in a new process. Returns the minimum of three runs, because other programs use the machine too. */
  async measureAlone(request: FuzzRequest, subject: string, input: number): Promise<Cost> {
    const costs: Cost[] = [];
    for (let k = 0; k < 3; k++) {
      this.stop();
      const [tally] = await this.run({ ...request, subject, first: input, end: input + 1 });
      costs.push(tally.suspects[0] ?? tally.slowest);
    }
    this.stop();
    return {
      input,
      seconds: Math.min(...costs.map(({ seconds }) => seconds)),
      bytes: Math.min(...costs.map(({ bytes }) => bytes)),
    };
  }

  close(): void {
    this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get notesPath(): string {
    return join(this.folder, `notes-${this.starts}`);
  }

  private start(): ChildProcess {
    this.starts++;
    const heap = `--max-old-space-size=${fuzzLimits.bytes / 2 ** 20}`;
    return fork(childFile, [this.notesPath], { execArgv: ['--import', 'tsx', heap], silent: true });
  }

  private stop(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }
}

function readNotes(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'nothing yet';
  }
}

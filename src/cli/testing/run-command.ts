import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Path of the command as it is shipped. `npm test` builds it first. */
export const builtCommand = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

export interface CommandResult {
  /** The exit status that the process would have. */
  readonly status: number;
  /** The text on the standard output, and on the standard error. */
  readonly out: string;
  readonly err: string;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let runs = 0;

/** A stream that stores its text. It replaces the standard output. */
class TextStream extends Writable {
  text = '';
  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/**
 * Runs the built command in this process. A separate process would take half a second only to load the modules; here they are loaded once.
 * While the command runs, the working directory, the streams and the arguments are replaced, so only one command can run at a time.
 */
export async function runCommand(folder: string, args: readonly string[]): Promise<CommandResult> {
  const [out, err] = [new TextStream(), new TextStream()];
  const replaced: [object, string, unknown][] = [
    [process, 'stdout', out],
    [process, 'stderr', err],
    [process, 'argv', [process.execPath, builtCommand, ...args]],
    [globalThis, 'console', new Console(out, err)],
  ];
  const kept = replaced.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name)!);
  const folderBefore = process.cwd();
  const listeners = signals.map((name) => process.listeners(name));
  process.chdir(folder);
  for (const [owner, name, value] of replaced)
    Object.defineProperty(owner, name, { value, configurable: true, enumerable: true, writable: true });
  process.exitCode = undefined;
  try {
    // A unique query makes the main module run again. The modules that it imports stay loaded.
    await import(`${pathToFileURL(builtCommand)}?run=${++runs}`);
    return { status: Number(process.exitCode ?? 0), out: out.text, err: err.text };
  } finally {
    process.exitCode = undefined;
    replaced.forEach(([owner, name], k) => {
      Object.defineProperty(owner, name, kept[k]);
    });
    process.chdir(folderBefore);
    signals.forEach((name, k) => {
      for (const listener of process.listeners(name)) {
        if (!listeners[k].includes(listener)) process.off(name, listener);
      }
    });
  }
}

import { toInputError } from '../exhaustion.ts';
import { InputError } from '../input-error.ts';
import { DiskError } from '../node/disk-error.ts';
import { type FaultJson, faultJson, printError } from './error-json.ts';
import { flagOf } from './table-options.ts';

/** Exit statuses of the process, see the README. */
export const exitStatus = { done: 0, defect: 1, wrongInput: 2, interrupted: 130 } as const;

export interface ErrorContext {
  /** Flags that set values of the scene. A fault of such a value is reported under the name of the flag. */
  readonly flags: readonly string[];
  readonly debug: boolean;
  /** True for a command that only reads. */
  readonly reads?: boolean;
  /** True: prints a JSON object on standard output instead of text on standard error. */
  readonly json?: boolean;
}

/** Prints an error: as text on standard error, or with `json` as an object on standard output. Returns the exit status. */
export function showError(thrown: unknown, context: ErrorContext): number {
  const error = toInputError(thrown, '', 'this') ?? thrown;
  if (error instanceof InputError) {
    const faults = error.faults.map(({ path, message }) =>
      faultJson(placeWords(path, context.flags), message),
    );
    if (context.json) printError('input', faults);
    else showFaults(faults, countFaults(error), context);
    return exitStatus.wrongInput;
  }
  const refused = findDiskError(error);
  if (refused) {
    if (context.json) {
      printError('disk', [faultJson(null, refused.message)], refused.isResumable);
      return exitStatus.wrongInput;
    }
    console.error(refused.message);
    if (refused.isResumable) {
      console.error(
        'What was simulated is kept: when this is mended, the same command with --resume goes on from there.',
      );
    } else if (refused === error) {
      console.error('Nothing was written.');
    }
    return exitStatus.wrongInput;
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (context.json) printError('defect', [faultJson(null, message)]);
  console.error(`This should not have happened, it is a fault of aftermotion: ${message}`);
  console.error(
    'Please report it with your scene and this text, at the address that `npm bugs aftermotion` opens.',
  );
  if (context.debug && error instanceof Error) console.error(error.stack);
  else console.error('Run it again with --debug to see where it happened.');
  return exitStatus.defect;
}

/** Number of all faults, including those that the last entry summarizes. */
function countFaults({ faults }: InputError): number {
  return faults.reduce((sum, { othersCount = 1 }) => sum + othersCount, 0);
}

function showFaults(faults: readonly FaultJson[], count: number, context: ErrorContext): void {
  const lines = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  if (lines.length > 1) console.error(`${count} things need attention:`);
  for (const line of lines) console.error(lines.length > 1 ? `  ${line}` : line);
  if (!context.reads) console.error('Nothing was written.');
}

/** Prints that a command was interrupted. `words` describes what was kept. Returns the exit status. */
export function showInterruption(words: string, isResumable: boolean, json: boolean): number {
  if (json) printError('interrupted', [faultJson(null, words)], isResumable);
  else console.error(words);
  return exitStatus.interrupted;
}

/** Location of a fault for a message: a path in the scene, or the flag that set the value. */
function placeWords(path: string, flags: readonly string[]): string {
  const options = ['frames', 'only', 'out', 'resume', 'maxSize', 'wind'];
  if (options.includes(path)) return flagOf(path);
  const inOverrides = /^overrides\.(?:\w+\.)?(\w+)(.*)$/.exec(path);
  // Flags set these values, whose paths are more than one level below a system.
  if (/^systems\[\d+\]\.forces\[\d+\]\.velocity/.test(path) && flags.includes('wind')) return flagOf('wind');
  if (/^systems\[\d+\]\.shapes\[\d+\]\.text$/.test(path) && flags.includes('text')) return flagOf('text');
  if (/^systems\[\d+\]\.sources\[\d+\]\.count$/.test(path) && flags.includes('particlesCount')) {
    return flagOf('particlesCount');
  }
  const inScene =
    inOverrides ?? /^(?:time\.|(?:actors|systems)\[\d+\]\.)?([A-Za-z]+)((?:\[\d+\])?(?:\..*)?)$/.exec(path);
  if (!inScene) return path;
  const [, name, deeper] = inScene;
  const long = `${name[0].toUpperCase()}${name.slice(1)}`;
  const short: Readonly<Record<string, string>> = {
    joints: 'flesh',
    name: 'flesh',
    material: 'ground',
    coat: 'fur',
  };
  const prefixed = ['ground', 'flesh', 'fur', 'particles'].map((system) => `${system}${long}`);
  const flag = [name, short[name], ...prefixed].find((one) => flags.includes(one));
  // An index in a list of numbers is left out, since the flag shows the list. A path in a list of objects is kept.
  return flag ? `${flagOf(flag)}${deeper.includes('.') ? deeper : ''}` : path;
}

/** A DiskError, or one made from a file system error of Node; null for any other error. */
function findDiskError(error: unknown): DiskError | null {
  const { path } = Object(error) as { path?: unknown };
  const found = typeof path === 'string' ? DiskError.from(error, path) : error;
  return found instanceof DiskError ? found : null;
}

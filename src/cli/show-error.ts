import { toInputError } from '../exhaustion.ts';
import { InputError } from '../input-error.ts';
import { DiskError } from '../node/disk-error.ts';
import { flagOf } from '../scene/fields.ts';
import { findSystem } from '../systems/index.ts';
import { type FaultJson, faultJson, printError } from './error-json.ts';
import type { SceneFlag } from './scene-options.ts';

/** Exit statuses of the process, see the README. */
export const exitStatus = { done: 0, defect: 1, wrongInput: 2, interrupted: 130 } as const;

/** A flag that the user gave, and the value that it sets: see `SceneFlag`. */
export type GivenFlag = Pick<SceneFlag, 'flag' | 'part' | 'key'>;

export interface ErrorContext {
  /** Flags that set values of the scene. If such a value has a fault, it is reported under the name of the flag. */
  readonly flags: readonly GivenFlag[];
  readonly debug: boolean;
  /** Whether the command only reads. */
  readonly reads?: boolean;
  /** True: prints a JSON object on standard output instead of text on standard error. */
  readonly json?: boolean;
}

/** Prints an error: as text on standard error, or with `json` as an object on standard output. Returns the exit status. */
export function showError(thrown: unknown, context: ErrorContext): number {
  const error = toInputError(thrown, '', 'this') ?? thrown;
  if (error instanceof InputError) {
    const faults = error.faults.map(({ path, message }) => faultJson(locate(path, context.flags), message));
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
        'The simulated frames are kept. Solve the problem, then continue with the same command and --resume.',
      );
    } else if (refused === error) {
      console.error('Nothing was written.');
    }
    return exitStatus.wrongInput;
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (context.json) printError('defect', [faultJson(null, message)]);
  console.error(`This is a bug in aftermotion: ${message}`);
  console.error(
    'Please report it with your scene and this message, at the address that `npm bugs aftermotion` opens.',
  );
  if (context.debug && error instanceof Error) console.error(error.stack);
  else console.error('Run it again with --debug to see where it occurred.');
  return exitStatus.defect;
}

/** Returns the number of all faults, including those that the last entry summarizes. */
function countFaults({ faults }: InputError): number {
  return faults.reduce((sum, { othersCount = 1 }) => sum + othersCount, 0);
}

function showFaults(faults: readonly FaultJson[], count: number, context: ErrorContext): void {
  const lines = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  if (lines.length > 1) console.error(`${count} errors:`);
  for (const line of lines) console.error(lines.length > 1 ? `  ${line}` : line);
  if (!context.reads) console.error('Nothing was written.');
}

/** Prints that a command was interrupted. `message` describes what was kept. Returns the exit status. */
export function showInterruption(message: string, isResumable: boolean, json: boolean): number {
  if (json) printError('interrupted', [faultJson(null, message)], isResumable);
  else console.error(message);
  return exitStatus.interrupted;
}

/** Returns the location of a fault for a message: a path in the scene, or the flag that set the value. */
function locate(path: string, flags: readonly GivenFlag[]): string {
  const options = ['frames', 'only', 'out', 'resume', 'maxSize', 'motionBlur', 'blurSamples'];
  if (options.includes(path)) return flagOf(path);
  for (const { pattern, matches } of flagPatterns) {
    const found = pattern.exec(path);
    if (!found) continue;
    const { part = null, key = '', deeper = '' } = found.groups ?? {};
    const given = flags.filter((flag) => matches(flag, part, key));
    // Two kinds of systems may have a key with the same name. Then the path in the scene is clearer.
    if (given.length !== 1) continue;
    // An index in a list of numbers is omitted, because the flag contains the whole list. A path in a list of objects is kept.
    return `${flagOf(given[0].flag)}${deeper.includes('.') ? deeper : ''}`;
  }
  return path;
}

type FlagMatch = (flag: GivenFlag, part: string | null, key: string) => boolean;

const ofPart: FlagMatch = (flag, part, key) => flag.part === part && flag.key === key;
const only =
  (part: string | null, key: string): FlagMatch =>
  (flag) =>
    flag.part === part && flag.key === key;

/** Patterns for the paths of values that flags set. The first pattern that matches a given flag is used. */
const flagPatterns: readonly { readonly pattern: RegExp; readonly matches: FlagMatch }[] = [
  { pattern: /^overrides\.(?:(?<part>\w+)\.)?(?<key>\w+)(?<deeper>.*)$/, matches: ofPart },
  { pattern: /^overrides\.(?<part>\w+)$/, matches: (flag, part) => flag.part === part },
  { pattern: /^systems\[\d+\]\.forces\[\d+\]\.velocity/, matches: only(null, 'wind') },
  { pattern: /^systems\[\d+\]\.shapes\[\d+\]\.text$/, matches: only('form', 'text') },
  { pattern: /^systems\[\d+\]\.sources\[\d+\]\.count$/, matches: only('form', 'count') },
  {
    pattern: /^systems\[\d+\]\.(?<key>\w+)(?<deeper>.*)$/,
    matches: ({ part, key }, _, name) => findSystem(part) !== undefined && key === name,
  },
  {
    pattern: /^actors\[\d+\]\.(?<key>\w+)(?<deeper>.*)$/,
    matches: ({ part, key }, _, name) => part === 'actor' && key === name,
  },
  { pattern: /^(?<part>time)\.(?<key>\w+)(?<deeper>.*)$/, matches: ofPart },
  {
    pattern: /^(?<key>\w+)(?<deeper>(?:\[.*)?)$/,
    matches: ({ part, key }, _, name) => part === 'scene' && key === name,
  },
];

/** Returns a DiskError: the error itself if it is one, or one created from a file system error of Node. Null for any other error. */
function findDiskError(error: unknown): DiskError | null {
  const { path } = Object(error) as { path?: unknown };
  const found = typeof path === 'string' ? DiskError.from(error, path) : error;
  return found instanceof DiskError ? found : null;
}

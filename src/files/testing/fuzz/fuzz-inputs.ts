import { InputError } from '../../../input-error.ts';
import { damageFiles } from './damage-files.ts';
import { Dice } from './dice.ts';
import { fuzzLimits } from './fuzz-limits.ts';
import type { FuzzFiles, FuzzSubject } from './fuzz-subject.ts';

/** Results of a run of damaged inputs. */
export interface FuzzTally {
  readonly subject: string;
  readonly accepted: number;
  readonly refused: number;
  /** Inputs for which the reader threw an error other than InputError, with the message. */
  readonly faults: readonly { readonly input: number; readonly message: string }[];
  /**
   * Inputs that seemed to exceed the limits of time or memory. Each of them is measured again alone, because the measurement also includes
   * the garbage of earlier inputs and the work of other threads.
   */
  readonly suspects: readonly Cost[];
  /** The input that took the most time. */
  readonly slowest: Cost;
  /** Wall time of the whole run. */
  readonly seconds: number;
}

export interface Cost {
  readonly input: number;
  /** Processor time in seconds. */
  readonly seconds: number;
  /** Growth of the process's peak memory. */
  readonly bytes: number;
}

/** Minimum number of inputs, also for a slow reader. */
const minRuns = 10;
/** A run stops after this many faults and suspects, because several usually have the same cause. */
const maxFaults = 5;

/**
 * Feeds the damaged inputs first … end − 1 to a reader in this process. `noteInput` is called before each input: if the process hangs or
 * dies, the last one is the cause.
 */
export async function fuzzInputs(
  subject: FuzzSubject,
  { seed, first, end }: { seed: number; first: number; end: number },
  noteInput: (input: number) => void = () => {},
): Promise<FuzzTally> {
  const sources = await subject.sources();
  // All sources are read once first, so that the one-time cost of loading and compiling code is not measured.
  for (const files of sources) await subject.read(files);
  const faults: { input: number; message: string }[] = [];
  const suspects: Cost[] = [];
  let slowest: Cost = { input: -1, seconds: 0, bytes: 0 };
  let [accepted, refused] = [0, 0];
  const begun = performance.now();
  const { runFraction = 1 } = subject;
  const last = first + Math.min(end - first, Math.max(minRuns, Math.round(runFraction * (end - first))));
  for (let input = first; input < last && faults.length + suspects.length < maxFaults; input++) {
    noteInput(input);
    const files = damagedInput(subject, sources, seed, input);
    const before = measureUsage();
    try {
      await subject.read(files);
      accepted++;
    } catch (error) {
      if (error instanceof InputError) refused++;
      else faults.push({ input, message: describe(error) });
    }
    const after = measureUsage();
    const cost = { input, seconds: after.seconds - before.seconds, bytes: after.bytes - before.bytes };
    if (cost.seconds > slowest.seconds) slowest = cost;
    if (cost.seconds > fuzzLimits.seconds || cost.bytes > fuzzLimits.bytes) suspects.push(cost);
  }
  return {
    subject: subject.name,
    accepted,
    refused,
    faults,
    suspects,
    slowest,
    seconds: (performance.now() - begun) / 1000,
  };
}

export function damagedInput(
  subject: FuzzSubject,
  sources: readonly FuzzFiles[],
  seed: number,
  input: number,
): FuzzFiles {
  return damageFiles(subject, sources, new Dice(seed, input));
}

/** Returns the processor time of the process so far, and its peak memory. */
function measureUsage(): { seconds: number; bytes: number } {
  const { maxRSS, userCPUTime } = process.resourceUsage();
  return { seconds: userCPUTime / 1e6, bytes: 1024 * maxRSS };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [location] = error.stack?.split('\n').filter((line) => /^\s+at .*\/src\//.test(line)) ?? [];
  return `${error.name}: ${error.message.slice(0, 400)}${location ?? ''}`;
}

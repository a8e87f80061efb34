import { InputError } from '../../../input-error.ts';
import { damageFiles } from './damage-files.ts';
import { Dice } from './dice.ts';
import { fuzzLimits } from './fuzz-limits.ts';
import type { FuzzFiles, FuzzSubject } from './fuzz-subject.ts';

/** What became of a run of inputs. */
export interface FuzzTally {
  readonly subject: string;
  readonly taken: number;
  readonly refused: number;
  /** Inputs that ended in neither, with the words of what was thrown. */
  readonly faults: readonly { readonly input: number; readonly words: string }[];
  /** The inputs that seemed to take more than they may: garbage of those before counts too, and the work of threads beside. */
  readonly suspects: readonly Cost[];
  /** The input that took most time. */
  readonly slowest: Cost;
  /** Wall time of all. */
  readonly seconds: number;
}

export interface Cost {
  readonly input: number;
  /** Processor time. */
  readonly seconds: number;
  /** What the process has grown by, at its peak. */
  readonly bytes: number;
}

/** Inputs that a slow reader gets at least. */
const leastRuns = 10;
/** Stops after so many faults, or suspects: they are mostly one. */
const mostFaults = 5;

/**
 * Feeds damaged files of the inputs first … end − 1 to a reader, in this process. `noteInput` is called before each: where
 * it hangs or dies, the last one noted is to blame.
 */
export async function fuzzInputs(
  subject: FuzzSubject,
  { seed, first, end }: { seed: number; first: number; end: number },
  noteInput: (input: number) => void = () => {},
): Promise<FuzzTally> {
  const sources = await subject.sources();
  // What a reader loads or compiles once is no input's cost.
  for (const files of sources) await subject.read(files);
  const faults: { input: number; words: string }[] = [];
  const suspects: Cost[] = [];
  let slowest: Cost = { input: -1, seconds: 0, bytes: 0 };
  let [taken, refused] = [0, 0];
  const begun = performance.now();
  const { runFraction = 1 } = subject;
  const last = first + Math.min(end - first, Math.max(leastRuns, Math.round(runFraction * (end - first))));
  for (let input = first; input < last && faults.length + suspects.length < mostFaults; input++) {
    noteInput(input);
    const files = damagedInput(subject, sources, seed, input);
    const before = takeStock();
    try {
      await subject.read(files);
      taken++;
    } catch (error) {
      if (error instanceof InputError) refused++;
      else faults.push({ input, words: describe(error) });
    }
    const after = takeStock();
    const cost = { input, seconds: after.seconds - before.seconds, bytes: after.bytes - before.bytes };
    if (cost.seconds > slowest.seconds) slowest = cost;
    if (cost.seconds > fuzzLimits.seconds || cost.bytes > fuzzLimits.bytes) suspects.push(cost);
  }
  return {
    subject: subject.name,
    taken,
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

/** Processor time so far, and the most memory that the process ever had. */
function takeStock(): { seconds: number; bytes: number } {
  const { maxRSS, userCPUTime } = process.resourceUsage();
  return { seconds: userCPUTime / 1e6, bytes: 1024 * maxRSS };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [place] = error.stack?.split('\n').filter((line) => /^\s+at .*\/src\//.test(line)) ?? [];
  return `${error.name}: ${error.message.slice(0, 400)}${place ?? ''}`;
}

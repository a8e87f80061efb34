import type { BakeEstimate } from '../bake/estimate-bake.ts';
import { formatBytes } from '../files/format-bytes.ts';
import { InputError } from '../input-error.ts';

/** Bytes of outputs above which a bake asks first, where nobody says otherwise. */
export const usualMostBytes = 2e9;
/** An estimate may be wrong by this factor, either way. */
const uncertainty = 2;

export interface SizeLimits {
  /** Bytes that may be written without a question. */
  readonly maxBytes: number;
  /** Bytes that are free where the outputs go; null where nobody knows. */
  readonly free: number | null;
  /** Bytes of an interrupted bake that is taken up again: they are on the disk already. */
  readonly kept: number;
  /** Asks whether to go on, with the reason; absent where nobody can be asked. */
  confirm?(words: string): boolean | Promise<boolean>;
}

/**
 * Throws InputError for a bake that cannot fit on the disk. Asks about one that may not fit, or that writes more than the
 * limit, and throws InputError where the answer is no, or nobody can be asked.
 */
export async function checkSize(estimate: BakeEstimate, limits: SizeLimits): Promise<void> {
  const { maxBytes, free, kept } = limits;
  const needed = estimate.bytes + Math.max(0, estimate.keptBytes - kept);
  const what = `this bake will write about ${formatBytes(estimate.bytes)} (${largestInWords(estimate)})`;
  if (free !== null && needed / uncertainty > free) {
    const frames =
      estimate.keptBytes > kept
        ? `, and keep ${formatBytes(estimate.keptBytes)} of simulated frames until it ends`
        : '';
    throw InputError.at(
      'out',
      `${what}${frames}, but only ${formatBytes(free)} are free there: ${remedy(estimate)}`,
    );
  }
  const isTooLarge = estimate.bytes > maxBytes;
  const mayNotFit = free !== null && needed > free;
  if (!isTooLarge && !mayNotFit) return;
  const why = mayNotFit ? `only ${formatBytes(free!)} are free there` : `more than ${formatBytes(maxBytes)}`;
  const words = `${what}, ${why}`;
  if (!limits.confirm) {
    throw InputError.at(
      'maxSize',
      `${words}: agree to it with --yes or --max-size (maxBytes, confirmSize in code), or write less: ${remedy(estimate)}`,
    );
  }
  if (!(await limits.confirm(words))) throw InputError.at('maxSize', `${words}; nothing was written`);
}

function largestInWords({ outputs }: BakeEstimate): string {
  const shown = outputs.slice(0, 4).map(({ kind, bytes }) => `${kind} ${formatBytes(bytes)}`);
  return `${shown.join(', ')}${outputs.length > 4 ? ', …' : ''}`;
}

function remedy({ outputs }: BakeEstimate): string {
  const largest = outputs[0]?.kind;
  const without = outputs.slice(1).map(({ kind }) => kind);
  const drop =
    largest && without.length > 0
      ? `leave out ${largest} (--outputs ${without.slice(0, 3).join(',')}${without.length > 3 ? ',…' : ''}), `
      : '';
  return `${drop}bake fewer frames (--frames), or coarser (a larger cell, fewer particles or strands), or elsewhere (--out)`;
}

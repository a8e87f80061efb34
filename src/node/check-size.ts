import type { BakeEstimate } from '../bake/estimate-bake.ts';
import { formatBytes } from '../files/format-bytes.ts';
import { InputError } from '../input-error.ts';

/** Default limit for the size of all outputs, bytes. If a bake would write more, it asks first. */
export const usualMostBytes = 2e9;
/** The real size may be larger or smaller than the estimate by this factor. */
const uncertainty = 2;

export interface SizeLimits {
  /** Bytes that may be written without a question. */
  readonly maxBytes: number;
  /** Free bytes on the disk of the outputs; null if unknown. */
  readonly free: number | null;
  /** Bytes that an interrupted bake has already written, if it is continued. */
  readonly kept: number;
  /** Asks the user whether to continue. The message gives the reason. Absent if nobody can be asked. */
  confirm?(message: string): boolean | Promise<boolean>;
}

/**
 * Throws InputError for a bake that cannot fit on the disk. Asks the user about a bake that may not fit, or that writes more than the
 * limit. Throws InputError if the answer is no, or if nobody can be asked.
 */
export async function checkSize(estimate: BakeEstimate, limits: SizeLimits): Promise<void> {
  const { maxBytes, free, kept } = limits;
  const needed = estimate.bytes + Math.max(0, estimate.keptBytes - kept);
  const what = `this bake will write about ${formatBytes(estimate.bytes)} (${describeLargest(estimate)})`;
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
  const message = `${what}, ${why}`;
  if (!limits.confirm) {
    throw InputError.at(
      'maxSize',
      `${message}: confirm it with --yes or --max-size (maxBytes, confirmSize in code), or write less: ${remedy(estimate)}`,
    );
  }
  if (!(await limits.confirm(message))) throw InputError.at('maxSize', `${message}; nothing was written`);
}

function describeLargest({ outputs }: BakeEstimate): string {
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

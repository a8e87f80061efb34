import { SingleBar } from 'cli-progress';
import type { BakeProgress } from '../bake/bake-scene.ts';
import type { BakeEstimate } from '../bake/estimate-bake.ts';
import { formatBytes } from '../files/format-bytes.ts';

export interface ProgressDisplay {
  update(progress: BakeProgress): void;
  /** Ends the display and removes a progress bar from the terminal. */
  stop(): void;
}

/**
 * Displays progress: on a terminal as a progress bar with the remaining time, otherwise as occasional lines. The stream is standard error
 * by default.
 */
export function showProgress(stream: NodeJS.WriteStream = process.stderr): ProgressDisplay {
  return stream.isTTY ? showBar(stream) : showLines(stream);
}

function showBar(stream: NodeJS.WriteStream): ProgressDisplay {
  const bar = new SingleBar({
    stream,
    format: '{bar} {percent} %  {message}  {eta_formatted}',
    formatTime: (seconds) => (Number.isFinite(Number(seconds)) ? describeRemaining(Number(seconds)) : ''),
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    // The cursor is not hidden, because an interrupt during preparation ends the process at once and would leave it hidden.
    hideCursor: false,
    clearOnComplete: true,
    etaBuffer: 30,
    gracefulExit: false,
  });
  let begun = false;
  return {
    update({ done, total, message, estimate, note }) {
      if (estimate || note) {
        if (begun) bar.stop();
        begun = false;
        stream.write(`${estimate ? estimateLine(estimate) : note}\n`);
        return;
      }
      const percent = percentOf(done, total);
      // Preparation has its own total. The total of the bake is known only after it.
      if (!begun || total !== bar.getTotal()) bar.start(total, 0, { message, percent });
      begun = true;
      bar.update(done, { message, percent });
    },
    stop() {
      if (begun) bar.stop();
    },
  };
}

/** Milliseconds between two lines. */
const lineInterval = 2000;
/** While less than this fraction of the work is done, the remaining time is not estimated. */
const minFractionToEstimate = 0.05;

function showLines(stream: NodeJS.WriteStream): ProgressDisplay {
  let begun: number | null = null;
  let last = performance.now();
  let known = 0;
  return {
    update({ done, total, message, estimate, note }) {
      if (estimate || note) {
        stream.write(`${estimate ? estimateLine(estimate) : note}\n`);
        return;
      }
      const now = performance.now();
      // Preparation has its own total. The total of the bake is known only after it.
      if (total !== known) begun = null;
      known = total;
      begun ??= now;
      if (now - last < lineInterval) return;
      last = now;
      const fraction = done / total;
      const remaining = describeRemaining((((now - begun) / fraction) * (1 - fraction)) / 1000);
      const rest = fraction < minFractionToEstimate || remaining === '' ? '' : `, ${remaining}`;
      stream.write(`${percentOf(done, total)} %, ${message}${rest}\n`);
    },
    stop() {},
  };
}

/** Returns a line with the estimated sizes: `Will write about 340 MB: heightExr 300 MB, groundMesh 40 MB.` */
export function estimateLine({ bytes, outputs }: BakeEstimate): string {
  const kinds = outputs.map((output) => `${output.kind} ${formatBytes(output.bytes)}`);
  if (kinds.length === 0) return 'Will write a few kilobytes.';
  return `Will write about ${formatBytes(bytes)}: ${kinds.join(', ')}.`;
}

/** Returns the completed work in whole percents; 100 only if all work is done. */
function percentOf(done: number, total: number): number {
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 100;
}

/** Returns the remaining time as text; empty if it is negligible. */
function describeRemaining(seconds: number): string {
  return seconds >= 0.5 ? `${describeDuration(seconds)} left` : '';
}

/** Formats a duration: `45 s`, `3 min`, `1 h 20 min`. */
export function describeDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

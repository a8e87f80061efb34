import { exitStatus } from './show-error.ts';

export interface InterruptSwitch {
  /** Aborts at the first Ctrl-C, SIGTERM or SIGHUP. At the second, the process ends at once. */
  readonly signal: AbortSignal;
  /**
   * After this call, the first interrupt aborts the signal. Before, an interrupt ends the process at once, even during long work that
   * handles no events. This is correct as long as there are no results to keep.
   */
  arm(): void;
}

/** Lets the user end a command in such a way that its results so far are kept. */
export function abortOnInterrupt(): InterruptSwitch {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitStatus.interrupted);
    controller.abort(new Error('interrupted'));
  };
  return {
    signal: controller.signal,
    arm() {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
    },
  };
}

import { exitStatus } from './show-error.ts';

export interface InterruptSwitch {
  /** Aborts at the first Ctrl-C (or request to end, or when its terminal goes); at the second, the process ends at once. */
  readonly signal: AbortSignal;
  /**
   * From now on the signal aborts. Until then the system ends the process at once, also in the middle of long work that looks at
   * no events: right as long as there is nothing to keep.
   */
  arm(): void;
}

/** Lets someone end a command with what is done so far kept. */
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

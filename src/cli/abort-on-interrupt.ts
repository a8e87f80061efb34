import { exitStatus } from './show-error.ts';

/** A signal that aborts at the first Ctrl-C (or request to end, or when its terminal goes); at the second, the process ends at once. */
export function abortOnInterrupt(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitStatus.interrupted);
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  return controller.signal;
}

/** A long computation as a generator that can be paused at every `yield`. Pauses do not change its result. */
export type LongWork<Result> = Generator<void, Result, void>;

/** How the caller of a long computation stays responsive, and stops it. */
export interface WorkTurns {
  readonly signal?: AbortSignal;
  /** Yields to the caller's event loop. Default: a timer of 0 ms. */
  pause?(): Promise<void>;
}

/** Milliseconds of computation after which the next `yield` pauses. */
const turnDuration = 40;

/** Runs the computation without pauses. */
export function workThrough<Result>(work: LongWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs the computation with many pauses a second, so that the caller can abort it. Throws the signal's reason if it is aborted.
 */
export async function workInTurns<Result>(work: LongWork<Result>, turns: WorkTurns): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    turns.signal?.throwIfAborted();
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begun < turnDuration) continue;
    await (turns.pause ? turns.pause() : rest());
    begun = performance.now();
  }
}

/** Waits until the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}

function rest(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done);
  });
}

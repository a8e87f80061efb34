/** Long work in pieces: it may rest at every `yield`. What it returns is the same to the bit, however often it rests. */
export type LongWork<Result> = Generator<void, Result, void>;

/** Who waits for long work, and may end it. */
export interface WorkTurns {
  readonly signal?: AbortSignal;
  /** Lets the caller's event loop look at its events; a timer's turn when absent. */
  pause?(): Promise<void>;
}

/** Milliseconds after which work rests at its next `yield`. */
const turn = 40;

/** Does the work at once. */
export function workThrough<Result>(work: LongWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Does the work with rests, many a second, so that a caller can end it. Throws the signal's reason when aborted.
 */
export async function workInTurns<Result>(work: LongWork<Result>, turns: WorkTurns): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    turns.signal?.throwIfAborted();
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begun < turn) continue;
    await (turns.pause ? turns.pause() : rest());
    begun = performance.now();
  }
}

function rest(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done);
  });
}

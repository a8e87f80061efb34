/**
 * A signal that aborts by itself after it has been checked a number of times. So it aborts at the same point of the work, however fast the
 * machine is.
 */
export class CountedSignal extends EventTarget implements AbortSignal {
  /** Number of times that it has been checked. */
  looks = 0;
  readonly reason = new Error('interrupted');
  onabort = null;

  constructor(private readonly limit: number) {
    super();
  }

  get aborted(): boolean {
    return this.looks > this.limit;
  }

  throwIfAborted(): void {
    this.looks++;
    if (this.aborted) throw this.reason;
  }
}

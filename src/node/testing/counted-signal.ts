/** A signal that aborts by itself when it has been looked at a number of times: at the same moment, however fast the machine is. */
export class CountedSignal extends EventTarget implements AbortSignal {
  /** How often it has been looked at. */
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

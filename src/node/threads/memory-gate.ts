/** Delays tasks so that all running tasks together need at most `limit` bytes. A task that needs more than the limit runs alone. */
export class MemoryGate {
  private used = 0;
  private readonly waiting: { readonly bytes: number; start(): void }[] = [];

  constructor(private readonly limit: number) {}

  /** Waits until there is enough memory for a task. Tasks start in the order of the calls. Returns a function that releases the memory. */
  async enter(bytes: number): Promise<() => void> {
    await new Promise<void>((start) => {
      this.waiting.push({ bytes, start });
      this.admit();
    });
    return () => {
      this.used -= bytes;
      this.admit();
    };
  }

  private admit(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (this.used > 0 && this.used + next.bytes > this.limit) return;
      this.used += next.bytes;
      this.waiting.shift();
      next.start();
    }
  }
}

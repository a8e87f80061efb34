/** Lets tasks start while the memory that they need together is below a limit. A task that needs more than the limit runs alone. */
export class MemoryGate {
  private used = 0;
  private readonly waiting: { readonly bytes: number; start(): void }[] = [];

  constructor(private readonly limit: number) {}

  /** Waits until there is room for a task. Tasks enter in the order of the calls. Returns a function that frees the room again. */
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

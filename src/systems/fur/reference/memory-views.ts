import type { KernelMemory } from '../../kernel-memory.ts';

/** Views of a kernel's whole memory, made anew when it has grown. */
export class MemoryViews {
  private made: { buffer: ArrayBuffer; doubles: Float64Array; words: Uint32Array } | null = null;

  constructor(private readonly memory: KernelMemory) {}

  /** Of float64: planes are found by address / 8. */
  get doubles(): Float64Array {
    return this.views.doubles;
  }

  get words(): Uint32Array {
    return this.views.words;
  }

  private get views() {
    const { buffer } = this.memory;
    if (this.made?.buffer === buffer) return this.made;
    this.made = { buffer, doubles: new Float64Array(buffer), words: new Uint32Array(buffer) };
    return this.made;
  }
}

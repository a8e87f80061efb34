import type { KernelMemory } from './kernel-memory.ts';

/** Views of the whole memory of a kernel, created again after it has grown. An address is divided by 4 or 8 to get an index. */
export class MemoryViews {
  private made: {
    buffer: ArrayBuffer;
    doubles: Float64Array;
    words: Int32Array;
    floats: Float32Array;
  } | null = null;

  constructor(private readonly memory: KernelMemory) {}

  get doubles(): Float64Array {
    return this.views.doubles;
  }

  get words(): Int32Array {
    return this.views.words;
  }

  get floats(): Float32Array {
    return this.views.floats;
  }

  private get views() {
    const { buffer } = this.memory;
    if (this.made?.buffer === buffer) return this.made;
    const made = {
      buffer,
      doubles: new Float64Array(buffer),
      words: new Int32Array(buffer),
      floats: new Float32Array(buffer),
    };
    this.made = made;
    return made;
  }
}

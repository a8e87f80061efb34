/** Stores simulated frames until the whole sequence is known. This file has a store in memory; `node/` has one on the disk. */
export interface FrameStore {
  put(key: string, bytes: Uint8Array): void;
  get(key: string): Uint8Array;
}

/** Keeps frames in memory. */
export function createMemoryStore(): FrameStore {
  const frames = new Map<string, Uint8Array>();
  return {
    put(key, bytes) {
      frames.set(key, bytes);
    },
    get(key) {
      const bytes = frames.get(key);
      if (!bytes) throw new RangeError(`no frame "${key}" was kept`);
      return bytes;
    },
  };
}

/** Returns the key of the kept frame of one output of one system. */
export function frameKey(system: string, output: number, frame: number): string {
  return `${system}-${output}-${frame}`;
}

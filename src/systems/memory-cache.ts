import type { PrepareCache } from './prepare-context.ts';

/** Keeps the last few prepared results in memory, for a page that opens scenes again and again. */
export function createMemoryCache(maxBytes = 2 ** 28): PrepareCache {
  const kept = new Map<string, Uint8Array>();
  return {
    async get(key) {
      const bytes = kept.get(key);
      if (!bytes) return undefined;
      // Least recently used entries are dropped first.
      kept.delete(key);
      kept.set(key, bytes);
      return bytes;
    },
    async put(key, bytes) {
      kept.delete(key);
      kept.set(key, bytes);
      let total = [...kept.values()].reduce((sum, one) => sum + one.length, 0);
      for (const [old, one] of kept) {
        if (total <= maxBytes || old === key) break;
        kept.delete(old);
        total -= one.length;
      }
    },
  };
}

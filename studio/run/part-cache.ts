import { createMemoryCache, type PrepareCache } from '../../src/systems/index.ts';

const databaseName = 'aftermotion-parts';
/** Maximum bytes that are kept between visits. */
const maxBytes = 2 ** 28;

interface KeptUse {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly used: number;
}

/**
 * Caches prepared data in the browser's own storage, for all workers of the page and for the next visit. If a browser has no storage, or if
 * its storage is full, the data is kept in memory.
 */
export function createPartCache(): PrepareCache {
  const memory = createMemoryCache();
  const opening = typeof indexedDB === 'undefined' ? Promise.resolve(null) : openDatabase().catch(() => null);
  return {
    async get(key) {
      const held = await memory.get(key);
      if (held) return held;
      try {
        const database = await opening;
        if (!database) return undefined;
        const bytes = await ask<Uint8Array | undefined>(
          database.transaction('parts').objectStore('parts').get(key),
        );
        if (bytes) {
          await memory.put(key, bytes);
          await noteUse(database, key, bytes.length);
        }
        return bytes;
      } catch {
        return undefined;
      }
    },
    async put(key, bytes) {
      await memory.put(key, bytes);
      try {
        const database = await opening;
        if (!database) return;
        await ask(database.transaction('parts', 'readwrite').objectStore('parts').put(bytes, key));
        await noteUse(database, key, bytes.length);
        await forgetOldest(database, key);
      } catch {
        // The storage is full or not allowed. The prepared data is used anyway.
      }
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('parts');
    request.result.createObjectStore('uses', { keyPath: 'key' });
  };
  return ask(request);
}

async function noteUse(database: IDBDatabase, key: string, size: number): Promise<void> {
  const use: KeptUse = { key, size, used: Date.now() };
  await ask(database.transaction('uses', 'readwrite').objectStore('uses').put(use));
}

async function forgetOldest(database: IDBDatabase, latest: string): Promise<void> {
  const uses = await ask<KeptUse[]>(database.transaction('uses').objectStore('uses').getAll());
  let total = uses.reduce((sum, { size }) => sum + size, 0);
  for (const { key, size } of uses.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes || key === latest) break;
    const change = database.transaction(['parts', 'uses'], 'readwrite');
    change.objectStore('parts').delete(key);
    await ask(change.objectStore('uses').delete(key));
    total -= size;
  }
}

function ask<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

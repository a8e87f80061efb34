import { type Stats, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { readIfThere } from './disk-files.ts';
import { realPath } from './real-place.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.wasm': 'application/wasm',
};

/** Returns the value of the `Content-Type` header for a file, by its extension. */
export function contentTypeOf(name: string): string {
  return contentTypes[extname(name)] ?? 'application/octet-stream';
}

/** The files of a built page. Each file is kept in memory once, so that many simultaneous requests do not read it many times. */
export class PageFiles {
  private readonly kept = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>();

  constructor(private readonly folder: string) {}

  /**
   * Returns the bytes of a file; undefined if there is no such file, or if its path, after links are resolved, is outside of the folder. The module of Rapier,
   * which the page does not contain, is that of the installed package.
   */
  find(name: string): Uint8Array | undefined {
    if (/(^|\/)rapier\.mjs$/.test(name)) return readRapier();
    const full = resolve(this.folder, `./${name}`);
    if (!full.startsWith(resolve(this.folder) + sep)) return undefined;
    const stats = statOf(full);
    if (!stats?.isFile()) return undefined;
    const stamp = `${stats.mtimeMs} ${stats.size}`;
    const kept = this.kept.get(full);
    if (kept?.stamp === stamp) return kept.bytes;
    if (!realPath(full).startsWith(realPath(this.folder) + sep)) return undefined;
    const bytes = readIfThere(full);
    if (bytes) this.kept.set(full, { stamp, bytes });
    return bytes;
  }
}

/** Returns the module of the optional package that simulates rigid bodies; undefined if it is not installed. */
function readRapier(): Uint8Array | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve('@dimforge/rapier3d-deterministic-compat');
    return readIfThere(join(dirname(entry), 'rapier.mjs'));
  } catch {
    return undefined;
  }
}

/** Returns the properties of a file; null if there is no file with this path. Throws if there are no free file descriptors. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EMFILE' || code === 'ENFILE') throw error;
    return null;
  }
}

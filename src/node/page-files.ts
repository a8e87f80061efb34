import { type Stats, statSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';
import { readIfThere } from './disk-files.ts';
import { realPlace } from './real-place.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.wasm': 'application/wasm',
};

/** What a browser should take a file for, by the end of its name. */
export function contentTypeOf(name: string): string {
  return contentTypes[extname(name)] ?? 'application/octet-stream';
}

/** The files of a built page. They are kept in memory: whoever asks again and again must not fill it with copies. */
export class PageFiles {
  private readonly kept = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>();

  constructor(private readonly folder: string) {}

  /** Undefined where there is none, or where the name or a link leads out of the folder. */
  find(name: string): Uint8Array | undefined {
    const full = resolve(this.folder, `./${name}`);
    if (!full.startsWith(resolve(this.folder) + sep)) return undefined;
    const stats = statOf(full);
    if (!stats?.isFile()) return undefined;
    const stamp = `${stats.mtimeMs} ${stats.size}`;
    const kept = this.kept.get(full);
    if (kept?.stamp === stamp) return kept.bytes;
    if (!realPlace(full).startsWith(realPlace(this.folder) + sep)) return undefined;
    const bytes = readIfThere(full);
    if (bytes) this.kept.set(full, { stamp, bytes });
    return bytes;
  }
}

/** Null where no file of that name is, or can be. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EMFILE' || code === 'ENFILE') throw error;
    return null;
  }
}

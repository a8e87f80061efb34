import { extname, resolve, sep } from 'node:path';
import { readIfThere } from './disk-files.ts';

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

/** A file of a built page; undefined where there is none, or where the name leads out of the folder. */
export function findPageFile(folder: string, name: string): Uint8Array | undefined {
  const full = resolve(folder, `./${name}`);
  return full.startsWith(resolve(folder) + sep) ? readIfThere(full) : undefined;
}

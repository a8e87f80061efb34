import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

/** Returns the compressed kilobytes of the files of a bundle that are loaded at once: those that `begins` selects, and their imports. */
export function measureLoaded(
  output: Rolldown.RolldownOutput['output'],
  begins: (file: Rolldown.RolldownOutput['output'][number]) => boolean,
): number {
  const files = new Map(output.map((file) => [file.fileName, file]));
  const loaded = new Set<string>();
  const load = (name: string) => {
    const file = files.get(name);
    if (!file || loaded.has(name)) return;
    loaded.add(name);
    if (file.type === 'chunk') file.imports.forEach(load);
  };
  for (const file of output) if (begins(file)) load(file.fileName);
  let bytes = 0;
  for (const name of loaded) {
    const file = files.get(name)!;
    bytes += gzipSync(file.type === 'chunk' ? file.code : file.source).length;
  }
  return bytes / 1000;
}

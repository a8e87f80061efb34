import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../input-error.ts';
import { createDiskFiles, readIfThere, suggestFile } from '../node/disk-files.ts';
import { type Inspection, inspectFile } from './inspectors.ts';

/** Looks over a file; or a folder, which speaks by the report of its bake or by its scene. Throws InputError. */
export async function inspectPath(path: string): Promise<Inspection> {
  const full = resolve(path);
  if (existsSync(full) && statSync(full).isDirectory()) {
    const inside = ['report.json', 'scene.json'].find((name) => existsSync(join(full, name)));
    if (inside) return inspectPath(join(path, inside));
    throw InputError.at(path, 'expected a file, got a folder with neither a report.json nor a scene.json');
  }
  const bytes = readIfThere(full);
  if (!bytes) {
    const suggestion = suggestFile(full, path);
    throw InputError.at(
      path,
      `no such file${suggestion ? `, did you mean "${suggestion}"?` : ` (looked for ${full})`}`,
    );
  }
  const folder = dirname(full);
  return inspectFile({
    name: basename(full),
    folderName: basename(folder),
    bytes,
    files: createDiskFiles(folder),
    sizeOf: (name) => statSync(resolve(folder, name), { throwIfNoEntry: false })?.size,
  });
}

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../input-error.ts';
import { createDiskFiles, type DiskFilesOptions, readIfThere, suggestFile } from '../node/disk-files.ts';
import { requireSettled } from '../node/output-folder.ts';
import { examinePath, hashFile } from '../node/own-files.ts';
import { type InspectedFile, type Inspection, inspectFile } from './inspectors.ts';

/** Inspects a file. For a folder, inspects its `report.json` or its `scene.json`. Throws InputError. */
export async function inspectPath(path: string, options: DiskFilesOptions = {}): Promise<Inspection> {
  const full = resolve(path);
  if (existsSync(full) && statSync(full).isDirectory()) {
    requireSettled(full, path);
    const inside = ['report.json', 'scene.json'].find((name) => existsSync(join(full, name)));
    if (inside) return inspectPath(join(path, inside), options);
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
  const name = basename(full);
  requireSettled(folder, path);
  try {
    return await inspectFile({
      name,
      folderName: basename(folder),
      location: dirname(path),
      ...beside(folder, options),
      bytes,
    });
  } catch (error) {
    if (!(error instanceof InputError) || path === name) throw error;
    // The message contains the path as the user gave it, not only the file name.
    throw new InputError(
      error.faults.map((fault) =>
        fault.path.startsWith(name) ? { ...fault, path: path + fault.path.slice(name.length) } : fault,
      ),
    );
  }
}

function beside(folder: string, options: DiskFilesOptions): Pick<InspectedFile, 'files' | 'written'> {
  return {
    files: createDiskFiles(folder, options),
    written(name) {
      const location = examinePath(folder, name);
      if (location === null) return null;
      const path = resolve(folder, name);
      return location === 'file' ? { bytes: statSync(path).size, sha256: () => hashFile(path) } : 'elsewhere';
    },
  };
}

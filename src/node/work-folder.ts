import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../input-error.ts';
import type { DiskWriter } from './disk.ts';
import { showPath } from './disk-files.ts';
import { kindOfEntry } from './real-place.ts';

/** Kind of the run that works in a folder. */
export type WorkKind = 'bake' | 'render';

export const markerName = '.aftermotion';

/**
 * A temporary folder for a run, such as `NAME.partial`. It contains a marker file. If a folder has no marker, nothing in it is ever read,
 * changed or deleted.
 */
export class WorkFolder {
  /** names: entries that a run may create in the folder, in the order in which they are deleted. */
  constructor(
    readonly path: string,
    private readonly kind: WorkKind,
    private readonly names: readonly string[],
    private readonly writer: DiskWriter,
  ) {}

  /** True if the folder exists and has the marker of this kind of run. */
  get isOurs(): boolean {
    return kindOfEntry(this.path) === 'folder' && readMarker(this.path) === this.kind;
  }

  /**
   * Throws InputError if the path is something else than such a folder, or if the folder contains an entry that no run of this kind
   * created.
   */
  requireFree(): void {
    const location = showPath(this.path);
    const refuse = (what: string): never => {
      throw InputError.at('out', `${what}: move it, or choose another folder`);
    };
    const entry = kindOfEntry(this.path);
    if (entry === null) return;
    if (entry !== 'folder') refuse(`the ${entry === 'other' ? 'file' : entry} ${location} is in the way`);
    const names = listNames(this.path).filter((name) => !isSystemFile(this.path, name));
    const kind = readMarker(this.path);
    // A run may use an empty folder, even one without a marker.
    if (names.length === 0 && (kind === null || kind === this.kind)) return;
    if (kind === null) {
      refuse(
        `the folder ${location} is in the way, and was not made by aftermotion (its temporary folders hold a file ${markerName})`,
      );
    }
    if (kind !== this.kind) refuse(`the folder ${location} is in the way: an interrupted ${kind} is in it`);
    const strange = names.find((name) => !this.names.includes(name.replace(/\.new$/, '')));
    if (strange !== undefined) {
      refuse(`the folder ${location} is in the way: no ${this.kind} wrote "${strange}" in it`);
    }
  }

  /** Creates the folder and its marker, or uses the existing folder. */
  open(): void {
    this.requireFree();
    this.writer.makeFolder(this.path);
    if (this.isOurs) return;
    const marker = join(this.path, markerName);
    try {
      this.writer.writeSafely(marker, new TextEncoder().encode(markerText(this.kind)));
      this.writer.syncFolder(this.path);
    } catch (error) {
      rmSync(marker, { force: true });
      removeIfEmpty(this.path);
      throw error;
    }
  }

  /** Deletes entries in this order. If an interrupted atomic rename left a file `.new` of an entry, it is deleted too. */
  drop(...names: readonly string[]): void {
    for (const name of names) {
      for (const ending of ['', '.new']) {
        rmSync(join(this.path, name + ending), { recursive: true, force: true });
      }
    }
  }

  /** Deletes the folder, except entries that others created in it. If there are any, the folder and its marker are kept. */
  remove(): void {
    if (!this.isOurs) return;
    this.drop(...this.names);
    for (const name of listNames(this.path)) {
      if (isSystemFile(this.path, name)) rmSync(join(this.path, name), { force: true });
    }
    if (listNames(this.path).length > 0) return;
    rmSync(join(this.path, markerName), { force: true });
    removeIfEmpty(this.path);
  }
}

/** Files that operating systems and file managers create by themselves. No user data is lost when they are deleted. */
const systemNames = /^(\.ds_store|\._\.ds_store|thumbs\.db|desktop\.ini|\.directory|\.nfs[0-9a-f]+)$/i;

export function isSystemFile(folder: string, name: string): boolean {
  return systemNames.test(basename(name)) && kindOfEntry(join(folder, name)) === 'file';
}

/** Returns the names of all entries of a folder except the marker. */
function listNames(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== markerName);
}

/** Returns the content of the marker file. */
export function markerText(kind: WorkKind): string {
  return `aftermotion ${kind}\nAftermotion works in this folder, and removes what it puts here.\n`;
}

/** Returns the kind of the run whose marker a folder contains; null if it has no valid marker. */
export function readMarker(folder: string): WorkKind | null {
  const path = join(folder, markerName);
  if (kindOfEntry(path) !== 'file') return null;
  const text = readFileSync(path, 'utf8');
  return (['bake', 'render'] as const).find((kind) => text === markerText(kind)) ?? null;
}

export function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../input-error.ts';
import type { DiskWriter } from './disk.ts';
import { showPlace } from './disk-files.ts';
import { kindOfEntry } from './real-place.ts';

/** Who works in a folder. */
export type WorkKind = 'bake' | 'render';

export const markerName = '.aftermotion';

/**
 * A folder that is there while something is written, such as `NAME.partial`. A file in it says that it is ours: without that
 * file nothing in a folder is ever read, changed or removed.
 */
export class WorkFolder {
  /** `names`: what may be in it. */
  constructor(
    readonly path: string,
    private readonly kind: WorkKind,
    private readonly names: readonly string[],
    private readonly writer: DiskWriter,
  ) {}

  /** True where it is there, and ours. */
  get isOurs(): boolean {
    return kindOfEntry(this.path) === 'folder' && readMarker(this.path) === this.kind;
  }

  /** Throws InputError where something else stands in its place, or lies in it. */
  requireFree(): void {
    const place = showPlace(this.path);
    const refuse = (what: string): never => {
      throw InputError.at('out', `${what}: move it, or choose another folder`);
    };
    const entry = kindOfEntry(this.path);
    if (entry === null) return;
    if (entry !== 'folder') refuse(`the ${entry === 'other' ? 'file' : entry} ${place} is in the way`);
    const names = listNames(this.path).filter((name) => !isSystemFile(this.path, name));
    const kind = readMarker(this.path);
    // One that is empty holds nothing to lose.
    if (names.length === 0 && (kind === null || kind === this.kind)) return;
    if (kind === null) {
      refuse(
        `the folder ${place} is in the way, and was not made by aftermotion (its temporary folders hold a file ${markerName})`,
      );
    }
    if (kind !== this.kind) refuse(`the folder ${place} is in the way: an interrupted ${kind} waits in it`);
    const strange = names.find((name) => !this.names.includes(name.replace(/\.new$/, '')));
    if (strange !== undefined) {
      refuse(`the folder ${place} is in the way: no ${this.kind} wrote "${strange}" in it`);
    }
  }

  /** Makes it, or takes the one that is there. */
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

  /** Removes some of what is ours in it, in this order. */
  drop(...names: readonly string[]): void {
    for (const name of names) {
      for (const ending of ['', '.new']) {
        rmSync(join(this.path, name + ending), { recursive: true, force: true });
      }
    }
  }

  /** Removes it, and nothing in it that is not ours. It stays marked as ours where something else lies in it. */
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

/** What systems put by themselves into folders that somebody looks into; none of it is anybody's work. */
const systemNames = /^(\.ds_store|\._\.ds_store|thumbs\.db|desktop\.ini|\.directory|\.nfs[0-9a-f]+)$/i;

export function isSystemFile(folder: string, name: string): boolean {
  return systemNames.test(basename(name)) && kindOfEntry(join(folder, name)) === 'file';
}

/** What lies in a folder beside the marker. */
function listNames(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== markerName);
}

/** What stands in it. */
export function markerText(kind: WorkKind): string {
  return `aftermotion ${kind}\nAftermotion works in this folder, and removes what it puts here.\n`;
}

/** Whose folder it is; null without a marker of ours. */
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

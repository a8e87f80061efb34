import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../sealed-record.ts';
import { type DiskWriter, nodeDisk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { showPath } from './disk-files.ts';
import { makeFolders } from './make-folders.ts';
import { foldersAbove } from './own-files.ts';
import { kindOfEntry } from './real-place.ts';
import { isSystemFile, removeIfEmpty } from './work-folder.ts';

/** The folders between which files are moved when new outputs replace old ones. */
export interface Exchange {
  /** The real folder, into which the new files are moved. */
  readonly path: string;
  /**
   * `NAME.partial`. New files are in its folder `files`, and old files are moved into its folder `replaced`. `journal` exists during the
   * exchange.
   */
  readonly partialPath: string;
  /** The output that lists all others. It is moved last, which completes the exchange. */
  readonly listName: string;
}

const journalName = 'journal';
const journalRecord: RecordKind = {
  kind: 'JRNL',
  version: 1,
  description: 'the journal of a run that was moving its files',
  remedy:
    'move the files in the folder "replaced" beside it back to where they belong, then delete "replaced" and "journal"',
};

/** Contents of the journal: names of the files that an exchange moves. */
export interface Journal {
  /** New files, including the list. */
  readonly fresh: readonly string[];
  /** Files of the earlier run that no new file replaces. They are removed. */
  readonly stale: readonly string[];
}

/** Returns whether a journal exists: an exchange is in progress or was interrupted, and the real folder contains old and new files. */
export function isHalfWay(partialPath: string): boolean {
  return existsSync(join(partialPath, journalName));
}

/**
 * Moves new files into the real folder. Before that, the files that they replace, and those of `stale`, are moved into `replaced`. A
 * journal is written first, so that after an interruption at any point `undoExchange` can restore the old files. If a move fails, the
 * exchange is rolled back here.
 */
export function exchangeFiles(exchange: Exchange, { fresh, stale }: Journal, writer: DiskWriter): void {
  const { path, partialPath, listName } = exchange;
  writer.replace(join(partialPath, journalName), sealRecord(journalRecord, JSON.stringify({ fresh, stale })));
  const move = (from: string, to: string) => {
    writer.makeFolder(dirname(to));
    writer.rename(from, to);
  };
  const setAside = (name: string) => {
    const location = join(path, name);
    if (kindOfEntry(location) !== null) move(location, join(partialPath, 'replaced', name));
  };
  try {
    // The list is moved away first. While it is missing, no reader mistakes the folder for a complete bake.
    setAside(listName);
    for (const name of fresh) {
      if (name === listName) continue;
      setAside(name);
      move(join(partialPath, 'files', name), join(path, name));
    }
    for (const name of stale) setAside(name);
    move(join(partialPath, 'files', listName), join(path, listName));
  } catch (error) {
    try {
      undoExchange(exchange);
    } catch {
      // The first error is reported instead of this one. The next run tries the rollback again.
    }
    throw error;
  }
  finish(exchange, stale);
}

/**
 * Rolls back an interrupted exchange: restores the old files in the real folder. If the new list is already there, all files were moved,
 * and only the clean-up is completed. Throws InputError if a file with the name of an old one has been created in the meantime.
 */
export function undoExchange(exchange: Exchange): void {
  const { path, partialPath, listName } = exchange;
  const { fresh, stale } = readJournal(partialPath);
  const lies = (name: string) => kindOfEntry(join(partialPath, 'files', name)) !== null;
  if (!lies(listName) && kindOfEntry(join(path, listName)) !== null) {
    finish(exchange, stale);
    return;
  }
  for (const name of fresh.toReversed()) {
    if (lies(name) || kindOfEntry(join(path, name)) === null) continue;
    putBack(join(path, name), join(partialPath, 'files', name));
  }
  const replaced = join(partialPath, 'replaced');
  for (const name of existsSync(replaced) ? listFiles(replaced) : []) {
    if (isSystemFile(replaced, name)) continue;
    const location = join(path, name);
    if (kindOfEntry(location) !== null) {
      throw InputError.at(
        'out',
        `${showPath(location)} is in the way: the earlier version of this file, which is kept in ${showPath(replaced)}, must be ` +
          `moved back there; move ${showPath(location)} away`,
      );
    }
    putBack(join(replaced, name), location);
  }
  for (const name of fresh) removeEmptyFolders(path, name);
  rmSync(join(partialPath, journalName), { force: true });
}

/** Renames a file without `DiskWriter`. A rename needs no free space, so it succeeds on a full disk. */
function putBack(from: string, to: string): void {
  try {
    makeFolders(dirname(to));
    renameSync(from, to);
  } catch (error) {
    throw DiskError.from(error, to);
  }
}

/** Cleans up after the last move. */
function finish({ path, partialPath }: Exchange, stale: readonly string[]): void {
  nodeDisk.syncFolder(path);
  rmSync(join(partialPath, journalName), { force: true });
  for (const name of stale) removeEmptyFolders(path, name);
}

function readJournal(partialPath: string): Journal {
  const path = join(partialPath, journalName);
  return JSON.parse(openRecord(readFileSync(path), journalRecord, showPath(path)).name) as Journal;
}

/** Returns the paths of all files below a folder, relative to it, with `/` as separator. */
function listFiles(folder: string, prefix = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = prefix + entry.name;
    return entry.isDirectory() ? listFiles(join(folder, entry.name), `${name}/`) : [name];
  });
}

/** Deletes the parent folders of a file that was moved away, if they are empty. */
function removeEmptyFolders(folder: string, name: string): void {
  for (const above of foldersAbove(name)) if (!removeIfEmpty(join(folder, above))) return;
}

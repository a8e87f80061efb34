import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../sealed-record.ts';
import { type DiskWriter, nodeDisk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { showPlace } from './disk-files.ts';
import { makeFolders } from './make-folders.ts';
import { foldersAbove } from './own-files.ts';
import { kindOfEntry } from './real-place.ts';
import { isSystemFile, removeIfEmpty } from './work-folder.ts';

/** The folders that take part in putting new files in place of old ones. */
export interface Exchange {
  /** Where files are to stand. */
  readonly path: string;
  /** Beside it: new files lie in its `files`, old ones go into its `replaced`, and `journal` says that it is under way. */
  readonly partialPath: string;
  /** The list of files: it goes last, and then all is done. */
  readonly listName: string;
}

const journalName = 'journal';
const journalRecord: RecordKind = {
  kind: 'JRNL',
  version: 1,
  words: 'the journal of a run that was moving its files',
  remedy:
    'move the files in the folder "replaced" beside it back to where they belong, then delete "replaced" and "journal"',
};

/** What is to happen, by names of files. */
export interface Journal {
  /** New files, the list included. */
  readonly fresh: readonly string[];
  /** Those of the bake before that have no new one in their place. */
  readonly stale: readonly string[];
}

/** True while old and new files are mixed in a folder: a bake is putting its files in place, or was stopped while it did. */
export function isHalfWay(partialPath: string): boolean {
  return existsSync(join(partialPath, journalName));
}

/**
 * Moves new files into a folder, and out of it those that they replace and those of `stale`. A journal is kept meanwhile: wherever
 * this is stopped, `undoExchange` leads back to the files before. Where a move fails it is called here.
 */
export function exchangeFiles(exchange: Exchange, { fresh, stale }: Journal, writer: DiskWriter): void {
  const { path, partialPath, listName } = exchange;
  writer.replace(join(partialPath, journalName), sealRecord(journalRecord, JSON.stringify({ fresh, stale })));
  const move = (from: string, to: string) => {
    writer.makeFolder(dirname(to));
    writer.rename(from, to);
  };
  const setAside = (name: string) => {
    const place = join(path, name);
    if (kindOfEntry(place) !== null) move(place, join(partialPath, 'replaced', name));
  };
  try {
    // Without its list the folder is nobody's: whoever reads it meanwhile is told.
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
      // What went wrong first is what to tell; the next bake tries again.
    }
    throw error;
  }
  finish(exchange, stale);
}

/**
 * Goes back to the files before an exchange that was stopped, or ends one that had only its clean-up left. Throws InputError where
 * someone has put other files there since.
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
    const place = join(path, name);
    if (kindOfEntry(place) !== null) {
      throw InputError.at(
        'out',
        `${showPlace(place)} is in the way: the earlier version of this file, which is kept in ${showPlace(replaced)}, must go ` +
          `back there; move ${showPlace(place)} away`,
      );
    }
    putBack(join(replaced, name), place);
  }
  for (const name of fresh) removeEmptyFolders(path, name);
  rmSync(join(partialPath, journalName), { force: true });
}

/** A move that needs no room: a full disk takes it too. */
function putBack(from: string, to: string): void {
  try {
    makeFolders(dirname(to));
    renameSync(from, to);
  } catch (error) {
    throw DiskError.from(error, to);
  }
}

/** All is in place. */
function finish({ path, partialPath }: Exchange, stale: readonly string[]): void {
  nodeDisk.syncFolder(path);
  rmSync(join(partialPath, journalName), { force: true });
  for (const name of stale) removeEmptyFolders(path, name);
}

function readJournal(partialPath: string): Journal {
  const path = join(partialPath, journalName);
  return JSON.parse(openRecord(readFileSync(path), journalRecord, showPlace(path)).name) as Journal;
}

/** Every file below a folder, relative to it, with `/`. */
function listFiles(folder: string, prefix = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = prefix + entry.name;
    return entry.isDirectory() ? listFiles(join(folder, entry.name), `${name}/`) : [name];
  });
}

/** Removes the folders that a file left empty when it went. */
function removeEmptyFolders(folder: string, name: string): void {
  for (const above of foldersAbove(name)) if (!removeIfEmpty(join(folder, above))) return;
}

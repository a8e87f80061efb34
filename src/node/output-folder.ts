import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../sealed-record.ts';
import { type Disk, DiskWriter, nodeDisk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { showPlace } from './disk-files.ts';
import { FolderLock, type LockClaim } from './folder-lock.ts';
import { FrameSegments } from './frame-segments.ts';
import { requireWritable } from './make-folders.ts';
import { NamesOnDisk } from './names-on-disk.ts';
import {
  examineFile,
  examinePlace,
  type FileState,
  type FolderRecord,
  hashBytes,
  hashParts,
  type RecordedFile,
  readRecord,
} from './own-files.ts';
import { type Exchange, exchangeFiles, isHalfWay, undoExchange } from './put-in-place.ts';
import { kindOfEntry, realPlace } from './real-place.ts';
import { readMarker, WorkFolder, type WorkKind } from './work-folder.ts';

/** What a run leaves in `NAME.partial`, see below; in the order in which it goes. */
const partialNames = ['checkpoint', 'frames', 'files', 'replaced', 'origin.json', 'journal'];

/** What each kind of run lists its files in. */
export const listNames = { bake: 'report.json', render: 'pictures.json' } as const;

const checkpointRecord: RecordKind = {
  kind: 'CKPT',
  version: 1,
  words: 'the checkpoint of a bake',
  remedy: 'bake without --resume to start over',
};

export interface BeginOptions {
  /** Kept in the partial folder: see `originText`. */
  readonly origin?: string;
  /** Names of what may be written, as far as they are known: refused where something stands in the way. */
  readonly files?: readonly string[];
}

export interface OutputFolderOptions {
  /** Who writes; a bake when absent. */
  readonly kind?: WorkKind;
  /** Replaces files that have been changed since an earlier run wrote them, and what an earlier version wrote. */
  readonly overwrite?: boolean;
  /** Names in the folder that may be replaced although they have been changed: the scene itself that is baked. */
  readonly replaces?: readonly string[];
  readonly disk?: Disk;
}

/**
 * Where a bake, or a rendered sequence, is written. Everything goes into a folder beside the real one, `NAME.partial`, and takes its
 * place only when all is there: nobody ever sees half a bake.
 *
 *     NAME.partial/.aftermotion says that the folder is ours
 *     NAME.partial/files/       the outputs so far
 *     NAME.partial/frames/      simulated frames that wait for the outputs
 *     NAME.partial/replaced/    while outputs take their place: those of the bake before
 *     NAME.partial/journal      the same: what is to be moved
 *     NAME.partial/checkpoint   the state to go on from after an interruption
 *     NAME.partial/origin.json  what is baked, for who looks for its folder
 *     .NAME.lock-1234-1         the process that writes
 *
 * A file in the real folder is replaced or removed only where the list in it (`report.json`) names it and it is still what it was
 * when that was written.
 */
export class OutputFolder {
  readonly path: string;
  readonly partialPath: string;
  private readonly kind: WorkKind;
  /** The file that lists the others; it is written with them. */
  readonly listName: string;
  private readonly work: WorkFolder;
  private readonly lock: FolderLock;
  private readonly freshFrames = new Map<string, Uint8Array>();
  /** After `commit`: files that the list of the run before names, that stay since they are not known to be as it wrote them. */
  leftCount = 0;
  private readonly madeFolders = new Set<string>();
  /** Names of outputs. A disk may give them back with their accents written otherwise. */
  private readonly written = new Set<string>();
  private readonly stamps = new Map<string, string>();
  private readonly disk: Disk;
  private readonly writer: DiskWriter;
  private segments: FrameSegments;

  /** Looks without writing. Throws InputError when the folder holds something that no run wrote, or while another one writes there. */
  constructor(
    path: string,
    private readonly options: OutputFolderOptions = {},
  ) {
    this.disk = options.disk ?? nodeDisk;
    this.kind = options.kind ?? 'bake';
    this.listName = listNames[this.kind];
    this.writer = new DiskWriter(this.disk);
    if (path.trim() === '') throw InputError.at('out', 'expected the name of a folder, got none');
    this.path = realPlace(path);
    this.partialPath = `${this.path}.partial`;
    this.work = new WorkFolder(this.partialPath, this.kind, partialNames, this.writer);
    this.lock = new FolderLock(this.path);
    this.segments = this.openSegments();
    requireWritable(dirname(this.path));
    try {
      this.requireFree(true);
    } catch {
      // Another one may have begun to move its files: then it is told, or it has ended and all is whole.
      const holder = this.lock.holder();
      if (holder) throw this.busy(holder);
      this.requireFree(true);
    }
  }

  /** Bytes that are free where it will be; null where nobody knows. */
  free(): number | null {
    let place = this.path;
    while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
    return this.disk.free(place);
  }

  /** True when an interrupted bake can be taken up again. */
  get hasCheckpoint(): boolean {
    return this.work.isOurs && existsSync(this.checkpointPath);
  }

  /**
   * Begins: an empty partial folder, or with `mayResume` the one that an interrupted bake left. Returns whether there is a checkpoint
   * to go on from. Until `commit`, `discard` or `close` it is locked. Throws InputError while another bake writes there, where
   * something stands in the way of a file, and as the constructor does.
   */
  open(mayResume: boolean, { origin = '', files = [] }: BeginOptions = {}): boolean {
    this.takeLock();
    const resume = mayResume && this.hasCheckpoint;
    // Until then, what an interrupted bake kept is not lost by an error.
    let hasBegun = false;
    try {
      if (this.isHalfWay) undoExchange(this.exchange);
      this.requireFree(false);
      this.requirePlaces(files);
      this.written.clear();
      hasBegun = true;
      this.work.open();
      this.work.drop(...(resume ? ['files', 'replaced'] : ['checkpoint', 'frames', 'files', 'replaced']));
      this.writer.makeFolder(join(this.partialPath, 'files'));
      this.writer.makeFolder(join(this.partialPath, 'frames'));
      this.segments = this.openSegments();
      if (origin !== '')
        this.writer.replace(join(this.partialPath, 'origin.json'), new TextEncoder().encode(origin));
      return resume;
    } catch (error) {
      if (resume || !hasBegun) this.close();
      else this.discard();
      throw error;
    }
  }

  /** Goes back to the files before, where a run was stopped while it moved its files into the folder. Does nothing elsewhere. */
  settle(): void {
    if (!this.isHalfWay) return;
    this.takeLock();
    try {
      if (this.isHalfWay) undoExchange(this.exchange);
    } finally {
      this.close();
    }
  }

  /**
   * Writes one output. `name` may lie in a folder: `height/0001.png`. Returns the SHA-256 of its bytes, in hexadecimal. Only the list
   * is synced: the others can be made again, and a sync for each of hundreds of files takes longer than to write them.
   */
  write(name: string, bytes: Uint8Array): string {
    this.orDropOutputs(() => {
      const path = this.outputPath(name);
      if (name === this.listName) this.writer.writeSafely(path, bytes);
      else this.writer.write(path, bytes);
    });
    return hashBytes(bytes);
  }

  /** Writes one output that comes in pieces. */
  async writeParts(name: string, parts: AsyncIterable<Uint8Array>): Promise<string> {
    try {
      const { hashed, digest } = hashParts(parts);
      await this.writer.writeParts(this.outputPath(name), hashed);
      return digest();
    } catch (error) {
      this.dropOutputs();
      throw error;
    }
  }

  /** Frames stay in memory until a checkpoint needs them on disk: a short bake writes none. */
  putFrame(key: string, bytes: Uint8Array): void {
    this.freshFrames.set(key, bytes);
  }

  /** Throws InputError where an interrupted bake's frames are no longer there, or are damaged. */
  getFrame(key: string): Uint8Array {
    const frame = this.freshFrames.get(key) ?? this.segments.get(key);
    if (frame) return frame;
    throw InputError.at(
      'resume',
      `frames of the interrupted bake are missing in ${showPlace(this.partialPath)}: bake without --resume to start over`,
    );
  }

  /** Keeps all frames so far, then the state that goes on after them: whenever it ends, both fit together. */
  saveCheckpoint(bytes: Uint8Array): void {
    this.segments.add(this.freshFrames);
    this.freshFrames.clear();
    const record = sealRecord(checkpointRecord, JSON.stringify(this.segments.fileSizes), bytes);
    this.writer.replace(this.checkpointPath, record);
  }

  /** The state to go on from; its frames are there from now on. Throws InputError where anything of it is damaged. */
  loadCheckpoint(): Uint8Array {
    const { name, body } = openRecord(readFileSync(this.checkpointPath), checkpointRecord, 'resume');
    this.segments.load(JSON.parse(name) as number[]);
    return body;
  }

  /**
   * Puts the outputs in place of those of an earlier run. Files that no run wrote, and those that were changed since, stay where they
   * are; where a new one would take their place a DiskError says so. When the disk refuses, everything is again as it was before, and
   * the outputs are dropped, but for those of a render, which can be made again only by drawing.
   */
  commit(): void {
    if (this.kind === 'render') this.putInPlace();
    else this.orDropOutputs(() => this.putInPlace());
    this.discard();
  }

  private putInPlace(): void {
    if (existsSync(this.path)) {
      const fresh = [...this.written];
      const { own, others, replaceable } = this.findOwn();
      for (const name of fresh) this.requirePlace(name, replaceable);
      const written = new NamesOnDisk(this.path, fresh);
      const stale = own.filter((name) => !written.has(name));
      const left = others.filter((name) => !written.has(name));
      exchangeFiles(this.exchange, { fresh, stale }, this.writer);
      this.leftCount = left.length;
    } else {
      this.writer.makeFolder(dirname(this.path));
      this.writer.rename(this.filesPath, this.path);
    }
    this.writer.syncFolder(dirname(this.path));
  }

  /** Removes everything that is not yet in place. */
  discard(): void {
    // What it replaced is not lost.
    if (!this.isHalfWay) this.work.remove();
    this.close();
  }

  /** Leaves what is needed to resume. */
  close(): void {
    this.lock.release();
  }

  /** Where the outputs lie until they take their place. */
  get filesPath(): string {
    return join(this.partialPath, 'files');
  }

  private get checkpointPath(): string {
    return join(this.partialPath, 'checkpoint');
  }

  private get isHalfWay(): boolean {
    return this.work.isOurs && isHalfWay(this.partialPath);
  }

  private get exchange(): Exchange {
    const { path, partialPath, listName } = this;
    return { path, partialPath, listName };
  }

  private openSegments(): FrameSegments {
    return new FrameSegments(join(this.partialPath, 'frames'), this.writer);
  }

  private takeLock(): void {
    let holder: LockClaim | null;
    try {
      const above = dirname(this.path);
      if (!existsSync(above)) this.writer.makeFolder(above);
      holder = this.lock.take();
    } catch (error) {
      throw DiskError.from(error, this.path);
    }
    if (holder) throw this.busy(holder);
  }

  private busy({ process, path }: LockClaim): InputError {
    return InputError.at(
      'out',
      `process ${process} is writing into ${showPlace(this.path)}: wait until it ends, or choose another folder with --out ` +
        `(if process ${process} is not aftermotion, delete ${showPlace(path)})`,
    );
  }

  /** Throws InputError where anything stands in the way. `isQuick`: takes files for unchanged that have the same size. */
  private requireFree(isQuick: boolean): void {
    this.work.requireFree();
    const entry = kindOfEntry(this.path);
    if (entry === null || this.isHalfWay) return;
    const place = showPlace(this.path);
    if (entry === 'link') {
      throw InputError.at(
        'out',
        `expected a folder, got the link ${place} that leads nowhere: choose another name`,
      );
    }
    if (entry !== 'folder') {
      throw InputError.at('out', `expected a folder, got the file ${place}: choose another name`);
    }
    if (readdirSync(this.path).length === 0) return;
    const record = this.readRecord();
    if (!record) {
      throw InputError.at(
        'out',
        `the folder ${place} is not empty and no ${this.kind} wrote it (it has no ${this.listName} that aftermotion wrote): ` +
          'choose another folder with --out, or empty this one',
      );
    }
    const replace = this.kind === 'bake' ? ', or replace it with --overwrite' : '';
    if (this.options.overwrite) return;
    if (record.isEarlier) {
      throw InputError.at(
        'out',
        `the folder ${place} holds a bake of an earlier version, which does not say what was in its files: choose another ` +
          `folder with --out, delete this one${replace}`,
      );
    }
    for (const file of record.files) {
      const state = this.examine(file, isQuick);
      if (state === 'own' || state === 'gone' || this.options.replaces?.includes(file.file)) continue;
      const what =
        state === 'changed'
          ? `has been changed since a ${this.kind} wrote it`
          : `is no plain file in this folder (it is a link, is reached through one, or is a folder), so no ${this.kind} wrote it`;
      throw InputError.at(
        'out',
        `${showPlace(join(this.path, file.file))} ${what}: move it, choose another folder with --out${replace}`,
      );
    }
  }

  private readRecord(): FolderRecord | null {
    return readRecord(this.path, this.listName);
  }

  /** `isQuick`: by its size alone. A file that was once found to be ours is not read again while its times stay. */
  private examine(file: RecordedFile, isQuick: boolean): FileState {
    const isFile = examinePlace(this.path, file.file) === 'file';
    const stamp = isFile && !isQuick ? stampOf(join(this.path, file.file)) : null;
    const isKnown = stamp !== null && this.stamps.get(file.file) === stamp;
    const state = examineFile(this.path, file, isQuick || isKnown);
    if (stamp !== null && state === 'own') this.stamps.set(file.file, stamp);
    return state;
  }

  /** The files of the run before: those that are unchanged may go, and more may be replaced by new ones. */
  private findOwn(): { own: string[]; others: string[]; replaceable: NamesOnDisk } {
    const record = this.readRecord();
    if (!record) return { own: [], others: [], replaceable: new NamesOnDisk(this.path, []) };
    const inState = (wanted: FileState) =>
      record.files.filter((file) => this.examine(file, false) === wanted).map(({ file }) => file);
    const own = inState('own');
    const changed = this.options.overwrite ? record.files.map(({ file }) => file) : [];
    return {
      own: [...own, this.listName],
      others: inState('changed'),
      replaceable: new NamesOnDisk(this.path, [
        ...own,
        this.listName,
        ...changed,
        ...(this.options.replaces ?? []),
      ]),
    };
  }

  /** Throws InputError where something stands in the way of files that are to be written: better than after the work. */
  private requirePlaces(names: readonly string[]): void {
    if (names.length === 0 || !existsSync(this.path)) return;
    const { replaceable } = this.findOwn();
    for (const name of names) {
      try {
        this.requirePlace(name, replaceable);
      } catch (error) {
        throw error instanceof DiskError ? InputError.at('out', error.message) : error;
      }
    }
  }

  /** Throws where a new file cannot have its place, since something stands there that is not ours. */
  private requirePlace(name: string, replaceable: NamesOnDisk): void {
    const found = examinePlace(this.path, name);
    if (found === null || (found === 'file' && replaceable.has(name))) return;
    const place = showPlace(join(this.path, name));
    const what =
      found === 'file'
        ? `a file stands here that no ${this.kind} wrote, or that was changed since`
        : found === 'folder'
          ? 'a folder stands where this file goes'
          : 'this path goes through a link, or through something that is no folder';
    throw new DiskError('EEXIST', `${place}: ${what}: move it, or choose another folder with --out`);
  }

  /** When the outputs cannot be written they go, to make room for what a resumed bake makes them again of. */
  private orDropOutputs(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.dropOutputs();
      throw error;
    }
  }

  private dropOutputs(): void {
    if (!this.isHalfWay) this.work.drop('files');
    this.madeFolders.clear();
  }

  /** Where an output goes, its folder made. */
  private outputPath(name: string): string {
    this.written.add(name);
    const path = join(this.filesPath, name);
    const folder = dirname(path);
    if (!this.madeFolders.has(folder)) this.writer.makeFolder(folder);
    this.madeFolders.add(folder);
    return path;
  }
}

/** `OutputFolder.settle` of a folder. */
export function settleFolder(path: string): void {
  const kind = kindOfExchange(path);
  if (kind) new OutputFolder(path, { kind }).settle();
}

/** True while the files of two bakes are mixed in a folder. */
export function isBeingReplaced(path: string): boolean {
  return kindOfExchange(path) !== null;
}

/** Who is putting files in place in a folder; null for nobody. */
function kindOfExchange(path: string): WorkKind | null {
  const partialPath = `${realPlace(path)}.partial`;
  return isHalfWay(partialPath) ? readMarker(partialPath) : null;
}

/** Throws InputError where the files of two bakes are mixed in a folder that is to be read. */
export function requireSettled(path: string, shown = path): void {
  if (!isBeingReplaced(path)) return;
  throw InputError.at(
    shown,
    'the files of two bakes are mixed in this folder, since the second is putting its files in place, or was stopped while it ' +
      'did: bake it again (with --resume it goes on from what is kept)',
  );
}

/** What changes when a file is written; null where there is none. */
function stampOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : null;
}

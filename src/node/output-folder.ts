import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../sealed-record.ts';
import { type Disk, DiskWriter, nodeDisk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { showPath } from './disk-files.ts';
import { FolderLock, type LockClaim } from './folder-lock.ts';
import { FrameSegments } from './frame-segments.ts';
import { requireWritable } from './make-folders.ts';
import { NamesOnDisk } from './names-on-disk.ts';
import {
  examineFile,
  examinePath,
  type FileState,
  type FolderRecord,
  hashBytes,
  hashParts,
  type RecordedFile,
  readRecord,
} from './own-files.ts';
import { type Exchange, exchangeFiles, isHalfWay, undoExchange } from './put-in-place.ts';
import { kindOfEntry, realPath } from './real-place.ts';
import {
  describeFrames,
  type FrameSender,
  SharedBlocks,
  type SharedFrames,
} from './threads/shared-frames.ts';
import { readMarker, WorkFolder, type WorkKind } from './work-folder.ts';

/** Names of the entries in `NAME.partial`, see `OutputFolder`, in the order in which they are deleted. */
const partialNames = ['checkpoint', 'frames', 'files', 'replaced', 'origin.json', 'journal'];

/** Name of the file that lists the outputs of a run, for each kind of run. */
export const listNames = { bake: 'report.json', render: 'pictures.json' } as const;

const checkpointRecord: RecordKind = {
  kind: 'CKPT',
  version: 1,
  description: 'the checkpoint of a bake',
  remedy: 'bake without --resume to start over',
};

export interface BeginOptions {
  /** Text of `origin.json` in the partial folder, see `originText`. If it is empty or absent, the file is not written. */
  readonly origin?: string;
  /** Names of outputs that are known in advance. `open` throws an error if one of them would replace a file or folder that no run wrote. */
  readonly files?: readonly string[];
}

export interface OutputFolderOptions {
  /** Kind of the run that writes. Default: a bake. */
  readonly kind?: WorkKind;
  /** Whether files are also replaced that were changed after an earlier run wrote them, and files of an earlier version. */
  readonly overwrite?: boolean;
  /** Names of files in the folder that may be replaced even if they were changed. This is used for the scene file that is baked. */
  readonly replaces?: readonly string[];
  readonly disk?: Disk;
}

/**
 * The folder into which a bake or a rendered sequence is written. A run writes into `NAME.partial`, a folder beside the real one. The
 * outputs are moved into the real folder only when all of them are complete, so that a reader never sees a partial bake.
 *
 *     NAME.partial/.aftermotion marks the folder as made by aftermotion
 *     NAME.partial/files/       outputs written so far
 *     NAME.partial/frames/      simulated frames from which the outputs will be made
 *     NAME.partial/replaced/    during the final move: files of the earlier run
 *     NAME.partial/journal      during the final move: names of the files to move
 *     NAME.partial/checkpoint   state from which an interrupted bake continues
 *     NAME.partial/origin.json  source and scene of the bake, for `chooseFolder`
 *     .NAME.lock-1234-1         advisory lock file of the writing process (process id 1234)
 *
 * A file in the real folder is replaced or deleted only if the list in that folder (`report.json`) names it and its content has not changed
 * since the list was written.
 */
export class OutputFolder {
  readonly path: string;
  readonly partialPath: string;
  private readonly kind: WorkKind;
  /** Name of the output that lists all other outputs. */
  readonly listName: string;
  private readonly work: WorkFolder;
  private readonly lock: FolderLock;
  private readonly freshFrames = new Map<string, Uint8Array>();
  /** Whether other threads read the frames. If so, new frames are kept in shared memory. */
  sharesFrames = false;
  private blocks = new SharedBlocks();
  private readonly senders = new Set<FrameSender>();
  /** After `commit`: number of files of the earlier run that were kept, since they are not known to be unchanged. */
  leftCount = 0;
  private readonly madeFolders = new Set<string>();
  /** Names of outputs as they were given. (A directory listing may return them in another Unicode normalization form.) */
  private readonly written = new Set<string>();
  private readonly stamps = new Map<string, string>();
  private readonly disk: Disk;
  private readonly writer: DiskWriter;
  private segments: FrameSegments;

  /**
   * Throws InputError if the folder or the partial folder contains files that a run may not replace. If the reason is that another process
   * writes there, the message names this process. Changes nothing in the folder.
   */
  constructor(
    path: string,
    private readonly options: OutputFolderOptions = {},
  ) {
    this.disk = options.disk ?? nodeDisk;
    this.kind = options.kind ?? 'bake';
    this.listName = listNames[this.kind];
    this.writer = new DiskWriter(this.disk);
    if (path.trim() === '') throw InputError.at('out', 'expected the name of a folder, got none');
    this.path = realPath(path);
    this.partialPath = `${this.path}.partial`;
    this.work = new WorkFolder(this.partialPath, this.kind, partialNames, this.writer);
    this.lock = new FolderLock(this.path);
    this.segments = this.openSegments();
    requireWritable(dirname(this.path));
    try {
      this.requireFree(true);
    } catch {
      // Another process may be moving its files into the folder. If it still holds the lock, this is the error to report. If it has ended
      // in the meantime, the folder is consistent again, and a second check decides.
      const holder = this.lock.holder();
      if (holder) throw this.busy(holder);
      this.requireFree(true);
    }
  }

  /** Returns the free bytes on the disk of the folder; null if unknown. */
  free(): number | null {
    let location = this.path;
    while (!existsSync(location) && dirname(location) !== location) location = dirname(location);
    return this.disk.free(location);
  }

  /** Whether an interrupted bake left a checkpoint from which a bake can continue. */
  get hasCheckpoint(): boolean {
    return this.work.isOurs && existsSync(this.checkpointPath);
  }

  /**
   * Takes the lock and prepares the partial folder. With `mayResume`, the checkpoint and the frames of an interrupted bake are kept.
   * Returns whether there is a checkpoint from which to continue. `commit`, `discard` and `close` release the lock. Throws InputError if
   * another process writes into the folder, if an output would replace a file or folder that no run wrote, and in the same cases as the
   * constructor.
   */
  open(mayResume: boolean, { origin = '', files = [] }: BeginOptions = {}): boolean {
    this.takeLock();
    const resume = mayResume && this.hasCheckpoint;
    // Until this is true, an error must not delete the files that an interrupted bake has kept.
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
      this.writer.makeFolder(this.framesPath);
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

  /** Rolls back a move of files that was interrupted, or completes it (see `undoExchange`). Has no effect if there is none. */
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
   * Writes one output. `name` may contain folders: `height/0001.png`. Returns the SHA-256 of the bytes, in hexadecimal. Only the list of
   * outputs is synced (fsync): other outputs can be created again, and hundreds of syncs would take longer than writing the files.
   */
  write(name: string, bytes: Uint8Array): string {
    this.orDropOutputs(() => {
      const path = this.outputPath(name);
      if (name === this.listName) this.writer.writeSafely(path, bytes);
      else this.writer.write(path, bytes);
    });
    return hashBytes(bytes);
  }

  /** Writes one output from a stream of parts. Returns the SHA-256 of its bytes, in hexadecimal. */
  async writeParts(name: string, parts: AsyncIterable<Uint8Array>): Promise<string> {
    try {
      const { hashed, finish } = hashParts(parts);
      await this.writer.writeParts(this.outputPath(name), hashed);
      return finish().sha256;
    } catch (error) {
      this.dropOutputs();
      throw error;
    }
  }

  /** Records that another thread has written an output into `filesPath`. */
  noteWritten(name: string): void {
    this.written.add(name);
  }

  /** Keeps a frame in memory. The next checkpoint writes it to disk, so a bake without checkpoints writes no frames. */
  putFrame(key: string, bytes: Uint8Array): void {
    const kept = this.sharesFrames ? this.blocks.add(bytes) : bytes;
    this.freshFrames.set(key, kept);
    for (const sender of this.senders) sender.put(key, kept);
  }

  /**
   * Sends the changes of kept frames to another thread, from now on. `sharesFrames` must be true. Returns a function that ends this.
   */
  sendFrames(sender: FrameSender): () => void {
    this.senders.add(sender);
    return () => {
      this.senders.delete(sender);
    };
  }

  /** Returns a description of all kept frames, from which other threads can read them. `sharesFrames` must be true. */
  shareFrames(): SharedFrames {
    return describeFrames(this.blocks, this.freshFrames, this.framesPath, this.segments.places);
  }

  /** Returns a frame. Throws InputError if frames of an interrupted bake are missing or damaged. */
  getFrame(key: string): Uint8Array {
    const frame = this.freshFrames.get(key) ?? this.segments.get(key);
    if (frame) return frame;
    throw InputError.at(
      'resume',
      `frames of the interrupted bake are missing in ${showPath(this.partialPath)}: bake without --resume to start over`,
    );
  }

  /** Writes all frames so far, then the checkpoint. In this order, a checkpoint on disk never refers to frames that are missing. */
  saveCheckpoint(bytes: Uint8Array): void {
    this.segments.add(this.freshFrames);
    for (const sender of this.senders)
      sender.move([...this.freshFrames.keys()].map((key) => [key, this.segments.places.get(key)!]));
    this.freshFrames.clear();
    this.blocks = new SharedBlocks();
    const record = sealRecord(checkpointRecord, JSON.stringify(this.segments.fileSizes), bytes);
    this.writer.replace(this.checkpointPath, record);
  }

  /** Returns the body of the checkpoint and loads its frames. Throws InputError if the checkpoint or a frame is damaged. */
  loadCheckpoint(): Uint8Array {
    const { name, body } = openRecord(readFileSync(this.checkpointPath), checkpointRecord, 'resume');
    this.segments.load(JSON.parse(name) as number[]);
    return body;
  }

  /**
   * Moves the outputs into the real folder, where they replace those of an earlier run. Files that no run wrote, and files that were
   * changed since, stay in the folder; if an output would replace one of them, throws a DiskError. If the disk refuses an operation, the
   * real folder is restored. In this case the outputs of a bake are deleted, since a resumed bake creates them from its frames. The outputs
   * of a render are kept, since they would have to be drawn again.
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
      for (const name of fresh) this.requirePath(name, replaceable);
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

  /** Deletes the partial folder and releases the lock. */
  discard(): void {
    // While files are being moved, `replaced` contains the only copy of the earlier files.
    if (!this.isHalfWay) this.work.remove();
    this.close();
  }

  /** Releases the lock and keeps the partial folder, so that the bake can be resumed. */
  close(): void {
    this.lock.release();
  }

  /** Folder in which the outputs are until `commit` moves them. */
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

  private get framesPath(): string {
    return join(this.partialPath, 'frames');
  }

  private openSegments(): FrameSegments {
    return new FrameSegments(this.framesPath, this.writer);
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
      `process ${process} is writing into ${showPath(this.path)}: wait until it ends, or choose another folder with --out ` +
        `(if process ${process} is not aftermotion, delete ${showPath(path)})`,
    );
  }

  /** Throws InputError if a run may not write into the folder. `isQuick`: compares only the sizes of recorded files, not their hashes. */
  private requireFree(isQuick: boolean): void {
    this.work.requireFree();
    const entry = kindOfEntry(this.path);
    if (entry === null || this.isHalfWay) return;
    const location = showPath(this.path);
    if (entry === 'link') {
      throw InputError.at(
        'out',
        `expected a folder, got the link ${location} whose target does not exist: choose another name`,
      );
    }
    if (entry !== 'folder') {
      throw InputError.at('out', `expected a folder, got the file ${location}: choose another name`);
    }
    if (readdirSync(this.path).length === 0) return;
    const record = this.readRecord();
    if (!record) {
      throw InputError.at(
        'out',
        `the folder ${location} is not empty and no ${this.kind} wrote it (it has no ${this.listName} that aftermotion wrote): ` +
          'choose another folder with --out, or empty this one',
      );
    }
    const replace = this.kind === 'bake' ? ', or replace it with --overwrite' : '';
    if (this.options.overwrite) return;
    if (record.isEarlier) {
      throw InputError.at(
        'out',
        `the folder ${location} holds a bake of an earlier version, which does not list the contents of its files: choose another ` +
          `folder with --out, delete this one${replace}`,
      );
    }
    for (const file of record.files) {
      const state = this.examine(file, isQuick);
      if (state === 'own' || state === 'gone' || this.options.replaces?.includes(file.file)) continue;
      const what =
        state === 'changed'
          ? `has been changed since a ${this.kind} wrote it`
          : `is not a plain file in this folder (it is a link, is reached through one, or is a folder), so no ${this.kind} wrote it`;
      throw InputError.at(
        'out',
        `${showPath(join(this.path, file.file))} ${what}: move it, choose another folder with --out${replace}`,
      );
    }
  }

  private readRecord(): FolderRecord | null {
    return readRecord(this.path, this.listName);
  }

  /**
   * Compares a file with its record. `isQuick`: compares only the size. A file that was found unchanged is not hashed again while its stamp
   * stays the same.
   */
  private examine(file: RecordedFile, isQuick: boolean): FileState {
    const isFile = examinePath(this.path, file.file) === 'file';
    const stamp = isFile && !isQuick ? stampOf(join(this.path, file.file)) : null;
    const isKnown = stamp !== null && this.stamps.get(file.file) === stamp;
    const state = examineFile(this.path, file, isQuick || isKnown);
    if (stamp !== null && state === 'own') this.stamps.set(file.file, stamp);
    return state;
  }

  /**
   * Returns the names of the files of the earlier run. own: unchanged files, which may be deleted. others: changed files. replaceable:
   * files that a new output with the same name may replace.
   */
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

  /** Throws InputError if an output would replace a file or folder that no run wrote, so that this is known before the simulation. */
  private requirePlaces(names: readonly string[]): void {
    if (names.length === 0 || !existsSync(this.path)) return;
    const { replaceable } = this.findOwn();
    for (const name of names) {
      try {
        this.requirePath(name, replaceable);
      } catch (error) {
        throw error instanceof DiskError ? InputError.at('out', error.message) : error;
      }
    }
  }

  /** Throws DiskError if an output of this name would replace a file or a folder that no run wrote. */
  private requirePath(name: string, replaceable: NamesOnDisk): void {
    const found = examinePath(this.path, name);
    if (found === null || (found === 'file' && replaceable.has(name))) return;
    const location = showPath(join(this.path, name));
    const what =
      found === 'file'
        ? `there is a file here that no ${this.kind} wrote, or that was changed since`
        : found === 'folder'
          ? 'there is a folder at the path of this file'
          : 'this path goes through a link, or through something that is not a folder';
    throw new DiskError('EEXIST', `${location}: ${what}: move it, or choose another folder with --out`);
  }

  /** If writing fails, deletes all outputs. This frees space for the frames, from which a resumed bake creates the outputs again. */
  private orDropOutputs(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.dropOutputs();
      throw error;
    }
  }

  /** Deletes all outputs that have been written. */
  dropOutputs(): void {
    if (!this.isHalfWay) this.work.drop('files');
    this.madeFolders.clear();
  }

  /** Returns the path of an output in the partial folder. Creates the folder of the output and records its name. */
  private outputPath(name: string): string {
    this.written.add(name);
    const path = join(this.filesPath, name);
    const folder = dirname(path);
    if (!this.madeFolders.has(folder)) this.writer.makeFolder(folder);
    this.madeFolders.add(folder);
    return path;
  }
}

/** Calls `OutputFolder.settle` if a move of files into the folder was interrupted. */
export function settleFolder(path: string): void {
  const kind = kindOfExchange(path);
  if (kind) new OutputFolder(path, { kind }).settle();
}

/** Returns whether a folder contains files of two runs, because a move of files is in progress or was interrupted. */
export function isBeingReplaced(path: string): boolean {
  return kindOfExchange(path) !== null;
}

/** Returns the kind of the run that is moving files into a folder, or that was interrupted while doing so; null if there is none. */
function kindOfExchange(path: string): WorkKind | null {
  const partialPath = `${realPath(path)}.partial`;
  return isHalfWay(partialPath) ? readMarker(partialPath) : null;
}

/** Throws InputError if a folder that is to be read contains files of two runs. `shown`: name of the folder in the message. */
export function requireSettled(path: string, shown = path): void {
  if (!isBeingReplaced(path)) return;
  throw InputError.at(
    shown,
    'the files of two bakes are mixed in this folder, since the second is moving its files here, or was stopped while it ' +
      'did: bake it again (with --resume it continues from the kept files)',
  );
}

/** Returns device, inode, size and times of a file as text, which changes when the file is written. Null if there is no file. */
function stampOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : null;
}

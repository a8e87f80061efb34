import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { InputError } from '../input-error.ts';
import { type Disk, DiskWriter, nodeDisk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { readIfThere, showPlace } from './disk-files.ts';
import { FolderLock } from './folder-lock.ts';
import { requireWritable } from './make-folders.ts';

/** What a bake leaves in `NAME.partial`, see below. */
const partialNames = ['files', 'frames', 'replaced', 'checkpoint', 'origin.json', 'lock'];

/**
 * Where a bake writes. Everything goes into a folder beside the real one, `NAME.partial`, and takes its place only when
 * all is there: nobody ever sees half a bake.
 *
 *     NAME.partial/files/      the outputs so far
 *     NAME.partial/frames/     simulated frames that wait for the outputs
 *     NAME.partial/replaced/   while outputs take their place: those of the bake before
 *     NAME.partial/checkpoint  the state to go on from after an interruption
 *     NAME.partial/origin.json what is baked, for who looks for its folder
 *     NAME.partial/lock        the id of the process that writes
 */
export class OutputFolder {
  readonly path: string;
  readonly partialPath: string;
  private readonly lock: FolderLock;
  private readonly freshFrames = new Map<string, Uint8Array>();
  private readonly madeFolders = new Set<string>();
  private readonly writer: DiskWriter;

  /** Looks without writing. Throws InputError when the folder holds something that no bake wrote. */
  constructor(
    path: string,
    private readonly disk: Disk = nodeDisk,
  ) {
    this.writer = new DiskWriter(disk);
    this.path = resolve(path);
    this.partialPath = `${this.path}.partial`;
    this.lock = new FolderLock(join(this.partialPath, 'lock'));
    if (path.trim() === '') throw InputError.at('out', 'expected the name of a folder, got none');
    requireWritable(dirname(this.path));
    if (existsSync(this.partialPath) && !statSync(this.partialPath).isDirectory()) {
      throw InputError.at(
        'out',
        `the file ${showPlace(this.partialPath)} is in the way: move it, or choose another folder`,
      );
    }
    const strange = existsSync(this.partialPath)
      ? readdirSync(this.partialPath).find((name) => !partialNames.includes(name.replace(/\.new$/, '')))
      : undefined;
    if (strange !== undefined) {
      throw InputError.at(
        'out',
        `the folder ${showPlace(this.partialPath)} is in the way: no bake wrote "${strange}" in it; move it, or choose another folder`,
      );
    }
    if (!existsSync(this.path)) return;
    if (!statSync(this.path).isDirectory()) {
      throw InputError.at('out', `expected a folder, got the file ${path}: choose another name`);
    }
    if (readdirSync(this.path).length > 0 && this.writtenBefore().length === 0) {
      throw InputError.at(
        'out',
        `the folder ${path} is not empty and no bake wrote it (it has no report.json of ours): ` +
          'choose another folder with --out, or empty this one',
      );
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
    return existsSync(this.checkpointPath);
  }

  /**
   * Begins: an empty partial folder, or the one that an interrupted bake left. `origin` is kept there: see `originText`. Until `commit`, `discard` or `close` it is
   * locked. Throws InputError while another bake writes there.
   */
  open(resume: boolean, origin = ''): void {
    this.writer.makeFolder(this.partialPath);
    const holder = this.takeLock();
    if (holder !== null) {
      throw InputError.at(
        'out',
        `another bake, process ${holder}, is writing into ${showPlace(this.path)}: wait for it, or choose another ` +
          `folder with --out (if it is no bake, remove ${showPlace(this.lock.path)})`,
      );
    }
    try {
      for (const name of resume ? ['files', 'replaced'] : ['files', 'replaced', 'frames', 'checkpoint']) {
        rmSync(join(this.partialPath, name), { recursive: true, force: true });
      }
      this.writer.makeFolder(join(this.partialPath, 'files'));
      this.writer.makeFolder(join(this.partialPath, 'frames'));
      if (origin !== '')
        this.writer.replace(join(this.partialPath, 'origin.json'), new TextEncoder().encode(origin));
    } catch (error) {
      if (resume) this.close();
      else this.discard();
      throw error;
    }
  }

  /** Writes one output. `name` may lie in a folder: `height/0001.png`. */
  write(name: string, bytes: Uint8Array): void {
    this.orDropOutputs(() => this.writer.write(this.outputPath(name), bytes));
  }

  /** Writes one output that comes in pieces. */
  async writeParts(name: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await this.writer.writeParts(this.outputPath(name), parts);
    } catch (error) {
      this.dropOutputs();
      throw error;
    }
  }

  /** Frames stay in memory until a checkpoint needs them on disk: a short bake writes none. */
  putFrame(key: string, bytes: Uint8Array): void {
    this.freshFrames.set(key, bytes);
  }

  /** Throws InputError where an interrupted bake's frames are no longer there. */
  getFrame(key: string): Uint8Array {
    const fresh = this.freshFrames.get(key);
    if (fresh) return fresh;
    const kept = readIfThere(join(this.partialPath, 'frames', key));
    if (kept) return kept;
    throw InputError.at(
      'resume',
      `frames of the interrupted bake are missing in ${showPlace(this.partialPath)}: bake without it to start over`,
    );
  }

  /** Keeps all frames so far, then the state that goes on after them: whenever it ends, both fit together. */
  saveCheckpoint(bytes: Uint8Array): void {
    for (const [key, frame] of this.freshFrames) {
      // Whole or not at all: the checkpoint before may need a frame of the same name.
      this.writer.replace(join(this.partialPath, 'frames', key), frame);
      this.freshFrames.delete(key);
    }
    this.writer.replace(this.checkpointPath, bytes);
  }

  loadCheckpoint(): Uint8Array {
    return readFileSync(this.checkpointPath);
  }

  /**
   * Puts the outputs in place of those of an earlier bake. Files that no bake wrote stay where they are. When the disk
   * refuses, everything is again as it was before.
   */
  commit(): void {
    const fresh = join(this.partialPath, 'files');
    this.orDropOutputs(() => {
      if (existsSync(this.path)) {
        this.exchange(fresh);
      } else {
        this.writer.makeFolder(dirname(this.path));
        this.writer.rename(fresh, this.path);
      }
    });
    this.discard();
  }

  private exchange(fresh: string): void {
    const names = listFiles(fresh);
    const stale = this.writtenBefore().filter((name) => !names.includes(name));
    const done: [from: string, to: string][] = [];
    const move = (from: string, to: string) => {
      this.writer.makeFolder(dirname(to));
      this.writer.rename(from, to);
      done.push([from, to]);
    };
    const setAside = (name: string) => {
      const place = join(this.path, name);
      if (existsSync(place)) move(place, join(this.partialPath, 'replaced', name));
    };
    try {
      for (const name of names) {
        if (name === 'report.json') continue;
        setAside(name);
        move(join(fresh, name), join(this.path, name));
      }
      stale.forEach(setAside);
      // The report goes last, over the one before: it says what is there, and without one the folder is no bake's.
      move(join(fresh, 'report.json'), join(this.path, 'report.json'));
    } catch (error) {
      for (const [from, to] of done.reverse()) renameSync(to, from);
      throw error;
    }
    for (const name of stale) removeEmptyFolders(this.path, name);
  }

  /** Removes everything that is not yet in place. */
  discard(): void {
    rmSync(this.partialPath, { recursive: true, force: true });
    this.lock.release();
  }

  /** Leaves what is needed to resume. */
  close(): void {
    this.lock.release();
  }

  private get checkpointPath(): string {
    return join(this.partialPath, 'checkpoint');
  }

  /** Takes the lock, or tells who holds it. Leaves nothing behind where there was nothing. */
  private takeLock(): number | null {
    try {
      return this.lock.take();
    } catch (error) {
      removeIfEmpty(this.partialPath);
      throw DiskError.from(error, this.lock.path);
    }
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
    rmSync(join(this.partialPath, 'files'), { recursive: true, force: true });
    this.madeFolders.clear();
  }

  /** Where an output goes, its folder made. */
  private outputPath(name: string): string {
    const path = join(this.partialPath, 'files', name);
    const folder = dirname(path);
    if (!this.madeFolders.has(folder)) this.writer.makeFolder(folder);
    this.madeFolders.add(folder);
    return path;
  }

  /** The files of the bake that the folder holds, by its report; empty when it holds none. */
  private writtenBefore(): string[] {
    const path = join(this.path, 'report.json');
    if (!existsSync(path)) return [];
    try {
      const report = JSON.parse(readFileSync(path, 'utf8')) as { outputs: { file: string }[] };
      const names = report.outputs.map((output) => output.file);
      return [...names.filter((name) => isInside(this.path, name)), 'report.json'];
    } catch {
      return [];
    }
  }
}

function isInside(folder: string, name: string): boolean {
  return resolve(folder, name).startsWith(folder + sep);
}

function listFiles(folder: string, prefix = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = prefix + entry.name;
    return entry.isDirectory() ? listFiles(join(folder, entry.name), `${name}/`) : [name];
  });
}

/** Removes the folders that a file left empty when it went. */
function removeEmptyFolders(folder: string, name: string): void {
  for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) {
    if (!removeIfEmpty(join(folder, parent))) return;
  }
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { InputError } from '../input-error.ts';
import { showPlace } from './disk-files.ts';
import { FolderLock } from './folder-lock.ts';

/**
 * Where a bake writes. Everything goes into a folder beside the real one, `NAME.partial`, and takes its place only when
 * all is there: nobody ever sees half a bake.
 *
 *     NAME.partial/files/      the outputs so far
 *     NAME.partial/frames/     simulated frames that wait for the outputs
 *     NAME.partial/checkpoint  the state to go on from after an interruption
 *     NAME.partial/lock        the id of the process that writes
 */
export class OutputFolder {
  readonly path: string;
  readonly partialPath: string;
  private readonly lock: FolderLock;
  private readonly freshFrames = new Map<string, Uint8Array>();
  private readonly madeFolders = new Set<string>();

  /** Looks without writing. Throws InputError when the folder holds something that no bake wrote. */
  constructor(path: string) {
    this.path = resolve(path);
    this.partialPath = `${this.path}.partial`;
    this.lock = new FolderLock(join(this.partialPath, 'lock'));
    checkWritable(dirname(this.path), path);
    if (existsSync(this.partialPath) && !statSync(this.partialPath).isDirectory()) {
      throw InputError.at(
        'out',
        `the file ${showPlace(this.partialPath)} is in the way: move it, or choose another folder`,
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

  /** True when an interrupted bake can be taken up again. */
  get hasCheckpoint(): boolean {
    return existsSync(this.checkpointPath);
  }

  /**
   * Begins: an empty partial folder, or the one that an interrupted bake left. Until `commit`, `discard` or `close` it is
   * locked. Throws InputError while another bake writes there.
   */
  open(resume: boolean): void {
    mkdirSync(this.partialPath, { recursive: true });
    const holder = this.lock.take();
    if (holder !== null) {
      throw InputError.at(
        'out',
        `another bake, process ${holder}, is writing into ${showPlace(this.path)}: wait for it, or choose another ` +
          `folder with --out (if it is no bake, remove ${showPlace(this.lock.path)})`,
      );
    }
    for (const name of resume ? ['files'] : ['files', 'frames', 'checkpoint']) {
      rmSync(join(this.partialPath, name), { recursive: true, force: true });
    }
    mkdirSync(join(this.partialPath, 'files'), { recursive: true });
    mkdirSync(join(this.partialPath, 'frames'), { recursive: true });
  }

  /** Writes one output. `name` may lie in a folder: `height/0001.png`. */
  write(name: string, bytes: Uint8Array): void {
    const path = join(this.partialPath, 'files', name);
    const folder = dirname(path);
    if (!this.madeFolders.has(folder)) mkdirSync(folder, { recursive: true });
    this.madeFolders.add(folder);
    writeFileSync(path, bytes);
  }

  /** Writes one output that comes in pieces. */
  async writeParts(name: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    this.write(name, new Uint8Array(0));
    const file = openSync(join(this.partialPath, 'files', name), 'w');
    try {
      for await (const part of parts) {
        for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
      }
    } finally {
      closeSync(file);
    }
  }

  /** Frames stay in memory until a checkpoint needs them on disk: a short bake writes none. */
  putFrame(key: string, bytes: Uint8Array): void {
    this.freshFrames.set(key, bytes);
  }

  getFrame(key: string): Uint8Array {
    return this.freshFrames.get(key) ?? readFileSync(join(this.partialPath, 'frames', key));
  }

  /** Keeps all frames so far, then the state that goes on after them: whenever it ends, both fit together. */
  saveCheckpoint(bytes: Uint8Array): void {
    for (const [key, frame] of this.freshFrames) writeFileSync(join(this.partialPath, 'frames', key), frame);
    this.freshFrames.clear();
    writeFileSync(`${this.checkpointPath}.new`, bytes);
    renameSync(`${this.checkpointPath}.new`, this.checkpointPath);
  }

  loadCheckpoint(): Uint8Array {
    return readFileSync(this.checkpointPath);
  }

  /** Puts the outputs in place of those of an earlier bake. Files that no bake wrote stay where they are. */
  commit(): void {
    const fresh = join(this.partialPath, 'files');
    if (!existsSync(this.path)) {
      mkdirSync(dirname(this.path), { recursive: true });
      renameSync(fresh, this.path);
    } else {
      const names = listFiles(fresh);
      const stale = this.writtenBefore().filter((name) => !names.includes(name));
      // The report goes last: it says what is there.
      names.sort((a, b) => Number(a === 'report.json') - Number(b === 'report.json'));
      for (const name of names) {
        mkdirSync(dirname(join(this.path, name)), { recursive: true });
        renameSync(join(fresh, name), join(this.path, name));
      }
      for (const name of stale) removeFile(this.path, name);
    }
    this.discard();
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

/** Better to know before an hour of simulation than after. */
function checkWritable(folder: string, path: string): void {
  if (!existsSync(folder)) {
    checkWritable(dirname(folder), path);
    return;
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw InputError.at(
      'out',
      `expected a folder that can be written, but ${folder} cannot: choose another for ${path}`,
    );
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

/** Removes a file and the folders that it leaves empty. */
function removeFile(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
  for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(join(folder, parent));
    } catch {
      return;
    }
  }
}

import { cpus } from 'node:os';
import { dirname, relative, resolve, sep } from 'node:path';
import type { BakeReport } from '../bake/bake-report.ts';
import { type BakeProgress, bakeScene } from '../bake/bake-scene.ts';
import { InputError } from '../input-error.ts';
import { openScene } from '../scene/open-scene.ts';
import { moveScene, type SceneOverrides } from '../scene/override-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { selectParts } from '../scene/select-parts.ts';
import { explainReferenceKernels } from '../systems/kernel-compiler.ts';
import { checkSize, usualMostBytes } from './check-size.ts';
import { type BakeOrigin, chooseFolder, originText, sourceIn } from './choose-folder.ts';
import type { Disk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { createDiskFiles, showPath } from './disk-files.ts';
import { OutputFolder, settleFolder } from './output-folder.ts';
import { createDiskCache } from './prepare-cache.ts';
import { readSource } from './read-source.ts';

/** Options of `bakeFile`. They are those of the command `aftermotion bake`. */
export interface BakeFileOptions {
  /**
   * Folder to write into. Default: `out/NAME` in the working directory. If that folder holds a bake of another scene, or of the same
   * lone file with other parameters, the default is `out/NAME-2` or the next free name.
   */
  readonly out?: string;
  /** Replaces the outputs of an earlier bake, even one of another source. */
  readonly overwrite?: boolean;
  /** First and last frame to write, both included, counted from 0; null means the first or last frame of the scene. */
  readonly frames?: readonly [number | null, number | null];
  /** Names of systems or of kinds of outputs. Only these are baked. */
  readonly only?: readonly string[];
  /** Continues an interrupted bake of the same scene from its checkpoint. Starts from the beginning if there is no checkpoint. */
  readonly resume?: boolean;
  /** Seconds of work between checkpoints, which is the most that a crash can lose. Default 15. */
  readonly checkpointSeconds?: number;
  /**
   * True: assets (glTF, OBJ) may name files outside of their own folders. By default that is an error, so that an untrusted asset
   * cannot make the program read other files of this machine.
   */
  readonly outsideFiles?: boolean;
  /** Values that replace those of the scene. */
  readonly overrides?: SceneOverrides;
  /** Estimated size of all outputs, bytes, above which `confirmSize` is called before the simulation. Default 2 GB. */
  readonly maxBytes?: number;
  /**
   * Decides whether to continue a bake that writes more than `maxBytes`, or that may not fit on the disk. `message` describes the
   * problem. If this is absent, such a bake is refused.
   */
  confirmSize?(message: string): boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
  progress?(progress: BakeProgress): void;
  /** Receives messages for the user: the chosen folder and reasons for a slow bake early, the old files that were kept at the end. */
  note?(message: string): void;
  /** Called after preparation, before the first write. From then on, an abort keeps a checkpoint for `resume`. */
  started?(): void;
  /** Disk to write to. Default: the real disk. */
  readonly disk?: Disk;
  /** `performance.now()` when the caller started, milliseconds. */
  readonly begun?: number;
}

/** The folder that `bakeFile` wrote, and its report. */
export interface BakeFileResult {
  /** The folder that was written. */
  readonly out: string;
  readonly report: BakeReport;
}

/**
 * Bakes a scene file, or a lone file for which a scene is made, into a folder. Nothing is written before all input has been validated.
 * The outputs appear in the folder only when all of them are complete.
 *
 * If `signal` aborts, the checkpoint stays in `OUT.partial` and the reason of the signal is thrown.
 * Throws InputError for faults of the input, for outputs that are too large or cannot fit on the disk, and while another bake writes
 * into the same folder. Throws DiskError if the disk refuses an operation; `isResumable` tells whether `resume` can continue.
 */
export async function bakeFile(path: string, options: BakeFileOptions = {}): Promise<BakeFileResult> {
  for (const folder of [path, dirname(resolve(path)), options.out]) if (folder) settleFolder(folder);
  const source = await readSource(path, options.overrides ?? {}, options);
  const scene = selectParts(parseScene(source.scene), options.only ?? []);
  const origin: BakeOrigin = {
    source: source.file,
    isScene: source.isScene,
    sceneText(into) {
      const move = (file: string) =>
        relative(resolve(into), resolve(source.folder, file)).split(sep).join('/');
      return `${JSON.stringify(moveScene(source.scene, move), null, 2)}\n`;
    },
  };
  const { path: out, note } = chooseFolder(origin, {
    out: options.out,
    name: source.name,
    resume: options.resume === true,
    overwrite: options.overwrite === true,
  });
  if (note) options.note?.(note);
  settleFolder(out);
  const folder = new OutputFolder(out, {
    overwrite: options.overwrite,
    // The scene file itself may be in this folder. It may be replaced, since it is written again as it was read.
    replaces: [sourceIn(out, origin)],
    disk: options.disk,
  });
  let resumes = options.resume === true && folder.hasCheckpoint;
  if (options.resume && !resumes) options.note?.(anewWords(folder));
  const pause = () => new Promise<void>((done) => setImmediate(done));
  const plan = await openScene(scene, createDiskFiles(source.folder, options), {
    name: source.name,
    sceneFile: showPath(resolve(path)).split(sep).join('/'),
    frames: options.frames,
    cache: createDiskCache(),
    signal: options.signal,
    progress: (fraction, message) =>
      options.progress?.({ phase: 'prepare', done: fraction * prepareWork, total: prepareWork, message }),
    pause,
  });
  let isTold = false;
  const tellPlainKernels = () => {
    const reason = explainReferenceKernels();
    if (reason !== null && !isTold) options.note?.(reason);
    isTold ||= reason !== null;
  };
  const dropped = !options.resume && folder.hasCheckpoint;
  let isOpen = false;
  try {
    const warnings = dropped ? [...plan.warnings, droppedWords(folder)] : plan.warnings;
    const report = await bakeScene(
      { ...plan, warnings, source: sourceIn(out, origin) },
      {
        sceneText: origin.sceneText(out),
        write: (name, bytes) => folder.write(name, bytes),
        writeParts: (name, parts) => folder.writeParts(name, parts),
        frames: { put: (key, bytes) => folder.putFrame(key, bytes), get: (key) => folder.getFrame(key) },
        checkpoint: (bytes) => folder.saveCheckpoint(bytes),
        checkpointSeconds: options.checkpointSeconds,
        finish: () => folder.commit(),
        begin: async (estimate, files) => {
          await checkSize(estimate, {
            maxBytes: options.maxBytes ?? usualMostBytes,
            free: folder.free(),
            kept: resumes ? estimate.keptBytes : 0,
            confirm: options.confirmSize,
          });
          options.started?.();
          // The lock is taken here. A checkpoint seen earlier may have belonged to another bake that has ended meanwhile.
          resumes = folder.open(options.resume === true, { origin: originText(origin, out), files });
          isOpen = true;
          return resumes ? { resume: folder.loadCheckpoint() } : undefined;
        },
        pause,
        signal: options.signal,
        progress(made) {
          tellPlainKernels();
          options.progress?.(made);
        },
        machine: describeMachine(),
        begun: options.begun,
      },
    );
    if (folder.leftCount > 0) options.note?.(leftWords(folder));
    return { out, report };
  } catch (error) {
    if (!isOpen) throw error;
    // A fault of the input would occur again after a resume. Other errors may not, such as exhausted memory, which is an InputError
    // with a cause.
    const isWrong = error instanceof InputError && error.cause === undefined;
    const keeps = options.signal?.aborted || resumes || !isWrong;
    const isResumable = keeps && folder.hasCheckpoint;
    if (error instanceof DiskError) error.isResumable = isResumable;
    if (isResumable) folder.close();
    else folder.discard();
    throw error;
  }
}

/** Total of the progress during preparation. */
const prepareWork = 100;

function anewWords(folder: OutputFolder): string {
  return `${showPath(folder.partialPath)} has no interrupted bake to continue: this bake starts from the beginning`;
}

function leftWords({ path, leftCount }: OutputFolder): string {
  const files = leftCount === 1 ? '1 file' : `${leftCount} files`;
  return (
    `${files} of the earlier bake were kept in ${showPath(path)}, as they have been changed, or may have been: ` +
    'delete those that you do not need'
  );
}

function droppedWords(folder: OutputFolder): string {
  return `this bake started from the beginning; the files of an interrupted bake in ${showPath(folder.partialPath)} were deleted (--resume would have continued it)`;
}

function describeMachine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model ?? 'processor'}, ${process.platform}, Node ${process.versions.node}`;
}

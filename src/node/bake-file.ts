import { cpus } from 'node:os';
import { dirname, relative, resolve, sep } from 'node:path';
import type { BakePlan } from '../bake/bake-plan.ts';
import type { BakeReport } from '../bake/bake-report.ts';
import { type BakeProgress, bakeScene } from '../bake/bake-scene.ts';
import { isWorthDividing } from '../bake/division/find-units.ts';
import { createPartRunner } from '../bake/division/part-task.ts';
import { runPart } from '../bake/division/part-tasks.ts';
import type { PartRunner } from '../bake/division/simulate-divided.ts';
import type { BakeEstimate } from '../bake/estimate-bake.ts';
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
import type { TaskFolder } from './parts/task-folder.ts';
import { createDiskCache } from './prepare-cache.ts';
import type { QueueAddress } from './queue/queue-address.ts';
import type { QueueRunner } from './queue/queue-runner.ts';
import { readSource } from './read-source.ts';
import { createBakeWorkers } from './threads/bake-workers.ts';
import { countThreads } from './threads/count-threads.ts';
import { EarlyThreads } from './threads/early-threads.ts';

/** Options of `bakeFile`. They correspond to those of the command `aftermotion bake`. */
export interface BakeFileOptions {
  /**
   * Folder into which the outputs are written. Default: `out/NAME` in the working directory. If that folder contains a bake of another
   * scene, or of the same lone file with other parameters, the default is `out/NAME-2` or the next free name.
   */
  readonly out?: string;
  /** Whether the outputs of an earlier bake are replaced, even those of another source. */
  readonly overwrite?: boolean;
  /** First and last frame to write, both included, counted from 0; null means the first or last frame of the scene. */
  readonly frames?: readonly [number | null, number | null];
  /** Names of systems or of kinds of outputs. Only these are baked. */
  readonly only?: readonly string[];
  /**
   * Whether an interrupted bake of the same scene is continued from its checkpoint. If there is no checkpoint, the bake starts from the
   * beginning.
   */
  readonly resume?: boolean;
  /** Seconds of work between checkpoints: at most this amount of work is lost in a crash. Default 15. */
  readonly checkpointSeconds?: number;
  /**
   * True: assets (glTF, OBJ) may name files outside of their own folders. By default this is an error, so that an untrusted asset cannot
   * make the program read other files of this machine.
   */
  readonly outsideFiles?: boolean;
  /** Values that replace those of the scene. */
  readonly overrides?: SceneOverrides;
  /** Estimated size of all outputs, bytes, above which `confirmSize` is called before the simulation. Default 2 GB. */
  readonly maxBytes?: number;
  /**
   * Decides whether to continue a bake that writes more than `maxBytes`, or that may not fit on the disk. `message` describes the problem.
   * If this function is absent, such a bake is refused.
   */
  confirmSize?(message: string): boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
  progress?(progress: BakeProgress): void;
  /**
   * Receives messages for the user: at the beginning the chosen folder and reasons for a slow bake, at the end the old files that were
   * kept.
   */
  note?(message: string): void;
  /** Called after preparation, before the first write. After this, an abort keeps a checkpoint for `resume`. */
  started?(): void;
  /**
   * Maximum number of threads that simulate parts and encode outputs at the same time, 1 to 256. With 1, the calling thread does everything. The files are the
   * same for every number. Default: the variable `AFTERMOTION_THREADS`, or one for each core; small bakes use only the calling thread.
   */
  readonly threads?: number;
  /** A queue whose workers simulate parts of the scene. Absent: threads of this process do. */
  readonly queue?: QueueAddress;
  /**
   * Folder with the results of tasks: see `planFile` and `runFolderTask`. Throws InputError if a task has not run, or if the tasks are those of
   * another scene.
   */
  readonly tasks?: string;
  /** Disk to which the outputs are written, by the calling thread only. Default: the real disk. */
  readonly disk?: Disk;
  /** Value of `performance.now()` when the caller started, milliseconds. */
  readonly begun?: number;
}

/** The folder that `bakeFile` wrote, and the report of the bake. */
export interface BakeFileResult {
  /** The folder that was written. */
  readonly out: string;
  readonly report: BakeReport;
}

/**
 * Bakes a scene file into a folder, or a lone file, for which a scene is created. Nothing is written before all input has been validated.
 * The outputs appear in the folder only when all of them are complete.
 *
 * If `signal` aborts, the checkpoint stays in `OUT.partial` and the reason of the signal is thrown. Throws InputError for faults of the
 * input, for outputs that are too large or cannot fit on the disk, and if another bake writes into the same folder at the same time. Throws
 * DiskError if the disk refuses an operation; its field `isResumable` states whether `resume` can continue.
 */
export async function bakeFile(path: string, options: BakeFileOptions = {}): Promise<BakeFileResult> {
  const threads = countThreads(options.threads);
  if (options.queue && options.tasks !== undefined)
    throw InputError.at('tasks', 'expected either a queue or a folder of tasks, got both');
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
    // The scene file itself may be in this folder. In this case it may be replaced, since it is written again as it was read.
    replaces: [sourceIn(out, origin)],
    disk: options.disk,
  });
  let resumes = options.resume === true && folder.hasCheckpoint;
  if (options.resume && !resumes) options.note?.(anewWords(folder));
  const opening = {
    name: source.name,
    sceneFile: showPath(resolve(path)).split(sep).join('/'),
    frames: options.frames,
  };
  const files = createDiskFiles(source.folder, options);
  // Faults of these are reported before the scene is prepared, which may take long.
  const tasks =
    options.tasks === undefined
      ? null
      : (await import('./parts/task-folder.ts')).TaskFolder.open(options.tasks);
  if (options.queue) {
    const { connectQueue } = await import('./queue/queue-connection.ts');
    (await connectQueue(options.queue)).close();
  }
  const record = options.queue && new (await import('./parts/scene-bundle.ts')).FileRecord();
  const { folder: base } = source;
  const early =
    threads > 1 && !options.disk
      ? new EarlyThreads(threads, {
          ...opening,
          scene,
          folder: base,
          outsideFiles: options.outsideFiles === true,
        })
      : null;
  if (options.threads !== undefined) await early?.start();
  const begun = performance.now();
  const plan = await openScene(scene, record ? record.watch(files) : files, {
    ...opening,
    cache: createDiskCache(),
    signal: options.signal,
    progress: (fraction, message) =>
      options.progress?.({ phase: 'prepare', done: fraction * prepareWork, total: prepareWork, message }),
    async pause() {
      if (performance.now() - begun > longOpening) await early?.start();
      await pause();
    },
  }).catch(async (error: unknown) => {
    await early?.stop();
    throw error;
  });
  early?.notePrepared();
  let isTold = false;
  const tellPlainKernels = () => {
    const reason = explainReferenceKernels();
    if (reason !== null && !isTold) options.note?.(reason);
    isTold ||= reason !== null;
  };
  const dropped = !options.resume && folder.hasCheckpoint;
  let isOpen = false;
  let runner: QueueRunner | undefined;
  const describeScene = () => {
    const { name, sceneFile, frames = null } = opening;
    return { scene: source.scene, only: options.only ?? [], name, sceneFile, frames, hash: plan.hash };
  };
  /** Sends the scene to the queue, if there is one. */
  const openQueue = async () => {
    if (!options.queue || !record || !isWorthDividing(plan)) return;
    const { QueueRunner } = await import('./queue/queue-runner.ts');
    runner = await QueueRunner.open(options.queue, record, describeScene(), (text) => options.note?.(text));
  };
  /** Returns the threads, unless the bake is so small that starting them would take longer. */
  const openWorkers = async ({ bytes }: BakeEstimate) => {
    const isLong = isWorthDividing(plan) && plan.lastFrame >= longFrameCount;
    const isWorthwhile = options.threads !== undefined || bytes >= smallestBytes || isLong;
    if (!early) return undefined;
    if (!isWorthwhile) {
      await early.stop();
      return undefined;
    }
    folder.sharesFrames = true;
    return createBakeWorkers(await early.start(), plan.hash, folder, options.signal);
  };
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
          tasks?.requireComplete(describeScene());
          options.started?.();
          // The lock is taken here. A checkpoint that was seen earlier may have belonged to another bake that has ended since.
          resumes = folder.open(options.resume === true, { origin: originText(origin, out), files });
          isOpen = true;
          const workers = await openWorkers(estimate);
          await openQueue();
          const divided =
            workers && isWorthDividing(plan)
              ? createPartRunner(workers, plan, { pause, signal: options.signal })
              : undefined;
          const parts = tasks ? await storeParts(tasks, plan, divided) : (runner ?? divided);
          return {
            ...(resumes && { resume: folder.loadCheckpoint() }),
            ...(workers && { workers }),
            ...(parts && { parts }),
          };
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
    await early?.stop();
    if (!isOpen) throw error;
    // A fault of the input would occur again after a resume. Other errors may not occur again, such as exhausted memory, which is an
    // InputError with a cause.
    const isWrong = error instanceof InputError && error.cause === undefined;
    const keeps = options.signal?.aborted || resumes || !isWrong;
    const isResumable = keeps && folder.hasCheckpoint;
    if (error instanceof DiskError) error.isResumable = isResumable;
    if (isResumable) folder.close();
    else folder.discard();
    throw error;
  } finally {
    await Promise.all([early?.stop(), runner?.close()]);
  }
}

/** Returns a runner that takes the results of parts from a folder. The others are simulated by `runner`, or by this thread. */
async function storeParts(
  tasks: TaskFolder,
  plan: BakePlan,
  runner: PartRunner = { slots: 1, run: (name, input) => runPart(plan, name, input, { pause }) },
): Promise<PartRunner> {
  const { StoredParts } = await import('./parts/stored-parts.ts');
  return new StoredParts(tasks, runner);
}

function pause(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

/** Estimated size of the outputs from which on other threads encode them. Starting a thread takes as long as encoding about 2 MB. */
const smallestBytes = 2 ** 24;

/**
 * Milliseconds of opening the scene after which other threads begin to open it too, if their number is not given. A bake of such a scene is
 * usually not small.
 */
const longOpening = 400;

/** Number of frames from which on other threads simulate them, if they can. */
const longFrameCount = 60;

/** Total work of the preparation, for the progress. */
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

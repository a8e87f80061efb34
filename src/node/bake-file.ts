import { cpus } from 'node:os';
import { dirname, relative, resolve, sep } from 'node:path';
import type { BakeReport } from '../bake/bake-report.ts';
import { type BakeProgress, bakeScene } from '../bake/bake-scene.ts';
import { InputError } from '../input-error.ts';
import { openScene } from '../scene/open-scene.ts';
import { moveScene, type SceneOverrides } from '../scene/override-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { selectParts } from '../scene/select-parts.ts';
import { explainPlainKernels } from '../systems/kernel-compiler.ts';
import { checkSize, usualMostBytes } from './check-size.ts';
import { type BakeOrigin, chooseFolder, originText, sourceIn } from './choose-folder.ts';
import type { Disk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { createDiskFiles, showPlace } from './disk-files.ts';
import { OutputFolder, settleFolder } from './output-folder.ts';
import { createDiskCache } from './prepare-cache.ts';
import { readSource } from './read-source.ts';

export interface BakeFileOptions {
  /**
   * Folder to write into. When absent `out/NAME` in the working folder; where that holds a bake of another scene, or of the same
   * lone file with other parameters, `out/NAME-2` or the next name that is free.
   */
  readonly out?: string;
  /** Replaces what an earlier bake left, whatever that was made from. */
  readonly overwrite?: boolean;
  /** First and last frame to write, both included, counted from 0; null is the first or the last there is. */
  readonly frames?: readonly [number | null, number | null];
  /** Names of systems or of output kinds: bake only these. */
  readonly only?: readonly string[];
  /** Go on from where an interrupted bake of the same scene stopped; from the start where nothing of one was kept. */
  readonly resume?: boolean;
  /** Seconds between checkpoints: what a crash or a kill can cost at most; 15 when absent. */
  readonly checkpointSeconds?: number;
  /**
   * Lets assets (glTF, OBJ) name files outside of their own folders. They may not when absent, so that an asset of somebody else
   * cannot have other files of this machine read.
   */
  readonly outsideFiles?: boolean;
  /** Values that take the place of the scene's own. */
  readonly overrides?: SceneOverrides;
  /** Bytes of outputs above which `confirmSize` is asked, by an estimate that is made before the work; 2 GB when absent. */
  readonly maxBytes?: number;
  /**
   * Asked whether to go on with a bake that writes more than `maxBytes`, or that may not fit on the disk, in words that say so. Such
   * a bake is refused when absent.
   */
  confirmSize?(words: string): boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
  progress?(progress: BakeProgress): void;
  /** Told what someone should know: before the work begins what helps to wait for it, in the end which old files stay. */
  note?(words: string): void;
  /** Called when all is prepared, just before the first is written: from now on an abort keeps what can be resumed. */
  started?(): void;
  /** What is written to; the disk there is when absent. */
  readonly disk?: Disk;
  /** `performance.now()` when the caller began. */
  readonly begun?: number;
}

export interface BakeFileResult {
  /** The folder that was written. */
  readonly out: string;
  readonly report: BakeReport;
}

/**
 * Bakes a scene file, or a character file on a ground of its own, into a folder. Nothing is written before all input is
 * known to be good, and nothing is put in place before all of it is there.
 *
 * When `signal` aborts, what is needed to resume stays in `OUT.partial` and the signal's reason is thrown.
 * Throws InputError for whatever is wrong with the input, for outputs that nobody agrees to the size of or that cannot fit on the
 * disk, and while another bake writes into the same folder; DiskError
 * when the disk refuses to take more, which says whether `resume` can go on.
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
    // The scene that lies there, and is written again as it was read.
    replaces: [sourceIn(out, origin)],
    disk: options.disk,
  });
  let resumes = options.resume === true && folder.hasCheckpoint;
  if (options.resume && !resumes) options.note?.(anewWords(folder));
  const pause = () => new Promise<void>((done) => setImmediate(done));
  const plan = await openScene(scene, createDiskFiles(source.folder, options), {
    name: source.name,
    sceneFile: showPlace(resolve(path)).split(sep).join('/'),
    frames: options.frames,
    cache: createDiskCache(),
    signal: options.signal,
    progress: (share, words) =>
      options.progress?.({ phase: 'prepare', done: share * prepareWork, total: prepareWork, words }),
    pause,
  });
  let isTold = false;
  const tellPlainKernels = () => {
    const reason = explainPlainKernels();
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
          // What was there before may have been that of a bake that has ended since.
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
    // What is wrong with the input stays wrong; all else, such as memory that ran out, may have been bad luck.
    const isWrong = error instanceof InputError && error.cause === undefined;
    const keeps = options.signal?.aborted || resumes || !isWrong;
    const isResumable = keeps && folder.hasCheckpoint;
    if (error instanceof DiskError) error.isResumable = isResumable;
    if (isResumable) folder.close();
    else folder.discard();
    throw error;
  }
}

/** Units that preparing counts as, for the progress. */
const prepareWork = 100;

function anewWords(folder: OutputFolder): string {
  return `${showPlace(folder.partialPath)} holds nothing of an interrupted bake to go on with: this one begins at the start`;
}

function leftWords({ path, leftCount }: OutputFolder): string {
  const files = leftCount === 1 ? '1 file' : `${leftCount} files`;
  return (
    `${files} of the earlier bake were kept in ${showPlace(path)}, as they have been changed, or may have been: ` +
    'delete those that you do not need'
  );
}

function droppedWords(folder: OutputFolder): string {
  return `this bake began anew; what an interrupted one had left in ${showPlace(folder.partialPath)} is gone (--resume would have gone on with it)`;
}

function describeMachine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model ?? 'processor'}, ${process.platform}, Node ${process.versions.node}`;
}

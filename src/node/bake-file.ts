import { cpus } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { BakeReport } from '../bake/bake-report.ts';
import { type BakeProgress, bakeScene } from '../bake/bake-scene.ts';
import { InputError } from '../input-error.ts';
import { openScene } from '../scene/open-scene.ts';
import { moveScene, type SceneOverrides } from '../scene/override-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { selectParts } from '../scene/select-parts.ts';
import { createDiskFiles, showPlace } from './disk-files.ts';
import { OutputFolder } from './output-folder.ts';
import { createDiskCache } from './prepare-cache.ts';
import { readSource } from './read-source.ts';

export interface BakeFileOptions {
  /** Folder to write into; `out/NAME` in the working folder when absent. */
  readonly out?: string;
  /** First and last frame to write, both included, counted from 0; null is the first or the last there is. */
  readonly frames?: readonly [number | null, number | null];
  /** Names of systems or of output kinds: bake only these. */
  readonly only?: readonly string[];
  /** Go on from where an interrupted bake of the same scene stopped. */
  readonly resume?: boolean;
  /** Values that take the place of the scene's own. */
  readonly overrides?: SceneOverrides;
  readonly signal?: AbortSignal;
  progress?(progress: BakeProgress): void;
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
 * Throws InputError for whatever is wrong with the input, and while another bake writes into the same folder.
 */
export async function bakeFile(path: string, options: BakeFileOptions = {}): Promise<BakeFileResult> {
  const source = await readSource(path, options.overrides ?? {});
  const scene = selectParts(parseScene(source.scene), options.only ?? []);
  const out = options.out ?? join('out', source.name);
  const folder = new OutputFolder(out);
  if (options.resume && !folder.hasCheckpoint) {
    throw InputError.at(
      'resume',
      `there is no interrupted bake to go on with (looked for ${showPlace(folder.partialPath)}): bake without it`,
    );
  }
  const pause = () => new Promise<void>((done) => setImmediate(done));
  const plan = await openScene(scene, createDiskFiles(source.folder), {
    name: source.name,
    sceneFile: showPlace(resolve(path)).split(sep).join('/'),
    frames: options.frames,
    cache: createDiskCache(),
    signal: options.signal,
    progress: (share, words) =>
      options.progress?.({ phase: 'prepare', done: share * prepareWork, total: prepareWork, words }),
    pause,
  });
  const dropped = !options.resume && folder.hasCheckpoint;
  folder.open(options.resume ?? false);
  try {
    const resume = options.resume ? folder.loadCheckpoint() : undefined;
    const move = (file: string) => relative(resolve(out), resolve(source.folder, file)).split(sep).join('/');
    const warnings = dropped ? [...plan.warnings, droppedWords(folder)] : plan.warnings;
    const report = await bakeScene(
      { ...plan, warnings },
      {
        sceneText: `${JSON.stringify(moveScene(source.scene, move), null, 2)}\n`,
        write: (name, bytes) => folder.write(name, bytes),
        writeParts: (name, parts) => folder.writeParts(name, parts),
        frames: { put: (key, bytes) => folder.putFrame(key, bytes), get: (key) => folder.getFrame(key) },
        checkpoint: (bytes) => folder.saveCheckpoint(bytes),
        resume,
        pause,
        signal: options.signal,
        progress: options.progress,
        machine: describeMachine(),
        begun: options.begun,
      },
    );
    folder.commit();
    return { out, report };
  } catch (error) {
    if (options.signal?.aborted || options.resume) folder.close();
    else folder.discard();
    throw error;
  }
}

/** Units that preparing counts as, for the progress. */
const prepareWork = 100;

function droppedWords(folder: OutputFolder): string {
  return `this bake began anew; what an interrupted one had left in ${showPlace(folder.partialPath)} is gone (--resume would have gone on with it)`;
}

function describeMachine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model ?? 'processor'}, ${process.platform}, Node ${process.versions.node}`;
}

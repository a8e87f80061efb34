import { dirname, resolve, sep } from 'node:path';
import { drawDivision } from '../bake/division/draw-division.ts';
import { type MergedTask, mergeTasks } from '../bake/division/merge-tasks.ts';
import { type DivisionPlan, planDivision } from '../bake/division/plan-division.ts';
import { openScene } from '../scene/open-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { createDiskFiles, type DiskFilesOptions, showPath } from './disk-files.ts';
import { makeFolders } from './make-folders.ts';
import { FileRecord } from './parts/scene-bundle.ts';
import { TaskFolder } from './parts/task-folder.ts';
import { createDiskCache } from './prepare-cache.ts';
import { readSource } from './read-source.ts';
import { replaceFile } from './replace-file.ts';
import { countThreads } from './threads/count-threads.ts';

export interface PlanFileOptions extends DiskFilesOptions {
  /** Number of cores. Default: those of this machine. */
  readonly threads?: number;
  /** File for a picture of the plan. */
  readonly svg?: string;
  /** Folder into which the scene and its tasks are written, for `runFolderTask`. It may hold the same tasks already. */
  readonly tasks?: string;
  /** Approximate length of what each of these tasks simulates, s. Default 2: each task is a process of its own, which first opens the scene. */
  readonly period?: number;
}

/** See `PlanFileOptions.period`. */
const defaultPeriod = 2;

/** Plans how the bake of a scene file is divided into tasks. Throws InputError for faults of the scene. */
export async function planFile(
  path: string,
  options: PlanFileOptions = {},
): Promise<{ plan: DivisionPlan; tasks?: readonly MergedTask[]; svg?: string }> {
  const cores = countThreads(options.threads);
  const source = await readSource(path, {}, options);
  const opening = {
    name: source.name,
    sceneFile: showPath(resolve(path)).split(sep).join('/'),
  };
  const record = new FileRecord();
  const files = record.watch(createDiskFiles(source.folder, options));
  const opened = await openScene(parseScene(source.scene), files, { ...opening, cache: createDiskCache() });
  const plan = planDivision(opened, cores);
  let tasks: readonly MergedTask[] | undefined;
  if (options.tasks !== undefined) {
    const { times } = opened;
    const period = (options.period ?? defaultPeriod) / (times.seconds(1) - times.seconds(0));
    tasks = mergeTasks(plan.tasks, Math.max(1, Math.round(period)));
    const scene = { ...opening, scene: source.scene, only: [], frames: null, hash: opened.hash };
    await TaskFolder.create(options.tasks, record, scene, tasks);
  }
  if (options.svg === undefined) return { plan, tasks };
  makeFolders(dirname(resolve(options.svg)));
  replaceFile(resolve(options.svg), new TextEncoder().encode(drawDivision(plan)));
  return { plan, tasks, svg: showPath(resolve(options.svg)) };
}

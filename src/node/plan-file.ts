import { dirname, resolve } from 'node:path';
import { drawDivision } from '../bake/division/draw-division.ts';
import { type DivisionPlan, planDivision } from '../bake/division/plan-division.ts';
import { openScene } from '../scene/open-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { createDiskFiles, type DiskFilesOptions, showPath } from './disk-files.ts';
import { makeFolders } from './make-folders.ts';
import { createDiskCache } from './prepare-cache.ts';
import { readSource } from './read-source.ts';
import { replaceFile } from './replace-file.ts';
import { countThreads } from './threads/count-threads.ts';

export interface PlanFileOptions extends DiskFilesOptions {
  /** Number of cores. Default: those of this machine. */
  readonly threads?: number;
  /** File for a picture of the plan. */
  readonly svg?: string;
}

/** Plans how the bake of a scene file is divided into tasks. Throws InputError for faults of the scene. */
export async function planFile(
  path: string,
  options: PlanFileOptions = {},
): Promise<{ plan: DivisionPlan; svg?: string }> {
  const cores = countThreads(options.threads);
  const source = await readSource(path, {}, options);
  const opened = await openScene(parseScene(source.scene), createDiskFiles(source.folder, options), {
    name: source.name,
    cache: createDiskCache(),
  });
  const plan = planDivision(opened, cores);
  if (options.svg === undefined) return { plan };
  makeFolders(dirname(resolve(options.svg)));
  replaceFile(resolve(options.svg), new TextEncoder().encode(drawDivision(plan)));
  return { plan, svg: showPath(resolve(options.svg)) };
}

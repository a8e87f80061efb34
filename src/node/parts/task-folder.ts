import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BakePlan } from '../../bake/bake-plan.ts';
import { checkPartResult } from '../../bake/division/check-part.ts';
import type { MergedTask } from '../../bake/division/merge-tasks.ts';
import { decodePart, encodePart } from '../../bake/division/part-bytes.ts';
import { identifyPart, type PartTasks } from '../../bake/division/part-tasks.ts';
import { InputError } from '../../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../../sealed-record.ts';
import { readIfThere, showPath } from '../disk-files.ts';
import { makeFolders, requireWritable } from '../make-folders.ts';
import { hashBytes } from '../own-files.ts';
import { readVersion } from '../read-version.ts';
import { removeLeftovers, replaceFile } from '../replace-file.ts';
import { type ByteStore, LostBytes } from './byte-store.ts';
import { type BundledScene, type FileRecord, openBundle, putBundle } from './scene-bundle.ts';

/** The contents of `plan.json` in a folder of tasks. */
interface FolderPlan {
  readonly version: 1;
  /** Name of the scene, for people. */
  readonly scene: string;
  /** What a bake must have in common with the tasks. */
  readonly bake: string;
  readonly bundle: string;
  readonly tasks: readonly MergedTask[];
}

const planName = 'plan.json';
const folders = { data: 'data', parts: 'parts', done: 'done' };
const partKind: RecordKind = {
  kind: 'PART',
  version: 1,
  description: 'a result of a task',
  remedy: 'run the task again',
};

/**
 * A folder on a disk that several machines share. It holds a scene with its files, a plan of tasks, and the results of the tasks that have run:
 *
 *     plan.json      the tasks
 *     data/HASH      the scene and its files, by their content
 *     parts/KEY.part a result, by the hash of everything that it depends on
 *     done/INDEX     exists if the task with this index has run
 *
 * Every file is written under another name first and then renamed. So files are complete, and several processes may write the same one.
 */
export class TaskFolder implements ByteStore {
  readonly remedy = 'delete the folder and plan the scene again';

  private constructor(
    readonly path: string,
    readonly plan: FolderPlan,
  ) {}

  get place(): string {
    return `in ${showPath(this.path)}`;
  }

  /**
   * Writes a scene and its tasks into a folder. If the folder has the same tasks already, their results are kept. Throws InputError if it holds
   * anything else.
   */
  static async create(
    path: string,
    record: FileRecord,
    scene: BundledScene,
    tasks: readonly MergedTask[],
  ): Promise<TaskFolder> {
    const full = resolve(path);
    requireWritable(full, 'tasks');
    const bake = describeBake(scene);
    const plan: FolderPlan = {
      version: 1,
      scene: scene.name,
      bake,
      bundle: '',
      tasks,
    };
    if (existsSync(join(full, planName))) {
      const known = TaskFolder.open(path);
      const isSame = JSON.stringify({ ...known.plan, bundle: '' }) === JSON.stringify(plan);
      if (isSame) return known;
      throw InputError.at(
        'tasks',
        `expected a new folder, got ${showPath(full)}, which holds the tasks of another scene, version or period: delete it, or name another one`,
      );
    }
    if (existsSync(full) && readdirSync(full).some((name) => !Object.hasOwn(folders, name)))
      throw InputError.at(
        'tasks',
        `expected a new or empty folder, got ${showPath(full)}, which holds other files`,
      );
    makeFolders(full);
    for (const name of Object.values(folders)) makeFolders(join(full, name));
    const bundle = await putBundle(new TaskFolder(full, plan), record, scene);
    // The plan is written last, so a folder with a plan is complete.
    replaceFile(
      join(full, planName),
      new TextEncoder().encode(`${JSON.stringify({ ...plan, bundle }, null, 2)}\n`),
    );
    return TaskFolder.open(path);
  }

  /** Opens a folder that `create` wrote. Throws InputError for any other folder. */
  static open(path: string): TaskFolder {
    const full = resolve(path);
    const text = readIfThere(join(full, planName));
    const remedy = 'write one with `aftermotion plan SCENE --tasks FOLDER`';
    if (!text)
      throw InputError.at(
        'tasks',
        `expected a folder of tasks, got ${showPath(full)}, which has no ${planName}: ${remedy}`,
      );
    let plan: unknown;
    try {
      plan = JSON.parse(new TextDecoder().decode(text));
    } catch {
      plan = null;
    }
    if (!isFolderPlan(plan))
      throw InputError.at(
        'tasks',
        `expected a plan of this version of aftermotion in ${showPath(join(full, planName))}: ${remedy}`,
      );
    return new TaskFolder(full, plan);
  }

  /** Returns a task by its ID or by its index in the list of the plan. Throws InputError if there is no such task. */
  find(which: string): MergedTask {
    const { tasks } = this.plan;
    const found = /^\d+$/.test(which) ? tasks[Number(which)] : tasks.find(({ id }) => id === which);
    if (found) return found;
    throw InputError.at(
      'id',
      `expected the ID of a task in ${showPath(join(this.path, planName))}, or a number from 0 to ${tasks.length - 1}, got "${which}"`,
    );
  }

  openScene(): Promise<BakePlan> {
    return openBundle(this, this.plan.bundle).catch((error) => {
      throw error instanceof LostBytes ? InputError.at('tasks', error.message) : error;
    });
  }

  /** Throws InputError if a bake is not that of the tasks, or if a task has not run. */
  requireComplete(scene: BundledScene): void {
    if (describeBake(scene) !== this.plan.bake)
      throw InputError.at(
        'tasks',
        `expected the same scene as in ${showPath(this.path)}, in the same version of aftermotion, with the same --frames, --only and parameters`,
      );
    const missing = this.plan.tasks.filter((task) => !this.hasRun(task));
    if (missing.length === 0) return;
    throw InputError.at(
      'tasks',
      `expected the results of ${this.plan.tasks.length} tasks, but ${missing.length} of them ${missing.length === 1 ? 'has' : 'have'} not run: ` +
        `run \`${this.describeCommand(missing[0])}\`${missing.length === 1 ? '' : ' and the others'} first`,
    );
  }

  describeCommand({ id }: MergedTask): string {
    return `aftermotion task ${id} --tasks ${showPath(this.path)}`;
  }

  hasRun(task: MergedTask): boolean {
    return existsSync(this.donePath(task));
  }

  /** Notes that a task has run. */
  markRun(task: MergedTask, seconds: number): void {
    replaceFile(
      this.donePath(task),
      new TextEncoder().encode(`${JSON.stringify({ id: task.id, seconds })}\n`),
    );
  }

  /** Returns the key of a result: a hash of everything that it depends on. */
  keyOf<Name extends keyof PartTasks>(name: Name, input: PartTasks[Name]['input']): string {
    const { bundle } = this.plan;
    return hashBytes(encodePart({ bundle, name, input: identifyPart(name, input) }));
  }

  /** Returns the result with a key. Undefined if it is not there, or damaged. */
  readResult<Name extends keyof PartTasks>(name: Name, key: string): PartTasks[Name]['result'] | undefined {
    const bytes = readIfThere(this.partPath(key));
    if (!bytes) return undefined;
    try {
      const record = openRecord(bytes, partKind);
      if (record.name !== key) return undefined;
      const result = decodePart(record.body);
      checkPartResult(name, result);
      return result as PartTasks[Name]['result'];
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }

  hasResult(key: string): boolean {
    return existsSync(this.partPath(key));
  }

  writeResult(key: string, result: PartTasks[keyof PartTasks]['result']): void {
    removeLeftovers(join(this.path, folders.parts), '.part');
    replaceFile(this.partPath(key), sealRecord(partKind, key, encodePart(result)));
  }

  async put(bytes: Uint8Array): Promise<string> {
    const name = hashBytes(bytes);
    const path = this.dataPath(name);
    if (statSync(path, { throwIfNoEntry: false })?.size !== bytes.length) replaceFile(path, bytes);
    return name;
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    const bytes = readIfThere(this.dataPath(name));
    return bytes && hashBytes(bytes) === name ? bytes : undefined;
  }

  private dataPath(name: string): string {
    return join(this.path, folders.data, name);
  }

  private partPath(key: string): string {
    return join(this.path, folders.parts, `${key}.part`);
  }

  private donePath(task: MergedTask): string {
    return join(this.path, folders.done, `${this.plan.tasks.indexOf(task)}`);
  }
}

/** Returns a hash of what determines the results of a bake. */
function describeBake({ scene, only, frames, hash }: BundledScene): string {
  return hashBytes(new TextEncoder().encode(JSON.stringify([readVersion(), scene, only, frames, hash])));
}

const isTexts = (list: unknown) => Array.isArray(list) && list.every((text) => typeof text === 'string');

function isPart(value: unknown): boolean {
  const { systems, actors, frames } = Object(value) as Record<string, unknown>;
  return (
    isTexts(systems) &&
    (actors === undefined || isTexts(actors)) &&
    Array.isArray(frames) &&
    frames.length === 2 &&
    frames.every(Number.isSafeInteger)
  );
}

function isFolderPlan(value: unknown): value is FolderPlan {
  const plan = Object(value) as Partial<FolderPlan>;
  const known = new Set<string>();
  return (
    plan.version === 1 &&
    [plan.scene, plan.bake].every((text) => typeof text === 'string') &&
    typeof plan.bundle === 'string' &&
    /^[0-9a-f]{64}$/.test(plan.bundle) &&
    Array.isArray(plan.tasks) &&
    plan.tasks.every((item: unknown) => {
      const task = Object(item) as Partial<MergedTask>;
      const isTask =
        typeof task.id === 'string' &&
        Number.isFinite(task.work) &&
        Array.isArray(task.parts) &&
        task.parts.every(isPart) &&
        isTexts(task.needs) &&
        task.needs!.every((id) => known.has(id));
      known.add(task.id ?? '');
      return isTask;
    })
  );
}

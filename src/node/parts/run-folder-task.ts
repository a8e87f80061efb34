import type { BakePlan } from '../../bake/bake-plan.ts';
import type { MergedTask } from '../../bake/division/merge-tasks.ts';
import { describePart, type PartTasks, runPart } from '../../bake/division/part-tasks.ts';
import { type PartRunner, simulateDivided } from '../../bake/division/simulate-divided.ts';
import type { RegionPartInput, WholePartInput } from '../../bake/division/simulate-part.ts';
import { createMemoryStore, frameKey } from '../../bake/frame-store.ts';
import { createRecorders, loadWriters } from '../../bake/write-outputs.ts';
import { InputError } from '../../input-error.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { TaskFolder } from './task-folder.ts';

/** A task of a folder that has run. */
export interface RunFolderTask {
  readonly id: string;
  readonly scene: string;
  readonly seconds: number;
  /** What was simulated, as texts for people. Empty: all results were in the folder already. */
  readonly simulated: readonly string[];
}

/**
 * Runs one task of a folder in this process, and stores its result there. which: its ID, or its index in the plan. Throws InputError if a task
 * that must run first has not run.
 */
export async function runFolderTask(path: string, which: string): Promise<RunFolderTask> {
  const begun = performance.now();
  const folder = TaskFolder.open(path);
  const task = folder.find(which);
  const plan = await folder.openScene();
  const replay = new Replay(folder, task, plan);
  await repeatBake(plan, replay);
  const seconds = Math.round(performance.now() - begun) / 1000;
  folder.markRun(task, seconds);
  return { id: task.id, scene: folder.plan.scene, seconds, simulated: replay.simulated };
}

/** Bakes with the results in the folder until the replay ends. */
async function repeatBake(plan: BakePlan, replay: Replay): Promise<void> {
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map(({ colliders }) => colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const bake = { plan, simulation, frames: createMemoryStore() };
  const recorders = createRecorders(bake, await loadWriters(bake));
  try {
    await simulateDivided(bake, recorders, 0, {
      runner: replay,
      signal: replay.signal,
      keep(frame, { shown }, bytes) {
        // Later frames may contain only the differences from the first one.
        if (frame === plan.firstFrame) bake.frames.put(frameKey(shown.system, shown.index, frame), bytes);
      },
      frame() {},
      isSaveDue: () => false,
      save() {},
    });
  } catch (error) {
    if (!replay.signal.aborted) throw error;
  }
  if (replay.failure) throw replay.failure;
}

/** A part of the bake that has started, but has no result yet. */
interface StartedPart {
  readonly from: number;
  /** Takes the result from the folder, or simulates the part. */
  finish(): void;
}

/**
 * Repeats the bake up to one task with the results in the folder, by the same code as the bake itself. So the task starts from the same state, in
 * the same region. A part is known by its input, so it does not matter which process has simulated it.
 *
 * Only the tasks that this one needs are repeated. It can happen that this is not enough: if material flows for longer than the plan assumes, more
 * actors are simulated together, so that a part needs tasks that the plan does not name. These are repeated then too, or simulated here if
 * they have not run.
 */
class Replay implements PartRunner {
  readonly slots = Number.POSITIVE_INFINITY;
  readonly maxAhead = Number.POSITIVE_INFINITY;
  readonly simulated: string[] = [];
  /** Why the task could not run. */
  failure: InputError | null = null;
  private readonly needed: ReadonlySet<MergedTask>;
  private readonly end = new AbortController();
  /** Parts that the plan does not name as necessary. */
  private readonly held: StartedPart[] = [];
  /** Tasks that have not run, but must. */
  private readonly missing = new Set<MergedTask>();
  /** What the task still has to simulate: see `listLanes`. */
  private readonly open: Set<string>;
  private busy = 0;
  private timer: NodeJS.Immediate | undefined;

  constructor(
    private readonly folder: TaskFolder,
    private readonly task: MergedTask,
    private readonly plan: BakePlan,
  ) {
    this.needed = listNeeded(task, folder.plan.tasks);
    this.open = new Set(task.parts.flatMap(listLanes));
  }

  /** Aborts when the task is done, or cannot run. */
  get signal(): AbortSignal {
    return this.end.signal;
  }

  run<Name extends keyof PartTasks>(
    name: Name,
    input: PartTasks[Name]['input'],
  ): Promise<PartTasks[Name]['result']> {
    if ('boundaries' in input) return this.finish(name, input);
    return new Promise((resolve, reject) => {
      const finish = () => {
        this.finish(name, input).then((result) => {
          this.noteResult(input, result);
          resolve(result);
        }, reject);
      };
      const lanes = listLanes(describeFrames(input));
      const tasks = [...this.needed].filter((task) =>
        task.parts.flatMap(listLanes).some((lane) => lanes.includes(lane)),
      );
      const unfinished = tasks.filter((task) => task !== this.task && !this.folder.hasRun(task));
      if (tasks.length === 0) this.held.push({ from: input.from, finish });
      else if (unfinished.length === 0 || this.folder.hasResult(this.folder.keyOf(name, input))) finish();
      else for (const task of unfinished) this.missing.add(task);
      this.check();
    });
  }

  private async finish<Name extends keyof PartTasks>(name: Name, input: PartTasks[Name]['input']) {
    const key = this.folder.keyOf(name, input);
    const known = this.folder.readResult(name, key);
    if (known) return known;
    this.busy++;
    try {
      const result = await runPart(this.plan, name, input);
      this.folder.writeResult(key, result);
      if (!('boundaries' in input)) this.simulated.push(describePart(name, input));
      return result;
    } finally {
      this.busy--;
    }
  }

  /** Ends the replay when everything that belongs to the task is simulated. */
  private noteResult(input: WholePartInput | RegionPartInput, result: object): void {
    if ('leaves' in result) {
      // The bake simulates everything again, with a larger region for this part.
      for (const lane of this.task.parts.flatMap(listLanes)) this.open.add(lane);
    } else for (const lane of listLanes(describeFrames(input))) this.open.delete(lane);
    if (this.open.size === 0) this.end.abort();
    this.check();
  }

  /** Decides how to go on as soon as nothing happens any more. */
  private check(): void {
    clearImmediate(this.timer);
    this.timer = setImmediate(() => {
      if (this.busy > 0 || this.signal.aborted) return;
      const [first] = this.missing;
      const next = this.held.reduce<StartedPart | null>((a, b) => (a && a.from <= b.from ? a : b), null);
      if (first) {
        this.failure = InputError.at(
          'id',
          `the task ${this.task.id} needs the result of ${first.id}, which has not run: run \`${this.folder.describeCommand(first)}\` first`,
        );
        this.end.abort();
      } else if (next) {
        this.held.splice(this.held.indexOf(next), 1);
        next.finish();
      }
      // Otherwise the bake goes on by itself: it starts more parts, or ends. At its end everything is simulated, also the task.
    });
  }
}

type PlannedPart = MergedTask['parts'][number];

/** Returns what a part simulates, in the form of a plan. */
function describeFrames(part: WholePartInput | RegionPartInput): PlannedPart {
  const { systems, from, to } = part;
  return { systems, frames: [from + 1, to], ...('actors' in part && { actors: part.actors }) };
}

/** Returns a text for each actor of a part. A bake may join or divide the parts of a plan, but each of these texts belongs to one of its parts. */
function listLanes({ systems, frames, actors = [''] }: PlannedPart): string[] {
  return actors.map((actor) => JSON.stringify([systems, frames[0], actor]));
}

/** Returns a task and all those that must run before it. */
function listNeeded(task: MergedTask, tasks: readonly MergedTask[]): Set<MergedTask> {
  const byId = new Map(tasks.map((one) => [one.id, one]));
  const found = new Set([task]);
  for (const one of found) for (const id of one.needs) found.add(byId.get(id)!);
  return found;
}

import { untilAborted } from '../../long-work.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { RegionalSystem } from '../../systems/regional-system.ts';
import type { BakePlan } from '../bake-plan.ts';
import { frameKey } from '../frame-store.ts';
import type { RunningBake } from '../output-definition.ts';
import type { createRecorders } from '../write-outputs.ts';
import { findUnits, listActors, type Unit } from './find-units.ts';
import { type OutlinedActor, selectPresent } from './outline-actors.ts';
import type { PartTasks } from './part-tasks.ts';
import { RegionSchedule } from './region-schedule.ts';
import type { RegionPartResult, WholePartResult } from './simulate-part.ts';

/** Approximate length of an interval, s. In longer intervals, less data is transferred. In shorter ones, more actors are far enough apart. */
const intervalSeconds = 0.5;

/** Number of intervals that a part may be ahead of the first interval that is not complete. The results of these are in memory. */
export const defaultMaxAhead = 8;

/** Runs parts of a simulation in other threads or on other machines. */
export interface PartRunner {
  /** Number of parts to run at the same time. */
  readonly slots: number;
  /** Number of intervals that a part may be ahead of the first interval that is not complete. Default: 8. */
  readonly maxAhead?: number;
  /** Keeps room for a number of parts at the same time, so that other work may use the rest. Absent: there is no other work. */
  reserve?(count: number): void;
  run<Name extends keyof PartTasks>(
    name: Name,
    input: PartTasks[Name]['input'],
  ): Promise<PartTasks[Name]['result']>;
}

export interface DividedOptions {
  readonly runner: PartRunner;
  readonly signal?: AbortSignal;
  /** Returns the error of other work of the bake, which ends the simulation. Null if there is none. Absent: there is no other work. */
  failure?(): { readonly error: unknown } | null;
  /** Keeps the bytes of an output in a frame. Called for the frames of an output in their order. */
  keep(frame: number, entry: RecordedOutput, bytes: Uint8Array): void;
  /** Called for each frame in order, when all its outputs are kept. */
  frame(frame: number): void;
  /** Returns whether the state should be saved now. */
  isSaveDue(): boolean;
  /** Saves the state of the bake's simulation. next: the first frame that is not kept yet. */
  save(next: number): void;
}

/** One unit of systems that is simulated in parts. */
interface UnitProgress {
  /** Maximum number of parts that can still run at the same time. */
  readonly partCount: number;
  /** Starts the next part. The result is fulfilled when it is done. Null: none can start before another ends. */
  start(runner: PartRunner): Promise<void> | null;
  /** Returns whether all parts of the first incomplete interval are done. */
  readonly isNextComplete: boolean;
  /** Moves the simulation to the end of the first incomplete interval, all frames of which are kept after this. */
  complete(): void;
  /** Writes the state at the end of the complete intervals into the bake's simulation, so that it can be saved. */
  settle(): void;
}

type Recorders = ReturnType<typeof createRecorders>;
type RecordedOutput = Recorders[number];

/**
 * Simulates the frames from `next` to the last one in parts, and keeps them in the bake's store: the same bytes as if the simulation of the
 * bake had made all steps itself. At the end, the simulation has the state of the last frame.
 */
export async function simulateDivided(
  bake: RunningBake,
  recorders: Recorders,
  next: number,
  options: DividedOptions,
): Promise<void> {
  const { plan, simulation } = bake;
  const { runner, signal } = options;
  const boundaries = listBoundaries(plan, next);
  const intervalCount = boundaries.length - 1;
  const units = await Promise.all(
    findUnits(plan.systems).map((unit) => openUnit(bake, recorders, unit, boundaries, options)),
  );
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  let complete = 0;
  const save = () => {
    for (const unit of units) unit.settle();
    options.save(boundaries[complete] + 1);
  };
  const aborted = signal && untilAborted(signal);
  const reserve = () =>
    runner.reserve?.(units.reduce((sum, { partCount }) => sum + Math.min(partCount, runner.slots), 0));
  reserve();
  while (complete < intervalCount) {
    while (running.size < runner.slots) {
      const part = startAny(units, runner);
      if (!part) break;
      const done: Promise<void> = part.then(
        () => void running.delete(done),
        (error) => {
          running.delete(done);
          failure ??= { error };
        },
      );
      running.add(done);
    }
    await Promise.race([...running, ...(aborted ? [aborted] : [])]);
    const other = options.failure?.();
    if (failure && !other && !signal?.aborted) throw (failure as { error: unknown }).error;
    while (complete < intervalCount && units.every(({ isNextComplete }) => isNextComplete)) {
      for (const unit of units) unit.complete();
      complete++;
      for (let frame = boundaries[complete - 1] + 1; frame <= boundaries[complete]; frame++)
        options.frame(frame);
      if (options.isSaveDue()) save();
    }
    if (signal?.aborted || other) {
      save();
      throw signal?.aborted ? signal.reason : other!.error;
    }
    reserve();
  }
  for (const unit of units) unit.settle();
  simulation.advanceTo(plan.times.time(plan.lastFrame));
}

/** Starts a part of the first unit in which one can start. */
function startAny(units: readonly UnitProgress[], runner: PartRunner): Promise<void> | null {
  for (const unit of units) {
    const part = unit.start(runner);
    if (part) return part;
  }
  return null;
}

/** Returns the frame before `next`, and then the frames at which intervals end. The first kept frame is always among them. */
export function listBoundaries({ firstFrame, lastFrame, times }: BakePlan, next: number): number[] {
  const length = Math.max(1, Math.round(intervalSeconds / (times.seconds(1) - times.seconds(0))));
  const boundaries = [next - 1];
  for (let frame = next - 1; frame < lastFrame; ) {
    let end = Math.min(frame + length, lastFrame);
    if (frame < firstFrame && end > firstFrame) end = firstFrame;
    boundaries.push(end);
    frame = end;
  }
  return boundaries;
}

async function openUnit(
  bake: RunningBake,
  recorders: Recorders,
  unit: Unit,
  boundaries: readonly number[],
  options: DividedOptions,
): Promise<UnitProgress> {
  const { runner } = options;
  const own = recorders.filter(({ shown }) => unit.systems.includes(shown.system));
  if (unit.wholeReason !== null) return new WholeUnit(bake, own, unit, boundaries, options);
  const [system] = unit.systems;
  const { simulation, plan } = bake;
  const ticks = boundaries.map((frame) => tickAt(plan, simulation, system, frame));
  const actors = listActors(plan, system);
  const outlines = await Promise.all(
    actors.map((actor) => runner.run('outlineActor', { system, actor, boundaries: ticks })),
  );
  const present = selectPresent(actors, outlines);
  if (present.length === 0) return new WholeUnit(bake, own, unit, boundaries, options);
  return new RegionalUnit(bake, own, system, boundaries, ticks, present, options);
}

/** Returns the last tick of a system that is not after a frame. Frame −1 stands for the start of the simulation. */
export function tickAt(plan: BakePlan, simulation: Simulation, system: string, frame: number): number {
  return simulation.lastTickUntil(system, frame < 0 ? plan.times.start : plan.times.time(frame));
}

const maxAheadOf = ({ runner }: DividedOptions) => runner.maxAhead ?? defaultMaxAhead;

/** A unit whose parts are intervals of time, one after the other. */
class WholeUnit implements UnitProgress {
  private started = 0;
  private isBusy = false;
  private completed = 0;
  private readonly results: (Omit<WholePartResult, 'frames'> | null)[] = [];
  private snapshot: Uint8Array | null;
  private settled: Uint8Array | null;
  private readonly firstFrames = new Map<string, Uint8Array>();

  constructor(
    private readonly bake: RunningBake,
    private readonly recorders: Recorders,
    private readonly unit: Unit,
    private readonly boundaries: readonly number[],
    private readonly options: DividedOptions,
  ) {
    const { simulation, plan, frames } = bake;
    this.snapshot = this.settled = boundaries[0] < 0 ? null : simulation.save('');
    if (boundaries[0] < plan.firstFrame) return;
    for (const { shown } of recorders) {
      const key = frameKey(shown.system, shown.index, plan.firstFrame);
      this.firstFrames.set(key, frames.get(key));
    }
  }

  start(runner: PartRunner): Promise<void> | null {
    const { started, boundaries, unit } = this;
    if (
      this.isBusy ||
      started === boundaries.length - 1 ||
      started >= this.completed + maxAheadOf(this.options)
    )
      return null;
    this.started++;
    this.isBusy = true;
    const { snapshot, firstFrames } = this;
    const [from, to] = [boundaries[started], boundaries[started + 1]];
    const run = async () => {
      const { frames, ...result } = await runner.run('simulateWholePart', {
        systems: unit.systems,
        from,
        to,
        snapshot,
        firstFrames,
      });
      this.isBusy = false;
      this.results[started] = result;
      this.snapshot = result.snapshot;
      for (const { shown } of this.recorders) {
        const key = frameKey(shown.system, shown.index, this.bake.plan.firstFrame);
        const first = frames.get(key);
        if (first) this.firstFrames.set(key, first);
      }
      this.keepFrames(frames, from, to);
    };
    return run();
  }

  get isNextComplete(): boolean {
    return this.results[this.completed] != null;
  }

  get partCount(): number {
    return this.isBusy || this.started < this.boundaries.length - 1 ? 1 : 0;
  }

  /** Keeps frames at once, since tasks that encode them may wait for them. */
  private keepFrames(frames: ReadonlyMap<string, Uint8Array>, from: number, to: number): void {
    for (let frame = Math.max(from + 1, this.bake.plan.firstFrame); frame <= to; frame++) {
      for (const entry of this.recorders)
        this.options.keep(frame, entry, frames.get(frameKey(entry.shown.system, entry.shown.index, frame))!);
    }
  }

  complete(): void {
    const { simulation, plan } = this.bake;
    const { stepSeconds, snapshot } = this.results[this.completed]!;
    const to = this.boundaries[this.completed + 1];
    this.results[this.completed] = null;
    this.completed++;
    this.settled = snapshot;
    this.unit.systems.forEach((name, k) => {
      simulation.setTick(name, tickAt(plan, simulation, name, to), stepSeconds[k]);
    });
  }

  settle(): void {
    if (this.settled) this.bake.simulation.load(this.settled, this.unit.systems);
  }
}

/** A regional system. Its parts are intervals of time and groups of actors. */
class RegionalUnit implements UnitProgress {
  private readonly schedule: RegionSchedule;
  /** See `RegionalSystem.readHints`. They are valid for the tiles of all results so far. */
  private hints: unknown;
  private readonly regional: RegionalSystem<unknown, unknown>;

  constructor(
    private readonly bake: RunningBake,
    private readonly recorders: Recorders,
    private readonly system: string,
    private readonly boundaries: readonly number[],
    private readonly ticks: readonly number[],
    private readonly actors: readonly OutlinedActor[],
    private readonly options: DividedOptions,
  ) {
    const { simulation } = bake;
    this.regional = simulation.records.find((record) => record.system.name === system)!.system.definition
      .regional!;
    const { regional } = this;
    this.schedule = new RegionSchedule(
      boundaries.length - 1,
      actors.map(({ outlines }) => outlines),
      regional.listActive(this.state),
      (i, j) => regional.readTile(this.state, i, j),
      () => regional.listTiles(this.state),
      maxAheadOf(options),
    );
    this.hints = regional.readHints(this.state);
    // No tile of this state is active from now on. The schedule stores which tiles are.
    this.restore({ tiles: [], active: [] });
  }

  private get state(): unknown {
    return this.bake.simulation.stateOf(this.system);
  }

  start(runner: PartRunner): Promise<void> | null {
    const { schedule, boundaries } = this;
    const task = schedule.start();
    if (!task) return null;
    const { interval, region } = task;
    const tiles = schedule.readTiles(task);
    const input = {
      systems: [this.system],
      from: boundaries[interval],
      to: boundaries[interval + 1],
      actors: task.actors.map((actor) => this.actors[actor].name),
      region,
      state: {
        steps: this.ticks[interval] - this.firstTick,
        tiles,
        active: task.active,
        hints: this.hints,
      },
    };
    const run = async () => {
      const result = await runner.run('simulateRegionPart', input);
      if ('leaves' in result) return schedule.leave(task, result.leaves);
      this.hints = this.regional.joinHints(this.hints, result.hints);
      schedule.finish(task, result);
    };
    return run();
  }

  get isNextComplete(): boolean {
    return this.schedule.isNextComplete;
  }

  get partCount(): number {
    return this.actors.length;
  }

  complete(): void {
    const { bake, schedule, system, regional, recorders, boundaries, options } = this;
    const interval = schedule.complete;
    const results = schedule.takeNext();
    const seconds = results.reduce((sum, { stepSeconds }) => sum + stepSeconds[0], 0);
    bake.simulation.setTick(system, this.ticks[interval + 1], seconds);
    this.restore({ tiles: results.flatMap(({ tiles }) => tiles), active: [] });
    regional.addRecords(
      this.state,
      results.map(({ record }) => record),
    );
    const { firstFrame } = bake.plan;
    const to = boundaries[interval + 1];
    for (let frame = Math.max(boundaries[interval] + 1, firstFrame); frame <= to; frame++) {
      for (const entry of recorders) options.keep(frame, entry, this.joinFrame(frame, entry, results));
    }
    // The first kept frame contains everything that changed before.
    if (to >= firstFrame) for (const { recorder } of recorders) recorder.skip!();
  }

  settle(): void {
    this.restore({ tiles: [], active: this.schedule.listActive() });
  }

  /** Returns the bytes of an output in a frame. */
  private joinFrame(
    frame: number,
    { shown, recorder }: RecordedOutput,
    results: readonly RegionPartResult[],
  ): Uint8Array {
    if (frame === this.bake.plan.firstFrame) return recorder.take(frame);
    const key = frameKey(shown.system, shown.index, frame);
    return recorder.join!(results.map(({ frames }) => frames.get(key)!));
  }

  private get firstTick(): number {
    return tickAt(this.bake.plan, this.bake.simulation, this.system, -1);
  }

  private restore({
    tiles,
    active,
  }: Pick<Parameters<RegionalSystem<unknown, unknown>['restore']>[1], 'tiles' | 'active'>) {
    const { simulation } = this.bake;
    const steps = simulation.tickOf(this.system) - this.firstTick;
    this.regional.restore(this.state, { steps, tiles, active, hints: this.hints });
  }
}

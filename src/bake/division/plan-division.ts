import { Simulation } from '../../simulation/simulation.ts';
import type { BakePlan } from '../bake-plan.ts';
import { findUnits, listActors } from './find-units.ts';
import { type OutlinedActor, selectPresent } from './outline-actors.ts';
import { RegionSchedule, type RegionTask } from './region-schedule.ts';
import { defaultMaxAhead, listBoundaries, tickAt } from './simulate-divided.ts';
import { outlineActor } from './simulate-part.ts';
import { listTiles } from './tile-rectangles.ts';

/** A part as a plan lists it. */
export interface PlannedTask {
  /** Unique in the plan. */
  readonly id: string;
  /** Names of the systems that it simulates. */
  readonly systems: readonly string[];
  /** Names of the actors that it simulates together. Absent: all. */
  readonly actors?: readonly string[];
  /** The frames that it simulates, both included, counted from 0. */
  readonly frames: readonly [first: number, last: number];
  /** Rectangles outside of which it does not change the ground: min x, min z, max x, max z of each, m. Absent: it may change all of it. */
  readonly region?: readonly (readonly [number, number, number, number])[];
  /** The tasks whose results it needs. */
  readonly needs: readonly string[];
  /** Expected work: number of frames times number of actors. */
  readonly work: number;
  /** Expected start and end, in the unit of `work`, and the index of the core that runs it. */
  readonly start: number;
  readonly end: number;
  readonly core: number;
}

/** How a bake would be divided. */
export interface DivisionPlan {
  readonly scene: string;
  readonly cores: number;
  /** The units of systems, with the reason if one is simulated as a whole. */
  readonly units: readonly { readonly systems: readonly string[]; readonly wholeReason: string | null }[];
  readonly tasks: readonly PlannedTask[];
  /** Sum of the work of all tasks, and the time at which the last one ends, in the same unit. */
  readonly work: number;
  readonly duration: number;
}

interface Candidate {
  readonly task: Omit<PlannedTask, 'start' | 'end' | 'core'>;
  done(): void;
}

/** A unit of systems while it is planned. Its tasks have the same order as in a bake, but nothing is simulated. */
interface PlannedUnit {
  next(): Candidate | null;
}

/**
 * Plans how a bake is divided into tasks, and in what order they would run on a number of cores. Nothing is simulated, so it is not known where
 * material still flows after an actor has left. The plan assumes that it flows for one interval everywhere the actor was. If it flows for longer,
 * a bake may simulate more actors together than the plan shows.
 *
 * The tasks are listed in an order in which each comes after those that it needs.
 */
export function planDivision(plan: BakePlan, cores: number): DivisionPlan {
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map(({ colliders }) => colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const units = findUnits(plan.systems);
  const boundaries = listBoundaries(plan, 0);
  const planned = units.map(({ systems, wholeReason }): PlannedUnit => {
    if (wholeReason === null) {
      const [system] = systems;
      const ticks = boundaries.map((frame) => tickAt(plan, simulation, system, frame));
      const { definition, params } = simulation.records.find(
        (record) => record.system.name === system,
      )!.system;
      const actors = listActors(plan, system);
      const outlines = actors.map((actor) => outlineActor(plan, { system, actor, boundaries: ticks }));
      const present = selectPresent(actors, outlines);
      if (present.length > 0)
        return planRegions(system, present, boundaries, definition.regional!.tileSide(params));
    }
    return planWhole(systems, boundaries);
  });
  const tasks = runOnCores(planned, cores);
  return {
    scene: plan.name,
    cores,
    units,
    tasks,
    work: tasks.reduce((sum, { work }) => sum + work, 0),
    duration: tasks.reduce((max, { end }) => Math.max(max, end), 0),
  };
}

function planWhole(systems: readonly string[], boundaries: readonly number[]): PlannedUnit {
  let [started, done] = [0, 0];
  const idOf = (interval: number) => `${systems.join('+')}-${interval}`;
  return {
    next() {
      if (started > done || started === boundaries.length - 1) return null;
      const interval = started++;
      const [from, to] = [boundaries[interval], boundaries[interval + 1]];
      return {
        task: {
          id: idOf(interval),
          systems,
          frames: [from + 1, to],
          needs: interval > 0 ? [idOf(interval - 1)] : [],
          work: to - from,
        },
        done: () => void done++,
      };
    },
  };
}

function planRegions(
  system: string,
  actors: readonly OutlinedActor[],
  boundaries: readonly number[],
  tileSide: number,
): PlannedUnit {
  const schedule = new RegionSchedule(
    boundaries.length - 1,
    actors.map(({ outlines }) => outlines),
    [],
    () => null,
    () => [],
    defaultMaxAhead,
  );
  const counts = new Map<number, number>();
  const known: { readonly id: string; readonly task: RegionTask }[] = [];
  return {
    next() {
      const task = schedule.start();
      if (!task) return null;
      const { interval } = task;
      const number = counts.get(interval) ?? 0;
      counts.set(interval, number + 1);
      const id = `${system}-${interval}-${number}`;
      const [from, to] = [boundaries[interval], boundaries[interval + 1]];
      const region = task.region!;
      // Of each actor, only the last task is listed for which this one waits, because it needs the earlier ones itself.
      const needs = new Set<string>();
      for (let actor = 0; actor < actors.length; actor++) {
        const isNear = task.actors.includes(actor) || schedule.mayReach(actor, interval, region);
        const last = known.findLast(
          (earlier) =>
            earlier.task.interval < interval &&
            earlier.task.actors.includes(actor) &&
            (isNear || schedule.mayChange(earlier.task, region)),
        );
        if (last) needs.add(last.id);
      }
      known.push({ id, task });
      return {
        task: {
          id,
          systems: [system],
          actors: task.actors.map((actor) => actors[actor].name),
          frames: [from + 1, to],
          region: region.map(({ i0, j0, i1, j1 }) => [
            i0 * tileSide,
            j0 * tileSide,
            (i1 + 1) * tileSide,
            (j1 + 1) * tileSide,
          ]),
          needs: [...needs],
          work: (to - from) * task.actors.length,
        },
        done() {
          schedule.finish(task, {
            frames: new Map(),
            stepSeconds: [],
            tiles: [],
            active: task.actors.flatMap((actor) => listTiles(actors[actor].outlines[interval])),
            record: null,
            hints: null,
          });
          while (schedule.isNextComplete) schedule.takeNext();
        },
      };
    },
  };
}

/** Assigns the tasks to cores in the order in which a bake would start them. Each task takes its expected work as time. */
function runOnCores(units: readonly PlannedUnit[], cores: number): PlannedTask[] {
  const tasks: PlannedTask[] = [];
  const running: { readonly planned: PlannedTask; done(): void }[] = [];
  const free = Array.from({ length: cores }, (_, core) => core);
  let now = 0;
  for (;;) {
    while (free.length > 0) {
      const candidate = units
        .map((unit) => unit)
        .reduce<Candidate | null>((found, unit) => found ?? unit.next(), null);
      if (!candidate) break;
      const core = free.shift()!;
      const planned = { ...candidate.task, start: now, end: now + candidate.task.work, core };
      tasks.push(planned);
      running.push({ planned, done: candidate.done });
    }
    if (running.length === 0) return tasks;
    running.sort((a, b) => a.planned.end - b.planned.end);
    const { planned, done } = running.shift()!;
    now = planned.end;
    done();
    free.push(planned.core);
    free.sort((a, b) => a - b);
  }
}

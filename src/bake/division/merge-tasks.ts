import type { PlannedTask } from './plan-division.ts';

/** Parts of a bake that one process simulates. */
export interface MergedTask {
  /** Unique in the plan. */
  readonly id: string;
  readonly parts: readonly Pick<PlannedTask, 'systems' | 'actors' | 'frames'>[];
  /** The tasks that must have run before. They come earlier in the list. */
  readonly needs: readonly string[];
  /** Expected work: number of frames times number of actors. */
  readonly work: number;
}

/**
 * Joins planned tasks to larger ones, for processes that take long to start. Tasks that begin in the same period and wait for each other are joined. So a
 * joined task never waits for one of the same period.
 *
 * periodFrames: length of a period in frames, at least 1.
 */
export function mergeTasks(tasks: readonly PlannedTask[], periodFrames: number): MergedTask[] {
  const periodOf = ({ frames }: PlannedTask) => Math.floor(frames[0] / periodFrames);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const groupOf = new Map<PlannedTask, PlannedTask[]>();
  for (const task of tasks) {
    const group = [task];
    for (const id of task.needs) {
      const needed = byId.get(id)!;
      const other = groupOf.get(needed)!;
      if (periodOf(needed) !== periodOf(task) || group.includes(needed)) continue;
      for (const member of other) group.push(member);
    }
    for (const member of group) groupOf.set(member, group);
  }
  // The order of the plan is kept within a group and within a period.
  const groups = [...new Set(tasks.map((task) => groupOf.get(task)!))].map((group) =>
    tasks.filter((task) => group.includes(task)),
  );
  groups.sort((a, b) => periodOf(a[0]) - periodOf(b[0]));
  const ids = new Map<PlannedTask, string>();
  const counts = new Map<string, number>();
  for (const group of groups) {
    const name = `${group[0].systems.join('+')}-${periodOf(group[0])}`;
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    for (const task of group) ids.set(task, `${name}-${number}`);
  }
  return groups.map((group) => {
    const id = ids.get(group[0])!;
    const needs = group.flatMap((task) => task.needs.map((needed) => ids.get(byId.get(needed)!)!));
    return {
      id,
      parts: group.map(({ systems, actors, frames }) => ({ systems, ...(actors && { actors }), frames })),
      needs: [...new Set(needs)].filter((needed) => needed !== id),
      work: group.reduce((sum, { work }) => sum + work, 0),
    };
  });
}

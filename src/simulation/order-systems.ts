/**
 * Returns the order in which systems step within a tick: a system comes after the systems that it reads; otherwise the order of the scene
 * is kept. A cycle is broken at that one of its systems which is first in the scene; this system reads the state of the previous step.
 *
 * Names are unique. `reads` names other systems; unknown names are ignored here, since the scene checks them. Returns indices into
 * `systems`.
 */
export function orderSystems(systems: readonly { name: string; reads: readonly string[] }[]): number[] {
  const names = new Set(systems.map((system) => system.name));
  const remaining = systems.map((_, index) => index);
  const done = new Set<string>();
  const order: number[] = [];
  while (remaining.length > 0) {
    const ready = remaining.findIndex((index) =>
      systems[index].reads.every(
        (name) => !names.has(name) || done.has(name) || name === systems[index].name,
      ),
    );
    const [next] = remaining.splice(Math.max(ready, 0), 1);
    done.add(systems[next].name);
    order.push(next);
  }
  return order;
}

/**
 * The order in which systems step within a tick: what shows something before what reads it, otherwise as in the scene.
 * A cycle is broken at its first system in the scene, which then reads the previous step's state.
 *
 * Names are unique; `reads` names other systems (unknown names are the scene's business, and ignored here).
 * Returns indices into `systems`.
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

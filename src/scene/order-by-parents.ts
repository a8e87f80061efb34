/**
 * Returns the indices of a list of actors so that every parent comes before the actors that are fixed to it. Otherwise the order is
 * unchanged. Unknown parents are ignored. In a cycle, the first actor comes first; `findParentCycles` refuses scenes with cycles earlier.
 */
export function orderByParents(
  actors: readonly { readonly name: string; readonly parent?: string }[],
): number[] {
  const order: number[] = [];
  const visited = new Set<number>();
  const visit = (index: number): void => {
    if (index < 0 || visited.has(index)) return;
    visited.add(index);
    const { parent } = actors[index];
    if (parent !== undefined) visit(actors.findIndex(({ name }) => name === parent));
    order.push(index);
  };
  actors.forEach((_, index) => {
    visit(index);
  });
  return order;
}

/** Returns the names of the actors in each cycle of parents. The first name is repeated at the end. */
export function findParentCycles(
  actors: readonly { readonly name: string; readonly parent?: string }[],
): string[][] {
  const parentOf = new Map(actors.map(({ name, parent }) => [name, parent]));
  const settled = new Set<string>();
  const cycles: string[][] = [];
  for (const { name } of actors) {
    const path: string[] = [];
    let at: string | undefined = name;
    while (at !== undefined && !settled.has(at) && !path.includes(at)) {
      path.push(at);
      at = parentOf.get(at);
    }
    if (at !== undefined && path.includes(at)) cycles.push([...path.slice(path.indexOf(at)), at]);
    for (const seen of path) settled.add(seen);
  }
  return cycles;
}

/** Returns the name of a parent, of its parent, and so on. Unknown names end the list, and so does a cycle. */
export function ancestorsOf(
  parent: string | undefined,
  actors: readonly { readonly name: string; readonly parent?: string }[],
): string[] {
  const found: string[] = [];
  for (let at = parent; at !== undefined && !found.includes(at); ) {
    found.push(at);
    at = actors.find(({ name }) => name === at)?.parent;
  }
  return found;
}

/**
 * Finds the assignment with the minimum sum of squared distances by shortest augmenting paths (Jonker & Volgenant 1987), without
 * their initialization. Exact and slow: time grows with count³. It is the reference for tests and benchmarks.
 *
 * from, to [3 · count]. Returns [count]: the index in `to` for each point of `from`.
 */
export function assignExactly(from: Float64Array, to: Float64Array): Int32Array {
  const count = from.length / 3;
  const targetOf = new Int32Array(count).fill(-1);
  const sourceOf = new Int32Array(count).fill(-1);
  const prices = new Float64Array(count);
  const reached = new Float64Array(count);
  const cameFrom = new Int32Array(count);
  const order = new Int32Array(count);
  const cost = (source: number, target: number): number => {
    const x = from[3 * source] - to[3 * target];
    const y = from[3 * source + 1] - to[3 * target + 1];
    const z = from[3 * source + 2] - to[3 * target + 2];
    return x * x + y * y + z * z - prices[target];
  };
  for (let first = 0; first < count; first++) {
    for (let target = 0; target < count; target++) {
      order[target] = target;
      reached[target] = cost(first, target);
      cameFrom[target] = first;
    }
    // Dijkstra's algorithm over targets until one is free. The shortest paths to order[0] … order[done − 1] are known.
    let done = 0;
    let target = 0;
    for (;;) {
      let nearest = done;
      for (let k = done + 1; k < count; k++) if (reached[order[k]] < reached[order[nearest]]) nearest = k;
      target = order[nearest];
      order[nearest] = order[done];
      order[done++] = target;
      const source = sourceOf[target];
      if (source < 0) break;
      const base = reached[target] - cost(source, target);
      for (let k = done; k < count; k++) {
        const length = base + cost(source, order[k]);
        if (length >= reached[order[k]]) continue;
        reached[order[k]] = length;
        cameFrom[order[k]] = source;
      }
    }
    for (let k = 0; k < done; k++) prices[order[k]] += reached[order[k]] - reached[target];
    for (let source = -1; source !== first; ) {
      source = cameFrom[target];
      sourceOf[target] = source;
      const before = targetOf[source];
      targetOf[source] = target;
      target = before;
    }
  }
  return targetOf;
}

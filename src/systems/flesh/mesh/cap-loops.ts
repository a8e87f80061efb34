import { triangleArea } from '../../../geometry/simplex.ts';
import { sortPair } from '../../../motion/tet-topology.ts';
import { TupleTable } from '../../../motion/tuple-table.ts';
import { nextCorner } from './orient-pieces.ts';

/** Corners of a loop beyond which it is closed by a fan about its middle: a search takes their number cubed. */
const searchLimit = 240;

/**
 * Loops of edges along which the triangles are open, each as its vertices in the order in which a cap's triangles must run
 * along them. An edge is open where more triangles run along it in one direction than in the other, so that
 * edges with many triangles do no harm. A loop meets no vertex twice.
 */
export function findLoops(triangles: Uint32Array): number[][] {
  const edges = new TupleTable(2);
  const balance: number[] = [];
  for (let k = 0; k < triangles.length; k++) {
    const a = triangles[k];
    const b = triangles[nextCorner(k)];
    const edge = edges.add(sortPair(a, b));
    balance[edge] = (balance[edge] ?? 0) + (a < b ? 1 : -1);
  }
  // Against the direction of the triangles: onward[a] are the vertices that edges from a lead to.
  const onward = new Map<number, number[]>();
  for (let edge = 0; edge < edges.count; edge++) {
    const [low, high] = edges.tuple(edge);
    const [from, to] = balance[edge] > 0 ? [high, low] : [low, high];
    for (let n = Math.abs(balance[edge]); n > 0; n--) {
      const list = onward.get(from);
      if (list) list.push(to);
      else onward.set(from, [to]);
    }
  }
  const loops: number[][] = [];
  for (const start of onward.keys()) {
    // As many edges lead to a vertex as from it, so that a walk ends only where it began.
    const path = [start];
    const placeOf = new Map([[start, 0]]);
    while (path.length > 0) {
      const to = onward.get(path[path.length - 1])?.pop();
      if (to === undefined) break;
      const place = placeOf.get(to);
      if (place === undefined) {
        placeOf.set(to, path.length);
        path.push(to);
        continue;
      }
      const loop = path.splice(place + 1);
      for (const vertex of loop) placeOf.delete(vertex);
      loops.push([to, ...loop]);
    }
  }
  return loops.filter((loop) => loop.length > 2);
}

/**
 * Triangles that close a loop, of the smallest area in all (Barequet & Sharir 1995), or a fan about the loop's middle
 * where it is long. positions grows by that middle.
 */
export function capLoop(positions: number[], loop: readonly number[]): number[] {
  return loop.length <= searchLimit ? capLeastArea(positions, loop) : capFan(positions, loop);
}

function capFan(positions: number[], loop: readonly number[]): number[] {
  const middle = positions.length / 3;
  for (let axis = 0; axis < 3; axis++) {
    positions.push(loop.reduce((sum, vertex) => sum + positions[3 * vertex + axis], 0) / loop.length);
  }
  return loop.flatMap((vertex, k) => [vertex, loop[(k + 1) % loop.length], middle]);
}

/** area[i][j]: the least that closes the loop from i to j, cut off along the chord j – i. */
function capLeastArea(positions: readonly number[], loop: readonly number[]): number[] {
  const count = loop.length;
  const area = new Float64Array(count * count);
  const apex = new Int32Array(count * count);
  for (let span = 2; span < count; span++) {
    for (let i = 0; i + span < count; i++) {
      const j = i + span;
      let least = Infinity;
      for (let m = i + 1; m < j; m++) {
        const sum =
          area[i * count + m] + area[m * count + j] + triangleArea(positions, loop[i], loop[m], loop[j]);
        if (sum >= least) continue;
        least = sum;
        apex[i * count + j] = m;
      }
      area[i * count + j] = least;
    }
  }
  const out: number[] = [];
  const chords = [[0, count - 1]];
  for (let chord = chords.pop(); chord; chord = chords.pop()) {
    const [i, j] = chord;
    if (j - i < 2) continue;
    const m = apex[i * count + j];
    out.push(loop[i], loop[m], loop[j]);
    chords.push([i, m], [m, j]);
  }
  return out;
}

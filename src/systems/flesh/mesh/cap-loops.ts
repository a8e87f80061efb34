import { triangleArea } from '../../../geometry/simplex.ts';
import { sortPair } from '../../../motion/tet-topology.ts';
import { TupleTable } from '../../../motion/tuple-table.ts';
import { nextCorner } from './orient-pieces.ts';

/** Maximum number of corners of a loop for which the minimum area is searched. It is limited because the search takes O(n³) steps. */
const maxSearchedCorners = 240;

/**
 * Finds the loops of open edges. Each loop lists its vertices in the order in which the triangles of a cap must traverse them, and contains
 * no vertex twice. An edge is open if more triangles traverse it in one direction than in the other, so edges with more than two triangles
 * are allowed.
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
  // Edges opposite to the direction of the triangles: onward[a] lists the vertices to which such edges lead from a.
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
    // Each vertex has as many incoming edges as outgoing ones. So a walk along edges can only end at its start.
    const path = [start];
    const indexIn = new Map([[start, 0]]);
    while (path.length > 0) {
      const to = onward.get(path[path.length - 1])?.pop();
      if (to === undefined) break;
      const index = indexIn.get(to);
      if (index === undefined) {
        indexIn.set(to, path.length);
        path.push(to);
        continue;
      }
      const loop = path.splice(index + 1);
      for (const vertex of loop) indexIn.delete(vertex);
      loops.push([to, ...loop]);
    }
  }
  return loops.filter((loop) => loop.length > 2);
}

/**
 * Returns triangles that close a loop with the minimum total area (Barequet & Sharir 1995). A long loop is closed by a fan
 * about its middle, which is appended to `positions`.
 */
export function capLoop(positions: number[], loop: readonly number[]): number[] {
  return loop.length <= maxSearchedCorners ? capMinArea(positions, loop) : capFan(positions, loop);
}

function capFan(positions: number[], loop: readonly number[]): number[] {
  const middle = positions.length / 3;
  for (let axis = 0; axis < 3; axis++) {
    positions.push(loop.reduce((sum, vertex) => sum + positions[3 * vertex + axis], 0) / loop.length);
  }
  return loop.flatMap((vertex, k) => [vertex, loop[(k + 1) % loop.length], middle]);
}

/**
 * Dynamic programming. area[i][j] is the minimum area of triangles that close the section of the loop from i to j together with the chord
 * from j to i.
 */
function capMinArea(positions: readonly number[], loop: readonly number[]): number[] {
  const count = loop.length;
  const area = new Float64Array(count * count);
  const apex = new Int32Array(count * count);
  for (let span = 2; span < count; span++) {
    for (let i = 0; i + span < count; i++) {
      const j = i + span;
      let minArea = Infinity;
      for (let m = i + 1; m < j; m++) {
        const sum =
          area[i * count + m] + area[m * count + j] + triangleArea(positions, loop[i], loop[m], loop[j]);
        if (sum >= minArea) continue;
        minArea = sum;
        apex[i * count + j] = m;
      }
      area[i * count + j] = minArea;
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

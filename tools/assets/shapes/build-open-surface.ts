/** Meshes level sets as surfaces with holes, with given numbers of vertices and triangles. */
import type { Box, Surface } from './build-surface.ts';
import { type LevelSet, writeNormal } from './level-set.ts';
import { type Mesh, meshLevelSet } from './mesh-level-set.ts';
import { listRim, thinMesh } from './thin-mesh.ts';

export interface OpenSurfaceOptions {
  readonly box: Box;
  /** Cell size of the first mesh, which is thinned out afterwards, metres. */
  readonly cell: number;
  /** The surface is removed where this level set is negative. */
  readonly cut: LevelSet;
  readonly vertices: number;
  readonly triangles: number;
  /** See `ThinOptions.bendWeight`. */
  readonly bendWeight: number;
}

/**
 * Returns the surface of {set ≤ 0} without {cut < 0}, with exactly the given numbers of vertices V and triangles F. By Euler's formula, its
 * boundaries have 2 V − F − 2 χ edges in total, where χ is 2 minus the number of holes.
 */
export function buildOpenSurface(set: LevelSet, options: OpenSurfaceOptions): Surface {
  const { box, cell, cut, vertices, triangles, bendWeight } = options;
  const step = cell / 4;
  const normal = new Float64Array(3);
  const settle = (point: Float64Array, out: Float64Array) => {
    for (let pass = 0; pass < 3; pass++) {
      const distance = set(point[0], point[1], point[2]);
      if (Math.abs(distance) < 1e-3 * cell) break;
      writeNormal(out, set, point[0], point[1], point[2], step);
      for (let c = 0; c < 3; c++) point[c] -= distance * out[c];
    }
    writeNormal(out, set, point[0], point[1], point[2], step);
  };
  const whole = meshLevelSet(set, box.low, box.high, cell);
  const wider: LevelSet = (x, y, z) => cut(x, y, z) - 0.75 * cell;
  const open = tidyRims(cutAway(whole, wider), (point) => {
    for (let pass = 0; pass < 3; pass++) {
      writeNormal(normal, cut, point[0], point[1], point[2], step);
      const distance = cut(point[0], point[1], point[2]);
      for (let c = 0; c < 3; c++) point[c] -= Math.min(cell, Math.max(-cell, distance)) * normal[c];
      settle(point, normal);
    }
  });
  const euler = eulerNumber(open);
  const mesh = thinMesh(open, {
    vertices,
    rimEdges: 2 * vertices - triangles - 2 * euler,
    settle,
    bendWeight,
  });
  if (mesh.indices.length !== 3 * triangles)
    throw new Error(`expected ${triangles} triangles, have ${mesh.indices.length / 3}`);
  if (countDistinct(mesh.positions) !== vertices)
    throw new Error(
      'vertices lie on one another: choose another cell, so that no corner of the grid meets an edge',
    );
  const normals = new Float64Array(mesh.positions.length);
  for (let v = 0; v < normals.length; v += 3)
    writeNormal(
      normals.subarray(v, v + 3),
      set,
      mesh.positions[v],
      mesh.positions[v + 1],
      mesh.positions[v + 2],
      step,
    );
  return { ...mesh, normals };
}

function countDistinct(positions: Float64Array): number {
  const distinct = new Set<string>();
  for (let v = 0; v < positions.length; v += 3)
    distinct.add(Float32Array.from(positions.subarray(v, v + 3)).join(' '));
  return distinct.size;
}

/** V − E + F. */
function eulerNumber({ positions, indices }: Mesh): number {
  const faces = indices.length / 3;
  return positions.length / 3 - (indices.length + listRim(indices).length / 2) / 2 + faces;
}

/** Removes triangles with a vertex in the cut, then triangles that are connected to the rest by one vertex only. */
function cutAway(mesh: Mesh, cut: LevelSet): Mesh {
  const { positions } = mesh;
  const isCut = (v: number) => cut(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]) < 0;
  let kept: number[] = [];
  for (let k = 0; k < mesh.indices.length; k += 3) {
    const corners = [...mesh.indices.subarray(k, k + 3)];
    if (!corners.some(isCut)) kept.push(...corners);
  }
  for (;;) {
    const loose = listLoose(kept);
    if (loose.size === 0) break;
    kept = kept.filter((_, k) => !loose.has(Math.floor(k / 3)));
  }
  return compact(positions, kept);
}

/** Returns the triangles to remove so that each vertex has one fan around it: all fans of a vertex except the largest. */
function listLoose(indices: readonly number[]): Set<number> {
  const starts = new Map<number, number[]>();
  for (const [k, vertex] of indices.entries()) {
    const list = starts.get(vertex);
    if (list) list.push(k);
    else starts.set(vertex, [k]);
  }
  const loose = new Set<number>();
  for (const corners of starts.values()) {
    // A triangle (v, a, b) around this vertex v is known by its corner k at v. The map goes from a to k. The next triangle of the
    // fan is on the other side of the edge from v to b. Its corner at v is therefore entering.get(b).
    const entering = new Map(corners.map((k) => [indices[after(k)], k]));
    const left = new Set(corners);
    const fans: number[][] = [];
    const leaving = (k: number) => indices[after(after(k))];
    const isEntered = new Set(corners.map(leaving));
    const begin = corners.filter((k) => !isEntered.has(indices[after(k)]));
    for (const first of begin.length > 0 ? begin : corners.slice(0, 1)) {
      const fan: number[] = [];
      for (let k: number | undefined = first; k !== undefined && left.delete(k); k = entering.get(leaving(k)))
        fan.push(k);
      fans.push(fan);
    }
    fans.push([...left]);
    fans.sort((p, q) => q.length - p.length);
    for (const k of fans.slice(1).flat()) loose.add(Math.floor(k / 3));
  }
  return loose;
}

function after(k: number): number {
  return k % 3 === 2 ? k - 2 : k + 1;
}

function compact(positions: Float64Array, indices: readonly number[]): Mesh {
  const newIndex = new Map<number, number>();
  const kept: number[] = [];
  for (const v of indices) {
    if (newIndex.has(v)) continue;
    newIndex.set(v, newIndex.size);
    kept.push(...positions.subarray(3 * v, 3 * v + 3));
  }
  return {
    positions: Float64Array.from(kept),
    indices: Uint32Array.from(indices, (v) => newIndex.get(v)!),
  };
}

/** Moves the boundaries onto the cut, with even spacing. */
function tidyRims(mesh: Mesh, settle: (point: Float64Array) => void): Mesh {
  const { positions } = mesh;
  const rim = listRim(mesh.indices);
  const sides = new Map<number, number[]>();
  for (let k = 0; k < rim.length; k++) {
    const [v, other] = [rim[k], rim[k ^ 1]];
    sides.set(v, [...(sides.get(v) ?? []), other]);
  }
  for (let pass = 0; pass < 6; pass++) {
    const before = positions.slice();
    for (const [v, others] of sides) {
      for (let c = 0; c < 3; c++) {
        const mean = others.reduce((sum, other) => sum + before[3 * other + c], 0) / others.length;
        positions[3 * v + c] = (before[3 * v + c] + mean) / 2;
      }
      settle(positions.subarray(3 * v, 3 * v + 3));
    }
  }
  return mesh;
}

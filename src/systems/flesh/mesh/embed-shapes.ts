import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import { type LongWork, workThrough } from '../../../long-work.ts';
import { createMatrix, invertMatrix, type Matrix } from '../../../math/matrix.ts';
import { measureNormals } from '../../../motion/measure-normals.ts';
import { addTriangle, findTurning, groupNormals } from '../../../motion/normal-groups.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';
import type { MorphSurface } from '../../outputs/morph.ts';
import { CornerSlopes } from './corner-slopes.ts';
import type { Region } from './extract-region.ts';
import { locatePoints, type PointLocations } from './locate-points.ts';

/** Positions of a character's vertices in a mesh of ten-node tetrahedra. */
export interface EmbeddedVertices {
  readonly mesh: TetMesh;
  /** Metres per unit of the part's space. */
  readonly scale: number;
  readonly locations: PointLocations;
  /** Factor by which the displacement of each point is multiplied, [pointCount]. It is below 1 near a cut. */
  readonly ramps: Float64Array;
  readonly surfaces: readonly EmbeddedSurface[];
  readonly triangles: readonly MovingTriangles[];
}

interface EmbeddedSurface {
  readonly surface: number;
  /** Indices of the vertices that move, and of the neighbours whose normals change; ascending. */
  readonly vertices: Uint32Array;
  /** Index of each vertex's point; −1 for a vertex that does not move. [vertices.length] */
  readonly points: Int32Array;
  /** Normals of the rest shape, in the surface's mesh space, [3 · vertices.length]. */
  readonly normals: Float32Array;
  /** Transform from the part's space to the surface's mesh space; null if they are the same. */
  readonly fromPart: Matrix | null;
}

/** The moving triangles of all surfaces of one mesh. These surfaces may share vertex normals, see `groupNormals`. */
interface MovingTriangles {
  /**
   * Indices into `EmbeddedVertices.surfaces`. The following arrays have an entry for each of these surfaces: its positions at rest, its
   * triangles with at least one moving corner, and the normal group of each of its vertices.
   */
  readonly members: readonly number[];
  readonly positions: readonly Float32Array[];
  readonly triangles: readonly (readonly [number, number, number][])[];
  readonly groupOf: readonly Uint32Array[];
  /** Sum of the area vectors of all triangles around a group's vertices, at rest. [3 · groupCount] */
  readonly areas: Float64Array;
}

/** Number of points that are processed between two yields. */
const pointsPerTurn = 500;

/**
 * Outside of the mesh, a displacement is extrapolated linearly up to `maxExtrapolation` edge lengths, then fades to 0 at `fadeEnd` edge
 * lengths.
 */
const maxExtrapolation = 0.5;
const fadeEnd = 1.5;

/**
 * Finds the element and the barycentric coordinates of each of the region's vertices. If the rig has no normals, they are computed from the
 * triangles around each vertex.
 *
 * size: element size, metres. At the edge of a cut, where neighbouring vertices do not move, displacements are 0; at the distance `size`
 * from it, they have their full value. This is necessary because the elements end near that edge, but not exactly on it.
 */
export function* embedVertices(
  rig: Rig,
  region: Region,
  mesh: TetMesh,
  size: number,
): LongWork<EmbeddedVertices> {
  yield;
  const { triangles, vertices } = findTriangles(rig, region);
  const surfaces = region.moved.map(({ surface, vertices: moved, points }, index): EmbeddedSurface => {
    const toPart = region.frame.fromSurface[surface];
    const fromPart = toPart && createMatrix();
    if (fromPart) invertMatrix(fromPart, toPart);
    const { positions, indices, normals } = rig.surfaces[surface];
    const source = normals ?? new Float32Array(positions.length);
    if (!normals) measureNormals(source, positions, indices);
    const own = new Float32Array(3 * vertices[index].length);
    vertices[index].forEach((vertex, k) => {
      own.set(source.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
    });
    const pointOf = new Map(Array.from(moved, (vertex, k) => [vertex, points[k]]));
    return {
      surface,
      vertices: vertices[index],
      points: Int32Array.from(vertices[index], (vertex) => pointOf.get(vertex) ?? -1),
      normals: own,
      fromPart,
    };
  });
  const { frame, points } = region;
  yield;
  return {
    mesh,
    scale: frame.scale,
    locations: yield* locatePoints(mesh, points),
    ramps: yield* measureRamps(region, size),
    surfaces,
    triangles,
  };
}

/** Returns for each surface the vertices inside the mesh, without neighbours of which only the normals change. */
export function listMoved({ surfaces }: EmbeddedVertices): { surface: number; vertices: Uint32Array }[] {
  return surfaces.map(({ surface, vertices, points }) => ({
    surface,
    vertices: vertices.filter((_, k) => points[k] >= 0),
  }));
}

/**
 * Returns the moving triangles, grouped by mesh. For each moved surface, also returns the moving vertices and the vertices whose normals
 * change, ascending.
 */
function findTriangles(
  rig: Rig,
  { moved }: Region,
): { triangles: MovingTriangles[]; vertices: Uint32Array[] } {
  const vertices: Uint32Array[] = [];
  const nodes = [...new Set(moved.map(({ surface }) => rig.surfaces[surface].node))];
  const triangles = nodes.map((node): MovingTriangles => {
    const members = [...moved.keys()].filter((k) => rig.surfaces[moved[k].surface].node === node);
    const surfaces = members.map((k) => rig.surfaces[moved[k].surface]);
    const groups = groupNormals(surfaces);
    const { groupOf } = groups;
    const isMoved = surfaces.map(({ positions }, member) => {
      const own = new Uint8Array(positions.length / 3);
      for (const vertex of moved[members[member]].vertices) own[vertex] = 1;
      return own;
    });
    const isChanging = findTurning(surfaces, groups, isMoved);
    const areas = new Float64Array(3 * groups.count);
    const own = surfaces.map(({ positions, indices }, member) => {
      const moving: [number, number, number][] = [];
      for (let k = 0; k < indices.length; k += 3) {
        const triangle: [number, number, number] = [indices[k], indices[k + 1], indices[k + 2]];
        addTriangle(areas, groupOf[member], positions, triangle);
        if (triangle.some((vertex) => isMoved[member][vertex])) moving.push(triangle);
      }
      return moving;
    });
    members.forEach((k, member) => {
      vertices[k] = Uint32Array.from(groupOf[member].keys()).filter(
        (vertex) => isMoved[member][vertex] === 1 || isChanging[groupOf[member][vertex]] === 1,
      );
    });
    return { members, positions: surfaces.map(({ positions }) => positions), triangles: own, groupOf, areas };
  });
  return { triangles, vertices };
}

function* measureRamps(region: Region, size: number): LongWork<Float64Array> {
  const { points, cutEdges, surface } = region;
  const ramps = new Float64Array(points.length / 3).fill(1);
  if (cutEdges.length === 0) return ramps;
  // The tree contains triangles, so an edge is given as a triangle in which one corner is repeated.
  const edges = new Uint32Array(1.5 * cutEdges.length);
  for (let k = 0; k < cutEdges.length; k += 2)
    edges.set([cutEdges[k], cutEdges[k + 1], cutEdges[k + 1]], 1.5 * k);
  const tree = new SurfaceTree(surface.positions, edges);
  for (let point = 0; point < points.length / 3; point++) {
    if (point % pointsPerTurn === 0) yield;
    const [x, y, z] = points.subarray(3 * point, 3 * point + 3);
    const distance = tree.nearest(x, y, z, size);
    if (distance >= size) continue;
    const fraction = distance / size;
    ramps[point] = fraction * fraction * (3 - 2 * fraction);
  }
  return ramps;
}

/**
 * Converts shapes on a mesh's nodes to shapes on the character's vertices.
 *
 * shapes: [modeCount · 3 · nodeCount] metres. Inside the mesh, displacements are interpolated with the quadratic shape functions. Outside,
 * they are extrapolated linearly over half an edge length and then fade to 0, because regions that are too thin for an element are mostly
 * bone. Copies of one point have bit-identical displacements.
 *
 * Normals are those of the rendered triangles, also at fixed vertices beside moving ones. For two edges U and V of each triangle around a
 * vertex, the change of the area vector is δU × V + U × δV (James & Pai, eq. 21), which is linear in φ. The changes are neither projected
 * nor normalised. normalModes: see `MorphSurface`.
 */
export function embedShapes(
  geometry: { readonly embedded: EmbeddedVertices },
  shapes: ArrayLike<number>,
  modeCount: number,
  normalModes?: readonly number[],
): MorphSurface[] {
  return workThrough(embeddingShapes(geometry, shapes, modeCount, normalModes));
}

/** Does the same as `embedShapes`, as long work. */
export function* embeddingShapes(
  { embedded }: { readonly embedded: EmbeddedVertices },
  shapes: ArrayLike<number>,
  modeCount: number,
  normalModes?: readonly number[],
): LongWork<MorphSurface[]> {
  const { mesh, locations, scale } = embedded;
  const nodeCount = mesh.positions.length / 3;
  const out = embedded.surfaces.map(({ surface, vertices }) => ({
    surface,
    vertices,
    shapes: new Float32Array(3 * modeCount * vertices.length),
    normals: new Float32Array(3 * (normalModes?.length ?? modeCount) * vertices.length),
    ...(normalModes && { normalModes }),
  }));
  const slopes = new CornerSlopes(mesh);
  const moves = new Float64Array(3 * locations.tets.length);
  for (let mode = 0; mode < modeCount; mode++) {
    const first = mode * 3 * nodeCount;
    yield;
    slopes.measure(shapes, first);
    yield;
    interpolate(embedded, shapes, first, slopes.values, moves);
    yield;
    embedded.surfaces.forEach((own, index) => {
      writeShape(own, moves, scale, out[index].shapes, 3 * mode * own.vertices.length);
    });
    const order = normalModes ? normalModes.indexOf(mode) : mode;
    if (order < 0) continue;
    for (const triangles of embedded.triangles) {
      yield;
      writeNormals(triangles, embedded.surfaces, out, mode, order);
    }
  }
  return out;
}

/** Writes the displacement [3] of every point to `moves`, metres. */
function interpolate(
  embedded: EmbeddedVertices,
  shapes: ArrayLike<number>,
  first: number,
  slopes: Float64Array,
  moves: Float64Array,
): void {
  const { mesh, locations, ramps } = embedded;
  const { tets, positions } = mesh;
  const values = new Float64Array(10);
  const gradient = new Float64Array(9);
  for (let point = 0; point < locations.tets.length; point++) {
    const tet = 10 * locations.tets[point];
    const l = 4 * point;
    const { weights, offsets } = locations;
    for (let corner = 0; corner < 4; corner++) {
      const own = weights[l + corner];
      values[corner] = own * (2 * own - 1);
    }
    for (let edge = 0; edge < 6; edge++) {
      const [a, b] = tetEdges[edge];
      values[4 + edge] = 4 * weights[l + a] * weights[l + b];
    }
    for (let k = 0; k < 9; k++) {
      gradient[k] = 0;
      for (let corner = 0; corner < 4; corner++)
        gradient[k] += weights[l + corner] * slopes[9 * tets[tet + corner] + k];
    }
    const ox = offsets[3 * point];
    const oy = offsets[3 * point + 1];
    const oz = offsets[3 * point + 2];
    const distance = Math.sqrt(ox * ox + oy * oy + oz * oz);
    const length = distance > 0 ? edgeLength(positions, tets, tet) : 0;
    const onward = distance > 0 ? Math.min(1, (maxExtrapolation * length) / distance) : 0;
    const isFading = distance > maxExtrapolation * length;
    const fade = isFading ? Math.max(0, fadeEnd - distance / length) / (fadeEnd - maxExtrapolation) : 1;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let node = 0; node < 10; node++) sum += values[node] * shapes[first + 3 * tets[tet + node] + axis];
      const row = 3 * axis;
      sum += onward * (gradient[row] * ox + gradient[row + 1] * oy + gradient[row + 2] * oz);
      moves[3 * point + axis] = fade * ramps[point] * sum;
    }
  }
}

/** Writes one mode's displacements of one surface, in the surface's mesh space. */
function writeShape(
  { points, fromPart }: EmbeddedSurface,
  moves: Float64Array,
  scale: number,
  shapes: Float32Array,
  start: number,
): void {
  const u = new Float64Array(3);
  for (let k = 0; k < points.length; k++) {
    const point = points[k];
    if (point < 0) continue;
    for (let axis = 0; axis < 3; axis++) u[axis] = moves[3 * point + axis] / scale;
    if (fromPart) toSurfaceSpace(u, fromPart);
    shapes.set(u, start + 3 * k);
  }
}

/**
 * Writes one mode's changes of the normals of one mesh, as the `order`-th entry of `normals`. The mode's displacements must be in `out`
 * already.
 */
function writeNormals(
  { members, positions, triangles, groupOf, areas }: MovingTriangles,
  surfaces: readonly EmbeddedSurface[],
  out: readonly { readonly shapes: Float32Array; readonly normals: Float32Array }[],
  mode: number,
  order: number,
): void {
  const changes = new Float64Array(areas.length);
  members.forEach((index, member) => {
    const { vertices } = surfaces[index];
    const start = 3 * mode * vertices.length;
    const moves = new Float64Array(positions[member].length);
    vertices.forEach((vertex, k) => {
      moves.set(out[index].shapes.subarray(start + 3 * k, start + 3 * k + 3), 3 * vertex);
    });
    for (const triangle of triangles[member])
      addChange(changes, groupOf[member], positions[member], moves, triangle);
  });
  members.forEach((index, member) => {
    const { vertices, normals } = surfaces[index];
    const start = 3 * order * vertices.length;
    vertices.forEach((vertex, k) => {
      changeNormal(
        out[index].normals,
        start + 3 * k,
        normals,
        3 * k,
        areas,
        changes,
        3 * groupOf[member][vertex],
      );
    });
  });
}

/** Adds the change of a triangle's area vector, (δU × V + U × δV) / 2, to the vectors of the groups of its three corners. */
function addChange(
  out: Float64Array,
  groupOf: Uint32Array,
  positions: Float32Array,
  moves: Float64Array,
  triangle: readonly [number, number, number],
): void {
  const [a, b, c] = triangle;
  const edge = (values: Float32Array | Float64Array, to: number, axis: number) =>
    values[3 * to + axis] - values[3 * a + axis];
  for (let x = 0; x < 3; x++) {
    const [y, z] = [(x + 1) % 3, (x + 2) % 3];
    const change =
      (edge(moves, b, y) * edge(positions, c, z) -
        edge(moves, b, z) * edge(positions, c, y) +
        edge(positions, b, y) * edge(moves, c, z) -
        edge(positions, b, z) * edge(moves, c, y)) /
      2;
    for (const vertex of triangle) out[3 * groupOf[vertex] + x] += change;
  }
}

/**
 * Writes the change δN of a vertex normal N. A is the sum of the area vectors of the triangles around the vertex, and δA its change. N is
 * rotated and scaled in the same way as A:
 *
 *     δN = ((A × δA) × N + (A · δA) N) / |A|²
 */
function changeNormal(
  out: Float32Array,
  to: number,
  normals: Float32Array,
  from: number,
  areas: Float64Array,
  changes: Float64Array,
  group: number,
): void {
  const [nx, ny, nz] = [normals[from], normals[from + 1], normals[from + 2]];
  const [ax, ay, az] = [areas[group], areas[group + 1], areas[group + 2]];
  const [dx, dy, dz] = [changes[group], changes[group + 1], changes[group + 2]];
  const square = ax * ax + ay * ay + az * az;
  // Triangles without area have no normal.
  if (!(square > 0)) return;
  const [tx, ty, tz] = [ay * dz - az * dy, az * dx - ax * dz, ax * dy - ay * dx];
  const growth = ax * dx + ay * dy + az * dz;
  out[to] = (ty * nz - tz * ny + growth * nx) / square;
  out[to + 1] = (tz * nx - tx * nz + growth * ny) / square;
  out[to + 2] = (tx * ny - ty * nx + growth * nz) / square;
}

/** Sets u to L⁻¹ u, where L is the linear part of the transform from the surface's mesh space to the part's space. */
function toSurfaceSpace(u: Float64Array, fromPart: Matrix): void {
  const [x, y, z] = u;
  for (let row = 0; row < 3; row++)
    u[row] = fromPart[row] * x + fromPart[4 + row] * y + fromPart[8 + row] * z;
}

/** Returns the root mean square length of an element's edges. */
function edgeLength(p: Float64Array, tets: Uint32Array, tet: number): number {
  let sum = 0;
  for (const [a, b] of tetEdges) {
    for (let axis = 0; axis < 3; axis++)
      sum += (p[3 * tets[tet + a] + axis] - p[3 * tets[tet + b] + axis]) ** 2;
  }
  return Math.sqrt(sum / 6);
}

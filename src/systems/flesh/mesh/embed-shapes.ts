import { createMatrix, invertMatrix, type Matrix } from '../../../math/matrix.ts';
import { measureNormals } from '../../../motion/measure-normals.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';
import type { MorphSurface } from '../../system.ts';
import { CornerSlopes } from './corner-slopes.ts';
import type { Region } from './extract-region.ts';
import { locatePoints, type PointPlaces } from './locate-points.ts';
import { SurfaceTree } from './surface-tree.ts';

/** A character's vertices in a mesh of ten-node tetrahedra. */
export interface EmbeddedVertices {
  readonly mesh: TetMesh;
  /** Metres to a unit of the part's space. */
  readonly scale: number;
  readonly places: PointPlaces;
  /** [4 · pointCount] share of its displacement that each point keeps near a cut, and the share's gradient, 1/m. */
  readonly ramps: Float64Array;
  readonly surfaces: readonly EmbeddedSurface[];
}

interface EmbeddedSurface {
  readonly surface: number;
  /** Vertex indices, ascending, and the point that each stands at. */
  readonly vertices: Uint32Array;
  readonly points: Uint32Array;
  /** [3 · vertices.length] in the surface's own mesh space. */
  readonly normals: Float32Array;
  /** The surface's mesh space to the part's and back; null where they are the same. */
  readonly toPart: Matrix | null;
  readonly fromPart: Matrix | null;
}

/** Beyond the mesh a displacement goes on along its slope for this many edge lengths, and is gone at that many. */
const extrapolated = 0.5;
const forgotten = 1.5;

/**
 * Finds the region's vertices in a mesh. Normals that the rig lacks are those of the triangles around each vertex.
 *
 * size: of an element, metres. Over that distance from the edge of a cut, where the neighbours stand still, displacements
 * rise from nothing: the elements end near that edge, not on it.
 */
export function embedVertices(rig: Rig, region: Region, mesh: TetMesh, size: number): EmbeddedVertices {
  const surfaces = region.moved.map(({ surface, vertices, points }) => {
    const toPart = region.frame.fromSurface[surface];
    const fromPart = toPart && createMatrix();
    if (fromPart) invertMatrix(fromPart, toPart);
    const { positions, indices, normals } = rig.surfaces[surface];
    const source = normals ?? new Float32Array(positions.length);
    if (!normals) measureNormals(source, positions, indices);
    const own = new Float32Array(3 * vertices.length);
    vertices.forEach((vertex, k) => {
      own.set(source.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
    });
    return { surface, vertices, points, normals: own, toPart, fromPart };
  });
  const { frame, points } = region;
  return {
    mesh,
    scale: frame.scale,
    places: locatePoints(mesh, points),
    ramps: measureRamps(region, size),
    surfaces,
  };
}

function measureRamps(region: Region, size: number): Float64Array {
  const { points, rim, surface } = region;
  const ramps = new Float64Array((4 * points.length) / 3);
  for (let k = 0; k < ramps.length; k += 4) ramps[k] = 1;
  if (rim.length === 0) return ramps;
  // An edge is a triangle with one corner twice.
  const edges = new Uint32Array(1.5 * rim.length);
  for (let k = 0; k < rim.length; k += 2) edges.set([rim[k], rim[k + 1], rim[k + 1]], 1.5 * k);
  const tree = new SurfaceTree(surface.positions, edges);
  for (let point = 0; point < points.length / 3; point++) {
    const [x, y, z] = points.subarray(3 * point, 3 * point + 3);
    const distance = tree.nearest(x, y, z, size);
    if (distance >= size) continue;
    const share = distance / size;
    ramps[4 * point] = share * share * (3 - 2 * share);
    const slope = distance > 0 ? (6 * share * (1 - share)) / (size * distance) : 0;
    ramps[4 * point + 1] = slope * (x - tree.x);
    ramps[4 * point + 2] = slope * (y - tree.y);
    ramps[4 * point + 3] = slope * (z - tree.z);
  }
  return ramps;
}

/**
 * Shapes on a mesh's nodes as shapes on the character's vertices.
 *
 * shapes [modeCount · 3 · nodeCount], metres. Displacements are those of the quadratic shape functions, outside the mesh
 * carried on along their slope for half an edge, then fading away: what is too thin for an element is mostly bone. Normals change by δN = tr(∇φ) N − (∇φ)ᵀ N, which is what
 * James & Pai's eq. 21 says of any two edges: δU × V + U × δV where N = U × V, δU = ∇φ U, δV = ∇φ V; it is linear in φ,
 * neither projected nor normalised. ∇φ is the mean at the corners of the elements around them, straight between: it
 * has no jumps, and is exact for quadratic φ. Copies of one point get the same displacement to the bit.
 */
export function embedShapes(
  { embedded }: { readonly embedded: EmbeddedVertices },
  shapes: ArrayLike<number>,
  modeCount: number,
): MorphSurface[] {
  const { mesh, places, scale } = embedded;
  const nodeCount = mesh.positions.length / 3;
  const pointCount = places.tets.length;
  const out = embedded.surfaces.map(({ surface, vertices }) => ({
    surface,
    vertices,
    shapes: new Float32Array(3 * modeCount * vertices.length),
    normals: new Float32Array(3 * modeCount * vertices.length),
  }));
  const slopes = new CornerSlopes(mesh);
  const moves = new Float64Array(3 * pointCount);
  const gradients = new Float64Array(9 * pointCount);
  for (let mode = 0; mode < modeCount; mode++) {
    const first = mode * 3 * nodeCount;
    slopes.measure(shapes, first);
    interpolate(embedded, shapes, first, slopes.values, moves, gradients);
    embedded.surfaces.forEach((own, index) => {
      const start = 3 * mode * own.vertices.length;
      writeMode(own, moves, gradients, scale, out[index].shapes, out[index].normals, start);
    });
  }
  return out;
}

/** Displacement [3] and its gradient [9, row: component, column: direction] at every point. */
function interpolate(
  embedded: EmbeddedVertices,
  shapes: ArrayLike<number>,
  first: number,
  slopes: Float64Array,
  moves: Float64Array,
  gradients: Float64Array,
): void {
  const { mesh, places, ramps } = embedded;
  const { tets, positions } = mesh;
  const values = new Float64Array(10);
  for (let point = 0; point < places.tets.length; point++) {
    const tet = 10 * places.tets[point];
    const l = 4 * point;
    const { weights, offsets } = places;
    for (let corner = 0; corner < 4; corner++) {
      const own = weights[l + corner];
      values[corner] = own * (2 * own - 1);
    }
    for (let edge = 0; edge < 6; edge++) {
      const [a, b] = tetEdges[edge];
      values[4 + edge] = 4 * weights[l + a] * weights[l + b];
    }
    const g = 9 * point;
    for (let k = 0; k < 9; k++) {
      let sum = 0;
      for (let corner = 0; corner < 4; corner++)
        sum += weights[l + corner] * slopes[9 * tets[tet + corner] + k];
      gradients[g + k] = sum;
    }
    const ox = offsets[3 * point];
    const oy = offsets[3 * point + 1];
    const oz = offsets[3 * point + 2];
    const distance = Math.sqrt(ox * ox + oy * oy + oz * oz);
    const length = distance > 0 ? edgeLength(positions, tets, tet) : 0;
    const onward = distance > 0 ? Math.min(1, (extrapolated * length) / distance) : 0;
    const isFading = distance > extrapolated * length;
    const fade = isFading ? Math.max(0, forgotten - distance / length) / (forgotten - extrapolated) : 1;
    const fall = isFading && fade > 0 ? -1 / ((forgotten - extrapolated) * length * distance) : 0;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let node = 0; node < 10; node++) sum += values[node] * shapes[first + 3 * tets[tet + node] + axis];
      const row = g + 3 * axis;
      sum += onward * (gradients[row] * ox + gradients[row + 1] * oy + gradients[row + 2] * oz);
      // Of a product of the displacement with a share: both slopes count.
      const share = fade * ramps[l];
      moves[3 * point + axis] = share * sum;
      gradients[row] = share * gradients[row] + sum * (ramps[l] * fall * ox + fade * ramps[l + 1]);
      gradients[row + 1] = share * gradients[row + 1] + sum * (ramps[l] * fall * oy + fade * ramps[l + 2]);
      gradients[row + 2] = share * gradients[row + 2] + sum * (ramps[l] * fall * oz + fade * ramps[l + 3]);
    }
  }
}

/** One mode of one surface, brought into its own mesh space. */
function writeMode(
  own: EmbeddedSurface,
  moves: Float64Array,
  gradients: Float64Array,
  scale: number,
  shapes: Float32Array,
  normals: Float32Array,
  start: number,
): void {
  const { points, toPart, fromPart } = own;
  const g = new Float64Array(9);
  const u = new Float64Array(3);
  for (let k = 0; k < points.length; k++) {
    const point = points[k];
    for (let c = 0; c < 9; c++) g[c] = gradients[9 * point + c];
    for (let axis = 0; axis < 3; axis++) u[axis] = moves[3 * point + axis] / scale;
    if (toPart && fromPart) bringHome(g, u, toPart, fromPart);
    const nx = own.normals[3 * k];
    const ny = own.normals[3 * k + 1];
    const nz = own.normals[3 * k + 2];
    const trace = g[0] + g[4] + g[8];
    const at = start + 3 * k;
    shapes[at] = u[0];
    shapes[at + 1] = u[1];
    shapes[at + 2] = u[2];
    normals[at] = trace * nx - (g[0] * nx + g[3] * ny + g[6] * nz);
    normals[at + 1] = trace * ny - (g[1] * nx + g[4] * ny + g[7] * nz);
    normals[at + 2] = trace * nz - (g[2] * nx + g[5] * ny + g[8] * nz);
  }
}

/** With the linear part L of toPart: g becomes L⁻¹ g L, u becomes L⁻¹ u. */
function bringHome(g: Float64Array, u: Float64Array, toPart: Matrix, fromPart: Matrix): void {
  const [x, y, z] = u;
  const half = new Float64Array(9);
  for (let row = 0; row < 3; row++) {
    u[row] = fromPart[row] * x + fromPart[4 + row] * y + fromPart[8 + row] * z;
    for (let column = 0; column < 3; column++) {
      half[3 * row + column] =
        g[3 * row] * toPart[4 * column] +
        g[3 * row + 1] * toPart[4 * column + 1] +
        g[3 * row + 2] * toPart[4 * column + 2];
    }
  }
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      g[3 * row + column] =
        fromPart[row] * half[column] +
        fromPart[4 + row] * half[3 + column] +
        fromPart[8 + row] * half[6 + column];
    }
  }
}

/** Root mean square of an element's edges. */
function edgeLength(p: Float64Array, tets: Uint32Array, tet: number): number {
  let sum = 0;
  for (const [a, b] of tetEdges) {
    for (let axis = 0; axis < 3; axis++)
      sum += (p[3 * tets[tet + a] + axis] - p[3 * tets[tet + b] + axis]) ** 2;
  }
  return Math.sqrt(sum / 6);
}

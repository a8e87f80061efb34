import { distanceBetween, tetVolume } from '../../../geometry/simplex.ts';
import { InputError } from '../../../input-error.ts';
import { maxOf } from '../../../math/lists.ts';
import { measureElements } from '../../../motion/element-quality.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { toQuadratic } from '../../../motion/tet-quadratic.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';
import type { BoneCore } from './bone-core.ts';
import type { Region } from './extract-region.ts';
import { findHeldNodes } from './find-held-nodes.ts';
import type { MeshedRegion } from './mesh-region.ts';
import type { RegionField } from './region-field.ts';
import { findBoundary, findNeighbours } from './tet-faces.ts';

/** Maximum number of inverted elements that a message lists. */
const maxNamed = 5;

/**
 * Converts a mesh from a file to the form that the mesher returns: ten-node elements in metres, and the held nodes. If the file has a group
 * named "fixed", the nodes of this group are held. Otherwise, the boundary nodes are held that are within half an element of the core's
 * wall or of a cut.
 *
 * source: the mesh in the unit and axes of mesh space. Throws InputError for inverted elements (the message lists them), for a mesh that is
 * not at the region's position, and for a mesh without held nodes.
 */
export function adoptMesh(
  source: TetMesh,
  region: Region,
  field: RegionField,
  core: BoneCore | null,
  isFree: boolean,
  path: string,
): MeshedRegion {
  const warnings: string[] = [];
  const { scale } = region.frame;
  const quadratic = toQuadratic(source);
  const mesh: TetMesh = { ...quadratic, positions: quadratic.positions.map((value) => value * scale) };
  if (mesh.tets.length === 0) throw InputError.at(path, 'expected a mesh with tetrahedra, got none');
  refuseInverted(mesh, path);
  checkPosition(mesh, region, path, warnings);
  const group = mesh.groups.find(({ name }) => name.trim().toLowerCase() === 'fixed');
  const fixed = group?.nodes ?? findNodesAtWalls(mesh, field, core);
  if (fixed.length < 3 && !isFree) {
    throw InputError.at(
      path,
      'expected a mesh with fixed nodes, got none: it has no group named "fixed", and no node lies on a bone core or a cut; ' +
        'name a group of its surface "fixed", give a core, or say that the body is free',
    );
  }
  return {
    mesh,
    fixed,
    quality: measureElements(mesh.positions, mesh.tets, 10),
    size: meanEdge(mesh),
    warnings,
  };
}

function refuseInverted(mesh: TetMesh, path: string): void {
  const inverted: number[] = [];
  for (let tet = 0; tet < mesh.tets.length / 10; tet++) {
    const [a, b, c, d] = mesh.tets.subarray(10 * tet, 10 * tet + 4);
    if (!(tetVolume(mesh.positions, a, b, c, d) > 0)) inverted.push(tet);
  }
  if (inverted.length === 0) return;
  const named = inverted.slice(0, maxNamed).join(', ');
  throw InputError.at(
    path,
    `expected elements with a volume > 0, got ${inverted.length} inverted or flat: element ${named}` +
      `${inverted.length > maxNamed ? ', …' : ''} (counted from 0); mesh the body again`,
  );
}

/**
 * Checks that the mesh encloses the region's vertices. If it does not, the unit or the axes of the mesh differ from those of the character.
 */
function checkPosition(mesh: TetMesh, region: Region, path: string, warnings: string[]): void {
  const own = measureBox(mesh.positions);
  const vertices = measureBox(region.points.length > 0 ? region.points : region.surface.positions);
  const size = maxOf(vertices.high.map((value, axis) => value - vertices.low[axis]));
  const axes = [0, 1, 2];
  const out = maxOf(
    axes.map((axis) => Math.max(own.low[axis] - vertices.low[axis], vertices.high[axis] - own.high[axis])),
  );
  const beyond = maxOf(
    axes.map((axis) => Math.max(vertices.low[axis] - own.low[axis], own.high[axis] - vertices.high[axis])),
  );
  const message =
    `the mesh spans ${describeBox(own)} m and the vertices to move ${describeBox(vertices)} m, in the ` +
    "character's mesh space";
  if (Math.max(out, beyond) > size) {
    throw InputError.at(
      path,
      `expected a mesh that holds the region's vertices: ${message}; check its scale and axes`,
    );
  }
  if (out > 0.2 * size) warnings.push(`${message}; vertices outside follow the nearest element`);
}

function describeBox({ low, high }: { low: number[]; high: number[] }): string {
  const text = (point: number[]) => `(${point.map((value) => Number(value.toPrecision(3))).join(', ')})`;
  return `${text(low)} to ${text(high)}`;
}

function measureBox(positions: Float64Array): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    low[axis] = Math.min(low[axis], positions[k]);
    high[axis] = Math.max(high[axis], positions[k]);
  }
  return { low, high };
}

/** Returns the nodes on the mesh's boundary within half an element of the core's wall or of a cut, and all nodes inside the core. */
function findNodesAtWalls(mesh: TetMesh, field: RegionField, core: BoneCore | null): Uint32Array {
  const { positions, tets } = mesh;
  const nodeCount = positions.length / 3;
  const near = meanEdge(mesh) / 2;
  const isNear = (node: number, limit = near): boolean => {
    const [x, y, z] = positions.subarray(3 * node, 3 * node + 3);
    if (core && core.distance(x, y, z) < limit) return true;
    return field.cutTree !== null && field.cutTree.nearest(x, y, z, limit) < limit;
  };
  const { facets } = findBoundary(tets, 10, findNeighbours(tets, 10, nodeCount));
  const isHeld = new Uint8Array(nodeCount);
  for (let k = 0; k < tets.length; k += 10) {
    for (const node of tets.subarray(k, k + 4)) if (isNear(node, 0)) isHeld[node] = 1;
  }
  for (const node of facets) if (isNear(node)) isHeld[node] = 1;
  return findHeldNodes(mesh, isHeld, isNear);
}

function meanEdge({ positions, tets }: TetMesh): number {
  let sum = 0;
  for (let k = 0; k < tets.length; k += 10) {
    for (const [a, b] of tetEdges) sum += distanceBetween(positions, tets[k + a], tets[k + b]);
  }
  return sum / (0.6 * tets.length);
}

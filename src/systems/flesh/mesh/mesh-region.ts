import { InputError } from '../../../input-error.ts';
import { pow } from '../../../math/portable.ts';
import type { ClosedSurface, TetMesh } from '../../../motion/tet-mesh.ts';
import { addMidNodes } from './add-mid-nodes.ts';
import { BodyLattice, type LatticeFrame } from './body-lattice.ts';
import { type BoneCore, perpendiculars } from './bone-core.ts';
import { type ElementQuality, measureElements } from './element-quality.ts';
import { fitBoundary } from './fit-boundary.ts';
import { keepHeldPieces } from './keep-held-pieces.ts';
import { RegionField, wall } from './region-field.ts';
import { inner, isHeld, type StuffedMesh, stuffLattice } from './stuff-lattice.ts';
import { SurfaceTree } from './surface-tree.ts';

export interface MeshRegionOptions {
  /** Prefix of faults, such as `systems[1]`. */
  readonly path?: string;
  readonly core?: BoneCore | null;
  /** [triangleCount] 1 where a triangle closes a cut to the rest of the body: nodes there are held. Absent: none. */
  readonly isCut?: Uint8Array | null;
  /** Elements wanted, met within 10 %. 50..1 000 000. Give this or `size`. */
  readonly elementCount?: number;
  /** Side of the lattice's cubes (12 elements fill one), metres. */
  readonly size?: number;
  /** Whether a body that nothing holds is wanted. */
  readonly isFree?: boolean;
  /** Called with the share done, 0..1. */
  readonly progress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

export interface MeshedRegion {
  /** Ten-node tetrahedra, metres. */
  readonly mesh: TetMesh;
  /** Nodes held to the bone, rising, those in the middle of edges included. */
  readonly fixed: Uint32Array;
  readonly quality: ElementQuality;
  /** Side of the lattice's cubes, metres. */
  readonly size: number;
  readonly warnings: readonly string[];
}

/** Nodes of a lattice beyond which it is not made: 100 bytes each. */
const nodeLimit = 6e6;

/**
 * Fills a closed surface, less a bone core, with ten-node tetrahedra of even size: isosurface stuffing on a body-centred
 * lattice (Labelle & Shewchuk 2007) that lies along the core, boundary nodes then moved so that the volume is right.
 *
 * surface: metres. Errors: InputError where the surface holds no volume, is too thin for so few elements, or no node is held.
 */
export function meshRegion(surface: ClosedSurface, options: MeshRegionOptions): MeshedRegion {
  const { path = 'region', core = null, isCut = null, isFree = false, progress, signal } = options;
  const warnings: string[] = [];
  const field = new RegionField(surface, isCut, core);
  const frame = alignLattice(core, surface.positions);
  const { low, high } = frame;
  const make = (cell: number, isExact: boolean): StuffedMesh => {
    signal?.throwIfAborted();
    const cubeCount = low.reduce((product, value, axis) => product * ((high[axis] - value) / cell + 3), 1);
    if (!(2 * cubeCount < nodeLimit)) {
      throw InputError.at(
        path,
        `expected a region that fills more of its box: ${options.elementCount ?? 'so many'} elements in it need a lattice of ` +
          `${Math.round((2 * cubeCount) / 1e6)} million nodes; take fewer elements or parts of the body that lie closer together`,
      );
    }
    return stuffLattice(new BodyLattice(field, cell, gatherAbout(frame, core, cell), isExact));
  };
  const cell = options.size ?? findCell(make, options.elementCount ?? 0, low, high, progress);
  const stuffed = make(cell, true);
  progress?.(0.7);
  const mesh = keepHeldPieces(stuffed, isFree, path, warnings);
  fitBoundary(mesh, field, cell);
  progress?.(0.95);
  const quality = measureElements(mesh.positions, mesh.tets, 4);
  const quadratic = addMidNodes(mesh.positions, mesh.tets);
  const fixed = findFixedNodes(mesh.walls, quadratic, surface, isCut, core, cell);
  if (core && fixed.length > 0 && !mesh.walls.includes(wall.core)) {
    warnings.push(
      'the bone core lies between the elements and holds none of them; take more elements or a thicker one',
    );
  }
  progress?.(1);
  return {
    mesh: { positions: quadratic.positions, nodesPerTet: 10, tets: quadratic.tets, groups: [] },
    fixed,
    quality,
    size: cell,
    warnings,
  };
}

/** A lattice with its third axis along the core, a node on the core's axis: the wall of a thin bone is then cut evenly. */
function alignLattice(core: BoneCore | null, positions: Float64Array): LatticeFrame {
  let axes: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  if (core?.axis) {
    const [u, v] = perpendiculars(core.axis.direction);
    axes = [...u, ...v, ...core.axis.direction];
  }
  const project = (row: number, point: ArrayLike<number>) =>
    axes[3 * row] * point[0] + axes[3 * row + 1] * point[1] + axes[3 * row + 2] * point[2];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k += 3) {
    for (let row = 0; row < 3; row++) {
      const value = project(row, positions.subarray(k, k + 3));
      low[row] = Math.min(low[row], value);
      high[row] = Math.max(high[row], value);
    }
  }
  const point = core?.axis?.point;
  const origin = low.map((value, row) => (point ? project(row, point) : (value + high[row]) / 2));
  return { axes, origin, low, high, gather: null };
}

/** The frame with nodes gathered about a bone that is thin for its cells. */
function gatherAbout(frame: LatticeFrame, core: BoneCore | null, cell: number): LatticeFrame {
  if (!core?.axis) return frame;
  // Nodes then stand 0.65 radii apart on the axis, and as they would without it some radii away.
  const share = Math.max(0.4, Math.min(1, (0.65 * core.axis.radius) / cell));
  return share < 1 ? { ...frame, gather: { share, reach: (3 * core.axis.radius) / share } } : frame;
}

/** Side of the cubes that gives about so many elements. */
function findCell(
  make: (cell: number, isExact: boolean) => StuffedMesh,
  wanted: number,
  low: readonly number[],
  high: readonly number[],
  progress?: (share: number) => void,
): number {
  const box = low.reduce((product, value, axis) => product * (high[axis] - value), 1);
  // A region fills a third of its box or so.
  let cell = pow((4 * box) / wanted, 1 / 3);
  let tooFine = 0;
  let tooCoarse = Infinity;
  for (let pass = 0; pass < 12; pass++) {
    const count = make(cell, false).tets.length / 4;
    progress?.(0.5 * (1 - 0.5 ** (pass + 1)));
    if (Math.abs(count / wanted - 1) < 0.04) return cell;
    if (count > wanted) tooFine = Math.max(tooFine, cell);
    else tooCoarse = Math.min(tooCoarse, cell);
    const guess = cell * Math.max(0.3, Math.min(2, pow(count / wanted, 1 / 3)));
    // Counts jump a little from size to size: once both sides are known stay between them.
    const isBetween = guess > tooFine && guess < tooCoarse;
    cell = isBetween ? guess : tooFine > 0 && tooCoarse < Infinity ? (tooFine + tooCoarse) / 2 : guess;
  }
  return cell;
}

/** Nodes on the core's wall and on cuts, those within a quarter of a cube of a cut, and edges' middles between them. */
function findFixedNodes(
  walls: Uint8Array,
  mesh: { positions: Float64Array; edges: Uint32Array },
  surface: ClosedSurface,
  isCut: Uint8Array | null,
  core: BoneCore | null,
  cell: number,
): Uint32Array {
  const { positions, edges } = mesh;
  const cuts = surface.triangles.filter((_, k) => isCut?.[Math.floor(k / 3)]);
  const cutTree = cuts.length > 0 ? new SurfaceTree(surface.positions, cuts) : null;
  const isFixed = new Uint8Array(positions.length / 3);
  const isNearCut = (node: number, limit: number) =>
    cutTree !== null &&
    cutTree.nearest(positions[3 * node], positions[3 * node + 1], positions[3 * node + 2], limit) < limit;
  walls.forEach((source, node) => {
    isFixed[node] = isHeld(source) || (source !== inner && isNearCut(node, cell / 4)) ? 1 : 0;
  });
  for (let edge = 0; edge < edges.length / 2; edge++) {
    const [a, b] = [edges[2 * edge], edges[2 * edge + 1]];
    if (!isFixed[a] || !isFixed[b]) continue;
    // An edge from one wall to another through flesh moves.
    const node = walls.length + edge;
    const isOnCore =
      core !== null &&
      Math.abs(core.distance(positions[3 * node], positions[3 * node + 1], positions[3 * node + 2])) <
        cell / 4;
    if (isOnCore || isNearCut(node, cell / 4)) isFixed[node] = 1;
  }
  return listMarked(isFixed);
}

function listMarked(marks: Uint8Array): Uint32Array {
  const out: number[] = [];
  marks.forEach((mark, index) => {
    if (mark) out.push(index);
  });
  return Uint32Array.from(out);
}

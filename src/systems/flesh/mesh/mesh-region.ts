import { InputError } from '../../../input-error.ts';
import { type LongWork, workThrough } from '../../../long-work.ts';
import { pow } from '../../../math/portable.ts';
import { type ElementQuality, measureElements } from '../../../motion/element-quality.ts';
import type { ClosedSurface, TetMesh } from '../../../motion/tet-mesh.ts';
import { toQuadratic } from '../../../motion/tet-quadratic.ts';
import { BodyLattice, type LatticeFrame } from './body-lattice.ts';
import { type BoneCore, perpendiculars } from './bone-core.ts';
import { measureSurface } from './close-surface.ts';
import { findHeldNodes } from './find-held-nodes.ts';
import { fitBoundary } from './fit-boundary.ts';
import { holdSmallCore } from './hold-small-core.ts';
import { keepHeldPieces } from './keep-held-pieces.ts';
import { RegionField } from './region-field.ts';
import { inner, isHeldWall, type StuffedMesh, stuffLattice } from './stuff-lattice.ts';

export interface MeshRegionOptions {
  /** Prefix of faults, such as `systems[1]`. */
  readonly path?: string;
  /** The surface's own field, where it is known already: then `core` and `isCut` are those of the field. */
  readonly field?: RegionField;
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

/** A number of elements this near to the one wanted, as a share of it, is taken. */
const closeEnough = 0.08;

/** Nodes that are looked at before the work may rest. */
const nodesATurn = 200;

/** Nodes of a lattice beyond which it is not made: 100 bytes each. */
const nodeLimit = 6e6;

/**
 * Fills a closed surface, less a bone core, with ten-node tetrahedra of even size: isosurface stuffing on a body-centred
 * lattice (Labelle & Shewchuk 2007) that lies along the core, boundary nodes then moved so that the volume is right.
 *
 * surface: metres. Errors: InputError where the surface holds no volume, is too thin for so few elements, or no node is held.
 */
export function meshRegion(surface: ClosedSurface, options: MeshRegionOptions): MeshedRegion {
  return workThrough(meshingRegion(surface, options));
}

/** `meshRegion` as long work. */
export function* meshingRegion(surface: ClosedSurface, options: MeshRegionOptions): LongWork<MeshedRegion> {
  const { path = 'region', isFree = false, progress } = options;
  const warnings: string[] = [];
  const field = options.field ?? new RegionField(surface, options.isCut ?? null, options.core ?? null);
  const { core } = field;
  const frame = alignLattice(core, surface.positions);
  const size = frame.low.map((value, axis) => frame.high[axis] - value);
  const make: MakeMesh = function* (cell, isExact, shift) {
    const cubeCount = size.reduce((product, value) => product * (value / cell + 3), 1);
    if (!(2 * cubeCount < nodeLimit)) {
      throw InputError.at(
        path,
        `expected a region that fills more of its box: ${options.elementCount ?? 'so many'} elements in it need a lattice of ` +
          `${Math.round((2 * cubeCount) / 1e6)} million nodes; take fewer elements or parts of the body that lie closer together`,
      );
    }
    const lattice = new BodyLattice(
      field,
      cell,
      gatherAbout(shiftFrame(frame, core, shift * cell), core, cell),
    );
    yield* lattice.fill(isExact);
    return yield* stuffLattice(lattice);
  };
  const { stuffed, cell } =
    options.size !== undefined
      ? { stuffed: yield* make(options.size, true, 0), cell: options.size }
      : yield* stuffToCount(make, options.elementCount ?? 0, surface, progress);
  progress?.(0.7);
  const isCoreSmall = core !== null && holdSmallCore(stuffed, core);
  if (isCoreSmall) {
    warnings.push(
      'the bone core is smaller than the elements: it holds the one it lies in; take more elements or a thicker core',
    );
  }
  yield;
  const mesh = keepHeldPieces(stuffed, isFree, path, warnings);
  yield* fitBoundary(mesh, field, cell);
  progress?.(0.95);
  yield;
  const quality = measureElements(mesh.positions, mesh.tets, 4);
  const { positions, tets, walls } = mesh;
  yield;
  const quadratic = toQuadratic({ positions, nodesPerTet: 4, tets, groups: [] });
  const fixed = yield* findFixedNodes(walls, quadratic, field, cell, isCoreSmall ? cell : cell / 4);
  progress?.(1);
  return {
    mesh: quadratic,
    fixed,
    quality,
    size: cell,
    warnings,
  };
}

/** A lattice with its third axis along the core and a node in the core's middle: the wall of a thin bone is then cut evenly. */
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
  const point = core?.middle;
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

/** The frame with its origin moved: along the bone, or along all axes where no bone lies along one. */
function shiftFrame(frame: LatticeFrame, core: BoneCore | null, by: number): LatticeFrame {
  const origin = frame.origin.map((value, axis) => (axis === 2 || !core?.axis ? value + by : value));
  return { ...frame, origin };
}

/** Makes a mesh of cubes of some side, its cuts placed exactly or roughly, the lattice shifted by a share of a cube. */
type MakeMesh = (cell: number, isExact: boolean, shift: number) => LongWork<StuffedMesh>;

/**
 * The mesh whose number of elements is nearest to the one wanted. Counts jump where whole layers of nodes come in, so that the
 * search goes between the nearest sizes known on either side. Cuts are placed roughly until the count is about right.
 */
function* stuffToCount(
  make: MakeMesh,
  wanted: number,
  surface: ClosedSurface,
  progress?: (share: number) => void,
): LongWork<{ stuffed: StuffedMesh; cell: number }> {
  // Twelve elements fill a cube; cut ones at the boundary are smaller.
  let cell = pow((14 * measureSurface(surface).volume) / wanted, 1 / 3);
  let tooFine = 0;
  let tooCoarse = Infinity;
  let isExact = false;
  let best: { stuffed: StuffedMesh; cell: number; error: number } | null = null;
  for (let pass = 0; pass < 14; pass++) {
    // Where no size gives the count, another place of the lattice may.
    const stuffed = yield* make(cell, isExact, Math.max(0, pass - 8) / 5);
    const count = stuffed.tets.length / 4;
    const error = Math.abs(count / wanted - 1);
    progress?.(0.6 * (1 - 0.5 ** (pass + 1)));
    if (isExact && (!best || error < best.error)) best = { stuffed, cell, error };
    if (error < (isExact ? closeEnough : closeEnough / 2)) {
      if (isExact) break;
      isExact = true;
      continue;
    }
    if (pass === 9) isExact = true;
    if (count > wanted) tooFine = Math.max(tooFine, cell);
    else tooCoarse = Math.min(tooCoarse, cell);
    const guess = cell * Math.max(0.3, Math.min(2, pow(count / wanted, 1 / 3)));
    const isBetween = guess > tooFine && guess < tooCoarse;
    cell = isBetween || tooFine === 0 || tooCoarse === Infinity ? guess : (tooFine + tooCoarse) / 2;
  }
  return best!;
}

/** Held: nodes on the core's wall and on cuts, and those of the skin within a quarter of a cube of a cut. */
function* findFixedNodes(
  walls: Uint8Array,
  mesh: TetMesh,
  field: RegionField,
  cell: number,
  coreLimit: number,
): LongWork<Uint32Array> {
  const { positions } = mesh;
  const { core, cutTree } = field;
  const limit = cell / 4;
  const isNearCut = (node: number): boolean => {
    const [x, y, z] = positions.subarray(3 * node, 3 * node + 3);
    return cutTree !== null && cutTree.nearest(x, y, z, limit) < limit;
  };
  const isHeld = new Uint8Array(positions.length / 3);
  for (const [node, source] of walls.entries()) {
    if (node % nodesATurn === 0) yield;
    if (isHeldWall(source) || (source !== inner && isNearCut(node))) isHeld[node] = 1;
  }
  return findHeldNodes(mesh, isHeld, (node) => {
    const [x, y, z] = positions.subarray(3 * node, 3 * node + 3);
    return (core !== null && Math.abs(core.distance(x, y, z)) < coreLimit) || isNearCut(node);
  });
}

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
  /** Prefix of error paths, such as `systems[1]`. */
  readonly path?: string;
  /** The surface's distance field, if it is known already. Then the field's own `core` and `isCut` are used. */
  readonly field?: RegionField;
  readonly core?: BoneCore | null;
  /** 1 if a triangle closes a cut to the rest of the body: its nodes are held. [triangleCount] Absent: there are no cuts. */
  readonly isCut?: Uint8Array | null;
  /** Number of elements wanted, 50..1 000 000. The actual number is within 10 % of it. Either this or `size` must be given. */
  readonly elementCount?: number;
  /** Side length of the lattice's cubes, metres. About 12 elements fill a cube. */
  readonly size?: number;
  /** Whether the body need not be held. */
  readonly isFree?: boolean;
  /** Called with the fraction of the work that is done, 0..1. */
  readonly progress?: (fraction: number) => void;
}

export interface MeshedRegion {
  /** Ten-node tetrahedra, metres. */
  readonly mesh: TetMesh;
  /** Indices of the nodes held to the bone, ascending, including mid-edge nodes. */
  readonly fixed: Uint32Array;
  readonly quality: ElementQuality;
  /** Side length of the lattice's cubes, metres. */
  readonly size: number;
  readonly warnings: readonly string[];
}

/** A mesh is accepted if its number of elements differs from the wanted number by less than this fraction. */
const maxCountError = 0.08;

/** Number of nodes that are processed between two yields. */
const nodesPerTurn = 200;

/** Maximum number of nodes of a lattice. Each node takes about 100 bytes. */
const maxNodes = 6e6;

/**
 * Fills a closed surface, except for its bone core, with ten-node tetrahedra of uniform size. Uses isosurface stuffing on a body-centred
 * cubic lattice that is aligned with the core (Labelle & Shewchuk 2007). The boundary nodes are then moved so that the volume is right.
 *
 * surface: in metres. Throws InputError if the surface encloses no volume, if it is too thin for so few elements, or if no node is held.
 */
export function meshRegion(surface: ClosedSurface, options: MeshRegionOptions): MeshedRegion {
  return workThrough(meshingRegion(surface, options));
}

/** Does the same as `meshRegion`, as long work. */
export function* meshingRegion(surface: ClosedSurface, options: MeshRegionOptions): LongWork<MeshedRegion> {
  const { path = 'region', isFree = false, progress } = options;
  const warnings: string[] = [];
  const field = options.field ?? new RegionField(surface, options.isCut ?? null, options.core ?? null);
  const { core } = field;
  const frame = alignLattice(core, surface.positions);
  const size = frame.low.map((value, axis) => frame.high[axis] - value);
  const make: MakeMesh = function* (cell, isExact, shift) {
    const cubeCount = size.reduce((product, value) => product * (value / cell + 3), 1);
    if (!(2 * cubeCount < maxNodes)) {
      throw InputError.at(
        path,
        `expected a region that fills more of its box: ${options.elementCount ?? 'so many'} elements in it need a lattice of ` +
          `${Math.round((2 * cubeCount) / 1e6)} million nodes; use fewer elements, or parts of the body that are closer together`,
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
      'the bone core is smaller than the elements: it holds only the element that contains it; use more elements or a thicker core',
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

/**
 * Returns a lattice frame whose third axis is the core's axis and whose origin is the core's middle. The origin is a lattice node. With
 * this frame, the wall of a thin bone is cut evenly.
 */
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

/** Returns the frame with nodes drawn towards the core's axis if the bone is thin compared with the cells. */
function gatherAbout(frame: LatticeFrame, core: BoneCore | null, cell: number): LatticeFrame {
  if (!core?.axis) return frame;
  // With this fraction, nodes near the axis are 0.65 radii apart. The spacing some radii away is nearly unchanged.
  const fraction = Math.max(0.4, Math.min(1, (0.65 * core.axis.radius) / cell));
  return fraction < 1 ? { ...frame, gather: { fraction, reach: (3 * core.axis.radius) / fraction } } : frame;
}

/** Returns the frame with its origin shifted: along the core's axis, or along all three axes if there is no axis. */
function shiftFrame(frame: LatticeFrame, core: BoneCore | null, by: number): LatticeFrame {
  const origin = frame.origin.map((value, axis) => (axis === 2 || !core?.axis ? value + by : value));
  return { ...frame, origin };
}

/**
 * Creates a mesh. cell: side length of the cubes, metres. isExact: whether the cuts of lattice edges are found exactly or estimated. shift:
 * offset of the lattice as a fraction of a cube.
 */
type MakeMesh = (cell: number, isExact: boolean, shift: number) => LongWork<StuffedMesh>;

/**
 * Searches for the cell size whose number of elements is nearest to the wanted one. As the number jumps when whole layers of nodes are
 * added, the search stays between the nearest cell sizes that are known to be too fine and too coarse. Cuts are only estimated until the
 * number is nearly right.
 */
function* stuffToCount(
  make: MakeMesh,
  wanted: number,
  surface: ClosedSurface,
  progress?: (fraction: number) => void,
): LongWork<{ stuffed: StuffedMesh; cell: number }> {
  // Twelve elements fill a cube. The factor is 14, because elements that are cut at the boundary are smaller.
  let cell = pow((14 * measureSurface(surface).volume) / wanted, 1 / 3);
  let tooFine = 0;
  let tooCoarse = Infinity;
  let isExact = false;
  let best: { stuffed: StuffedMesh; cell: number; error: number } | null = null;
  for (let pass = 0; pass < 14; pass++) {
    // If no cell size gives the wanted number, another offset of the lattice is tried.
    const stuffed = yield* make(cell, isExact, Math.max(0, pass - 8) / 5);
    const count = stuffed.tets.length / 4;
    const error = Math.abs(count / wanted - 1);
    progress?.(0.6 * (1 - 0.5 ** (pass + 1)));
    if (isExact && (!best || error < best.error)) best = { stuffed, cell, error };
    if (error < (isExact ? maxCountError : maxCountError / 2)) {
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

/** Returns the held nodes: those on the core's wall, on cuts, and on the skin within a quarter of a cube of a cut. */
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
    if (node % nodesPerTurn === 0) yield;
    if (isHeldWall(source) || (source !== inner && isNearCut(node))) isHeld[node] = 1;
  }
  return findHeldNodes(mesh, isHeld, (node) => {
    const [x, y, z] = positions.subarray(3 * node, 3 * node + 3);
    return (core !== null && Math.abs(core.distance(x, y, z)) < coreLimit) || isNearCut(node);
  });
}

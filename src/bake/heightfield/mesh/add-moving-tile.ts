import type { GltfAnimation } from '../../../files/glb.ts';
import { type GlbPatch, vertexTarget } from '../../../files/glb-patch.ts';
import type { MorphStorage } from '../../../files/morph-targets.ts';
import type { ColumnRectangle } from '../../../systems/outputs/heightfield.ts';
import { addGroundPrimitive } from './ground-primitive.ts';
import { meshTile, tileOf } from './ground-region.ts';
import { buildGroundPart, type GroundPart, type HeightSource } from './ground-vertices.ts';
import type { TileMotion, TileTarget } from './tile-motion.ts';

/** The moving cells of a tile as a mesh, and their motion. */
export interface MovingTile {
  readonly a: number;
  readonly b: number;
  /** 1 for the cells of the tile that belong to its mesh, [meshTile²]. */
  readonly cells: Uint8Array;
  readonly part: GroundPart;
  /** Index of each column's vertex, −1 if the column has none, [columns of the block]. */
  readonly vertices: Int32Array;
  readonly motion: TileMotion;
}

/** The clip of a file that moves the tiles. */
export interface GroundClip {
  /** Name of the clip. Names of tiles are this name, followed by the position of the tile in the grid. */
  readonly name: string;
  /** Returns the time in the clip at which a frame is shown, seconds. */
  secondsOf(frame: number): number;
  readonly lastFrame: number;
  /** How morph targets are stored. */
  readonly storage: MorphStorage;
}

/** Creates the mesh of those cells of a tile that have a moving corner. Null if none of these cells has ground. */
export function buildMovingTile<Motion extends Pick<TileMotion, 'history' | 'moves'>>(
  source: HeightSource,
  motion: Motion,
  whole: ColumnRectangle,
): (Omit<MovingTile, 'motion'> & { readonly motion: Motion }) | null {
  const { a, b, block, states } = motion.history;
  const { moves } = motion;
  const { columns } = block;
  const includes = (at: number) =>
    moves[at] + moves[at + 1] + moves[at + columns] + moves[at + columns + 1] > 0;
  const vertices = new Int32Array(columns * block.rows);
  const part = buildGroundPart(source, states[states.length - 1], whole, includes, vertices);
  if (part.indices.length === 0) return null;
  const cells = new Uint8Array(meshTile * meshTile);
  for (let at = 0; at < vertices.length - columns; at++) {
    if (at % columns === columns - 1 || !includes(at)) continue;
    const i = block.i0 + (at % columns) - tileOf(block.i0) * meshTile;
    const j = block.j0 + Math.floor(at / columns) - tileOf(block.j0) * meshTile;
    cells[j * meshTile + i] = 1;
  }
  return { a, b, cells, part, vertices, motion };
}

/** Adds tiles as nodes with meshes, and a clip that moves them. Returns the nodes. */
export function addMovingTiles(
  glb: GlbPatch,
  tiles: readonly MovingTile[],
  material: number,
  clip: GroundClip,
): number[] {
  if (tiles.length === 0) return [];
  const animation: GltfAnimation = { name: clip.name, samplers: [], channels: [] };
  glb.add('animations', animation);
  return tiles.map((tile) => addMovingTile(glb, tile, material, clip, animation));
}

function addMovingTile(
  glb: GlbPatch,
  { a, b, part, vertices, motion }: MovingTile,
  material: number,
  { name, secondsOf, lastFrame, storage }: GroundClip,
  { samplers, channels }: GltfAnimation,
): number {
  const { keys, targets } = motion;
  const count = part.positions.length / 3;
  const primitive = {
    ...addGroundPrimitive(glb, part, material),
    targets: targets.map((target) => addTarget(glb, target, vertices, count, storage)),
  };
  const node = glb.add('nodes', {
    name: `${name} ${a} ${b}`,
    mesh: glb.add('meshes', { name: `${name} ${a} ${b}`, primitives: [primitive] }),
  });
  // The last key is at the end of the clip, so that the clip has the duration of the bake.
  const frames = keys[keys.length - 1] < lastFrame ? [...keys, lastFrame] : keys;
  const weights = frames.flatMap((_, key) => targets.map((target) => (key > target.key ? 0 : 1)));
  const input = glb.addAccessor(Float32Array.from(frames, secondsOf), 'SCALAR');
  const output = glb.addAccessor(Float32Array.from(weights), 'SCALAR');
  const sampler = samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
  channels.push({ sampler, target: { node, path: 'weights' } });
  return node;
}

function addTarget(
  glb: GlbPatch,
  { columns, deltas }: TileTarget,
  vertexOf: Int32Array,
  count: number,
  storage: MorphStorage,
): Record<string, number> {
  const moved = [...columns]
    .map((column, k) => ({ vertex: vertexOf[column], k }))
    .filter(({ vertex }) => vertex >= 0)
    .sort((a, b) => a.vertex - b.vertex);
  const positions = new Float32Array(3 * moved.length);
  const normals = new Float32Array(3 * moved.length);
  moved.forEach(({ k }, index) => {
    positions[3 * index + 1] = deltas[4 * k];
    normals.set(deltas.subarray(4 * k + 1, 4 * k + 4), 3 * index);
  });
  const vertices = Uint32Array.from(moved, ({ vertex }) => vertex);
  if (storage === 'sparse' && vertices.length > 0) {
    const indices = glb.addSparseIndices(vertices, count);
    return {
      POSITION: glb.addSparseAccessor(count, 'VEC3', indices, positions),
      NORMAL: glb.addSparseAccessor(count, 'VEC3', indices, normals),
    };
  }
  const add = (values: Float32Array) => {
    const all = new Float32Array(3 * count);
    vertices.forEach((vertex, k) => {
      all.set(values.subarray(3 * k, 3 * k + 3), 3 * vertex);
    });
    return glb.addAccessor(all, 'VEC3', vertexTarget);
  };
  return { POSITION: add(positions), NORMAL: add(normals) };
}

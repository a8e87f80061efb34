import { UsdBlock } from '../../../files/usd/usd-layer.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../../systems/outputs/heightfield.ts';
import { extentOf } from '../../stage/stage-part.ts';
import { buildMovingTile } from './add-moving-tile.ts';
import { measureSurface } from './ground-vertices.ts';
import type { TileHistory } from './tile-histories.ts';

/** A tile of a stage's ground: the cells that change, with every state of their vertices. The numbers are computed when they are written. */
export interface StageTile {
  readonly a: number;
  readonly b: number;
  /** 1 for the cells of the tile that belong to its mesh, [meshTile²]. */
  readonly cells: Uint8Array;
  readonly triangleCount: number;
  readonly indices: UsdBlock;
  /** Texture coordinates, v upward. */
  readonly coordinates: UsdBlock;
  /** frames[k] is the first frame that shows state k. */
  readonly frames: readonly number[];
  readonly states: readonly {
    readonly points: UsdBlock;
    readonly normals: UsdBlock;
    /** Minimum and maximum corner. */
    readonly extent: Float32Array;
    /** Sum of the changes of all heights since the previous state, metres. */
    readonly change: number;
  }[];
}

/**
 * Returns the tiles of a ground that change. histories: returns the histories of all tiles from the first. It is called twice: now, to find
 * the sizes of all arrays, and when the first array is written. So one tile at a time is in memory.
 */
export function listStageTiles(
  histories: () => Iterable<TileHistory>,
  output: HeightfieldOutput,
  whole: ColumnRectangle,
): StageTile[] {
  const source = new TileSource(histories, output, whole);
  const tiles: StageTile[] = [];
  for (const history of histories()) {
    const shape = shapeTile(history, output, whole);
    if (!shape) continue;
    const { a, b, cells, part } = shape.tile;
    const at = tiles.length;
    const floats = (length: number, read: (open: TileShape) => Float32Array) =>
      new UsdBlock(4 * length, () => read(source.open(at)));
    tiles.push({
      a,
      b,
      cells,
      triangleCount: part.indices.length / 3,
      indices: new UsdBlock(part.indices.byteLength, () => source.open(at).tile.part.indices),
      coordinates: floats(part.coordinates.length, ({ tile }) => flipCoordinates(tile.part.coordinates)),
      frames: history.frames,
      states: history.states.map((_, state) => ({
        points: floats(part.positions.length, (open) => pointsOf(open, state)),
        normals: floats(part.positions.length, (open) => normalsOf(open, state)),
        extent: extentOf(pointsOf(shape, state)),
        change: measureChange(shape, state),
      })),
    });
  }
  return tiles;
}

interface TileShape {
  readonly tile: NonNullable<ReturnType<typeof buildMovingTile>>;
  /** Column of each vertex. */
  readonly columns: Uint32Array;
  /** For each state, height and normal of every column, [4 · columns]. */
  readonly surfaces: readonly Float32Array[];
}

function shapeTile(
  history: TileHistory,
  output: HeightfieldOutput,
  whole: ColumnRectangle,
): TileShape | null {
  const { block, states } = history;
  const count = block.columns * block.rows;
  const surfaces = states.map((state) => {
    const surface = new Float32Array(4 * count);
    measureSurface(surface, state, output);
    return surface;
  });
  const moves = new Uint8Array(count);
  for (let k = 1; k < surfaces.length; k++)
    for (let o = 0; o < 4 * count; o++) if (surfaces[k][o] !== surfaces[k - 1][o]) moves[o >> 2] = 1;
  const tile = buildMovingTile(output, { history, moves }, whole);
  if (!tile) return null;
  const columns = new Uint32Array(tile.part.positions.length / 3);
  tile.vertices.forEach((vertex, column) => {
    if (vertex >= 0) columns[vertex] = column;
  });
  return { tile, columns, surfaces };
}

function pointsOf({ tile, columns, surfaces }: TileShape, state: number): Float32Array {
  const out = tile.part.positions.slice();
  columns.forEach((column, vertex) => {
    out[3 * vertex + 1] = surfaces[state][4 * column];
  });
  return out;
}

function normalsOf({ columns, surfaces }: TileShape, state: number): Float32Array {
  const out = new Float32Array(3 * columns.length);
  columns.forEach((column, vertex) => {
    for (let axis = 0; axis < 3; axis++) out[3 * vertex + axis] = surfaces[state][4 * column + 1 + axis];
  });
  return out;
}

function measureChange({ columns, surfaces }: TileShape, state: number): number {
  let sum = 0;
  if (state > 0)
    for (const column of columns)
      sum += Math.abs(surfaces[state][4 * column] - surfaces[state - 1][4 * column]);
  return sum;
}

/** Returns texture coordinates with v upward, as USD has them. */
export function flipCoordinates(coordinates: Float32Array): Float32Array {
  return coordinates.map((value, k) => (k % 2 ? 1 - value : value));
}

/** Reads the tiles again, one after the other. */
class TileSource {
  private iterator: Iterator<TileHistory> | null = null;
  private index = -1;
  private shape: TileShape | null = null;

  constructor(
    private readonly histories: () => Iterable<TileHistory>,
    private readonly output: HeightfieldOutput,
    private readonly whole: ColumnRectangle,
  ) {}

  /** Returns the shape of a tile. Tiles are requested in ascending order. */
  open(index: number): TileShape {
    this.iterator ??= this.histories()[Symbol.iterator]();
    while (this.index < index) {
      const { value, done } = this.iterator.next();
      if (done) throw new RangeError(`the ground has no tile ${index}`);
      const shape = shapeTile(value, this.output, this.whole);
      if (!shape) continue;
      this.shape = shape;
      this.index++;
    }
    return this.shape!;
  }
}

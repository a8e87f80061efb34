import type { ColumnRectangle, HeightfieldOutput } from '../../../systems/outputs/heightfield.ts';
import { HeightChanges } from '../height-tiles.ts';
import type { HeightfieldFrame, HeightfieldReplay } from '../heightfield-frame.ts';
import { blockOf, clip, tileOf } from './ground-region.ts';
import { expandRectangle, type HeightBlock } from './ground-vertices.ts';

/** The different states of one tile, in the order of time. */
export interface TileHistory {
  /** Position of the tile in the grid of tiles. */
  readonly a: number;
  readonly b: number;
  readonly block: ColumnRectangle;
  /** frames[k] is the first frame with state k. frames[0] is the first frame of the bake. */
  readonly frames: readonly number[];
  readonly states: readonly HeightBlock[];
}

/** Maximum number of bytes of states that are in memory at the same time. */
const heldBytes = 2 ** 27;

/** Records which tiles change, and in which frames a tile or the columns beside it may change. */
export class TileActivity {
  /** Bounding boxes of changes. They decide which part of the ground is shown. */
  readonly changes = new HeightChanges();
  private readonly tiles = new Map<string, { a: number; b: number; frames: number[] }>();

  /** Replays all frames and records their changes. */
  constructor(replay: HeightfieldReplay, firstFrame: number, lastFrame: number) {
    replay.watchAll(lastFrame, (frame, changed) => {
      this.changes.add(frame, changed);
      // The changes of the first frame belong to the initial state of the clip.
      if (frame > firstFrame) this.note(frame, changed);
    });
  }

  /** Returns the tiles that may change, row by row. */
  list(): { readonly a: number; readonly b: number; readonly frames: readonly number[] }[] {
    return [...this.tiles.values()].sort((x, y) => x.b - y.b || x.a - y.a);
  }

  /**
   * A changed column moves vertices of its own tile, and of the neighbouring tile if the column is on that tile's far boundary. It also
   * changes the normals beside it.
   */
  private note(frame: number, { i0, j0, columns, rows }: ColumnRectangle): void {
    for (let b = tileOf(j0 - 2); b <= tileOf(j0 + rows); b++) {
      for (let a = tileOf(i0 - 2); a <= tileOf(i0 + columns); a++) {
        const key = `${a} ${b}`;
        const tile = this.tiles.get(key) ?? { a, b, frames: [] };
        if (tile.frames[tile.frames.length - 1] !== frame) tile.frames.push(frame);
        this.tiles.set(key, tile);
      }
    }
  }
}

/**
 * Yields the histories of all tiles that change within a rectangle, one after the other. If the states of all tiles exceed the memory
 * limit, the frames are replayed several times.
 */
export function* readHistories(
  activity: TileActivity,
  output: HeightfieldOutput,
  rectangle: ColumnRectangle,
  replay: HeightfieldReplay,
  firstFrame: number,
): Generator<TileHistory> {
  let group: OpenTile[] = [];
  let bytes = 0;
  for (const { a, b, frames } of activity.list()) {
    const block = clip(blockOf(a, b), rectangle);
    if (!block) continue;
    const tile = new OpenTile(a, b, block, frames, output);
    group.push(tile);
    bytes += tile.maxBytes;
    if (bytes < heldBytes) continue;
    yield* readGroup(group, replay, firstFrame);
    group = [];
    bytes = 0;
  }
  yield* readGroup(group, replay, firstFrame);
}

function* readGroup(
  group: readonly OpenTile[],
  replay: HeightfieldReplay,
  firstFrame: number,
): Generator<TileHistory> {
  const byFrame = new Map<number, OpenTile[]>([[firstFrame, [...group]]]);
  for (const tile of group) {
    for (const frame of tile.asked) {
      const tiles = byFrame.get(frame) ?? [];
      tiles.push(tile);
      byFrame.set(frame, tiles);
    }
  }
  if (group.length > 0) {
    for (const frame of [...byFrame.keys()].sort((x, y) => x - y)) {
      const shown = replay.show(frame);
      for (const tile of byFrame.get(frame)!) tile.look(frame, shown);
    }
  }
  for (const tile of group) if (tile.states.length > 1) yield tile;
}

/** A history that is still being read. */
class OpenTile implements TileHistory {
  readonly frames: number[] = [];
  readonly states: HeightBlock[] = [];
  private readonly wide: ColumnRectangle;
  private readonly initial: Int32Array;

  constructor(
    readonly a: number,
    readonly b: number,
    readonly block: ColumnRectangle,
    /** Frames in which the tile may change. */
    readonly asked: readonly number[],
    output: HeightfieldOutput,
  ) {
    this.wide = expandRectangle(block, 1, output.extent);
    this.initial = new Int32Array(this.wide.columns * this.wide.rows);
    output.readInitial(this.initial, this.wide);
  }

  get maxBytes(): number {
    return 4 * this.initial.length * (this.asked.length + 2);
  }

  look(frame: number, shown: HeightfieldFrame | null): void {
    const heights = this.initial.slice();
    shown?.overlayHeights(heights, this.wide);
    const last = this.states[this.states.length - 1];
    if (last?.heights.every((height, k) => height === heights[k])) return;
    this.frames.push(frame);
    this.states.push({ block: this.block, wide: this.wide, heights });
  }
}

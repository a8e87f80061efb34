import { maxOf, minOf } from '../../math/lists.ts';
import type { FrameTimes } from '../../simulation/frame-times.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { OutputKindName } from '../output-kinds.ts';
import type { OutputSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import {
  type HeightExtension,
  HeightRangeMeter,
  HeightSequence,
  type HeightSequenceFacts,
  heightFileName,
} from './height-sequence.ts';
import { chooseHeightTiles, countOpenSamples, HeightChanges, type HeightTile } from './height-tiles.ts';
import type { HeightfieldReplay } from './heightfield-frame.ts';

/** The kind of output for each file extension of height maps. */
export const heightKinds = {
  png: 'heightPng',
  exr: 'heightExr',
  tif: 'heightTiff',
} as const satisfies Record<HeightExtension, OutputKindName>;

/** Returns the file extensions of the height maps that the plan selects. */
export function listHeightExtensions({ outputs }: BakePlan): HeightExtension[] {
  return (Object.keys(heightKinds) as HeightExtension[]).filter((extension) =>
    outputs.includes(heightKinds[extension]),
  );
}

/** Returns the folder of a height sequence, such as `beach-exr`. */
export function heightFolder(
  plan: BakePlan,
  { name }: HeightfieldOutput,
  extension: HeightExtension,
): string {
  return placeOutput(plan, heightKinds[extension], `${name}-${extension}`);
}

/** Returns the folder of a tile by its column and its row, such as `tile-00-01`. */
function tileFolder({ column, row }: HeightTile): string {
  return `tile-${String(column).padStart(2, '0')}-${String(row).padStart(2, '0')}`;
}

/** The area of height maps: one rectangle for all frames, or tiles, each with the frames in which it changes. */
export interface HeightRegion {
  readonly rectangle: ColumnRectangle;
  readonly tiles: readonly HeightTile[] | null;
}

/** Finds the tiles of a rectangle, if they need fewer samples than the rectangle. margin: padding around changes, in columns. */
export function findHeightRegion(
  plan: BakePlan,
  rectangle: ColumnRectangle,
  listChanges: () => HeightChanges,
  margin: number,
): HeightRegion {
  const { firstFrame, lastFrame, heightTiles, meshPart } = plan;
  if (heightTiles === 'never' || meshPart === 'whole') return { rectangle, tiles: null };
  return { rectangle, tiles: chooseHeightTiles(listChanges(), rectangle, { margin, firstFrame, lastFrame }) };
}

/** Finds where and when a ground changes. Replays all frames. */
export function findChanges({ lastFrame }: BakePlan, replay: HeightfieldReplay): HeightChanges {
  const changes = new HeightChanges();
  replay.watchAll(lastFrame, (frame, changed) => changes.add(frame, changed));
  return changes;
}

/**
 * Returns the number of columns that are in memory at the same time: those of the rectangle, or with tiles, the maximum over all frames of
 * the columns of the tiles of one frame.
 */
export function countOpenColumns({ rectangle, tiles }: HeightRegion): number {
  return tiles ? countOpenSamples(tiles) : rectangle.columns * rectangle.rows;
}

/** Returns how often `writeHeights` calls `sink.next` if no tiles are known. */
export function countHeightWork(plan: BakePlan): number {
  return listHeightExtensions(plan).length * (plan.lastFrame - plan.firstFrame + 1);
}

/** Writes the height sequences of a region. All have the same range of heights. */
export async function writeHeights(
  plan: BakePlan,
  output: HeightfieldOutput,
  { rectangle, tiles }: HeightRegion,
  replay: HeightfieldReplay,
  extensions: readonly HeightExtension[],
  sink: OutputSink,
): Promise<HeightSequenceFacts> {
  const { firstFrame, lastFrame, times } = plan;
  const parts = (tiles ?? [{ ...rectangle, firstFrame, lastFrame }]).map((part) => ({
    ...part,
    folder: 'column' in part ? tileFolder(part) : null,
    meter: new HeightRangeMeter(output, part),
  }));
  replay.watchAll(lastFrame, (_, changed, shown) => {
    for (const { meter } of parts) meter.add(changed, shown);
  });
  const ranges = parts.map(({ meter }) => meter.range());
  const range = {
    min: minOf(ranges.map(({ min }) => min)),
    max: maxOf(ranges.map(({ max }) => max)),
  };
  const hasMask = parts.some((part) => HeightSequence.hasMissing(output, part));
  // A sequence needs several times the memory of its map. So the sequence of a tile exists only from the tile's first frame to its last.
  const sequences = new Map<(typeof parts)[number], HeightSequence>();
  const facts = new Map<(typeof parts)[number], HeightSequenceFacts>();
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    const shown = replay.show(frame);
    const message = `height map ${frame - firstFrame + 1} of ${lastFrame - firstFrame + 1}`;
    for (const part of parts) {
      if (part.lastFrame < frame) sequences.delete(part);
      if (part.firstFrame !== frame) continue;
      const sequence = new HeightSequence(output, part, range, { hasMask, channels: plan.exrChannels });
      sequences.set(part, sequence);
      facts.set(part, sequence.facts);
    }
    for (const extension of extensions) {
      await sink.next(message);
      for (const part of parts) {
        const sequence = sequences.get(part);
        if (!sequence) continue;
        const bytes = sequence.encode(extension, shown, times.seconds(frame));
        const parts = [
          heightFolder(plan, output, extension),
          part.folder,
          heightFileName(times.number(frame), extension),
        ];
        await sink.write(parts.filter(Boolean).join('/'), heightKinds[extension], bytes);
      }
    }
  }
  const written = parts.map((part) => ({ ...part, facts: facts.get(part)! }));
  return tiles ? joinFacts(output, rectangle, written, times) : written[0].facts;
}

/** Joins the measurements of all tiles, and lists those of each tile. */
function joinFacts(
  { cell }: HeightfieldOutput,
  { columns, rows, i0, j0 }: ColumnRectangle,
  parts: readonly {
    readonly facts: HeightSequenceFacts;
    readonly folder: string | null;
    readonly firstFrame: number;
    readonly lastFrame: number;
  }[],
  times: FrameTimes,
): HeightSequenceFacts {
  const masked = parts.reduce((sum, { facts }) => sum + (facts.masked ?? 0), 0);
  const { masked: _, ...common } = parts[0].facts;
  return {
    ...common,
    columns,
    rows,
    firstColumnMetres: i0 * cell,
    firstRowMetres: j0 * cell,
    ...(masked > 0 && { masked }),
    tiles: parts.map(({ facts, folder, firstFrame, lastFrame }) => ({
      folder: folder!,
      columns: facts.columns,
      rows: facts.rows,
      firstColumnMetres: facts.firstColumnMetres,
      firstRowMetres: facts.firstRowMetres,
      firstFrame: times.number(firstFrame),
      lastFrame: times.number(lastFrame),
    })),
  };
}

import { maxOf, minOf } from '../math/lists.ts';
import type { FrameTimes } from '../simulation/frame-times.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../systems/system.ts';
import type { BakePlan } from './bake-plan.ts';
import {
  type HeightExtension,
  HeightRangeMeter,
  HeightSequence,
  type HeightSequenceFacts,
  heightFileName,
} from './height-sequence.ts';
import { chooseHeightTiles, HeightChanges, type HeightTile } from './height-tiles.ts';
import type { HeightfieldReplay } from './heightfield-frame.ts';
import type { OutputKindName } from './output-kinds.ts';
import { placeOutput } from './place-output.ts';
import type { OutputSink } from './write-outputs.ts';

/** The kind of output that a height map belongs to, by its file extension. */
export const heightKinds = {
  png: 'heightPng',
  exr: 'heightExr',
  tif: 'heightTiff',
} as const satisfies Record<HeightExtension, OutputKindName>;

/** File extensions of the height maps that a bake was asked for. */
export function listHeightExtensions({ outputs }: BakePlan): HeightExtension[] {
  return (Object.keys(heightKinds) as HeightExtension[]).filter((extension) =>
    outputs.includes(heightKinds[extension]),
  );
}

/** `beach-exr`: the folder of a height sequence. */
export function heightFolder(
  plan: BakePlan,
  { name }: HeightfieldOutput,
  extension: HeightExtension,
): string {
  return placeOutput(plan, heightKinds[extension], `${name}-${extension}`);
}

/** `tile-00-01`: the folder of a tile, by its column and its row. */
function tileFolder({ column, row }: HeightTile): string {
  return `tile-${String(column).padStart(2, '0')}-${String(row).padStart(2, '0')}`;
}

/** What height maps show: one rectangle on every frame, or tiles, each while it changes. */
export interface HeightRegion {
  readonly rectangle: ColumnRectangle;
  readonly tiles: readonly HeightTile[] | null;
}

/** Finds the tiles of a rectangle, where those pay. Replays all frames. margin: columns around what changes. */
export function findHeightRegion(
  plan: BakePlan,
  rectangle: ColumnRectangle,
  replay: HeightfieldReplay,
  margin: number,
): HeightRegion {
  const { firstFrame, lastFrame, heightTiles, meshPart } = plan;
  if (heightTiles === 'never' || meshPart === 'whole') return { rectangle, tiles: null };
  const changes = new HeightChanges();
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    replay.show(frame, (changed) => changes.add(frame, changed));
  }
  return { rectangle, tiles: chooseHeightTiles(changes, rectangle, { margin, firstFrame, lastFrame }) };
}

/** Columns that the height maps of a region have, all tiles together. */
export function countRegionColumns({ rectangle, tiles }: HeightRegion): number {
  return (tiles ?? [rectangle]).reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}

/** Pieces of work that `writeHeights` announces, where nothing is known of tiles. */
export function countHeightWork(plan: BakePlan): number {
  return listHeightExtensions(plan).length * (plan.lastFrame - plan.firstFrame + 1);
}

/** Writes the height sequences of a region, all with one range. */
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
  const [first] = parts;
  for (let frame = firstFrame; frame <= lastFrame; frame++) first.meter.add(replay.show(frame));
  const ranges = parts.map(({ meter }) => meter.range());
  const range = {
    min: minOf(ranges.map(({ min }) => min)),
    max: maxOf(ranges.map(({ max }) => max)),
  };
  const hasMask = parts.some((part) => HeightSequence.hasMissing(output, part));
  const sequences = parts.map((part) => ({
    ...part,
    sequence: new HeightSequence(output, part, range, { hasMask, channels: plan.exrChannels }),
  }));
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    const shown = replay.show(frame);
    const words = `height map ${frame - firstFrame + 1} of ${lastFrame - firstFrame + 1}`;
    for (const extension of extensions) {
      await sink.next(words);
      for (const { sequence, folder, ...part } of sequences) {
        if (frame < part.firstFrame || frame > part.lastFrame) continue;
        const bytes = sequence.encode(extension, shown, times.seconds(frame));
        const place = [
          heightFolder(plan, output, extension),
          folder,
          heightFileName(times.number(frame), extension),
        ];
        await sink.write(place.filter(Boolean).join('/'), heightKinds[extension], bytes);
      }
    }
  }
  if (!tiles) return sequences[0].sequence.facts;
  return joinFacts(output, rectangle, sequences, times);
}

/** What is true of all tiles, and what is of each. */
function joinFacts(
  { cell }: HeightfieldOutput,
  { columns, rows, i0, j0 }: ColumnRectangle,
  sequences: readonly {
    readonly sequence: HeightSequence;
    readonly folder: string | null;
    readonly firstFrame: number;
    readonly lastFrame: number;
  }[],
  times: FrameTimes,
): HeightSequenceFacts {
  const masked = sequences.reduce((sum, { sequence }) => sum + (sequence.facts.masked ?? 0), 0);
  const { masked: _, ...facts } = sequences[0].sequence.facts;
  return {
    ...facts,
    columns,
    rows,
    firstColumnMetres: i0 * cell,
    firstRowMetres: j0 * cell,
    ...(masked > 0 && { masked }),
    tiles: sequences.map(({ sequence, folder, firstFrame, lastFrame }) => ({
      folder: folder!,
      columns: sequence.facts.columns,
      rows: sequence.facts.rows,
      firstColumnMetres: sequence.facts.firstColumnMetres,
      firstRowMetres: sequence.facts.firstRowMetres,
      firstFrame: times.number(firstFrame),
      lastFrame: times.number(lastFrame),
    })),
  };
}

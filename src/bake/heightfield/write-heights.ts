import { maxOf, minOf } from '../../math/lists.ts';
import type { FrameTimes } from '../../simulation/frame-times.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type Bake, findOutput, type OutputReference, type ShownOutput } from '../output-definition.ts';
import type { OutputKindName } from '../output-kinds.ts';
import type { FileSink, OutputSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import {
  type HeightExtension,
  type HeightRange,
  HeightRangeMeter,
  HeightSequence,
  type HeightSequenceFacts,
  heightFileName,
} from './height-sequence.ts';
import {
  chooseHeightTiles,
  countOpenSamples,
  fileSamples,
  HeightChanges,
  type HeightTile,
} from './height-tiles.ts';
import { HeightfieldReplay } from './heightfield-frame.ts';
import { encodeHeightsTask, measureHeightsTask } from './heightfield-tasks.ts';

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

/** The area of one height sequence: the whole rectangle or a tile, with the first and last frame that it shows. */
interface HeightPart extends ColumnRectangle {
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** Name of the tile's folder in the folder of the height maps. Null for the whole rectangle. */
  readonly folder: string | null;
}

/** A range of frames of one height sequence. */
interface HeightPiece {
  /** Index of the sequence among all parts. */
  readonly part: number;
  readonly firstFrame: number;
  readonly lastFrame: number;
}

/** The input of `measureHeights`: the rectangles to measure. */
export interface HeightMeasuring {
  readonly output: OutputReference;
  readonly rectangles: readonly ColumnRectangle[];
}

/** The range of heights in a rectangle, and whether some of its columns are outside of the ground. */
export interface MeasuredHeights extends HeightRange {
  readonly hasMissing: boolean;
}

/** The input of `encodeHeights`. */
export interface HeightEncoding {
  readonly output: OutputReference;
  readonly parts: readonly HeightPart[];
  readonly pieces: readonly HeightPiece[];
  readonly extensions: readonly HeightExtension[];
  readonly range: HeightRange;
  readonly hasMask: boolean;
  /** Number of calls of `sink.next` that this task makes. */
  readonly work: number;
}

/** Approximate memory for encoding a height map, bytes per column. */
const bytesPerColumn = 24;
/** Number of tasks per thread. With several, a thread that finishes early takes over work of the others. */
const tasksPerThread = 3;

/** Writes the height sequences of a region. All have the same range of heights. */
export async function writeHeights(
  { plan }: Bake,
  { output, system, index }: ShownOutput<'heightfield'>,
  { rectangle, tiles }: HeightRegion,
  sink: OutputSink,
): Promise<HeightSequenceFacts> {
  const { firstFrame, lastFrame, times } = plan;
  const extensions = listHeightExtensions(plan);
  const reference = { system, index };
  const parts: HeightPart[] = tiles
    ? tiles.map((tile) => ({ ...tile, folder: tileFolder(tile) }))
    : [{ ...rectangle, firstFrame, lastFrame, folder: null }];
  const measured = await measureParts(reference, parts, sink);
  const range = {
    min: minOf(measured.map(({ min }) => min)),
    max: maxOf(measured.map(({ max }) => max)),
  };
  const common = {
    output: reference,
    parts,
    extensions,
    range,
    hasMask: measured.some(({ hasMissing }) => hasMissing),
  };
  const groups = dividePieces(parts, sink.threads === 1 ? 1 : tasksPerThread * sink.threads);
  const open = countOpenColumns({ rectangle, tiles });
  const total = groups.reduce((sum, { cost }) => sum + cost, 0);
  const workUntil = (cost: number) => Math.round((cost / total) * countHeightWork(plan));
  let before = 0;
  const branch = sink.branch(listHeightFiles(plan, output, parts, extensions));
  const encoded = await Promise.all(
    groups.map(({ pieces, cost }) => {
      const work = workUntil(before + cost) - workUntil(before);
      before += cost;
      return branch.run(encodeHeightsTask, { ...common, pieces, work }, { memory: bytesPerColumn * open });
    }),
  );
  const facts = new Map(encoded.flat());
  const written = parts.map((part, k) => ({ ...part, facts: facts.get(k)! }));
  return tiles ? joinFacts(output, rectangle, written, times) : written[0].facts;
}

/** Measures the heights of each part, in several tasks. Returns the measurements in the order of the parts. */
async function measureParts(
  output: OutputReference,
  parts: readonly HeightPart[],
  sink: OutputSink,
): Promise<MeasuredHeights[]> {
  const groups = dividePieces(
    parts.map((part) => ({ ...part, firstFrame: 0, lastFrame: 0 })),
    sink.threads,
  );
  const measured = await Promise.all(
    groups.map(({ pieces }) =>
      sink.run(measureHeightsTask, { output, rectangles: pieces.map(({ part }) => parts[part]) }),
    ),
  );
  // `dividePieces` keeps the order of the parts.
  return measured.flat();
}

/** Divides the frames of all parts into at most `count` groups of about equal cost. The groups keep the order of the parts and frames. */
function dividePieces(
  parts: readonly HeightPart[],
  count: number,
): { readonly pieces: HeightPiece[]; readonly cost: number }[] {
  const costOf = ({ columns, rows }: ColumnRectangle) => columns * rows + fileSamples;
  const total = parts.reduce((sum, part) => sum + costOf(part) * (part.lastFrame - part.firstFrame + 1), 0);
  const groups: { pieces: HeightPiece[]; cost: number }[] = [];
  let cost = 0;
  parts.forEach((part, index) => {
    for (let frame = part.firstFrame; frame <= part.lastFrame; ) {
      const group = Math.min(count - 1, Math.floor((cost / total) * count));
      groups[group] ??= { pieces: [], cost: 0 };
      const room = Math.ceil((((group + 1) * total) / count - cost) / costOf(part));
      const last =
        group === count - 1 ? part.lastFrame : Math.min(part.lastFrame, frame + Math.max(1, room) - 1);
      const added = costOf(part) * (last - frame + 1);
      groups[group].pieces.push({ part: index, firstFrame: frame, lastFrame: last });
      groups[group].cost += added;
      cost += added;
      frame = last + 1;
    }
  });
  return groups.filter(Boolean);
}

/** Returns the names of all height maps in the order of the report: frame by frame, and in each frame by file format. */
function listHeightFiles(
  plan: BakePlan,
  output: HeightfieldOutput,
  parts: readonly HeightPart[],
  extensions: readonly HeightExtension[],
): string[] {
  const files: string[] = [];
  for (let frame = plan.firstFrame; frame <= plan.lastFrame; frame++) {
    for (const extension of extensions)
      for (const part of parts)
        if (part.firstFrame <= frame && frame <= part.lastFrame)
          files.push(nameHeightFile(plan, output, part, extension, frame));
  }
  return files;
}

function nameHeightFile(
  plan: BakePlan,
  output: HeightfieldOutput,
  { folder }: HeightPart,
  extension: HeightExtension,
  frame: number,
): string {
  const names = [
    heightFolder(plan, output, extension),
    folder,
    heightFileName(plan.times.number(frame), extension),
  ];
  return names.filter(Boolean).join('/');
}

/** Measures the heights of some rectangles over all frames. Returns one measurement for each rectangle. */
export function measureHeights(
  bake: Bake,
  { output: reference, rectangles }: HeightMeasuring,
): MeasuredHeights[] {
  const { output, load } = findOutput(bake, 'heightfield', reference);
  const { firstFrame, lastFrame } = bake.plan;
  const meters = rectangles.map((rectangle) => new HeightRangeMeter(output, rectangle));
  new HeightfieldReplay(output, firstFrame, load, rectangles).watchAll(lastFrame, (_, changed, shown) => {
    for (const meter of meters) meter.add(changed, shown);
  });
  return meters.map((meter, k) => ({
    ...meter.range(),
    hasMissing: HeightSequence.hasMissing(output, rectangles[k]),
  }));
}

/**
 * Writes the height maps that `pieces` lists: ranges of frames of height sequences. Returns for each of these sequences its index in `parts`
 * and its facts.
 */
export async function encodeHeights(
  bake: Bake,
  { output: reference, parts, pieces, extensions, range, hasMask, work }: HeightEncoding,
  sink: FileSink,
): Promise<[part: number, facts: HeightSequenceFacts][]> {
  const { plan } = bake;
  const { times } = plan;
  const { output, load } = findOutput(bake, 'heightfield', reference);
  const rectangles = pieces.map(({ part }) => parts[part]);
  const replay = new HeightfieldReplay(output, plan.firstFrame, load, rectangles);
  const start = minOf(pieces.map(({ firstFrame }) => firstFrame));
  const end = maxOf(pieces.map(({ lastFrame }) => lastFrame));
  const steps = (end - start + 1) * extensions.length;
  let [step, announced] = [0, 0];
  // A sequence needs several times the memory of its map. So the sequence of a tile exists only from the tile's first frame to its last.
  const sequences = new Map<HeightPiece, HeightSequence>();
  const facts = new Map<number, HeightSequenceFacts>();
  for (let frame = start; frame <= end; frame++) {
    const shown = replay.show(frame);
    const message = `height map ${frame - plan.firstFrame + 1} of ${plan.lastFrame - plan.firstFrame + 1}`;
    for (const piece of pieces) {
      if (piece.lastFrame < frame) sequences.delete(piece);
      if (piece.firstFrame !== frame) continue;
      const options = { hasMask, channels: plan.exrChannels };
      const sequence = new HeightSequence(output, parts[piece.part], range, options);
      sequences.set(piece, sequence);
      facts.set(piece.part, sequence.facts);
    }
    for (const extension of extensions) {
      for (step++; announced < Math.round((step / steps) * work); announced++) await sink.next(message);
      for (const piece of pieces) {
        const sequence = sequences.get(piece);
        if (!sequence) continue;
        const bytes = sequence.encode(extension, shown, times.seconds(frame));
        const file = nameHeightFile(plan, output, parts[piece.part], extension, frame);
        await sink.write(file, heightKinds[extension], bytes);
      }
    }
  }
  return [...facts];
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

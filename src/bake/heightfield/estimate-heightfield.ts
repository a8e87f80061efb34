import type { LongWork } from '../../long-work.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type Bake, countFrames, type OutputEstimate, outputsOfKind } from '../output-definition.ts';
import { listCacheKinds } from './cache/write-ground-cache.ts';
import { type ExpectedGround, expectGround } from './expect-ground.ts';
import { type HeightExtension, HeightRangeMeter, HeightSequence, heightMapLimit } from './height-sequence.ts';
import { keepsFrames } from './keeps-frames.ts';
import { groundMeshLimit } from './mesh/build-ground-mesh.ts';
import { countRegionColumns } from './mesh/ground-region.ts';
import { countOpenColumns } from './write-heights.ts';

/** Number of columns along a side of a patch. The patch is encoded to measure how well a ground compresses. */
const patchSize = 96;
/** Factor by which ground with prints needs more bytes than untouched ground. */
const printFactor = 1.1;
/** Bytes of a file's header and of the unused part of its last disk block. */
const fileBytes = 600;
/** Bytes of a column in a mesh: 32 for its vertex, 12 for its two triangles. */
const meshColumnBytes = 44;
/** Bytes of a column in the OBJ of a mesh cache: position, texture coordinates, and its quad. */
const objColumnBytes = 120;
/** Bytes of a column in a morph target: changes of its position and its normal, and an index if targets are sparse. */
const targetColumnBytes = 24;
const sparseColumnBytes = 26;
/** Number of targets of a tile, and number of targets that contain a given column. */
const targetsPerTile = 5;
const targetsPerColumn = 1.5;
/** Number of states of a moving tile, and bytes of a column in one of them in the texture of a ground. Measured on shipped scenes. */
const statesPerColumn = 30;
const vatColumnBytes = 1;
/** Bytes of a column in a saved state, compressed. */
const stateColumnBytes = 1.5;

/** Bytes of a contact sheet. Measured on four shipped scenes: 0.8 to 2.1 MB. */
const sheetBytes = 1.75e6;

/** Poses the actors at sample times to estimate which parts of each ground will change. */
export function* estimateHeightfields(bake: Bake): LongWork<OutputEstimate> {
  const { plan } = bake;
  const grounds: ExpectedGround[] = [];
  for (const { system, output } of outputsOfKind(bake, 'heightfield')) {
    const { actors } = plan.systems.find(({ name }) => name === system)!;
    grounds.push(yield* expectGround(plan, output, actors));
  }
  const files: Record<string, number> = {};
  const sizes: Readonly<Record<string, () => number>> = {
    heightPng: () => estimateHeights(plan, grounds, 'png'),
    heightExr: () => estimateHeights(plan, grounds, 'exr'),
    heightTiff: () => estimateHeights(plan, grounds, 'tif'),
    groundMesh: () => estimateGroundMesh(plan, grounds),
    ...Object.fromEntries(
      listCacheKinds(plan).map((kind, k) => [kind, () => estimateCache(plan, grounds, k === 0)]),
    ),
    groundVat: () => estimateVat(plan, grounds),
    groundState: () => estimateGroundState(grounds),
    contactSheet: () => sheetBytes * grounds.length,
  };
  for (const kind of plan.outputs) {
    if (!sizes[kind]) continue;
    yield;
    files[kind] = sizes[kind]();
  }
  const kept = keepsFrames(plan) ? grounds : [];
  return { files, keptBytes: kept.reduce((sum, ground) => sum + estimateKeptHeights(ground), 0) };
}

/** Returns the size of the frames of all height sequences. It is computed from the bytes per pixel of a patch of the ground. */
function estimateHeights(
  plan: BakePlan,
  grounds: readonly ExpectedGround[],
  extension: HeightExtension,
): number {
  const frameCount = countFrames(plan);
  return grounds.reduce((sum, { output, region, actorStride }) => {
    // A rectangle contains the tracks of all actors, but tiles only contain those of the actors that were posed.
    const factor = region.tiles ? actorStride : 1;
    // The output is too large and will be omitted.
    if (factor * countOpenColumns(region) > heightMapLimit) return sum;
    const files = region.tiles
      ? region.tiles.map((tile) => ({
          columns: tile.columns * tile.rows,
          frames: tile.lastFrame - tile.firstFrame + 1,
        }))
      : [{ columns: countOpenColumns(region), frames: frameCount }];
    const pixels = files.reduce((total, { columns, frames }) => total + columns * frames, 0);
    const count = files.reduce((total, { frames }) => total + frames, 0);
    const bytes = printFactor * pixelBytes(output, region.rectangle, extension) * pixels + fileBytes * count;
    return sum + factor * bytes;
  }, 0);
}

/** Returns the encoded bytes per pixel of the middle of a rectangle. */
function pixelBytes(
  output: HeightfieldOutput,
  { i0, j0, columns, rows }: ColumnRectangle,
  extension: HeightExtension,
): number {
  const [width, height] = [Math.min(columns, patchSize), Math.min(rows, patchSize)];
  const patch = {
    i0: i0 + ((columns - width) >> 1),
    j0: j0 + ((rows - height) >> 1),
    columns: width,
    rows: height,
  };
  const range = new HeightRangeMeter(output, patch).range();
  const sequence = new HeightSequence(output, patch, { min: range.min - 2 ** 15, max: range.max + 2 ** 15 });
  const bytes = sequence.encode(extension, null, 0);
  return Math.max(0, bytes.length - fileBytes) / (width * height);
}

function estimateGroundMesh(
  { groundMotion, morphStorage }: BakePlan,
  grounds: readonly ExpectedGround[],
): number {
  const movingBytes =
    groundMotion === 'still'
      ? 0
      : morphStorage === 'sparse'
        ? sparseColumnBytes * targetsPerColumn + 2 * targetColumnBytes
        : targetColumnBytes * targetsPerTile;
  return grounds.reduce((sum, { mesh, actorStride, changedColumns }) => {
    const columns = actorStride * countRegionColumns(mesh);
    if (columns > groundMeshLimit) return sum;
    return sum + meshColumnBytes * columns + movingBytes * changedColumns + 2000;
  }, 0);
}

/** Returns the size of one mesh cache. The first also has the OBJ. */
function estimateCache(plan: BakePlan, grounds: readonly ExpectedGround[], hasObj: boolean): number {
  return grounds.reduce((sum, { mesh, actorStride }) => {
    const columns = actorStride * countRegionColumns(mesh);
    if (columns > groundMeshLimit) return sum;
    return sum + columns * (12 * countFrames(plan) + (hasObj ? objColumnBytes : 0));
  }, 0);
}

/** Returns the size of the texture and its mesh. */
function estimateVat(plan: BakePlan, grounds: readonly ExpectedGround[]): number {
  const moving = statesPerColumn * vatColumnBytes;
  return (
    estimateGroundMesh({ ...plan, groundMotion: 'still' }, grounds) +
    grounds.reduce((sum, { changedColumns }) => sum + moving * changedColumns, 0)
  );
}

function estimateGroundState(grounds: readonly ExpectedGround[]): number {
  return grounds.reduce(
    (sum, { output, changedColumns, stampedColumns }) =>
      sum + (output.encodeState ? stateColumnBytes * (changedColumns + stampedColumns) + 4000 : 0),
    0,
  );
}

/**
 * Returns the bytes that are kept for columns that change: the height and whether the column is pressed, in as many frames as a contact
 * typically lasts. Columns that only stamps changed are kept in one frame only.
 */
function estimateKeptHeights({ changedColumns, stampedColumns }: ExpectedGround): number {
  return 5 * (24 * changedColumns + stampedColumns);
}

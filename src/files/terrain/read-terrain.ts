import { InputError } from '../../input-error.ts';
import type { TriangleMesh } from '../../motion/keyed-collider.ts';
import type { Terrain, TerrainHints } from '../../motion/terrain.ts';
import { describeFileKind } from '../file-kind.ts';
import { readPlainMesh } from '../read-plain-mesh.ts';
import { finishTerrain, scaleHeights, type TerrainDraft } from './finish-terrain.ts';
import { joinTiles } from './join-tiles.ts';
import { isAsciiGrid, readAsciiGrid } from './read-ascii-grid.ts';
import { readExrRaster } from './read-exr-raster.ts';
import { readHgt } from './read-hgt.ts';
import { readPngRaster } from './read-png-raster.ts';
import { readRawHeights } from './read-raw-heights.ts';
import { readTiffRaster } from './read-tiff-raster.ts';
import { sampleMesh } from './sample-mesh.ts';
import { type TerrainRaster, terrainSampleLimit } from './terrain-raster.ts';

/** One file of a terrain, by name and content. */
export interface TerrainFile {
  /** As the scene names it: errors begin with it, and a mesh is known by its ending. */
  readonly name: string;
  /** Asked for once, when it is this file's turn: a getter may read it only then. */
  readonly bytes: Uint8Array;
}

/** Options of `readTerrain`. */
export interface ReadTerrainOptions extends TerrainHints {
  /** Files across (−X to +X) and down (−Z to +Z) that make up one terrain. Default one file. */
  readonly tiles?: readonly [across: number, down: number];
  /** The tile (column, row) that others are fitted to, where each was normalised on its own. Default: none is fitted. */
  readonly fitTo?: readonly [column: number, row: number];
  /** Reads a mesh. Default: .obj, .stl and .ply. */
  readonly readMesh?: (file: TerrainFile) => Promise<TriangleMesh>;
}

/**
 * Reads a terrain: heights on a grid, row 0 the far (−Z) edge, column 0 the −X edge, Y up, metres of the world.
 *
 * A file is a PNG (8 or 16 bits), an EXR, a TIFF or GeoTIFF, an ASCII grid, an SRTM tile, raw 16-bit levels, or a mesh that is
 * sampled from above. files: one, or
 * `tiles[0] · tiles[1]` of them, row by row from the far left. `spacing` of the result is null where nobody says it.
 *
 * Errors: InputError, with a file's name as the path, for what cannot be read or lacks what only a person can say.
 */
export async function readTerrain(
  files: readonly TerrainFile[],
  options: ReadTerrainOptions = {},
): Promise<Terrain> {
  const [across, down] = options.tiles ?? [1, 1];
  if (files.length !== across * down || files.length === 0) {
    throw InputError.at(
      files[0]?.name ?? 'terrain',
      `expected ${across} × ${down} files of a terrain, got ${files.length}`,
    );
  }
  checkHints(options, files[0].name);
  const drafts: TerrainDraft[] = [];
  let samples = 0;
  for (const { name, bytes } of files) {
    const draft = await readDraft({ name, bytes }, options);
    // Borders may be shared. What they join to is known only when all are read, and all may be too much to hold.
    samples += Math.max(1, draft.columns - 1) * Math.max(1, draft.rows - 1);
    drafts.push(draft);
    if (files.length > 1 && samples > terrainSampleLimit) {
      throw InputError.at(
        name,
        `expected at most ${terrainSampleLimit} samples in all tiles, got more in the first ${drafts.length} of ${files.length}: ` +
          'take fewer tiles, or make them coarser',
      );
    }
  }
  const whole =
    files.length === 1
      ? drafts[0]
      : joinTiles(
          drafts,
          files.map(({ name }) => name),
          across,
          options.fitTo,
        );
  return finishTerrain(whole, files[0].name);
}

function checkHints({ spacing, scale }: TerrainHints, file: string): void {
  const isLength = (value: number) => value > 0 && value < Number.POSITIVE_INFINITY;
  if (spacing && !spacing.every(isLength))
    throw InputError.at(file, `expected a terrainSpacing > 0 m, got ${spacing.join(' × ')}`);
  if (scale !== undefined && !isLength(scale))
    throw InputError.at(file, `expected a terrainScale > 0, got ${scale}`);
}

async function readDraft(file: TerrainFile, options: ReadTerrainOptions): Promise<TerrainDraft> {
  const raster = readRaster(file, options);
  if (raster) return scaleHeights(raster, options, file.name);
  const mesh = options.readMesh ? await options.readMesh(file) : readOwnMesh(file);
  return sampleMesh(mesh, file.name, options);
}

/** What a picture, a GeoTIFF or a grid holds, its numbers as they are; null for other files. */
export function readRaster({ name, bytes }: TerrainFile, hints: TerrainHints): TerrainRaster | null {
  const kind = describeFileKind(bytes);
  if (kind === 'a PNG picture') return readPngRaster(bytes, name, hints);
  if (kind === 'an OpenEXR picture') return readExrRaster(bytes, name, hints);
  if (kind === 'a TIFF picture') return readTiffRaster(bytes, name, hints);
  if (isAsciiGrid(bytes)) return readAsciiGrid(bytes, name);
  if (/\.hgt$/i.test(name)) return readHgt(bytes, name);
  if (/\.(r16|raw)$/i.test(name)) return readRawHeights(bytes, name, hints);
  return null;
}

function readOwnMesh({ name, bytes }: TerrainFile): TriangleMesh {
  const mesh = readPlainMesh(bytes, name);
  if (mesh) return mesh;
  throw InputError.at(
    name,
    `expected a terrain (.png, .exr, .tif, .asc, .hgt, .r16, .raw, or a mesh: .obj, .stl, .ply, .glb), got ${describeFileKind(bytes)}`,
  );
}

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

/** One file of a terrain: its name and its content. */
export interface TerrainFile {
  /** The name in the scene. Error messages begin with this name. A mesh is recognised by its extension. */
  readonly name: string;
  /** The content. It is read only once, when it is needed, so a getter may load the file at that time. */
  readonly bytes: Uint8Array;
}

/** Options of `readTerrain`. */
export interface ReadTerrainOptions extends TerrainHints {
  /** Number of files from −X to +X and from −Z to +Z that form one terrain. Default: one file. */
  readonly tiles?: readonly [across: number, down: number];
  /** The tile (column, row) to which the others are fitted if the tiles were normalised separately. By default, no tile is fitted. */
  readonly fitTo?: readonly [column: number, row: number];
  /** Reads a mesh. By default, .obj, .stl and .ply are supported. */
  readonly readMesh?: (file: TerrainFile) => Promise<TriangleMesh>;
}

/**
 * Reads a terrain: heights on a grid, row 0 at the far (−Z) edge, column 0 at the −X edge, Y up, in metres of the world.
 *
 * A file is a PNG (8 or 16 bits), an EXR, a TIFF or GeoTIFF, an ASCII grid, an SRTM tile, raw 16-bit levels, or a mesh that is sampled from
 * above. files: one file, or `tiles[0] · tiles[1]` files, row by row from the far left. `spacing` of the result is null if neither file nor
 * hints define it.
 *
 * Throws InputError, with a file's name as the path, for invalid data and for missing hints.
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
    // Shared borders count twice here. Whether borders are shared is known only after all files are read, which might need too much memory.
    samples += Math.max(1, draft.columns - 1) * Math.max(1, draft.rows - 1);
    drafts.push(draft);
    if (files.length > 1 && samples > terrainSampleLimit) {
      throw InputError.at(
        name,
        `expected at most ${terrainSampleLimit} samples in all tiles, got more in the first ${drafts.length} of ${files.length}: ` +
          'use fewer tiles, or make them coarser',
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

/** Returns the raster of a picture, a GeoTIFF or a grid, with the numbers of the file. Null for other files. */
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

import { InputError } from '../../input-error.ts';
import type { TerrainDraft } from './finish-terrain.ts';
import { describeFit, type FittedTiles, fitTiles } from './fit-tiles.ts';
import { describeNormalizedTiles } from './normalized-tiles.ts';
import { percent } from './percent.ts';
import { checkRasterSize } from './terrain-raster.ts';
import { measureBorders, type TileBorders } from './tile-borders.ts';

/**
 * Two tiles share the samples at their border if these differ by at most this fraction of the difference between neighbours inside tiles.
 */
const minSharedFraction = 0.25;

/** Maximum distance of a tile from the common grid, in samples. */
const offGrid = 0.05;

/**
 * Joins tiles, row by row from the far left, `across` in a row. If two tiles share a border, the samples of the far or left tile are used
 * there. Where these are unknown, those of the other tile are used.
 *
 * With `fitTo`, tiles that were normalised separately are first fitted to that tile: see `fitTiles`.
 *
 * Whether tiles share borders is decided once for all tiles: by the positions in the files; without positions, by comparing samples at
 * borders with the differences between neighbours; if the ground is flat there, by whether the sizes are 2ⁿ + 1. A warning states the
 * result.
 *
 * Throws InputError for sizes, spacings or positions that do not match.
 */
export function joinTiles(
  given: readonly TerrainDraft[],
  names: readonly string[],
  across: number,
  fitTo?: readonly [column: number, row: number],
): TerrainDraft {
  const down = given.length / across;
  checkSizes(given, names, across);
  const fitted = fitTo ? fitByBorders(given, names, across, fitTo) : null;
  const tiles = fitted?.tiles ?? given;
  const warnings = joinWarnings(tiles, names);
  const spacing = joinSpacing(tiles, names, warnings);
  const borders = measureBorders(tiles, across);
  const isShared = decideShared(tiles, names, across, borders, warnings);
  const text = fitted ? describeFit(fitted.fit, names, across) : describeNormalizedTiles(tiles, borders);
  if (text !== null) warnings.push(text);
  const overlap = isShared ? 1 : 0;

  const starts = (count: number, lengthOf: (k: number) => number) => {
    const list = [0];
    for (let k = 0; k < count; k++) list.push(list[k] + lengthOf(k) - overlap);
    return list;
  };
  const left = starts(across, (i) => tiles[i].columns);
  const top = starts(down, (j) => tiles[j * across].rows);
  const columns = left[across] + overlap;
  const rows = top[down] + overlap;
  checkRasterSize(columns, rows, names[0]);
  const heights = new Float64Array(columns * rows);
  const mask = new Uint8Array(columns * rows).fill(1);
  tiles.forEach((tile, t) => {
    const [i0, j0] = [left[t % across], top[Math.floor(t / across)]];
    for (let j = 0; j < tile.rows; j++) {
      for (let i = 0; i < tile.columns; i++) {
        const from = j * tile.columns + i;
        const to = (j0 + j) * columns + i0 + i;
        if (mask[to] === 0 || tile.mask?.[from]) continue;
        mask[to] = 0;
        heights[to] = tile.heights[from];
      }
    }
  });
  const { origin, position, map, range, datum } = tiles[0];
  const isOneRange = tiles.every((tile) => tile.range?.[0] === range?.[0] && tile.range?.[1] === range?.[1]);
  return {
    columns,
    rows,
    heights,
    mask: mask.includes(1) ? mask : null,
    range: isOneRange ? range : null,
    datum: tiles.every((tile) => tile.datum === datum) ? datum : null,
    spacing,
    origin,
    position,
    map,
    ...(fitted && { fit: fitted.fit }),
    warnings,
  };
}

/** Fits tiles as if they shared borders. If the borders are not equal afterwards, fits the tiles as if they were adjacent. */
function fitByBorders(
  tiles: readonly TerrainDraft[],
  names: readonly string[],
  across: number,
  reference: readonly [column: number, row: number],
): FittedTiles {
  const placed = sharedByPosition(tiles, names, across);
  if (placed !== null) return fitTiles(tiles, names, across, reference, placed);
  try {
    const shared = fitTiles(tiles, names, across, reference, true);
    const { differences, steps } = measureBorders(shared.tiles, across);
    if (differences <= minSharedFraction * steps) return shared;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return fitTiles(tiles, names, across, reference, false);
}

function checkSizes(tiles: readonly TerrainDraft[], names: readonly string[], across: number): void {
  tiles.forEach((tile, t) => {
    const { columns } = tiles[t % across];
    const { rows } = tiles[t - (t % across)];
    if (tile.columns === columns && tile.rows === rows) return;
    throw InputError.at(
      names[t],
      `expected a tile of ${columns} × ${rows} samples like those beside it, got ${tile.columns} × ${tile.rows}`,
    );
  });
}

/** Merges warnings: a warning that all tiles have is given once, any other with the name of its tile. */
function joinWarnings(tiles: readonly TerrainDraft[], names: readonly string[]): string[] {
  const of = new Map<string, string[]>();
  tiles.forEach(({ warnings }, t) => {
    for (const warning of warnings) of.set(warning, [...(of.get(warning) ?? []), names[t]]);
  });
  return [...of].map(([warning, files]) =>
    files.length === tiles.length
      ? warning
      : `${files[0]}${files.length > 1 ? ` and ${files.length - 1} more` : ''}: ${warning}`,
  );
}

function joinSpacing(
  tiles: readonly TerrainDraft[],
  names: readonly string[],
  warnings: string[],
): readonly [number, number] | null {
  const known = tiles.map(({ spacing }) => spacing);
  const first = known[0];
  const sums = [0, 0];
  let widest = 0;
  known.forEach((spacing, t) => {
    if ((spacing === null) !== (first === null))
      throw InputError.at(
        names[t],
        'expected all tiles or none to state the spacing of samples: set terrainSpacing',
      );
    for (const axis of [0, 1]) {
      if (!spacing || !first) continue;
      const ratio = Math.abs(spacing[axis] / first[axis] - 1);
      widest = Math.max(widest, ratio);
      sums[axis] += spacing[axis];
      if (!(ratio <= 0.05)) {
        throw InputError.at(
          names[t],
          `expected samples ${first.join(' × ')} m apart like those of ${names[0]}, got ${spacing.join(' × ')}`,
        );
      }
    }
  });
  if (!first || widest === 0) return first;
  if (widest > 1e-6)
    warnings.push(`the sample spacings of its tiles differ by up to ${percent(widest)}: their mean taken`);
  return [sums[0] / tiles.length, sums[1] / tiles.length];
}

function decideShared(
  tiles: readonly TerrainDraft[],
  names: readonly string[],
  across: number,
  borders: TileBorders,
  warnings: string[],
): boolean {
  const { max, differences, steps, count } = borders;
  const placed = sharedByPosition(tiles, names, across);
  const isFlat = differences === 0 && steps === 0;
  const isShared = placed ?? (isFlat ? tiles.every(hasSharedSize) : differences <= minSharedFraction * steps);
  const mean = (sum: number) => `${Number((sum / Math.max(1, count)).toPrecision(2))} m`;
  const because =
    placed !== null
      ? 'by the positions that they state'
      : isFlat
        ? `the ground is flat there, their sizes are ${isShared ? '' : 'not all '}2ⁿ + 1`
        : `samples at borders differ by ${mean(differences)} on average, neighbours inside by ${mean(steps)}`;
  warnings.push(
    isShared
      ? `its tiles share their borders (${because}): each border is used once`
      : `its tiles are adjacent and share no border (${because})`,
  );
  if (isShared && max > 0) {
    warnings.push(
      `borders of its tiles differ by up to ${Number(max.toPrecision(3))} m: the samples of the far or left tile are used`,
    );
  }
  return isShared;
}

const hasSharedSize = ({ columns, rows }: TerrainDraft) => isPower(columns - 1) && isPower(rows - 1);
const isPower = (value: number) => value > 0 && Number.isInteger(Math.log2(value));

/** Decides whether tiles share borders by the positions of the files on their common grid. Null if a file does not state its position. */
function sharedByPosition(
  tiles: readonly TerrainDraft[],
  names: readonly string[],
  across: number,
): boolean | null {
  if (tiles.some(({ position }) => position === null)) return null;
  let shared: boolean | null = null;
  tiles.forEach((tile, t) => {
    for (const [before, axis] of [
      [t % across === 0 ? -1 : t - 1, 0],
      [t - across, 1],
    ]) {
      if (before < 0) continue;
      const other = tiles[before];
      const gap = tile.position![axis] - other.position![axis] - (axis === 0 ? other.columns : other.rows);
      const aside = tile.position![1 - axis] - other.position![1 - axis];
      const isHere = Math.abs(aside) <= offGrid && (Math.abs(gap) <= offGrid || Math.abs(gap + 1) <= offGrid);
      const isOne = Math.abs(gap + 1) <= offGrid;
      if (!isHere || (shared !== null && shared !== isOne)) {
        throw InputError.at(
          names[t],
          `expected a tile ${axis === 0 ? 'right of' : 'below'} ${names[before]} that touches it or shares a border, ` +
            `got one ${Number((gap + 1).toPrecision(3))} samples from that border and ${Number(aside.toPrecision(3))} aside: check the order of its tiles`,
        );
      }
      shared = isOne;
    }
  });
  return shared;
}

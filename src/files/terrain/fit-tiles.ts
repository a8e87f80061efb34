import { InputError } from '../../input-error.ts';
import { invertPositive } from '../../math/cholesky.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import type { TileFit } from '../../motion/terrain.ts';
import type { TerrainDraft } from './finish-terrain.ts';
import { extentOf } from './normalized-tiles.ts';
import { measureBorders, walkBorders } from './tile-borders.ts';

/** Maximum number of tiles. The time to solve the system of equations grows with the third power of this number. */
const maxTiles = 1024;
/**
 * If the heights at the borders of a tile vary by less than this fraction of the tile's range, the scale of the tile cannot be determined.
 */
const flattest = 1e-3;
/**
 * Tiles do not fit together if heights on both sides of a border still differ by more than this many times the typical difference between
 * neighbouring samples.
 */
const maxSteps = 2;
/** A reported uncertainty is this many standard errors. */
const deviations = 3;

export interface FittedTiles {
  readonly tiles: readonly TerrainDraft[];
  readonly fit: TileFit;
}

/**
 * Restores a common scale of tiles that were normalised separately: finds a factor and an offset for each tile such that the heights on
 * both sides of all borders agree best (least squares). The tile `reference` (column, row) does not change. isShared: whether both tiles
 * contain the samples of their common border. If not, the heights of each side are extrapolated linearly by half a sample.
 *
 * Throws InputError for too many tiles, for borders too flat to determine a scale, and for tiles that do not fit together.
 */
export function fitTiles(
  tiles: readonly TerrainDraft[],
  names: readonly string[],
  across: number,
  reference: readonly [column: number, row: number],
  isShared: boolean,
): FittedTiles {
  if (tiles.length > maxTiles) {
    throw InputError.at(
      names[0],
      `expected at most ${maxTiles} tiles to fit together, got ${tiles.length}: omit terrainFitTo`,
    );
  }
  const kept = reference[1] * across + reference[0];
  const equations = new BorderEquations(tiles, kept);
  walkBorders(tiles, across, (a, b, last, before, first, after) => {
    const [left, right] = [tiles[a], tiles[b]];
    if (left.mask?.[last] || right.mask?.[first]) return;
    equations.note(a, left.heights[last]);
    equations.note(b, right.heights[first]);
    if (isShared) return equations.add(a, left.heights[last], b, right.heights[first]);
    if (left.mask?.[before] || right.mask?.[after]) return;
    const ahead = 1.5 * left.heights[last] - 0.5 * left.heights[before];
    const back = 1.5 * right.heights[first] - 0.5 * right.heights[after];
    equations.add(a, ahead, b, back);
  });
  const solved = equations.solve(names);
  const fitted = tiles.map((tile, t): TerrainDraft => {
    const { factor, offset } = solved.lines[t];
    if (!(factor > 0))
      throw doesNotFit(
        names[t],
        `its factor would be negative (${short(factor)}), which would make valleys of hills`,
      );
    const move = (height: number) => factor * height + offset;
    return {
      ...tile,
      heights: tile.heights.map(move),
      range: tile.range && [move(tile.range[0]), move(tile.range[1])],
    };
  });
  const { differences, steps, count } = measureBorders(fitted, across);
  if (differences > maxSteps * steps) {
    throw doesNotFit(
      names[0],
      `heights across borders still differ by ${short(differences / count)} m on average (neighbours inside tiles by ${short(steps / count)} m)`,
    );
  }
  const factors = solved.lines.map(({ factor }) => factor);
  return {
    tiles: fitted,
    fit: {
      reference,
      minFactor: minOf(factors),
      maxFactor: maxOf(factors),
      rms: solved.rms,
      greatest: solved.max,
      uncertainty: maxOf(solved.uncertainties),
    },
  };
}

/** Returns a sentence about the fit for the report. */
export function describeFit(fit: TileFit, names: readonly string[], across: number): string {
  const { reference, minFactor, maxFactor, rms, greatest, uncertainty } = fit;
  return (
    `its tiles were fitted to ${names[reference[1] * across + reference[0]]} at their borders, by factors of ${short(minFactor)} to ` +
    `${short(maxFactor)}: heights there now differ by ${short(rms)} m (root mean square) and at most ${short(greatest)} m, and heights ` +
    `in tiles are uncertain by up to ${short(uncertainty)} m against it (three standard errors)`
  );
}

function doesNotFit(name: string, reason: string): InputError {
  return InputError.at(
    name,
    `expected tiles that fit together at their borders, but ${reason}: check their order, or omit terrainFitTo`,
  );
}

/** The linear function factor · height + offset that converts the heights of a tile, metres, to those of the reference tile. */
interface TileLine {
  readonly factor: number;
  readonly offset: number;
}

/**
 * Normal equations of the least-squares fit. For each pair of samples at a border, offset + factor · u of one tile equals that of the
 * other, where u = (height − minimum of the tile) / range of the tile. Each tile except the reference has two unknowns.
 */
class BorderEquations {
  private readonly extents: readonly (readonly [number, number])[];
  private readonly size: number;
  private readonly matrix: Float64Array;
  private readonly right: Float64Array;
  private readonly pairs: number[] = [];
  /** Minimum and maximum u at the borders of each tile, [2 · tiles]. */
  private readonly spans: Float64Array;

  constructor(
    private readonly tiles: readonly TerrainDraft[],
    private readonly kept: number,
  ) {
    this.extents = tiles.map((tile) => extentOf(tile));
    this.size = 2 * (tiles.length - 1);
    this.matrix = new Float64Array(this.size * this.size);
    this.right = new Float64Array(this.size);
    this.spans = Float64Array.from({ length: 2 * tiles.length }, (_, k) =>
      k % 2 === 0 ? Infinity : -Infinity,
    );
  }

  /** Extends `spans` so that it includes a height at a border of a tile. */
  note(tile: number, height: number): void {
    const fraction = this.toFraction(tile, height);
    this.spans[2 * tile] = Math.min(this.spans[2 * tile], fraction);
    this.spans[2 * tile + 1] = Math.max(this.spans[2 * tile + 1], fraction);
  }

  /** Adds the equation that two heights are equal. */
  add(a: number, heightA: number, b: number, heightB: number): void {
    const [u, v] = [this.toFraction(a, heightA), this.toFraction(b, heightB)];
    this.pairs.push(a, u, b, v);
    // The heights of the reference are known, so they are terms of the right-hand side.
    const terms: [number, number][] = [];
    let known = 0;
    for (const [tile, fraction, sign] of [
      [a, u, 1],
      [b, v, -1],
    ]) {
      const at = this.positionOf(tile);
      if (at < 0) known -= sign * this.heightOf(tile, fraction);
      else terms.push([at, sign], [at + 1, sign * fraction]);
    }
    for (const [row, left] of terms) {
      this.right[row] += left * known;
      for (const [column, other] of terms) this.matrix[row * this.size + column] += left * other;
    }
  }

  solve(names: readonly string[]): {
    lines: readonly TileLine[];
    rms: number;
    max: number;
    /** Maximum uncertainty of a height in each tile, metres, [tiles]. */
    uncertainties: readonly number[];
  } {
    const { size, matrix, right, pairs } = this;
    this.tiles.forEach((_, tile) => {
      const span = this.spans[2 * tile + 1] - this.spans[2 * tile];
      if (tile === this.kept || span > flattest) return;
      throw InputError.at(
        names[tile],
        'expected a tile with relief along its borders, but its borders are flat or without data, so it cannot be fitted: omit terrainFitTo',
      );
    });
    const inverse = matrix.slice();
    if (!invertPositive(inverse, size))
      throw doesNotFit(names[this.kept], 'their borders do not determine all factors and offsets');
    const values = Float64Array.from({ length: size }, (_, row) => {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += inverse[row * size + k] * right[k];
      return sum;
    });
    const heightOf = (tile: number, fraction: number) => {
      const at = this.positionOf(tile);
      return at < 0 ? this.heightOf(tile, fraction) : values[at] + values[at + 1] * fraction;
    };
    let [squares, max] = [0, 0];
    for (let k = 0; k < pairs.length; k += 4) {
      const difference = heightOf(pairs[k], pairs[k + 1]) - heightOf(pairs[k + 2], pairs[k + 3]);
      squares += difference * difference;
      max = Math.max(max, Math.abs(difference));
    }
    const count = pairs.length / 4;
    const variance = squares / Math.max(1, count - size);
    const lines = this.tiles.map((_, tile): TileLine => {
      const at = this.positionOf(tile);
      if (at < 0) return { factor: 1, offset: 0 };
      const [low, high] = this.extents[tile];
      const factor = values[at + 1] / (high - low);
      return { factor, offset: values[at] - factor * low };
    });
    const uncertainties = this.tiles.map((_, tile) => {
      const at = this.positionOf(tile);
      if (at < 0) return 0;
      const entry = (row: number, column: number) => inverse[(at + row) * size + at + column];
      const ends = [entry(0, 0), entry(0, 0) + 2 * entry(0, 1) + entry(1, 1)];
      return deviations * Math.sqrt(Math.max(0, variance * maxOf(ends)));
    });
    return { lines, rms: Math.sqrt(squares / Math.max(1, count)), max, uncertainties };
  }

  /** Returns the index of the first unknown (offset) of a tile; −1 for the reference. */
  private positionOf(tile: number): number {
    return tile === this.kept ? -1 : 2 * (tile < this.kept ? tile : tile - 1);
  }

  private toFraction(tile: number, height: number): number {
    const [low, high] = this.extents[tile];
    return high > low ? (height - low) / (high - low) : 0;
  }

  private heightOf(tile: number, fraction: number): number {
    const [low, high] = this.extents[tile];
    return low + fraction * (high - low);
  }
}

/** Formats a number with three significant digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

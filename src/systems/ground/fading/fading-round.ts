import { tileKey } from '../../regional-system.ts';
import { fillTileCohesion } from '../beyond/patch-extras.ts';
import { markOutside } from '../flow/mark-outside.ts';
import { pressedBit, tileSize, touchedBit } from '../flow/sheet.ts';
import { heightAboveReference, pressedWord } from '../reference/contact.ts';
import { scalePressed } from '../rules/thresholds.ts';
import type { GroundState } from '../state.ts';
import { tileColumns } from '../tiles/packed-tile.ts';
import { findHighest, shrinkDisplaced, type Tile } from '../tiles/tile.ts';
import { type FadingSettings, fadeFraction16, passShift } from './fading-settings.ts';

/** A tile while it fades: differences of its columns from the surface to which they fade, height units. */
interface FadingTile {
  readonly tile: Tile;
  /** [tileColumns] before and after a pass. They are exchanged. */
  differences: Int32Array;
  next: Int32Array;
  /** [tileColumns] 1 for columns that stay as they are. Null if there are none. */
  readonly held: Uint8Array | null;
  /** The neighbours at the four sides: left, right, far, near. Undefined if nothing flows between. */
  readonly sides: (FadingTile | undefined)[];
}

const sideSteps = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** Index of the first column of a side, of the opposite side, and the step from one column of a side to the next. */
const sideColumns = [
  { first: 0, opposite: tileSize - 1, stride: tileSize },
  { first: tileSize - 1, opposite: 0, stride: tileSize },
  { first: 0, opposite: tileColumns - tileSize, stride: 1 },
  { first: tileColumns - tileSize, opposite: 0, stride: 1 },
] as const;

const spare: Int32Array[] = [];
const amounts = new Int32Array(tileColumns);

/**
 * The changes of one step. It works on differences from the surface to which prints fade, so that untouched ground stays as it is. All
 * changed tiles that are awake or doze take part, and tiles beside them if something flows there.
 */
export class FadingRound {
  private readonly entries = new Map<number, FadingTile>();
  private readonly minFlow: number;

  constructor(
    private readonly state: GroundState,
    private readonly fading: FadingSettings,
  ) {
    this.minFlow = fading.threshold + 2 ** passShift;
    const { tiles } = state;
    for (const tile of tiles.dozing.values()) this.add(tile);
    for (const tile of tiles.awake) if (tiles.isChanged(tile)) this.add(tile);
  }

  /** A pass of smoothing: each pair beyond the threshold moves an eighth of what is beyond it. All pairs at the same time. */
  smooth(): void {
    // Entries that are added meanwhile are visited too.
    for (const entry of this.entries.values()) this.meetNeighbours(entry);
    for (const entry of this.entries.values()) this.pass(entry);
    for (const entry of this.entries.values()) {
      [entry.differences, entry.next] = [entry.next, entry.differences];
    }
  }

  /** Raises what is below the surface by `amount` units, at most to the surface. */
  snow(amount: number): void {
    for (const { differences, held } of this.entries.values()) {
      let fallen = 0;
      for (let k = 0; k < tileColumns; k++) {
        const below = -differences[k];
        if (below <= 0 || held?.[k]) continue;
        const raised = below < amount ? below : amount;
        differences[k] += raised;
        fallen += raised;
      }
      this.state.totals.fallen += BigInt(fallen);
    }
  }

  /** Moves columns below the water level, in height units, towards the surface by a fixed fraction. */
  wash(level: number): void {
    for (const { tile, differences, held } of this.entries.values()) {
      const target = this.targetOf(tile);
      let washed = 0;
      for (let k = 0; k < tileColumns; k++) {
        const difference = differences[k];
        if (difference === 0 || held?.[k] || target[k] + difference > level) continue;
        const size = Math.abs(difference);
        // Exact: a product below 2⁵³.
        const moved = Math.max(1, Math.floor((size * fadeFraction16) / 65536)) * Math.sign(difference);
        differences[k] -= moved;
        washed += moved;
      }
      this.state.totals.washed += BigInt(washed);
    }
  }

  /** Writes the changes to the tiles. With `covers`, columns that reach the surface are untouched ground again. Returns the changed tiles. */
  finish(covers: boolean): Tile[] {
    const { state } = this;
    const changed: Tile[] = [];
    for (const entry of this.entries.values()) {
      const { tile } = entry;
      if (!this.write(entry, covers)) continue;
      changed.push(tile);
      tile.isCalm = false;
      tile.top = findHighest(tile.heights);
      state.tiles.stir(tile);
      state.spray?.ground.forget(tile);
      if (tile.patch) {
        tile.patch.refresh(tile);
        if (state.settings.beyond.compactedCohesion !== 0)
          fillTileCohesion(tile.patch, tile, state.settings, state.steps);
      } else {
        state.noteTop(tile.tileI, tile.tileJ, tile.top);
      }
    }
    return changed;
  }

  /** Packs dozing tiles that do not fade further. The round ends. */
  end(): void {
    const { tiles } = this.state;
    const sleeping = [...this.entries.values()].filter(
      ({ tile }) => tiles.dozing.get(tileKey(tile.tileI, tile.tileJ)) === tile,
    );
    for (const entry of sleeping) entry.tile.isCalm ||= this.isCalm(entry);
    for (const { tile, sides } of sleeping) {
      if (tile.isCalm && sides.every((side) => !side || side.tile.isCalm)) tiles.packDozing(tile);
    }
    for (const { differences, next } of this.entries.values()) spare.push(differences, next);
    this.entries.clear();
  }

  private add(tile: Tile): FadingTile {
    const differences = spare.pop() ?? new Int32Array(tileColumns);
    const next = spare.pop() ?? new Int32Array(tileColumns);
    const target = this.targetOf(tile);
    for (let k = 0; k < tileColumns; k++) differences[k] = tile.heights[k] - target[k];
    const entry: FadingTile = { tile, differences, next, held: this.findHeld(tile), sides: [] };
    this.entries.set(tileKey(tile.tileI, tile.tileJ), entry);
    sideSteps.forEach(([di, dj], side) => {
      const other = this.entries.get(tileKey(tile.tileI + di, tile.tileJ + dj));
      entry.sides[side] = other;
      if (other) other.sides[side ^ 1] = entry;
    });
    return entry;
  }

  /** Adds the neighbours of an entry to which something may flow. */
  private meetNeighbours({ tile, differences, sides }: FadingTile): void {
    if (tile.isCalm) return;
    sideSteps.forEach(([di, dj], side) => {
      if (sides[side]) return;
      const [i, j] = [tile.tileI + di, tile.tileJ + dj];
      if (!this.state.tiles.exists(i, j) && !this.reaches(differences, side)) return;
      this.add(this.state.tiles.rouse(i, j));
    });
  }

  /** Returns whether a column at a side differs so much from untouched ground that something flows. */
  private reaches(differences: Int32Array, side: number): boolean {
    const { first, stride } = sideColumns[side];
    for (let n = 0, k = first; n < tileSize; n++, k += stride) {
      if (Math.abs(differences[k]) >= this.minFlow) return true;
    }
    return false;
  }

  private pass(entry: FadingTile): void {
    const { differences, next, held, sides } = entry;
    const { threshold } = this.fading;
    next.set(differences);
    const last = tileSize - 1;
    for (let row = 0, k = 0; row < tileSize; row++) {
      for (let column = 0; column < tileSize; column++, k++) {
        if (column < last) exchange(differences, held, next, k, k + 1, threshold);
        if (row < last) exchange(differences, held, next, k, k + tileSize, threshold);
      }
    }
    for (let side = 0; side < sides.length; side++) {
      const other = sides[side];
      if (!other) continue;
      const { first, opposite, stride } = sideColumns[side];
      for (let n = 0; n < tileSize; n++) {
        const [k, o] = [first + n * stride, opposite + n * stride];
        if (held?.[k] || other.held?.[o]) continue;
        next[k] -= flowOf(differences[k] - other.differences[o], threshold);
      }
    }
  }

  private isCalm({ differences, held, sides }: FadingTile): boolean {
    const { fading, minFlow } = this;
    const { snows, smooths, washes } = fading;
    for (let k = 0; k < tileColumns; k++) {
      const difference = differences[k];
      if (held?.[k]) continue;
      if ((washes && difference !== 0) || (snows && difference < 0)) return false;
      if (!smooths) continue;
      const flowsTo = (other: number) =>
        !held?.[other] && Math.abs(difference - differences[other]) >= minFlow;
      if (k % tileSize < tileSize - 1 && flowsTo(k + 1)) return false;
      if (k + tileSize < tileColumns && flowsTo(k + tileSize)) return false;
    }
    if (!smooths) return true;
    return sides.every((other, side) => {
      if (!other) return !this.reaches(differences, side);
      const { first, opposite, stride } = sideColumns[side];
      for (let n = 0; n < tileSize; n++) {
        const [k, o] = [first + n * stride, opposite + n * stride];
        if (Math.abs(differences[k] - other.differences[o]) >= minFlow) return false;
      }
      return true;
    });
  }

  /** Writes the differences to the arrays of the tile. Returns whether a column changed. */
  private write({ tile, differences, held }: FadingTile, covers: boolean): boolean {
    const { settings, tiles } = this.state;
    const { shift, buriedLimit } = scalePressed(settings.cell);
    const { heights } = tile;
    const target = this.targetOf(tile);
    const { pressed, pressedOut } = tile;
    const displaced = tile.displaced ? amounts : null;
    if (displaced) displaced.set(tile.displaced!);
    let changed = false;
    let anyPressed = false;
    for (let k = 0; k < tileColumns; k++) {
      const gain = target[k] + differences[k] - heights[k];
      const isPressed = pressed !== null && pressed[k] >= pressedBit;
      const isCovered = covers && differences[k] === 0 && !held?.[k];
      if (gain !== 0) {
        heights[k] += gain;
        changed = true;
        if (displaced && displaced[k] > 0)
          displaced[k] = keepDisplaced(heights[k], displaced[k], gain, shift);
      }
      if (isCovered && (isPressed || (displaced && displaced[k] !== 0))) {
        changed = true;
        if (displaced) displaced[k] = 0;
      }
      if (!isPressed) continue;
      const above = heightAboveReference(heights[k], pressed[k], shift);
      if (isCovered || above > buriedLimit) pressed[k] = 0;
      else if (above < 0) pressed[k] = pressedWord(heights[k], shift);
      if (pressed[k] !== 0) anyPressed = true;
      else if (pressedOut) pressedOut[k] = 0;
    }
    if (!changed) return false;
    if (displaced) tile.displaced = shrinkDisplaced(displaced);
    if (!anyPressed) {
      tiles.givePressed(tile);
      tile.pressedOut = null;
    }
    return true;
  }

  private targetOf(tile: Tile): Int32Array {
    const { fading, state } = this;
    if (fading.surface === state.settings.surface) return tile.initial;
    if (!tile.target) {
      tile.target = new Int32Array(tileColumns);
      fading.surface.fill(tile.target, tile.tileI * tileSize, tile.tileJ * tileSize, tileSize, tileSize);
    }
    return tile.target;
  }

  /** Returns 1 for columns that stay as they are: beyond the boundary, stones, and what something touches in this step. Null if there are none. */
  private findHeld(tile: Tile): Uint8Array | null {
    const fixed = this.findFixed(tile);
    if (!tile.touched || !tile.patch?.hasContact) return fixed;
    const held = fixed ? fixed.slice() : new Uint8Array(tileColumns);
    const { contact, columns } = tile.patch.sheet.view;
    const offset = tile.patch.offsetOf(tile);
    for (let k = 0; k < tileColumns; k++) {
      if (contact[offset + Math.floor(k / tileSize) * columns + (k % tileSize)] & touchedBit) held[k] = 1;
    }
    return held;
  }

  private findFixed(tile: Tile): Uint8Array | null {
    const { settings } = this.state;
    const { extent, surface, fillStones } = settings;
    if (!(extent || surface.fillMissing || fillStones)) return null;
    if (!tile.fixed) {
      const [i0, j0] = [tile.tileI * tileSize, tile.tileJ * tileSize];
      tile.fixed = new Uint8Array(tileColumns);
      fillStones?.(tile.fixed, i0, j0, tileSize, tileSize);
      const outside = new Uint8Array(tileColumns);
      markOutside(outside, tile.tileI, tile.tileJ, settings);
      for (let k = 0; k < tileColumns; k++) if (outside[k]) tile.fixed[k] = 1;
    }
    return tile.fixed;
  }
}

/** Moves what flows between two columns of a tile. */
function exchange(
  differences: Int32Array,
  held: Uint8Array | null,
  next: Int32Array,
  k: number,
  other: number,
  threshold: number,
): void {
  const difference = differences[k] - differences[other];
  if (difference <= threshold && difference >= -threshold) return;
  if (held && (held[k] || held[other])) return;
  const moved = flowOf(difference, threshold);
  next[k] -= moved;
  next[other] += moved;
}

/** Returns what a column gives to a neighbour that is `difference` units lower; negative if it receives. It is an odd function. */
function flowOf(difference: number, threshold: number): number {
  if (difference > threshold) return (difference - threshold) >> passShift;
  if (difference < -threshold) return -((-difference - threshold) >> passShift);
  return 0;
}

/**
 * Returns the displaced material on a column after its height has changed to `height` by `gain`. What is brought is loose ground and not
 * displaced material; what is taken is displaced material first. The lowest height stays a multiple of its steps.
 */
function keepDisplaced(height: number, displaced: number, gain: number, shift: number): number {
  const left = gain < 0 ? displaced + gain : displaced;
  return left > 0 ? height - (((height - left) >> shift) << shift) : 0;
}

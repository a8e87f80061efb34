import { findGroups } from '../../systems/ground/flow/regroup.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import { lingerSteps } from '../../systems/ground/step.ts';
import { tileColumns } from '../../systems/ground/tiles/packed-tile.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import { findNine, visitNine } from './nine-tiles.ts';

/**
 * The tiles that are awake in the sense of `stepGround`. Others may stay in memory and on the card: `GroundState` keeps all tiles that the host needs, and
 * the pool all those that passes may reach.
 */
export class AwakeTiles {
  private readonly awake = new Set<Tile>();
  /** Tiles that planned steps wake. */
  private readonly pending = new Set<Tile>();
  /** The group of connected awake tiles of each tile. Null if it must be computed again. */
  private groups: Map<Tile, object> | null = null;

  constructor(private readonly state: GroundState) {
    for (const tile of state.tiles.awake) {
      tile.patch = null;
      this.awake.add(tile);
    }
  }

  get size(): number {
    return this.awake.size;
  }

  has(tile: Tile): boolean {
    return this.awake.has(tile);
  }

  listActive(): Tile[] {
    return [...this.awake].filter((tile) => tile.active);
  }

  /** The tiles of the ground that are not awake. */
  listIdle(): Tile[] {
    return [...this.state.tiles.awake].filter((tile) => !this.awake.has(tile));
  }

  /** Clears what the step before has noted in the tiles. */
  beginStep(): void {
    for (const tile of this.awake) tile.touched = tile.moved = false;
  }

  /** Wakes a tile and the eight around it. */
  wakeRing(tile: Tile): void {
    visitNine(tile, (tileI, tileJ) => {
      const other = this.state.wake(tileI, tileJ);
      if (this.awake.has(other)) return;
      this.awake.add(other);
      if (!this.pending.has(other)) this.groups = null;
    });
  }

  /** Notes that a planned step wakes a tile and the eight around it. */
  expectRing(tile: Tile): void {
    visitNine(tile, (tileI, tileJ) => {
      const other = this.state.wake(tileI, tileJ);
      if (this.pending.has(other)) return;
      this.pending.add(other);
      if (!this.awake.has(other)) this.groups = null;
    });
  }

  /** Forgets what planned steps wake, after their results were noted. */
  forgetExpected(): void {
    for (const tile of this.pending) if (!this.awake.has(tile)) this.groups = null;
    this.pending.clear();
  }

  groupOf(tile: Tile): object {
    if (!this.groups) {
      this.groups = new Map();
      const { tiles } = this.state;
      const both = new Set([...this.awake, ...this.pending]);
      const find = (i: number, j: number) => {
        const found = tiles.find(i, j);
        return found && both.has(found) ? found : undefined;
      };
      for (const group of findGroups(both, find)) for (const own of group) this.groups.set(own, group);
    }
    return this.groups.get(tile)!;
  }

  /**
   * Decides which tiles are active, and which fall asleep: see `stepGround`. Returns those that may have changed.
   *
   * near: the tiles under colliders. flowed: whether the step had regular passes.
   */
  settle(steps: number, near: ReadonlySet<Tile>, flowed: boolean): Tile[] {
    const { state, awake } = this;
    const { tiles } = state;
    for (const tile of awake) tile.active = tile.touched || tile.moved || (!flowed && tile.active);
    const needed: Tile[] = [];
    for (const tile of awake) {
      if (!tile.active && !near.has(tile)) continue;
      for (const other of findNine(tiles, tile)) {
        if (!awake.has(other)) continue;
        other.keptStep = steps;
        if (!tile.active || other.neededStep === steps) continue;
        other.neededStep = steps;
        tiles.stir(other);
        needed.push(other);
      }
    }
    for (const tile of awake) {
      if (steps - tile.keptStep < lingerSteps) continue;
      awake.delete(tile);
      this.groups = null;
    }
    const { totals } = state;
    totals.columnsAwakePeak = Math.max(totals.columnsAwakePeak, needed.length * tileColumns);
    return needed;
  }
}

import { append } from '../../math/lists.ts';
import { type RegionalTile, type TilePosition, tileKey } from '../../systems/regional-system.ts';
import type { RegionPartResult } from './simulate-part.ts';
import {
  anyOverlap,
  boundTiles,
  distanceBetween,
  groupTiles,
  overlaps,
  type TileRectangle,
  unite,
  widen,
} from './tile-rectangles.ts';

/**
 * Margin around the outline of an actor and around active tiles, in tiles: an active tile wakes its neighbours, and these need their
 * neighbours in the region.
 */
const regionMargin = 2;

/** Additional margin around the region of a part that has not been simulated yet. Its active tiles may be anywhere in the region. */
const waitMargin = regionMargin;

/**
 * If a part has left its region more often than this, or if everything was simulated again more often because of an interval, all actors of the
 * interval are simulated together.
 */
const maxLeaves = 8;

/** A part that is ready to be simulated: some actors in one interval. */
export interface RegionTask {
  readonly interval: number;
  /** Indices of actors. */
  readonly actors: readonly number[];
  /** The tiles that the part may use. Null: all. */
  readonly region: readonly TileRectangle[] | null;
  readonly active: readonly TilePosition[];
}

/** The progress of one actor. */
interface Lane {
  /** The next interval to simulate. */
  next: number;
  /** The task that simulates it now. */
  running: RegionTask | null;
  /** For the start of each interval, from the first incomplete one to `next`: the tiles in which material moves that this actor has set in motion. */
  readonly active: Map<number, readonly TilePosition[]>;
  /** Results of `regionOf` and `possibleRegion` for this state of the lane, by interval. */
  readonly regions: Map<number, Reach>;
  readonly possible: Map<number, Reach>;
}

/** Tiles that an actor may change, with their bounding rectangle. Null: none. Most actors are far apart, so the bounds decide. */
interface Reach {
  readonly bounds: TileRectangle | null;
  readonly rectangles: readonly TileRectangle[];
}

interface TileVersion {
  readonly interval: number;
  readonly bytes: Uint8Array | null;
}

/**
 * Decides in which order the parts of a regional system are simulated. Each actor advances from interval to interval on its own. Actors whose
 * regions overlap in an interval are simulated together. A part waits for actors that are in an earlier interval and whose regions may overlap
 * its own until then. So an actor that crosses the track of another finds it as it was at that time, but actors that are far apart do not wait
 * for each other. The parallel implementation of Sumner 1999 (section 3.3) has the same rule, with one process for each character.
 *
 * The regions are estimates. A part that needs a tile outside its region reports it with `leave`. Then it is simulated again, with a larger
 * region, and so is everything that it may have affected. So results never depend on the estimates.
 */
export class RegionSchedule {
  /** Number of complete intervals. */
  complete = 0;
  private readonly lanes: Lane[];
  /** The tiles that each actor may reach in each interval, as far as is known. */
  private readonly outlines: (TileRectangle | null)[][];
  /** Results of incomplete intervals. */
  private results = new Map<number, { task: RegionTask; result: RegionPartResult }[]>();
  /** Tiles that incomplete intervals changed, by ascending interval. */
  private versions = new Map<number, TileVersion[]>();
  /** For each interval, how often everything was simulated again because of it. */
  private readonly restarts = new Map<number, number>();
  /** How often a task has left its region, by its interval and its first actor. */
  private readonly leavesOfTask = new Map<string, number>();
  /** Number of tasks whose results were discarded. */
  discarded = 0;

  /**
   * outlines: the tiles that each actor may reach in each interval. active: the tiles that are active at the start. readTile: returns the
   * state of a tile after the complete intervals. maxAhead: number of intervals that a part may be ahead of the first interval that is not
   * complete.
   */
  constructor(
    private readonly intervalCount: number,
    outlines: readonly (readonly (TileRectangle | null)[])[],
    active: readonly TilePosition[],
    private readonly readTile: (i: number, j: number) => Uint8Array | null,
    private readonly listTiles: () => readonly TilePosition[],
    private readonly maxAhead: number,
  ) {
    this.outlines = outlines.map((own) => [...own]);
    this.lanes = outlines.map(() => ({
      next: 0,
      running: null,
      active: new Map([[0, []]]),
      regions: new Map(),
      possible: new Map(),
    }));
    this.shareActive(
      active,
      outlines.map((_, index) => index),
      0,
    );
  }

  /** Returns a task that can start now, and marks it as running. Null: nothing can start before a running task ends. */
  start(): RegionTask | null {
    const last = Math.min(this.intervalCount, this.complete + this.maxAhead);
    for (let interval = this.complete; interval < last; interval++) {
      for (let actor = 0; actor < this.lanes.length; actor++) {
        if (!this.isReady(actor, interval)) continue;
        const task = this.isWhole(interval) ? this.takeAll(interval) : this.gather(actor, interval);
        if (!task) continue;
        for (const member of task.actors) {
          this.lanes[member].running = task;
          this.forgetRegions(member);
        }
        return task;
      }
    }
    return null;
  }

  /** Returns the current tiles of the region of a task. Tiles that do not differ from the start are left out. */
  readTiles({ region }: RegionTask): RegionalTile[] {
    const tiles = new Map<number, RegionalTile>();
    const add = (i: number, j: number) => {
      const key = tileKey(i, j);
      if (tiles.has(key)) return;
      const bytes = this.latest(key, i, j);
      // The bytes that `readTile` returns are valid only until its next call.
      if (bytes) tiles.set(key, { i, j, bytes: bytes.slice() });
    };
    if (region) {
      for (const { i0, j0, i1, j1 } of region)
        for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) add(i, j);
    } else {
      for (const { i, j } of this.listTiles()) add(i, j);
      for (const results of this.results.values())
        for (const { result } of results) for (const { i, j } of result.tiles) add(i, j);
    }
    return [...tiles.values()];
  }

  /** Takes the result of a task. */
  finish(task: RegionTask, result: RegionPartResult): void {
    if (!this.isRunning(task)) return;
    const { interval } = task;
    for (const { i, j, bytes } of result.tiles) {
      const versions = this.versions.get(tileKey(i, j)) ?? [];
      if (versions.length === 0) this.versions.set(tileKey(i, j), versions);
      versions.push({ interval, bytes });
    }
    const results = this.results.get(interval) ?? [];
    if (results.length === 0) this.results.set(interval, results);
    results.push({ task, result });
    for (const actor of task.actors) {
      const lane = this.lanes[actor];
      lane.running = null;
      lane.next = interval + 1;
      lane.active.set(lane.next, []);
      this.forgetRegions(actor);
    }
    this.shareActive(result.active, task.actors, interval + 1);
  }

  /**
   * Called if a task needs a tile outside its region. It is simulated again, with a larger region. If another part has been started in this
   * larger region, in the same interval or a later one, everything after the last complete interval is.
   */
  leave(task: RegionTask, tile: TilePosition): void {
    if (!this.isRunning(task)) return;
    const { interval, actors } = task;
    this.grow(actors, interval, tile);
    for (const actor of actors) this.lanes[actor].running = null;
    const key = `${interval} ${actors[0]}`;
    const count = (this.leavesOfTask.get(key) ?? 0) + 1;
    this.leavesOfTask.set(key, count);
    const region = actors.flatMap((actor) => this.regionOf(actor, interval).rectangles);
    if (count > maxLeaves) this.restart(interval, maxLeaves + 1);
    else if (this.isTaken(region, interval)) this.restart(interval);
  }

  /** Returns whether the result of a task is still needed: whether it has not been discarded. */
  private isRunning(task: RegionTask): boolean {
    return this.lanes[task.actors[0]].running === task;
  }

  /** Returns whether a part of this interval or of a later one runs, or has been simulated, in the same place. */
  private isTaken(region: readonly TileRectangle[], interval: number): boolean {
    const meets = (task: RegionTask) => !task.region || anyOverlap(task.region, region);
    for (const { running } of this.lanes)
      if (running && running.interval >= interval && meets(running)) return true;
    for (const [later, results] of this.results)
      if (later >= interval && results.some(({ task }) => meets(task))) return true;
    return false;
  }

  /** Returns whether every part of the first incomplete interval is simulated. */
  get isNextComplete(): boolean {
    return this.complete < this.intervalCount && this.lanes.every(({ next }) => next > this.complete);
  }

  /**
   * Returns the results of the first incomplete interval, which becomes complete. The caller must store their tiles before the next call of
   * `start`.
   */
  takeNext(): readonly RegionPartResult[] {
    const interval = this.complete;
    // The results are sorted, so that nothing depends on which part ended first.
    const results = (this.results.get(interval) ?? []).sort((a, b) => a.task.actors[0] - b.task.actors[0]);
    this.results.delete(interval);
    for (const { result } of results) {
      for (const { i, j } of result.tiles) {
        const key = tileKey(i, j);
        const versions = this.versions.get(key)!.filter((version) => version.interval !== interval);
        if (versions.length > 0) this.versions.set(key, versions);
        else this.versions.delete(key);
      }
    }
    this.complete++;
    for (const { active } of this.lanes) active.delete(interval);
    return results.map(({ result }) => result);
  }

  /** Lists the active tiles at the end of the complete intervals. */
  listActive(): TilePosition[] {
    return this.lanes.flatMap(({ active }) => active.get(this.complete) ?? []);
  }

  /** Returns whether tasks with these rectangles must wait until an earlier task has ended. */
  mayChange({ region }: RegionTask, rectangles: readonly TileRectangle[]): boolean {
    return (
      !region ||
      anyOverlap(
        region.map((rectangle) => widen(rectangle, waitMargin)),
        rectangles,
      )
    );
  }

  /** Returns whether an actor may move over rectangles in an interval, so that it must have reached the interval before they are simulated. */
  mayReach(actor: number, interval: number, rectangles: readonly TileRectangle[]): boolean {
    const outline = this.outlines[actor][interval];
    return outline !== null && anyOverlap([widen(outline, regionMargin + waitMargin)], rectangles);
  }

  private isReady(actor: number, interval: number): boolean {
    const { next, running } = this.lanes[actor];
    return next === interval && !running;
  }

  private isWhole(interval: number): boolean {
    return (this.restarts.get(interval) ?? 0) > maxLeaves;
  }

  /** Returns a task with all actors and without a region. Null if some actors are still in an earlier interval. */
  private takeAll(interval: number): RegionTask | null {
    if (interval !== this.complete || !this.lanes.every((_, actor) => this.isReady(actor, interval)))
      return null;
    return this.createTask(
      this.lanes.map((_, actor) => actor),
      interval,
      null,
    );
  }

  /** Returns a task that simulates an actor together with all actors whose regions overlap. Null if one of them must wait for others. */
  private gather(first: number, interval: number): RegionTask | null {
    const chosen = new Set([first]);
    const start = this.regionOf(first, interval);
    const region = [...start.rectangles];
    let { bounds } = start;
    for (let grown = true; grown; ) {
      grown = false;
      for (let actor = 0; actor < this.lanes.length; actor++) {
        if (chosen.has(actor)) continue;
        const isReady = this.isReady(actor, interval);
        const other = isReady ? this.regionOf(actor, interval) : this.possibleRegion(actor, interval);
        if (!bounds || !other.bounds || !overlaps(bounds, other.bounds)) continue;
        if (!anyOverlap(region, other.rectangles)) continue;
        if (!isReady) return null;
        chosen.add(actor);
        append(region, other.rectangles);
        bounds = unite(bounds, other.bounds);
        grown = true;
      }
    }
    const members = [...chosen];
    members.sort((a, b) => a - b);
    if (this.isTaken(region, interval)) {
      // This happens only if an estimate was too small.
      this.restart(interval);
      return null;
    }
    return this.createTask(members, interval, region);
  }

  private createTask(
    actors: readonly number[],
    interval: number,
    region: TileRectangle[] | null,
  ): RegionTask {
    const active = actors.flatMap((actor) => this.lanes[actor].active.get(interval)!);
    return { interval, actors, region, active };
  }

  /** Returns the region of an actor in an interval that it has reached. */
  private regionOf(actor: number, interval: number): Reach {
    const lane = this.lanes[actor];
    let region = lane.regions.get(interval);
    if (!region) {
      const outline = this.outlines[actor][interval];
      const active = groupTiles(lane.active.get(interval)!).map((group) => boundTiles(group)!);
      region = bound([
        ...(outline ? [widen(outline, regionMargin)] : []),
        ...active.map((rectangle) => widen(rectangle, regionMargin)),
      ]);
      lane.regions.set(interval, region);
    }
    return region;
  }

  /** Returns the tiles that an actor may still change before the end of an interval. Empty if it has completed the interval. */
  private possibleRegion(actor: number, interval: number): Reach {
    const lane = this.lanes[actor];
    let region = lane.possible.get(interval);
    if (!region) {
      region = bound(lane.next > interval ? [] : this.listPossible(actor, interval));
      lane.possible.set(interval, region);
    }
    return region;
  }

  private listPossible(actor: number, interval: number): TileRectangle[] {
    const lane = this.lanes[actor];
    const rectangles = this.regionOf(actor, lane.next).rectangles.map((one) => widen(one, waitMargin));
    for (const rectangle of lane.running?.region ?? []) rectangles.push(widen(rectangle, waitMargin));
    for (let k = lane.next + 1; k <= interval; k++) {
      const outline = this.outlines[actor][k];
      if (outline) rectangles.push(widen(outline, regionMargin + waitMargin));
    }
    return rectangles;
  }

  /** Must be called when the state of an actor's lane, or its outline, has changed. */
  private forgetRegions(actor: number): void {
    this.lanes[actor].regions.clear();
    this.lanes[actor].possible.clear();
  }

  /** Assigns each connected group of active tiles to the actor, among the given ones, whose outline is nearest. */
  private shareActive(tiles: readonly TilePosition[], actors: readonly number[], interval: number): void {
    if (actors.length === 0) return;
    for (const group of groupTiles(tiles)) {
      const bounds = boundTiles(group)!;
      let nearest = actors[0];
      let distance = Number.POSITIVE_INFINITY;
      for (const actor of actors) {
        const outline = this.outlines[actor][Math.min(interval, this.intervalCount - 1)];
        const found = outline ? distanceBetween(outline, bounds) : Number.POSITIVE_INFINITY;
        if (found < distance) [nearest, distance] = [actor, found];
      }
      const { active } = this.lanes[nearest];
      active.set(interval, [...active.get(interval)!, ...group]);
      this.forgetRegions(nearest);
    }
  }

  private latest(key: number, i: number, j: number): Uint8Array | null {
    const versions = this.versions.get(key);
    return versions ? versions[versions.length - 1].bytes : this.readTile(i, j);
  }

  private grow(actors: readonly number[], interval: number, { i, j }: TilePosition): void {
    for (const actor of actors) {
      const outline = this.outlines[actor][interval];
      this.outlines[actor][interval] = unite(outline, { i0: i, j0: j, i1: i, j1: j });
      this.forgetRegions(actor);
    }
  }

  /** Discards everything after the complete intervals, because of `count` parts of an interval. */
  private restart(interval: number, count = 1): void {
    this.restarts.set(interval, (this.restarts.get(interval) ?? 0) + count);
    for (const results of this.results.values()) this.discarded += results.length;
    this.results.clear();
    this.versions.clear();
    for (const [actor, lane] of this.lanes.entries()) {
      this.forgetRegions(actor);
      lane.next = this.complete;
      lane.running = null;
      const active = lane.active.get(this.complete)!;
      lane.active.clear();
      lane.active.set(this.complete, active);
    }
  }
}

function bound(rectangles: readonly TileRectangle[]): Reach {
  return { bounds: rectangles.reduce<TileRectangle | null>(unite, null), rectangles };
}

import { append, maxOf } from '../../math/lists.ts';
import { chooseDivisions, hasNewPose, poseAt } from '../../systems/ground/contact/collide.ts';
import type { NearSurface } from '../../systems/ground/contact/near-surface.ts';
import { Sheet, tileSize } from '../../systems/ground/flow/sheet.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import type { WordList } from '../word-list.ts';
import type { GroundCall } from './ground-dispatcher.ts';
import { findNine, type TileFinder } from './nine-tiles.ts';
import { groupListStride, maxGroups, noSlot, planes, triangleStride } from './wgsl/common.ts';

/** Awake tiles that are connected, and the surfaces over them. What is pressed in a group has no effect on other groups within a step. */
interface ContactGroup {
  readonly index: number;
  readonly surfaces: Set<NearSurface>;
  readonly tiles: Set<Tile>;
}

/** The rectangle of tiles under a surface. */
interface Window {
  /** First word in the lists: number of columns and rows of tiles, then their slots. */
  readonly list: number;
  readonly firstI: number;
  readonly firstJ: number;
  readonly columns: number;
  readonly rows: number;
}

/** A list on the card: its first word, and the number of workgroups that take its entries. */
interface TileList {
  readonly list: number;
  readonly groups: number;
}

/** Lists of some groups. */
interface GroupLists {
  /** The tiles in contact, the tiles whose shifted windows overlap them, and the tiles in contact with all around them. */
  readonly own: TileList;
  readonly shifted: TileList;
  readonly ring: TileList;
  /** The groups themselves. */
  readonly whole: TileList;
  readonly rounds: Rounds;
}

/** Number of rounds over the windows of a group: see `displaceShader`. */
interface Rounds {
  readonly label: number;
  readonly pass: number;
}

/** The division of a step, and the plane of what was cast in it. */
interface GroundStamp {
  readonly division: number;
  readonly plane: number;
}

/** Computes the dispatches that press the ground down under surfaces, and the numbers that they read. */
export class ContactCommands {
  private readonly sheet: Sheet;
  private division = 0;
  /** Number of rounds of displacement so far in the step. */
  private round = 0;

  constructor(
    private readonly state: GroundState,
    private readonly lists: WordList,
    private readonly triangles: WordList,
  ) {
    const { cell, erosion } = state.settings;
    this.sheet = new Sheet(state.allocator, cell, erosion);
  }

  /**
   * Returns the dispatches of the contact of a step, in order. Adds to the lists what they read there.
   *
   * slotOf: the slot of a tile on the card. groupOf: the group of connected awake tiles of a tile.
   */
  list(
    surfaces: readonly NearSurface[],
    slotOf: (tile: Tile) => number,
    groupOf: (tile: Tile) => object,
  ): GroundCall[] {
    const { state, lists, triangles } = this;
    triangles.clear();
    if (surfaces.length === 0) return [];
    const groups = findContactGroups(surfaces, groupOf);
    if (groups.length > maxGroups)
      throw new Error(`expected at most ${maxGroups} separate contacts in a step, got ${groups.length}`);
    const windows = new Map(surfaces.map((surface) => [surface, addWindow(surface, lists, state, slotOf)]));
    const divisions = chooseDivisions(state, surfaces);
    const all = this.addGroups(groups, slotOf);
    const calls: GroundCall[] = [
      { shader: 'clear', ...all.own, plane: planes.endEnvelope },
      ...this.cast(surfaces, windows, () => 1, planes.endEnvelope),
    ];
    let active = { key: '', ...all };
    this.round = 0;
    for (let division = 1; division <= divisions; division++) {
      const pressed = groups.filter((group) =>
        [...group.surfaces].some((surface) => hasNewPose(surface, division, divisions)),
      );
      const key = pressed.map(({ index }) => index).join(' ');
      if (active.key !== key) active = { key, ...this.addGroups(pressed, slotOf) };
      let plane: number = planes.endEnvelope;
      // The only pose of a slow step is the end pose, which is cast already.
      if (divisions > 1) {
        plane = planes.envelope;
        const above = new Set(pressed.flatMap((group) => [...group.surfaces]));
        calls.push({ shader: 'clear', ...active.own, plane });
        const poses = (surface: NearSurface) =>
          above.has(surface) ? poseAt(surface, division, divisions) : 0;
        append(calls, this.cast(surfaces, windows, poses, plane));
      }
      const stamp = { division: ++this.division, plane };
      calls.push({ shader: 'press', ...active.own, ...stamp });
      append(calls, this.spread(active, stamp));
      calls.push({ shader: 'deposit', ...active.ring, ...stamp });
    }
    if (state.settings.rules.hasWalls) calls.push({ shader: 'markWalls', ...all.own });
    return calls;
  }

  dispose(): void {
    this.sheet.free();
  }

  /** Adds lists of some groups, whose entries are pairs of slot and group, and a list of the groups themselves. */
  private addGroups(groups: readonly ContactGroup[], slotOf: (tile: Tile) => number): GroupLists {
    const { lists } = this;
    const { tiles } = this.state;
    const starts: number[][] = groups.map(() => []);
    const add = (choose: (own: ReadonlySet<Tile>) => ReadonlySet<Tile>): TileList => {
      const list = lists.length;
      groups.forEach(({ tiles: own, index }, k) => {
        const chosen = choose(own);
        starts[k].push(lists.length, chosen.size);
        for (const tile of chosen) lists.push(slotOf(tile), index);
      });
      return { list, groups: (lists.length - list) / 2 };
    };
    const own = add((tiles) => tiles);
    const shifted = add((own) => collect(own, (tile) => findNine(tiles, tile, isOverlapped)));
    const ring = add((own) => collect(own, (tile) => findNine(tiles, tile)));
    const list = lists.length;
    groups.forEach(({ index }, k) => {
      lists.push(index);
      for (const word of starts[k].slice(0, groupListStride - 1)) lists.push(word);
    });
    const rounds = groups.map(({ tiles: own }) => countRounds(own, tiles));
    const [label, pass] = [
      maxOf(
        rounds.map((one) => one.label),
        0,
      ),
      maxOf(
        rounds.map((one) => one.pass),
        0,
      ),
    ];
    return { own, shifted, ring, whole: { list, groups: groups.length }, rounds: { label, pass } };
  }

  /** Returns the dispatches that move what a division has displaced. */
  private spread({ own, shifted, whole, rounds }: GroupLists, stamp: GroundStamp): GroundCall[] {
    const calls: GroundCall[] = [];
    const add = (shader: 'labelWindows' | 'passWindows', count: number) => {
      for (let k = 0; k < count; k++) {
        const pass = ++this.round;
        calls.push({ shader, ...(pass % 2 === 1 ? own : shifted), ...stamp, pass, isFirst: k === 0 });
      }
      return count > 0 ? this.round : 0;
    };
    const labelRound = add('labelWindows', rounds.label);
    const passRound = add('passWindows', rounds.pass);
    calls.push({ shader: 'spread', ...whole, ...stamp, labelRound, passRound });
    return calls;
  }

  /** Adds the triangles of surfaces in their poses. poseOf: fraction of the step; 0: the surface is left out. */
  private cast(
    surfaces: readonly NearSurface[],
    windows: ReadonlyMap<NearSurface, Window>,
    poseOf: (surface: NearSurface) => number,
    plane: number,
  ): GroundCall[] {
    const first = this.triangles.length / triangleStride;
    for (const surface of surfaces) {
      const s = poseOf(surface);
      if (s > 0) this.addTriangles(surface, windows.get(surface)!, s);
    }
    const count = this.triangles.length / triangleStride - first;
    return count === 0 ? [] : [{ shader: 'castTriangle', groups: count, list: first, count, plane }];
  }

  private addTriangles(surface: NearSurface, window: Window, s: number): void {
    const { state, sheet, triangles } = this;
    const place = surface.load(state.scratch);
    sheet.place(window.firstI * tileSize, window.firstJ * tileSize, state.settings.datum);
    surface.place(state.kernel, place, place.placed, s, sheet.pointer);
    const points = new Int32Array(state.kernel.memory.buffer, place.placed, 3 * surface.vertexCount);
    const [width, height] = [window.columns * tileSize * 256, window.rows * tileSize * 256];
    const corners = place.triangles;
    for (let t = 0; t < corners.length; t += 3) {
      const [a, b, c] = [3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2]];
      const [xa, ya, za] = [points[a], points[a + 1], points[a + 2]];
      const [xb, yb, zb] = [points[b], points[b + 1], points[b + 2]];
      const [xc, yc, zc] = [points[c], points[c + 1], points[c + 2]];
      if (Math.max(xa, xb, xc) < 0 || Math.min(xa, xb, xc) >= width) continue;
      if (Math.max(za, zb, zc) < 0 || Math.min(za, zb, zc) >= height) continue;
      // The same operations as in `castTriangles` of the reference implementation.
      const area = (xb - xa) * (zc - za) - (xc - xa) * (zb - za);
      if (area === 0) continue;
      triangles.push(xa, ya, za, xb, yb, zb, xc, yc, zc);
      triangles.pushDouble(((yb - ya) * (zc - za) - (yc - ya) * (zb - za)) / area);
      triangles.pushDouble(((yc - ya) * (xb - xa) - (yb - ya) * (xc - xa)) / area);
      triangles.push(window.list);
    }
  }
}

/**
 * Returns the number of rounds after which nothing is left to do in most contacts, as counted for shoes at cells of 1.5 mm to 1 cm. They grow with the layers of
 * tiles from the border of the contact to its middle. One tile needs no rounds: `spread` alone is as fast.
 */
function countRounds(tiles: ReadonlySet<Tile>, all: TileFinder): Rounds {
  if (tiles.size === 1) return { label: 0, pass: 0 };
  let layers = 0;
  let left = tiles;
  while (left.size > 0) {
    layers++;
    const outer = left;
    const isInside = (tile: Tile) => findNine(all, tile).filter((other) => outer.has(other)).length === 9;
    left = new Set([...outer].filter(isInside));
  }
  return { label: layers + 3, pass: 2 * layers + 4 };
}

/** Whether the shifted window of a tile's neighbour overlaps the tile. k: see `visitNine`. */
function isOverlapped(k: number): boolean {
  return k % 3 < 2 && k < 6;
}

function collect<Item>(items: Iterable<Item>, find: (item: Item) => readonly Item[]): Set<Item> {
  const found = new Set<Item>();
  for (const item of items) for (const other of find(item)) found.add(other);
  return found;
}

function findContactGroups(
  surfaces: readonly NearSurface[],
  groupOf: (tile: Tile) => object,
): ContactGroup[] {
  const groups = new Map<object, ContactGroup>();
  for (const surface of surfaces) {
    for (const tile of surface.tiles) {
      const key = groupOf(tile);
      let group = groups.get(key);
      if (!group) {
        group = { index: groups.size, surfaces: new Set(), tiles: new Set() };
        groups.set(key, group);
      }
      group.surfaces.add(surface);
      group.tiles.add(tile);
    }
  }
  return [...groups.values()];
}

/** Adds the rectangle of the tiles under a surface to the lists. */
function addWindow(
  { tiles }: NearSurface,
  lists: WordList,
  state: GroundState,
  slotOf: (tile: Tile) => number,
): Window {
  let [firstI, firstJ, lastI, lastJ] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { tileI, tileJ } of tiles) {
    firstI = Math.min(firstI, tileI);
    firstJ = Math.min(firstJ, tileJ);
    lastI = Math.max(lastI, tileI);
    lastJ = Math.max(lastJ, tileJ);
  }
  const [columns, rows] = [lastI - firstI + 1, lastJ - firstJ + 1];
  const list = lists.length;
  lists.push(columns, rows);
  for (let j = firstJ; j <= lastJ; j++) {
    for (let i = firstI; i <= lastI; i++) {
      const tile = state.tiles.find(i, j);
      lists.push(tile ? slotOf(tile) : noSlot);
    }
  }
  return { list, firstI, firstJ, columns, rows };
}

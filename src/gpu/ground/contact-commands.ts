import { append } from '../../math/lists.ts';
import { chooseDivisions, hasNewPose, poseAt } from '../../systems/ground/contact/collide.ts';
import type { NearSurface } from '../../systems/ground/contact/near-surface.ts';
import { Sheet, tileSize } from '../../systems/ground/flow/sheet.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import type { WordList } from '../word-list.ts';
import type { GroundCall } from './ground-dispatcher.ts';
import { maxGroups, noSlot, planes, triangleStride } from './wgsl/common.ts';

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

/** Computes the dispatches that press the ground down under surfaces, and the numbers that they read. */
export class ContactCommands {
  private readonly sheet: Sheet;
  private division = 0;

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
    const all = this.addTiles(groups, slotOf);
    const calls: GroundCall[] = [
      { shader: 'clear', groups: all.tileCount, list: all.tiles, plane: planes.endEnvelope },
      ...this.cast(surfaces, windows, () => 1, planes.endEnvelope),
    ];
    let active = { key: '', ...all };
    for (let division = 1; division <= divisions; division++) {
      const pressed = groups.filter((group) =>
        [...group.surfaces].some((surface) => hasNewPose(surface, division, divisions)),
      );
      const key = pressed.map(({ index }) => index).join(' ');
      if (active.key !== key) active = { key, ...this.addTiles(pressed, slotOf) };
      let plane: number = planes.endEnvelope;
      // The only pose of a slow step is the end pose, which is cast already.
      if (divisions > 1) {
        plane = planes.envelope;
        const above = new Set(pressed.flatMap((group) => [...group.surfaces]));
        calls.push({ shader: 'clear', groups: active.tileCount, list: active.tiles, plane });
        const poses = (surface: NearSurface) =>
          above.has(surface) ? poseAt(surface, division, divisions) : 0;
        append(calls, this.cast(surfaces, windows, poses, plane));
      }
      const stamp = { division: ++this.division, plane };
      calls.push({ shader: 'press', groups: active.tileCount, list: active.tiles, ...stamp });
      calls.push({ shader: 'spread', groups: active.groupCount, list: active.groups, ...stamp });
      calls.push({ shader: 'deposit', groups: active.ringCount, list: active.ring, ...stamp });
    }
    if (state.settings.rules.hasWalls)
      calls.push({ shader: 'markWalls', groups: all.tileCount, list: all.tiles });
    return calls;
  }

  dispose(): void {
    this.sheet.free();
  }

  /** Adds lists of the tiles of some groups: pairs of slot and group of those in contact and of all around them, and the groups. */
  private addTiles(groups: readonly ContactGroup[], slotOf: (tile: Tile) => number) {
    const { lists } = this;
    const tiles = lists.length;
    const starts = groups.map(({ tiles: own, index }) => {
      const start = lists.length;
      for (const tile of own) lists.push(slotOf(tile), index);
      return start;
    });
    const ring = lists.length;
    for (const { tiles: own, index } of groups)
      for (const tile of this.ringOf(own)) lists.push(slotOf(tile), index);
    const ringEnd = lists.length;
    groups.forEach(({ tiles: own, index }, k) => {
      lists.push(starts[k], own.size, index);
    });
    return {
      tiles,
      tileCount: (ring - tiles) / 2,
      ring,
      ringCount: (ringEnd - ring) / 2,
      groups: ringEnd,
      groupCount: groups.length,
    };
  }

  private ringOf(tiles: Iterable<Tile>): Set<Tile> {
    const ring = new Set<Tile>();
    for (const { tileI, tileJ } of tiles) {
      for (let k = 0; k < 9; k++) {
        const tile = this.state.tiles.find(tileI + (k % 3) - 1, tileJ + Math.floor(k / 3) - 1);
        if (tile) ring.add(tile);
      }
    }
    return ring;
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

import type { GroundState } from '../state.ts';
import type { Tile } from '../tiles/tile.ts';
import { Patch, type PatchRectangle } from './patch.ts';

/**
 * Room in tiles that a new sheet has on the sides to which the tiles have grown. A character that moves on then needs a new sheet only now
 * and then.
 */
const spareTiles = 4;

/**
 * Divides the awake tiles into patches: one for each group that is connected over sides or corners. A group keeps a sheet that has room for
 * it. With `midStep`, the contact of this step is kept.
 */
export function regroup(state: GroundState, midStep: boolean): void {
  if (!state.patchesAreStale) return;
  state.patchesAreStale = false;
  const { tiles, settings, steps } = state;
  const kept = new Set<Patch>();
  const changed = new Map<Patch, ReadonlySet<Tile>>();
  const fresh: { readonly group: readonly Tile[]; readonly rectangle: PatchRectangle }[] = [];
  for (const group of findGroups(tiles.awake, (i, j) => tiles.find(i, j))) {
    const patch = group[0].patch;
    const isSame =
      patch !== null && patch.tiles.length === group.length && group.every((t) => t.patch === patch);
    if (isSame) {
      kept.add(patch);
      continue;
    }
    const rectangle = boundGroup(group);
    const known = findLargest(group);
    if (known && !changed.has(known) && known.covers(rectangle)) changed.set(known, new Set(group));
    else fresh.push({ group, rectangle: known ? addRoom(rectangle, known) : rectangle });
  }
  for (const patch of state.patches) {
    if (kept.has(patch)) continue;
    const group = changed.get(patch);
    if (group) {
      patch.release(new Set(patch.tiles.filter((tile) => !group.has(tile))), tiles, midStep);
      continue;
    }
    patch.flush(tiles);
    if (midStep) patch.keepContact();
    patch.sheet.free();
  }
  for (const [patch, group] of changed) {
    patch.take([...group], settings, steps);
    patch.isQuiet = patch.isIdle = false;
    kept.add(patch);
  }
  for (const { group, rectangle } of fresh) {
    const patch = new Patch(rectangle, state.allocator, settings);
    patch.take(group, settings, steps);
    kept.add(patch);
  }
  state.patches = [...kept];
}

function boundGroup(group: readonly Tile[]): PatchRectangle {
  let [firstI, firstJ, lastI, lastJ] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { tileI, tileJ } of group) {
    firstI = Math.min(firstI, tileI);
    firstJ = Math.min(firstJ, tileJ);
    lastI = Math.max(lastI, tileI);
    lastJ = Math.max(lastJ, tileJ);
  }
  return { tileI: firstI, tileJ: firstJ, tileColumns: lastI - firstI + 1, tileRows: lastJ - firstJ + 1 };
}

/** Returns the patch that has most of the tiles of a group. Null if none of them is in a patch. */
function findLargest(group: readonly Tile[]): Patch | null {
  const counts = new Map<Patch, number>();
  let largest: Patch | null = null;
  let max = 0;
  for (const { patch } of group) {
    if (!patch) continue;
    const count = (counts.get(patch) ?? 0) + 1;
    counts.set(patch, count);
    if (count > max) [largest, max] = [patch, count];
  }
  return largest;
}

/** Returns a rectangle with room on those sides that are outside of the previous rectangle. */
function addRoom(
  { tileI, tileJ, tileColumns, tileRows }: PatchRectangle,
  before: PatchRectangle,
): PatchRectangle {
  const left = tileI < before.tileI ? spareTiles : 0;
  const far = tileJ < before.tileJ ? spareTiles : 0;
  const right = tileI + tileColumns > before.tileI + before.tileColumns ? spareTiles : 0;
  const near = tileJ + tileRows > before.tileJ + before.tileRows ? spareTiles : 0;
  return {
    tileI: tileI - left,
    tileJ: tileJ - far,
    tileColumns: tileColumns + left + right,
    tileRows: tileRows + far + near,
  };
}

/** Returns the groups of awake tiles that are connected over sides or corners. `find` returns a tile at a position if it is awake. */
export function findGroups(
  awake: ReadonlySet<Tile>,
  find: (tileI: number, tileJ: number) => Tile | undefined,
): Tile[][] {
  const left = new Set(awake);
  const groups: Tile[][] = [];
  for (const first of awake) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (let k = 0; k < group.length; k++) {
      const { tileI, tileJ } = group[k];
      for (let dj = -1; dj <= 1; dj++) {
        for (let di = -1; di <= 1; di++) {
          const other = find(tileI + di, tileJ + dj);
          if (other && left.delete(other)) group.push(other);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

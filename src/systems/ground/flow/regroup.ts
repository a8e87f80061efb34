import type { GroundState } from '../state.ts';
import type { Tile } from '../tiles/tile.ts';
import { Patch } from './patch.ts';

/**
 * Divides the awake tiles into patches: one for each group that is connected over sides or corners. A patch with the same tiles as
 * before keeps its sheet. With `midStep`, the contact of this step is kept.
 */
export function regroup(state: GroundState, midStep: boolean): void {
  if (!state.patchesAreStale) return;
  state.patchesAreStale = false;
  const groups = findGroups(state);
  const kept = new Set<Patch>();
  const fresh: Tile[][] = [];
  for (const group of groups) {
    const patch = group[0].patch;
    const isSame =
      patch !== null && patch.tiles.length === group.length && group.every((t) => t.patch === patch);
    if (isSame) kept.add(patch);
    else fresh.push(group);
  }
  for (const patch of state.patches) {
    if (kept.has(patch)) continue;
    patch.flush(state.tiles);
    if (midStep) patch.keepContact();
    patch.sheet.free();
  }
  state.patches = [
    ...kept,
    ...fresh.map((tiles) => new Patch(tiles, state.allocator, state.settings, state.steps)),
  ];
}

function findGroups(state: GroundState): Tile[][] {
  const { tiles } = state;
  const left = new Set(tiles.awake);
  const groups: Tile[][] = [];
  for (const first of tiles.awake) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (let k = 0; k < group.length; k++) {
      const { tileI, tileJ } = group[k];
      for (let dj = -1; dj <= 1; dj++) {
        for (let di = -1; di <= 1; di++) {
          const other = tiles.find(tileI + di, tileJ + dj);
          if (other && left.delete(other)) group.push(other);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

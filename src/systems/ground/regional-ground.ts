import type { RegionalState, RegionalSystem } from '../regional-system.ts';
import type { TimedParams } from '../timed-params.ts';
import { tileSize } from './flow/sheet.ts';
import type { GroundParams } from './params.ts';
import { fades } from './plain-ground.ts';
import { addPartTotals, type GroundPartTotals, GroundRecord } from './regional-record.ts';
import { chooseRules } from './rules/rules.ts';
import type { GroundState } from './state.ts';
import { changesSlopes } from './timed-ground.ts';

/** A ground is simulated in regions of tiles. Sumner 1999 runs one process for each character; here it is one for each group that may meet. */
export const regionalGround: RegionalSystem<GroundParams, GroundState> = {
  explainWhole(params, timed = null) {
    if (params.stickingDepth > 0) return 'what sticks to a body is carried from one part to another';
    if (params.spray) return 'the particles of its spray share one limit and one numbering';
    if (chooseRules(params).repeatsAll)
      return 'its erosion continues while any pair of the whole ground is too steep';
    if (typeof params.dryingHalfLife === 'number') return 'it dries everywhere at the same time';
    if (fades(params) || changesFading(timed)) return 'its prints fade everywhere at the same time';
    if (changesSlopes({ timed })) return 'its slopes change everywhere at the same time';
    return null;
  },
  tileSide: ({ cell }) => cell * tileSize,
  listTiles(state) {
    state.flush();
    return state.tiles.list().map(([i, j]) => ({ i, j }));
  },
  readTile(state, i, j) {
    state.flush();
    return state.tiles.packAt(i, j);
  },
  listActive: (state) =>
    [...state.tiles.awake].filter(({ active }) => active).map(({ tileI, tileJ }) => ({ i: tileI, j: tileJ })),
  restore: restoreGround,
  confine(state, region) {
    state.region = region;
  },
  readHints(state): HeightBounds {
    for (const { tileI, tileJ, top } of state.tiles.awake) state.noteTop(tileI, tileJ, top);
    return { top: state.asleepTop, rise: state.asleepRise };
  },
  joinHints(a, b): HeightBounds {
    const [one, other] = [a as HeightBounds, b as HeightBounds];
    return { top: Math.max(one.top, other.top), rise: Math.max(one.rise, other.rise) };
  },
  record(state) {
    state.record = new GroundRecord();
  },
  readRecord: (state) => state.record!.read(state.totals),
  addRecords: (state, records) => addPartTotals(state.totals, records as GroundPartTotals[]),
};

/** Returns whether keys over time may begin to let prints fade. */
function changesFading(timed: TimedParams<GroundParams> | null): boolean {
  return timed?.names.some((name) => name === 'snowfall' || name === 'windSmoothing') ?? false;
}

/** See `asleepTop` and `asleepRise` of a ground. */
interface HeightBounds {
  readonly top: number;
  readonly rise: number;
}

function restoreGround(state: GroundState, { steps, tiles, active, hints }: RegionalState): void {
  state.flush();
  for (const tile of [...state.tiles.awake]) state.tiles.sleep(tile);
  state.patchesAreStale = true;
  state.steps = steps;
  const { top, rise } = hints as HeightBounds;
  state.asleepTop = Math.max(state.asleepTop, top);
  state.asleepRise = Math.max(state.asleepRise, rise);
  for (const { i, j, bytes } of tiles) {
    if (bytes) state.tiles.restore(i, j, bytes);
    else state.tiles.forget(i, j);
  }
  for (const { i, j } of active) {
    const tile = state.wake(i, j);
    tile.active = true;
    state.wakeRing(tile);
  }
  for (const tile of state.tiles.awake) tile.keptStep = steps - 1;
}

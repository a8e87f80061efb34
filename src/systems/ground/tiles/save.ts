import { ByteWriter } from '../../../byte-stream.ts';
import { openFrame, packFrame } from '../../../framed-bytes.ts';
import { InputError } from '../../../input-error.ts';
import { Hasher } from '../../../math/hash.ts';
import type { TimedParams } from '../../timed-params.ts';
import { describeBeyond } from '../beyond/beyond-settings.ts';
import type { GroundKernel } from '../kernel.ts';
import type { GroundParams } from '../params.ts';
import type { GroundSettings } from '../rules/settings.ts';
import {
  isSavedSnowCover,
  restoreSnowCover,
  type SavedSnowCover,
  saveSnowCover,
} from '../snow-cover/snow-cover.ts';
import { isSavedSpray, restoreSpray, type SavedSpray, saveSpray } from '../spray/save-spray.ts';
import { GroundState } from '../state.ts';
import { isSavedSticking, restoreSticking, type SavedSticking, saveSticking } from '../sticking/sticking.ts';
import { tileColumns } from './packed-tile.ts';
import { findHighest } from './tile.ts';
import { type PackedTile, readTiles, writeTiles } from './tile-list.ts';

const magic = 'AMG1';

/**
 * Writes the state of a ground as framed bytes. After the header follow the spray, if there is any, and every touched tile by row and
 * column. A touched column needs about 2 bytes. The result does not depend on which tiles are awake, so equal grounds give equal
 * bytes.
 */
export function saveGround(state: GroundState): Uint8Array {
  const tiles = packTiles(state);
  return packGround(state, tiles, { tiles: tiles.length });
}

function packTiles(state: GroundState): PackedTile[] {
  state.flush();
  return state.tiles.list().flatMap(([tileI, tileJ]) => {
    const packed = state.tiles.packAt(tileI, tileJ);
    return packed ? [{ tileI, tileJ, packed }] : [];
  });
}

/** `noted`: header fields that the hash does not cover. */
function packGround(
  state: GroundState,
  tiles: readonly PackedTile[],
  noted: { readonly tiles?: number },
): Uint8Array {
  const { totals, settings } = state;
  const { compacted, outside, fallen, washed, ...counts } = totals;
  const spray = state.spray && saveSpray(state.spray, state.steps);
  const sticking = state.sticking && saveSticking(state.sticking);
  const snow = state.snowCover && saveSnowCover(state.snowCover);
  const header = {
    ground: describeGround(settings),
    steps: state.steps,
    totals: {
      compacted: `${compacted}`,
      outside: `${outside}`,
      ...counts,
      ...(settings.fading && { fallen: `${fallen}`, washed: `${washed}` }),
    },
    active: state.tiles.list().filter(([i, j]) => state.tiles.find(i, j)?.active),
    ...(spray && { spray: spray.header }),
    ...(sticking && { sticking: sticking.header }),
    ...(snow && { snow: snow.header }),
    ...noted,
  };
  const writer = new ByteWriter();
  writer.bytes(
    packFrame(
      magic,
      header,
      [spray, sticking, snow].flatMap((saved) => (saved ? [saved.bytes] : [])),
    ),
  );
  writeTiles(writer, tiles);
  return writer.finish();
}

/** Loads the ground that `saveGround` wrote. Throws an InputError if the bytes are damaged or belong to another ground. */
export function loadGround(
  settingsFor: (seed: number) => GroundSettings,
  kernel: GroundKernel,
  bytes: Uint8Array,
  timed: TimedParams<GroundParams> | null = null,
): GroundState {
  const { header, body } = openFrame<SavedHeader>(bytes, magic, 'a saved ground');
  if (!isWhole(header)) throw body.damaged();
  const settings = settingsFor(header.ground.noise.seed);
  const differences = listDifferences(describeGround(settings), header.ground);
  if (differences.length > 0) {
    throw InputError.at('', `the saved ground has other parameters: ${differences.join('; ')}`);
  }
  const state = new GroundState(settings, kernel, timed);
  state.steps = header.steps;
  Object.assign(state.totals, header.totals, {
    compacted: BigInt(header.totals.compacted),
    outside: BigInt(header.totals.outside),
    fallen: BigInt(header.totals.fallen ?? 0),
    washed: BigInt(header.totals.washed ?? 0),
  });
  const heights = new Int32Array(tileColumns);
  const initial = new Int32Array(tileColumns);
  const pressed = new Uint16Array(tileColumns);
  const { spray, sticking, snow } = header;
  if (spray) {
    if (!state.spray)
      throw InputError.at('', 'the saved ground holds spray: set `spray` to true to go on with it');
    restoreSpray(state.spray, spray, body.bytes(spray.bytes), state.steps);
  }
  if (sticking) {
    if (!state.sticking)
      throw InputError.at('', 'the saved ground sticks to bodies: set `stickingDepth` to go on with it');
    restoreSticking(state.sticking, sticking, body.bytes(sticking.bytes));
  }
  if (snow) {
    if (!state.snowCover)
      throw InputError.at('', 'the saved ground holds snow on bodies: set `snowCover` to go on with it');
    restoreSnowCover(state.snowCover, snow, body.bytes(snow.bytes));
  }
  for (const { tileI, tileJ, packed } of readTiles(body, header.tiles)) {
    state.tiles.restore(tileI, tileJ, packed);
    state.tiles.read(tileI, tileJ, heights, initial, pressed);
    state.noteTop(tileI, tileJ, findHighest(heights));
  }
  for (const [i, j] of header.active) {
    const tile = state.wake(i, j);
    tile.active = true;
    state.wakeRing(tile);
  }
  for (const tile of state.tiles.awake) tile.keptStep = state.steps - 1;
  return state;
}

interface SavedHeader {
  readonly ground: ReturnType<typeof describeGround>;
  readonly steps: number;
  readonly totals: {
    readonly compacted: string;
    readonly outside: string;
    readonly fallen?: string;
    readonly washed?: string;
  };
  readonly active: readonly (readonly [tileI: number, tileJ: number])[];
  readonly spray?: SavedSpray;
  readonly sticking?: SavedSticking;
  readonly snow?: SavedSnowCover;
  /** Number of tiles that follow. */
  readonly tiles: number;
}

/** Returns whether all fields of a header have the right type. The settings of the ground are compared as text. */
function isWhole(header: Partial<SavedHeader>): header is SavedHeader {
  const { ground, steps, totals, active, spray, sticking, snow, tiles } = header;
  const { compacted, outside, fallen = '0', washed = '0', ...counts } = totals ?? {};
  return (
    Number.isSafeInteger(ground?.noise?.seed) &&
    Number.isSafeInteger(steps) &&
    Number.isSafeInteger(tiles) &&
    tiles! >= 0 &&
    [compacted, outside, fallen, washed].every((sum) => typeof sum === 'string' && /^-?\d+$/.test(sum)) &&
    Object.values(counts).every(Number.isSafeInteger) &&
    Array.isArray(active) &&
    active.every((tile) => Array.isArray(tile) && tile.length === 2 && tile.every(Number.isSafeInteger)) &&
    (spray === undefined || (spray !== null && isSavedSpray(spray))) &&
    (snow === undefined || (snow !== null && isSavedSnowCover(snow))) &&
    (sticking === undefined || (sticking !== null && isSavedSticking(sticking)))
  );
}

/** Returns a hash of the state of a ground, 16 hexadecimal digits. */
export function hashGround(state: GroundState): string {
  return new Hasher().bytes(packGround(state, packTiles(state), {})).digest();
}

/** Lists the differences between two JSON values by name. */
function listDifferences(expected: unknown, found: unknown, name = ''): string[] {
  const [expectedText, foundText] = [JSON.stringify(expected), JSON.stringify(found)];
  if (expectedText === foundText) return [];
  if (!isTable(expected) || !isTable(found)) {
    return [`${name || 'ground'}: expected ${shorten(expectedText)}, got ${shorten(foundText)}`];
  }
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].flatMap((key) =>
    listDifferences(expected[key], found[key], name ? `${name}.${key}` : key),
  );
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shorten(text: string | undefined): string {
  if (text === undefined) return 'none';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Returns the settings that must match for saved tiles to be valid. */
function describeGround({ cell, datum, extent, noise, surface, beyond, rules }: GroundSettings) {
  const { pushesDisplaced } = rules;
  return { cell, datum, extent, noise, pushesDisplaced, ...surface.identity, ...describeBeyond(beyond) };
}

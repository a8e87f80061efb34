import { InputError } from '../../../input-error.ts';
import { Hasher } from '../../../math/hash.ts';
import { describeBeyond } from '../beyond/beyond-settings.ts';
import type { GroundKernel } from '../kernel.ts';
import type { GroundSettings } from '../rules/settings.ts';
import { isSavedSpray, restoreSpray, type SavedSpray, saveSpray } from '../spray/save-spray.ts';
import { GroundState } from '../state.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import { mostPackedBytes } from './packed-store.ts';
import { tileColumns } from './packed-tile.ts';
import { findHighest } from './tile.ts';

const magic = 'AMG1';

/**
 * All that a ground needs to go on, as bytes: magic, length of a JSON header (uint32, little-endian), header, then
 * what sticks and flies where there is spray, then every touched tile in order of row and column: the steps to its
 * position and its length as variable-length integers, and its packed columns. About 2 bytes a touched column. Which tiles
 * happen to be awake does not show, so equal grounds give equal bytes.
 */
export function saveGround(state: GroundState): Uint8Array {
  state.flush();
  const { totals, settings, tiles } = state;
  const positions = tiles.list();
  const spray = state.spray && saveSpray(state.spray, state.steps);
  const header = new TextEncoder().encode(
    JSON.stringify({
      ground: describeGround(settings),
      steps: state.steps,
      totals: { ...totals, compacted: `${totals.compacted}`, outside: `${totals.outside}` },
      active: positions.filter(([i, j]) => tiles.find(i, j)?.active),
      ...(spray && { spray: spray.header }),
    }),
  );
  const writer = new ByteWriter();
  writer.text(magic);
  writer.word(header.length);
  writer.bytes(header);
  if (spray) writer.bytes(spray.bytes);
  let [tileI, tileJ] = [0, 0];
  for (const [nextI, nextJ] of positions) {
    const packed = tiles.packAt(nextI, nextJ);
    if (!packed) continue;
    writer.signed(nextI - tileI);
    writer.signed(nextJ - tileJ);
    writer.unsigned(packed.length);
    writer.bytes(packed);
    [tileI, tileJ] = [nextI, nextJ];
  }
  return writer.finish();
}

/** The ground that `saveGround` wrote. Throws InputError when the bytes are damaged or belong to another ground. */
export function loadGround(
  settingsFor: (seed: number) => GroundSettings,
  kernel: GroundKernel,
  bytes: Uint8Array,
): GroundState {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== magic) {
    throw InputError.at('', 'expected a saved ground, got something else');
  }
  const headerEnd = 8 + view.getUint32(4, true);
  if (headerEnd > bytes.length) throw InputError.at('', 'the saved ground is cut short');
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(8, headerEnd)));
  const settings = settingsFor(header.ground.noise.seed);
  const differences = listDifferences(describeGround(settings), header.ground);
  if (differences.length > 0) {
    throw InputError.at('', `the saved ground has other parameters: ${differences.join('; ')}`);
  }
  const state = new GroundState(settings, kernel);
  state.steps = header.steps;
  Object.assign(state.totals, header.totals, {
    compacted: BigInt(header.totals.compacted),
    outside: BigInt(header.totals.outside),
  });
  const heights = new Int32Array(tileColumns);
  const initial = new Int32Array(tileColumns);
  const pressed = new Uint16Array(tileColumns);
  const { spray } = header;
  if (spray) {
    if (!state.spray)
      throw InputError.at('', 'the saved ground holds spray: set `spray` to true to go on with it');
    restoreSpray(state.spray, spray, bytes.subarray(headerEnd, headerEnd + spray.bytes), state.steps);
  }
  const reader = new ByteReader(bytes, headerEnd + (spray?.bytes ?? 0));
  let [tileI, tileJ] = [0, 0];
  while (!reader.isAtEnd) {
    tileI += reader.signed();
    tileJ += reader.signed();
    const length = reader.unsigned();
    if (length === 0 || length > mostPackedBytes) throw InputError.at('', 'the saved ground is damaged');
    state.tiles.restore(tileI, tileJ, reader.bytes(length));
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
  readonly totals: { readonly compacted: string; readonly outside: string };
  readonly active: readonly (readonly [tileI: number, tileJ: number])[];
  readonly spray?: SavedSpray;
}

function parseHeader(text: string): SavedHeader {
  let header: SavedHeader | null = null;
  try {
    header = JSON.parse(text) as SavedHeader | null;
  } catch {
    // As below.
  }
  if (header && isWhole(header)) return header;
  throw InputError.at('', 'the saved ground is damaged: its header cannot be read');
}

/** Whether all that is read of a header has the type that it must have. What the ground is like is compared as text. */
function isWhole({ ground, steps, totals, active, spray }: SavedHeader): boolean {
  const { compacted, outside, ...counts } = totals ?? {};
  return (
    Number.isSafeInteger(ground?.noise?.seed) &&
    Number.isSafeInteger(steps) &&
    [compacted, outside].every((sum) => typeof sum === 'string' && /^-?\d+$/.test(sum)) &&
    Object.values(counts).every(Number.isSafeInteger) &&
    Array.isArray(active) &&
    active.every((tile) => Array.isArray(tile) && tile.length === 2 && tile.every(Number.isSafeInteger)) &&
    (spray === undefined || (spray !== null && isSavedSpray(spray)))
  );
}

/** 16 hex digits over all that `saveGround` keeps. */
export function hashGround(state: GroundState): string {
  return new Hasher().bytes(saveGround(state)).digest();
}

/** What differs between two JSON values, each with its name. */
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

/** What must agree for saved tiles to mean the same. */
function describeGround({ cell, datum, extent, noise, surface, beyond }: GroundSettings) {
  return { cell, datum, extent, noise, ...surface.identity, ...describeBeyond(beyond) };
}

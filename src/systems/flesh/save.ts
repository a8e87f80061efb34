import { ByteReader, ByteWriter } from '../../byte-stream.ts';
import { openFrame, packFrame } from '../../framed-bytes.ts';
import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import type { FleshState, FleshTotals } from './state.ts';
import { showState } from './step.ts';

const magic = 'AMF1';
const severalMagic = 'AMFS';

interface SavedHeader {
  readonly part: string;
  readonly modeCount: number;
  readonly method: string;
  readonly totals: FleshTotals;
}

/**
 * Encodes the state of flesh as framed bytes: a header, then as float64 the amplitudes, the velocities, and the amplitudes at the maximum
 * displacement. In `paper` mode, `PaperFilter.earlier` follows.
 */
export function saveFlesh(state: FleshState): Uint8Array {
  const { part, settings, totals } = state;
  const header: SavedHeader = { part: part.key, modeCount: part.modeCount, method: settings.method, totals };
  return packFrame(magic, header, listArrays(state));
}

function listArrays({ filter, largestAmplitudes, paper }: FleshState): Float64Array[] {
  const arrays = [filter.amplitudes, filter.velocities, largestAmplitudes];
  return paper ? [...arrays, paper.earlier] : arrays;
}

/** Restores a saved state of the same part into a new state. Throws InputError for any other bytes. */
export function loadFlesh(state: FleshState, bytes: Uint8Array): FleshState {
  const { part, settings } = state;
  const { header, body } = openFrame<SavedHeader>(bytes, magic, 'saved flesh');
  if (header.part !== part.key || header.modeCount !== part.modeCount || header.method !== settings.method) {
    throw InputError.at(
      '',
      `the saved state is of different flesh: expected ${part.key} with ${part.modeCount} modes (${settings.method}), got ` +
        `${header.part} with ${header.modeCount} (${header.method})`,
    );
  }
  body.fill(...listArrays(state));
  body.end();
  Object.assign(state.totals, header.totals);
  state.isSettled = true;
  showState(state);
  return state;
}

/** Returns a hash of the bytes of `saveFlesh`, 16 hex digits. */
export function hashFlesh(state: FleshState): string {
  return new Hasher().bytes(saveFlesh(state)).digest();
}

/**
 * Encodes the parts of one system. For one part: the bytes of `saveFlesh`. For several parts: `AMFS`, the number of parts, and each part
 * with its length before it (uint32, little-endian).
 */
export function saveParts(states: readonly FleshState[]): Uint8Array {
  const saved = states.map(saveFlesh);
  if (saved.length === 1) return saved[0];
  const writer = new ByteWriter();
  writer.text(severalMagic);
  writer.word(saved.length);
  for (const bytes of saved) {
    writer.word(bytes.length);
    writer.bytes(bytes);
  }
  return writer.finish();
}

/** Restores the states that `saveParts` encoded into new states. Throws InputError for any other bytes. */
export function loadParts(states: readonly FleshState[], bytes: Uint8Array): readonly FleshState[] {
  if (states.length === 1) {
    loadFlesh(states[0], bytes);
    return states;
  }
  const reader = new ByteReader(bytes, `saved flesh of ${states.length} parts`);
  if (bytes.length < 8 || new TextDecoder().decode(reader.bytes(4)) !== severalMagic) {
    throw reader.refuse('something else');
  }
  const count = reader.word();
  if (count !== states.length) throw reader.refuse(`${count}`);
  for (const state of states) loadFlesh(state, reader.bytes(reader.word()));
  reader.end();
  return states;
}

/** Returns a hash of the bytes of `saveParts`, 16 hex digits. */
export function hashParts(states: readonly FleshState[]): string {
  return new Hasher().bytes(saveParts(states)).digest();
}

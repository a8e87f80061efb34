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
 * All that flesh needs to go on, as bytes: magic, length of a JSON header (uint32, little-endian), header, then float64:
 * amplitudes, velocities, amplitudes at the largest displacement.
 */
export function saveFlesh(state: FleshState): Uint8Array {
  const { part, settings, totals, filter } = state;
  const saved: SavedHeader = { part: part.key, modeCount: part.modeCount, method: settings.method, totals };
  const header = new TextEncoder().encode(JSON.stringify(saved));
  const out = new Uint8Array(8 + header.length + 24 * part.modeCount);
  out.set(new TextEncoder().encode(magic));
  const view = new DataView(out.buffer);
  view.setUint32(4, header.length, true);
  out.set(header, 8);
  let offset = 8 + header.length;
  for (const numbers of [filter.amplitudes, filter.velocities, state.largestAmplitudes]) {
    for (const value of numbers) {
      view.setFloat64(offset, value, true);
      offset += 8;
    }
  }
  return out;
}

/** Puts a fresh state where a saved one of the same part stood. Throws InputError for any other bytes. */
export function loadFlesh(state: FleshState, bytes: Uint8Array): FleshState {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== magic) {
    throw InputError.at('', 'expected saved flesh, got something else');
  }
  const { part, settings, filter } = state;
  const headerEnd = 8 + view.getUint32(4, true);
  if (headerEnd > bytes.length) throw InputError.at('', 'the saved flesh is cut short');
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(8, headerEnd)));
  if (header.part !== part.key || header.modeCount !== part.modeCount || header.method !== settings.method) {
    throw InputError.at(
      '',
      `the saved flesh is another: expected ${part.key} with ${part.modeCount} modes (${settings.method}), got ` +
        `${header.part} with ${header.modeCount} (${header.method})`,
    );
  }
  if (bytes.length !== headerEnd + 24 * part.modeCount)
    throw InputError.at('', 'the saved flesh is cut short');
  Object.assign(state.totals, header.totals);
  state.isSettled = true;
  let offset = headerEnd;
  for (const numbers of [filter.amplitudes, filter.velocities, state.largestAmplitudes]) {
    for (let mode = 0; mode < part.modeCount; mode++, offset += 8)
      numbers[mode] = view.getFloat64(offset, true);
  }
  showState(state);
  return state;
}

/** 16 hex digits over all that `saveFlesh` keeps. */
export function hashFlesh(state: FleshState): string {
  return new Hasher().bytes(saveFlesh(state)).digest();
}

/**
 * The parts of one system as bytes: those of `saveFlesh` where there is one, else `AMFS`, how many there are, and each with its
 * length before it (uint32, little-endian).
 */
export function saveParts(states: readonly FleshState[]): Uint8Array {
  const saved = states.map(saveFlesh);
  if (saved.length === 1) return saved[0];
  const out = new Uint8Array(8 + saved.reduce((sum, bytes) => sum + 4 + bytes.length, 0));
  out.set(new TextEncoder().encode(severalMagic));
  const view = new DataView(out.buffer);
  view.setUint32(4, saved.length, true);
  let offset = 8;
  for (const bytes of saved) {
    view.setUint32(offset, bytes.length, true);
    out.set(bytes, offset + 4);
    offset += 4 + bytes.length;
  }
  return out;
}

/** Puts fresh states where those stood that `saveParts` kept. Throws InputError for any other bytes. */
export function loadParts(states: readonly FleshState[], bytes: Uint8Array): readonly FleshState[] {
  if (states.length === 1) {
    loadFlesh(states[0], bytes);
    return states;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== severalMagic) {
    throw InputError.at('', `expected saved flesh of ${states.length} parts, got something else`);
  }
  const count = view.getUint32(4, true);
  if (count !== states.length) {
    throw InputError.at('', `expected saved flesh of ${states.length} parts, got ${count}`);
  }
  let offset = 8;
  for (const state of states) {
    const end = offset + 4 <= bytes.length ? offset + 4 + view.getUint32(offset, true) : Infinity;
    if (end > bytes.length) throw InputError.at('', 'the saved flesh is cut short');
    loadFlesh(state, bytes.subarray(offset + 4, end));
    offset = end;
  }
  if (offset !== bytes.length) throw InputError.at('', 'the saved flesh is longer than its parts');
  return states;
}

/** 16 hex digits over all that `saveParts` keeps. */
export function hashParts(states: readonly FleshState[]): string {
  return new Hasher().bytes(saveParts(states)).digest();
}

function parseHeader(text: string): SavedHeader {
  try {
    return JSON.parse(text) as SavedHeader;
  } catch {
    throw InputError.at('', 'the saved flesh is damaged: its header cannot be read');
  }
}

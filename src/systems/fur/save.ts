import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import { poseNormals } from './carrier/pose-carrier.ts';
import type { FurState, FurTotals } from './state.ts';
import { showState } from './step.ts';

const magic = 'AMH1';

interface SavedHeader {
  readonly topology: string;
  readonly strands: number;
  readonly time: number;
  readonly totals: FurTotals;
  /** Strands that the last step found touched, where it was noted. */
  readonly touched?: number;
  /** Numbers in each of the arrays that follow. */
  readonly lengths: readonly number[];
}

/**
 * All that fur needs to go on, as bytes: magic, length of a JSON header (uint32, little-endian), header, then float64:
 * the solver's state, places of the skin, the tread. Forces are not part of it.
 */
export function saveFur(state: FurState): Uint8Array {
  const { contact } = state;
  return packFur(state, contact ? { touched: contact.touched } : {});
}

/** `noted`: what is only told of, and no part of what a hash looks at. */
function packFur(state: FurState, noted: Pick<SavedHeader, 'touched'>): Uint8Array {
  const { solver, totals, time } = state;
  const arrays = listArrays(state);
  const { kind, strandCount } = solver.topology;
  const saved: SavedHeader = {
    topology: kind,
    strands: strandCount,
    time,
    totals,
    ...noted,
    lengths: arrays.map(({ length }) => length),
  };
  const header = new TextEncoder().encode(JSON.stringify(saved));
  const out = new Uint8Array(8 + header.length + 8 * arrays.reduce((sum, { length }) => sum + length, 0));
  out.set(new TextEncoder().encode(magic));
  new DataView(out.buffer).setUint32(4, header.length, true);
  out.set(header, 8);
  let offset = 8 + header.length;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    out.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return out;
}

function listArrays({ solver, skin, contact }: FurState): Float64Array[] {
  return [solver.save(), skin.places, contact?.save() ?? new Float64Array(0)];
}

/** Puts a fresh state where a saved one of the same fur stood. Throws InputError for any other bytes. */
export function loadFur(state: FurState, bytes: Uint8Array): FurState {
  const { solver, skin, contact } = state;
  const { kind, strandCount } = solver.topology;
  const { header, end } = readHeader(bytes);
  const expected = listArrays(state).map(({ length }) => length);
  const isSame =
    header.topology === kind &&
    header.strands === strandCount &&
    header.lengths?.length === expected.length &&
    expected.every((length, k) => header.lengths[k] === length);
  if (!isSame) {
    throw InputError.at(
      '',
      `the saved fur is another: expected ${strandCount} strands (${kind}), got ${header.strands} (${header.topology})`,
    );
  }
  if (bytes.length !== end + 8 * expected.reduce((a, b) => a + b)) {
    throw InputError.at('', 'the saved fur is cut short');
  }
  let offset = end;
  const [snapshot, places, tread] = expected.map((length) => {
    const part = new Float64Array(bytes.slice(offset, offset + 8 * length).buffer);
    offset += 8 * length;
    return part;
  });
  solver.restore(snapshot);
  skin.places.set(places);
  if (contact) {
    contact.restore(tread);
    contact.touched = header.touched ?? 0;
  }
  poseNormals(state, skin);
  Object.assign(state.totals, header.totals);
  state.time = header.time;
  showState(state);
  return state;
}

/** 16 hex digits over all that fur needs to go on. */
export function hashFur(state: FurState): string {
  return new Hasher().bytes(packFur(state, {})).digest();
}

function readHeader(bytes: Uint8Array): { header: SavedHeader; end: number } {
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== magic) {
    throw InputError.at('', 'expected saved fur, got something else');
  }
  const end = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (end > bytes.length) throw InputError.at('', 'the saved fur is cut short');
  try {
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, end))) as SavedHeader | null;
    if (header) return { header, end };
  } catch {
    // As below.
  }
  throw InputError.at('', 'the saved fur is damaged: its header cannot be read');
}

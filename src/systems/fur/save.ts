import { openFrame, packFrame } from '../../framed-bytes.ts';
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
  /** Number of strands that bodies touched in the last step; absent if it was not recorded. */
  readonly touched?: number;
  /** Whether a ground that the fur reads sticks to bodies; absent without `stickingMass`. */
  readonly hasGround?: boolean;
  /** Number of values in each of the arrays that follow the header. */
  readonly lengths: readonly number[];
}

/**
 * Returns everything that fur needs to continue, as framed bytes. The header is followed by float64 arrays: the solver's state, the
 * positions of the skin, the tread, and, with `stickingMass`, what sticks to the skin.
 */
export function saveFur(state: FurState): Uint8Array {
  const { contact, sticking } = state;
  return packFur(state, {
    ...(contact && { touched: contact.touched }),
    ...(sticking && { hasGround: sticking.hasGround }),
  });
}

/** noted: data for the report only, which the hash does not include. */
function packFur(state: FurState, noted: Pick<SavedHeader, 'touched' | 'hasGround'>): Uint8Array {
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
  return packFrame(magic, saved, arrays);
}

/** Number of arrays in the saved state of fur with `stickingMass`. */
const stickingArrays = 4;

function listArrays({ solver, skin, contact, sticking }: FurState): Float64Array[] {
  const arrays = [solver.save(), skin.positions, contact?.save() ?? new Float64Array(0)];
  return sticking ? [...arrays, sticking.amounts] : arrays;
}

/** Restores a saved state of the same fur. Throws an `InputError` if the bytes are not a state of this fur. */
export function loadFur(state: FurState, bytes: Uint8Array): FurState {
  const { solver, skin, contact } = state;
  const { kind, strandCount } = solver.topology;
  const { header, body } = openFrame<SavedHeader>(bytes, magic, 'saved fur');
  const arrays = listArrays(state);
  const hasSticking = header.lengths?.length === stickingArrays;
  if (hasSticking !== (state.sticking !== null)) {
    throw InputError.at(
      'stickingMass',
      hasSticking
        ? 'the saved fur carries what sticks to its skin: set `stickingMass` to go on with it'
        : 'nothing sticks to the saved fur: leave `stickingMass` out to go on with it',
    );
  }
  const isSame =
    header.topology === kind &&
    header.strands === strandCount &&
    typeof header.time === 'number' &&
    arrays.every(({ length }, k) => header.lengths?.[k] === length);
  if (!isSame) {
    throw InputError.at(
      '',
      `the saved state belongs to different fur: expected ${strandCount} strands (${kind}), got ${header.strands} (${header.topology})`,
    );
  }
  body.fill(...arrays);
  body.end();
  const [snapshot, , tread] = arrays;
  solver.restore(snapshot);
  if (state.sticking) {
    state.sticking.hasGround = header.hasGround ?? false;
    state.sticking.weigh(solver);
  }
  if (contact) {
    contact.restore(tread);
    contact.touched = header.touched ?? 0;
  }
  poseNormals(state, skin);
  Object.assign(state.totals, header.totals);
  state.time = header.time ?? 0;
  showState(state);
  return state;
}

/** Returns a hash, 16 hexadecimal digits, of everything that fur needs to continue. */
export function hashFur(state: FurState): string {
  return new Hasher().bytes(packFur(state, {})).digest();
}

/** Points that bodies push, as rows of numbers over the modes. A contact has three rows: along the normal, and along two tangents. */
export interface Contacts {
  count: number;
  /** Displacement of each point along each direction at amplitude 1, metres, [3 · maxCount · modeCount]. */
  readonly rows: Float64Array;
  /** Distance by which each point must move along its normal, metres ≥ 0. [maxCount] */
  readonly depths: Float64Array;
  /** Distance by which each point slipped along its tangents in the step, metres. [2 · maxCount] */
  readonly slips: Float64Array;
  /** Coefficient of friction of each contact. [maxCount] */
  readonly frictions: Float64Array;
  /** Results: forces along the normal and the tangents, [3 · maxCount]. */
  readonly forces: Float64Array;
}

/**
 * Number of rounds over all contacts: in each step, and for the rare changes that must be right at once. It is fixed, so that the cost and the result
 * depend on nothing else.
 */
export const stepRounds = 10;
export const jumpRounds = 64;
/**
 * A contact gives way like a spring with this fraction of the compliance of the softest contact. Points that hardly move, near a bone, are
 * therefore not pushed out at the expense of all others, and forces are bounded.
 */
export const softness = 0.001;

export function createContacts(maxCount: number, modeCount: number): Contacts {
  return {
    count: 0,
    rows: new Float64Array(3 * maxCount * modeCount),
    depths: new Float64Array(maxCount),
    slips: new Float64Array(2 * maxCount),
    frictions: new Float64Array(maxCount),
    forces: new Float64Array(3 * maxCount),
  };
}

/**
 * Finds forces λ for contacts and writes the change of the amplitudes Δq = W Jᵀ λ to `change` [modeCount]. W [modeCount] is the response of a mode to a
 * force. Along normals, λ ≥ 0 and J Δq ≥ depth, except for the softness. Along tangents, forces prevent the slip as far as Coulomb's law lets them:
 * |λ_t| ≤ friction · λ_n. Projected Gauss–Seidel iteration: each change of a force decreases ½ λᵀ (J W Jᵀ) λ − λᵀ depth, so that forces stay bounded
 * for any contacts. hasFriction: false leaves tangents out.
 */
export function solveContacts(
  change: Float64Array,
  contacts: Contacts,
  response: Float64Array,
  rounds: number,
  hasFriction: boolean,
): void {
  const { count, rows, depths, slips, frictions, forces } = contacts;
  const modeCount = change.length;
  change.fill(0);
  forces.fill(0, 0, 3 * count);
  if (diagonals.length < 3 * count) diagonals = new Float64Array(3 * count);
  let largest = 0;
  for (let row = 0; row < 3 * count; row++) {
    let sum = 0;
    for (let mode = 0, k = row * modeCount; mode < modeCount; mode++, k++) {
      sum += response[mode] * rows[k] * rows[k];
    }
    diagonals[row] = sum;
    if (row % 3 === 0 && sum > largest) largest = sum;
  }
  if (!(largest > 0)) return;
  const soft = softness * largest;
  const push = (row: number, added: number) => {
    forces[row] += added;
    for (let mode = 0, k = row * modeCount; mode < modeCount; mode++, k++) {
      change[mode] += added * response[mode] * rows[k];
    }
  };
  const moved = (row: number) => {
    let sum = 0;
    for (let mode = 0, k = row * modeCount; mode < modeCount; mode++, k++) sum += rows[k] * change[mode];
    return sum;
  };
  for (let round = 0; round < rounds; round++) {
    for (let contact = 0; contact < count; contact++) {
      const row = 3 * contact;
      const left = depths[contact] - moved(row) - soft * forces[row];
      const force = Math.max(0, forces[row] + left / (diagonals[row] + soft));
      if (force !== forces[row]) push(row, force - forces[row]);
      if (!hasFriction || frictions[contact] === 0) continue;
      // Both tangents together, so that friction has no preferred direction.
      const u = forces[row + 1] - (slips[2 * contact] + moved(row + 1)) / (diagonals[row + 1] + soft);
      const v = forces[row + 2] - (slips[2 * contact + 1] + moved(row + 2)) / (diagonals[row + 2] + soft);
      const bound = frictions[contact] * force;
      const size = Math.sqrt(u * u + v * v);
      const factor = size > bound ? bound / size : 1;
      push(row + 1, factor * u - forces[row + 1]);
      push(row + 2, factor * v - forces[row + 2]);
    }
  }
}

let diagonals = new Float64Array(0);

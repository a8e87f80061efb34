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
  // Row r of the matrix J W Jᵀ belongs to row `step` · r of J: without friction, only to the normals.
  const step = hasFriction ? 1 : 3;
  const size = (3 * count) / step;
  couple(contacts, response, step, size);
  let largest = 0;
  for (let row = 0; row < size; row += 3 / step) largest = Math.max(largest, matrix[row * size + row]);
  if (!(largest > 0)) return;
  const soft = softness * largest;
  moved.fill(0, 0, size);
  for (let round = 0; round < rounds; round++) {
    for (let contact = 0; contact < count; contact++) {
      const row = (3 / step) * contact;
      const force = forces[3 * contact];
      const left = depths[contact] - moved[row] - soft * force;
      const next = Math.max(0, force + left / (matrix[row * size + row] + soft));
      if (next !== force) {
        forces[3 * contact] = next;
        addForce(row, next - force, size);
      }
      if (!hasFriction || frictions[contact] === 0) continue;
      // Both tangents together, so that friction has no preferred direction.
      const first = row + 1;
      const second = row + 2;
      const u = forces[first] - (slips[2 * contact] + moved[first]) / (matrix[first * size + first] + soft);
      const v =
        forces[second] - (slips[2 * contact + 1] + moved[second]) / (matrix[second * size + second] + soft);
      const bound = frictions[contact] * next;
      const length = Math.sqrt(u * u + v * v);
      const factor = length > bound ? bound / length : 1;
      const added = factor * u - forces[first];
      const otherAdded = factor * v - forces[second];
      forces[first] += added;
      forces[second] += otherAdded;
      addForce(first, added, size);
      addForce(second, otherAdded, size);
    }
  }
  for (let row = 0; row < 3 * count; row++) {
    const force = forces[row];
    if (force === 0) continue;
    for (let mode = 0, k = row * modeCount; mode < modeCount; mode++, k++) change[mode] += force * rows[k];
  }
  for (let mode = 0; mode < modeCount; mode++) change[mode] *= response[mode];
}

/** Writes J W Jᵀ for every `step`-th row of J to `matrix` [size²]. */
function couple({ rows }: Contacts, response: Float64Array, step: number, size: number): void {
  const modeCount = response.length;
  if (matrix.length < size * size) matrix = new Float64Array(size * size);
  if (moved.length < size) moved = new Float64Array(size);
  if (weighted.length < modeCount) weighted = new Float64Array(modeCount);
  for (let a = 0; a < size; a++) {
    const own = step * a * modeCount;
    for (let mode = 0; mode < modeCount; mode++) weighted[mode] = response[mode] * rows[own + mode];
    for (let b = 0; b <= a; b++) {
      const k = step * b * modeCount;
      // Four sums, since a processor adds independent numbers at the same time.
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      let mode = 0;
      for (; mode + 3 < modeCount; mode += 4) {
        s0 += weighted[mode] * rows[k + mode];
        s1 += weighted[mode + 1] * rows[k + mode + 1];
        s2 += weighted[mode + 2] * rows[k + mode + 2];
        s3 += weighted[mode + 3] * rows[k + mode + 3];
      }
      for (; mode < modeCount; mode++) s0 += weighted[mode] * rows[k + mode];
      matrix[a * size + b] = s0 + s1 + (s2 + s3);
      matrix[b * size + a] = matrix[a * size + b];
    }
  }
}

/** Adds the motion that a change of the force of a row causes to `moved`. */
function addForce(row: number, added: number, size: number): void {
  for (let k = 0, at = row * size; k < size; k++, at++) moved[k] += added * matrix[at];
}

let matrix = new Float64Array(0);
let weighted = new Float64Array(0);
/** Displacement of each row by the forces so far, metres. */
let moved = new Float64Array(0);

import { openFrame, packFrame } from '../../framed-bytes.ts';
import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import { equipKey } from './keys/equip-key.ts';
import type { KeyResults, KeyRun } from './keys/key-run.ts';
import { parkUnborn } from './park.ts';
import type { ParticlesState, ParticlesTotals } from './state.ts';

const magic = 'AMP2';

interface SavedHeader {
  readonly count: number;
  readonly tick: number;
  readonly born: number;
  readonly firstAlive: number;
  readonly dead: number;
  readonly totals: ParticlesTotals;
  readonly keys: readonly SavedKey[];
  /** Numbers of each burst: see `BurstRun`. Absent if there is none. */
  readonly bursts?: readonly (readonly number[])[];
}

interface SavedKey {
  readonly name: string;
  readonly phase: KeyRun['phase'];
  /** Lengths of its arrays, in the order of `listOfRun`, and of its groups, bytes. */
  readonly lengths: readonly number[];
  readonly groups: number;
  readonly figures: KeyResults;
}

type Numbers = Uint8Array | Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array;

/**
 * Returns all data that is needed to continue, as framed bytes: the header, the data that active keys have fixed, then the planes
 * of all particles that were born. Those that are not born yet follow from the parameters.
 */
export function saveParticles(state: ParticlesState): Uint8Array {
  const groups = state.runs.map(({ density }) => density?.save() ?? new Uint8Array(0));
  const saved: SavedHeader = {
    count: state.prepared.births.count,
    tick: state.tick,
    born: state.bornCount,
    firstAlive: state.firstAlive,
    dead: state.deadCount,
    totals: state.totals,
    keys: state.runs.map((run, k) => ({
      name: run.key.name,
      phase: run.phase,
      lengths: listOfRun(run).map(({ length }) => length),
      groups: groups[k].length,
      figures: run.results,
    })),
    ...(state.bursts.length > 0 ? { bursts: state.bursts.map(({ saved }) => saved) } : {}),
  };
  const parts = [...state.runs.flatMap(listOfRun), ...listPlanes(state), ...groups];
  return packFrame(magic, saved, parts);
}

/** Restores saved bytes in a new state with the same parameters. Throws an InputError for any other bytes. */
export function loadParticles(state: ParticlesState, bytes: Uint8Array): ParticlesState {
  const { header, body } = openFrame<SavedHeader>(bytes, magic, 'saved particles');
  if (!isHeader(header, bytes.length)) throw body.damaged();
  const { births } = state.prepared;
  const names = state.runs.map(({ key }) => key.name).join(', ');
  const savedNames = header.keys.map(({ name }) => name).join(', ');
  const burstCount = header.bursts?.length ?? 0;
  if (
    header.count !== births.count ||
    burstCount !== state.bursts.length ||
    names !== savedNames ||
    header.born > header.count
  ) {
    throw InputError.at(
      '',
      `expected saved particles of the same scene (${births.count} with the keys ${names || 'none'}), got ${header.count} ` +
        `with the keys ${savedNames || 'none'}`,
    );
  }
  state.tick = header.tick;
  state.bornCount = header.born;
  state.firstAlive = header.firstAlive;
  state.deadCount = header.dead;
  Object.assign(state.totals, header.totals);
  parkUnborn(state, state.bornCount);
  state.bursts.forEach((burst, k) => {
    burst.saved = header.bursts![k];
  });
  const { store } = state;
  for (const plane of [store.targetX, store.targetY, store.targetZ]) plane.fill(0);
  for (const plane of [store.targetVx, store.targetVy, store.targetVz]) plane.fill(0);
  store.weight.fill(1);
  state.runs.forEach((run, k) => {
    const saved = header.keys[k];
    run.finish();
    run.phase = saved.phase;
    Object.assign(run.results, saved.figures);
    const [members, goals, cohorts, paths, goalPositions, from, fromOf] = saved.lengths;
    if (!run.key.members) run.members = new Uint32Array(members);
    run.goals = new Uint32Array(goals);
    run.cohorts = new Uint16Array(cohorts);
    run.paths = new Uint32Array(paths);
    run.goalPositions = new Float64Array(goalPositions);
    run.from = new Float64Array(from);
    run.fromOf = new Uint16Array(fromOf);
  });
  // Keys must be read first, since the number of saved targets depends on their members.
  body.fill(...state.runs.flatMap(listOfRun));
  body.fill(...listPlanes(state));
  state.runs.forEach((run, k) => {
    if (run.phase === 'leading') equipKey(state, run);
    const groups = body.bytes(header.keys[k].groups);
    if (groups.length > 0) run.density?.load(groups);
  });
  body.end();
  return state;
}

/** Returns 16 hex digits, a hash of the bytes of `saveParticles`. */
export function hashParticles(state: ParticlesState): string {
  return new Hasher().bytes(saveParticles(state)).digest();
}

/** Lists the planes that are saved: those of all born particles, and the targets of controlled ones. */
function listPlanes(state: ParticlesState): Numbers[] {
  const { store, bornCount, colors, orientations, spins, attributes, lastShape, obstacles, params, spread } =
    state;
  const planes = [store.x, store.y, store.z, store.vx, store.vy, store.vz, store.size, store.cohort];
  const targets = [store.targetX, store.targetY, store.targetZ, store.weight];
  if (store.hasTargetVelocity) targets.push(store.targetVx, store.targetVy, store.targetVz);
  let targetCount = 0;
  for (const { phase, key, members } of state.runs) {
    // Members that are not born yet have targets too.
    if (phase === 'leading' && key.goals)
      targetCount = Math.max(targetCount, members[members.length - 1] + 1);
  }
  return [
    ...planes.map((plane) => plane.subarray(0, bornCount)),
    ...targets.map((plane) => plane.subarray(0, targetCount)),
    colors.subarray(0, 4 * bornCount),
    ...(orientations && spins
      ? [orientations.subarray(0, 4 * bornCount), spins.subarray(0, 3 * bornCount)]
      : []),
    ...(params.collide ? [obstacles.checkedOf(store).subarray(0, bornCount)] : []),
    ...(lastShape ? [lastShape.subarray(0, bornCount)] : []),
    ...(spread ? [spread.subarray(0, bornCount)] : []),
    ...(state.rest ? state.rest.planes.map((plane) => plane.subarray(0, bornCount)) : []),
    ...state.bursts.flatMap(({ pool, thrown, deaths }) => [
      store.birthTime.subarray(pool.first, pool.first + thrown),
      deaths.subarray(0, thrown),
    ]),
    ...[...attributes.values()].map((values) => values.subarray(0, bornCount)),
  ];
}

/** Number of arrays that are saved for each key. */
const runArrayCount = 7;

/** Lists the data that a key has fixed. Its members follow from the parameters, unless it chooses the nearest particles. */
function listOfRun(run: KeyRun): Numbers[] {
  const { key, members, goals, cohorts, paths, goalPositions, from, fromOf } = run;
  return [key.members ? new Uint32Array(0) : members, goals, cohorts, paths, goalPositions, from, fromOf];
}

/** Returns true if a header has the right fields, and its lengths do not exceed the number of bytes. */
function isHeader(value: unknown, byteCount: number): value is SavedHeader {
  const header = value as SavedHeader | null;
  const isCount = (count: unknown) => Number.isInteger(count) && (count as number) >= 0;
  if (!isRecord(header) || !isRecord(header.totals) || !Array.isArray(header.keys)) return false;
  const { count, born, firstAlive, dead, tick } = header;
  if (![count, born, firstAlive, dead, tick].every(isCount) || firstAlive > born || dead > born) return false;
  const isBurst = (numbers: unknown) =>
    Array.isArray(numbers) &&
    numbers.length === 4 &&
    numbers.every((value) => Number.isFinite(value)) &&
    isCount(numbers[0]);
  if (header.bursts && !(Array.isArray(header.bursts) && header.bursts.every(isBurst))) return false;
  return header.keys.every(
    (key: unknown) =>
      isRecord(key) &&
      isRecord(key.figures) &&
      ['waiting', 'leading', 'done'].includes(key.phase as string) &&
      Array.isArray(key.lengths) &&
      key.lengths.length === runArrayCount &&
      [...key.lengths, key.groups].every((length) => isCount(length) && length <= byteCount),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { type BakePlan, FrameTimes, Simulation, type SimulationSystem } from '../../src/index.ts';
import { maxOf } from '../../src/math/index.ts';
import { type ParticlesState, particlesSystem } from '../../src/systems/particles/index.ts';

/** The paths of some particles of a key, from the start of the key to its end. */
export interface KeyPaths {
  /** Name of the system, and name of the key as in reports. */
  readonly system: string;
  readonly key: string;
  /** Seconds between two points of a path. */
  readonly step: number;
  readonly particleCount: number;
  readonly pointCount: number;
  /** Positions in m, particle by particle, [particleCount · pointCount · 3]. NaN if a particle does not exist. */
  readonly points: Float32Array<ArrayBuffer>;
}

/** Maximum number of paths of one key. */
const maxPaths = 300;
const placesPerSecond = 60;
/** Maximum number of points of one path. On a longer path, the points are farther apart. */
const maxPoints = 600;
/** Milliseconds between checks for messages. */
const workTime = 30;

interface Recording {
  readonly members: Uint32Array;
  readonly every: number;
  readonly columns: Float32Array[];
}

/**
 * Runs a scene once from its start to the end of its last key, and records the paths of some particles of each key. The run is
 * bit-identical to the run that is shown. So all particles must be simulated, since they affect each other's targets.
 */
export async function recordPaths(
  plan: BakePlan,
  { pause, progress }: { pause?(): Promise<void>; progress?(fraction: number): void } = {},
): Promise<KeyPaths[]> {
  const states = new Map<string, ParticlesState>();
  const systems = plan.systems.map((system) => withState(system, states));
  const [start, end] = [plan.times.seconds(0), plan.times.seconds(plan.times.count - 1)];
  const simulation = new Simulation({
    systems,
    actors: plan.actors.map(({ colliders }) => colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const clock = new FrameTimes(start, end, placesPerSecond);
  const ends = [...states.values()].flatMap(({ runs, params }) =>
    runs.flatMap(({ key }) => (key.goals ? [key.end / params.rate] : [])),
  );
  const until = Math.min(clock.count - 1, Math.ceil((maxOf(ends, start) - start) * placesPerSecond));
  const recordings = new Map<string, Recording>();
  let begun = performance.now();
  for (let tick = 0; tick <= until; tick++) {
    simulation.advanceTo(clock.time(tick));
    for (const [name, state] of states) noteMoment(name, state, clock.seconds(tick), recordings);
    if (performance.now() - begun < workTime) continue;
    progress?.(tick / until);
    await pause?.();
    begun = performance.now();
  }
  return [...recordings].map(([location, recording]) => {
    const [system, key] = JSON.parse(location) as [string, string];
    return { system, key, ...joinColumns(recording) };
  });
}

/** Returns a system whose initial state is also stored in `states`. */
function withState(system: SimulationSystem, states: Map<string, ParticlesState>): SimulationSystem {
  const { definition, name } = system;
  if (definition.name !== particlesSystem.name) return system;
  const create: typeof definition.create = (...made) => {
    const state = definition.create(...made);
    states.set(name, state);
    return state;
  };
  return { ...system, definition: { ...definition, create } };
}

function noteMoment(
  system: string,
  { runs, params, store }: ParticlesState,
  seconds: number,
  recordings: Map<string, Recording>,
): void {
  for (const { key, members, phase } of runs) {
    const location = JSON.stringify([system, key.name]);
    if (!key.goals || seconds > key.end / params.rate + 1e-6) continue;
    let recording = recordings.get(location);
    if (!recording) {
      if (phase !== 'leading' || members.length === 0) continue;
      const stride = Math.ceil(members.length / maxPaths);
      const length = Math.max(1, ((key.end - key.start) / params.rate) * placesPerSecond);
      const every = Math.ceil(length / maxPoints);
      recording = { members: members.filter((_, k) => k % stride === 0), every, columns: [] };
      recordings.set(location, recording);
    }
    recording.columns.push(placesNow(recording.members, store));
  }
}

function placesNow(members: Uint32Array, { x, y, z, cohort }: ParticlesState['store']): Float32Array {
  const points = new Float32Array(3 * members.length);
  members.forEach((particle, k) => {
    const isThere = cohort[particle] >= 0;
    points[3 * k] = isThere ? x[particle] : Number.NaN;
    points[3 * k + 1] = isThere ? y[particle] : Number.NaN;
    points[3 * k + 2] = isThere ? z[particle] : Number.NaN;
  });
  return points;
}

/** Converts states to paths. The last state is always one of the points. */
function joinColumns({ members, every, columns }: Recording): Omit<KeyPaths, 'system' | 'key'> {
  const last = columns.length - 1;
  const kept = columns.filter((_, moment) => (last - moment) % every === 0);
  const points = new Float32Array(3 * members.length * kept.length);
  members.forEach((_, k) => {
    kept.forEach((column, moment) => {
      points.set(column.subarray(3 * k, 3 * k + 3), 3 * (k * kept.length + moment));
    });
  });
  return { step: every / placesPerSecond, particleCount: members.length, pointCount: kept.length, points };
}

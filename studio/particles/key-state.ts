import type { Simulation, SimulationSystem } from '../../src/index.ts';
import { type ParticlesPrepared, particlesSystem } from '../../src/systems/particles/index.ts';

/** The state of a key, from the system's own report. */
export interface KeyState {
  readonly name: string;
  readonly phase: 'waiting' | 'leading' | 'done';
  /** Number of particles that the key controls, and number of those that have arrived so far. */
  readonly count: number;
  readonly arrived: number;
  /** Maximum distance of arrived particles from their targets, m. */
  readonly maxPositionError: number;
  /** Maximum acceleration so far, m/s². */
  readonly peakAcceleration: number;
  /** For each shape, the counts, if only counts matter. */
  readonly shapes?: readonly { readonly name: string; readonly count: number; readonly arrived: number }[];
}

/** State of a system's keys at a tick. */
export interface KeysChange {
  readonly kind: 'keys';
  /** The system's name. */
  readonly name: string;
  readonly keys: readonly KeyState[];
  /** Number of existing particles. */
  readonly alive: number;
}

/** Properties of particles that are known before the run. */
export interface ParticlesFacts {
  /** The system's name. */
  readonly name: string;
  /** Total number over the run. */
  readonly count: number;
  /** Warnings about shapes, and about particles that need more than the maximum acceleration. */
  readonly warnings: readonly string[];
}

/** Returns facts about the systems of particles of a plan. */
export function particlesFacts(systems: readonly SimulationSystem[]): ParticlesFacts[] {
  return systems.flatMap(({ name, definition, prepared }) => {
    if (definition.name !== particlesSystem.name || !prepared) return [];
    const { births, warnings } = prepared as ParticlesPrepared;
    return [{ name, count: births.count, warnings: [...warnings] }];
  });
}

/** Returns the state of all keys of a simulation. */
export function readKeyStates(
  simulation: Pick<Simulation, 'report'>,
  systems: readonly SimulationSystem[],
): KeysChange[] {
  return systems.flatMap(({ name, definition }) => {
    if (definition.name !== particlesSystem.name) return [];
    const { keys, alive } = simulation.report(name) as unknown as { keys: KeyState[]; alive: number };
    return [{ kind: 'keys', name, alive, keys: keys.map(pickNews) }];
  });
}

function pickNews({
  name,
  phase,
  count,
  arrived,
  maxPositionError,
  peakAcceleration,
  shapes,
}: KeyState): KeyState {
  const keyState = { name, phase, count, arrived, maxPositionError, peakAcceleration };
  return shapes ? { ...keyState, shapes } : keyState;
}

/** Returns a short description of the state of a key. */
export function describeKeyState({ phase, count, arrived, maxPositionError }: KeyState): string {
  const many = (value: number) => value.toLocaleString('en');
  switch (phase) {
    case 'waiting':
      return count > 0 ? `${many(count)} to come` : 'to come';
    case 'leading':
      return arrived < count ? `${many(arrived)} of ${many(count)} there` : `all ${many(count)} there`;
    case 'done':
      return arrived < count
        ? `${many(arrived)} of ${many(count)} arrived, ${formatLength(maxPositionError)} off at most`
        : `all ${many(count)} arrived`;
  }
}

/** Formats a length with a unit from µm to km. */
export function formatLength(metres: number): string {
  const digits = (value: number) => String(Number(value.toPrecision(2)));
  if (metres === 0) return '0 m';
  if (metres < 1e-3) return metres < 1e-9 ? '< 1 nm' : `${digits(1e6 * metres)} µm`;
  if (metres < 0.1) return `${digits(1000 * metres)} mm`;
  return `${digits(metres)} m`;
}

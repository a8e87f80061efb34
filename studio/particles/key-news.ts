import type { Simulation, SimulationSystem } from '../../src/index.ts';
import { type ParticlesPrepared, particlesSystem } from '../../src/systems/particles/index.ts';

/** How it stands with a key, as the system's own report tells it. */
export interface KeyNews {
  readonly name: string;
  readonly phase: 'waiting' | 'leading' | 'done';
  /** How many it leads, and how many of them have arrived by now. */
  readonly count: number;
  readonly arrived: number;
  /** m: how far the worst of those who have arrived was from its place. */
  readonly largestMiss: number;
  /** m/s²: the largest acceleration that it has asked for. */
  readonly peakAcceleration: number;
  /** By shape, where only counts matter. */
  readonly shapes?: readonly { readonly name: string; readonly count: number; readonly arrived: number }[];
}

/** Figures of a system's keys at a tick. */
export interface KeysChange {
  readonly kind: 'keys';
  /** The system's name. */
  readonly name: string;
  readonly keys: readonly KeyNews[];
  /** Particles that are there. */
  readonly alive: number;
}

/** What of particles is known before the run. */
export interface ParticlesFacts {
  /** The system's name. */
  readonly name: string;
  /** How many there will ever be. */
  readonly count: number;
  /** What was odd about shapes, and who cannot arrive within the force limit. */
  readonly warnings: readonly string[];
}

/** The systems of particles among a plan's. */
export function particlesFacts(systems: readonly SimulationSystem[]): ParticlesFacts[] {
  return systems.flatMap(({ name, definition, prepared }) => {
    if (definition.name !== particlesSystem.name || !prepared) return [];
    const { births, warnings } = prepared as ParticlesPrepared;
    return [{ name, count: births.count, warnings: [...warnings] }];
  });
}

/** How it stands with all keys of a simulation. */
export function takeKeyNews(
  simulation: Pick<Simulation, 'report'>,
  systems: readonly SimulationSystem[],
): KeysChange[] {
  return systems.flatMap(({ name, definition }) => {
    if (definition.name !== particlesSystem.name) return [];
    const { keys, alive } = simulation.report(name) as unknown as { keys: KeyNews[]; alive: number };
    return [{ kind: 'keys', name, alive, keys: keys.map(pickNews) }];
  });
}

function pickNews({ name, phase, count, arrived, largestMiss, peakAcceleration, shapes }: KeyNews): KeyNews {
  const news = { name, phase, count, arrived, largestMiss, peakAcceleration };
  return shapes ? { ...news, shapes } : news;
}

/** How it stands with a key, in a few words. */
export function tellNews({ phase, count, arrived, largestMiss }: KeyNews): string {
  const many = (value: number) => value.toLocaleString('en');
  switch (phase) {
    case 'waiting':
      return count > 0 ? `${many(count)} to come` : 'to come';
    case 'leading':
      return arrived < count ? `${many(arrived)} of ${many(count)} there` : `all ${many(count)} there`;
    case 'done':
      return arrived < count
        ? `${many(arrived)} of ${many(count)} arrived, ${tellLength(largestMiss)} off at most`
        : `all ${many(count)} arrived`;
  }
}

/** A length for people: µm to km. */
export function tellLength(metres: number): string {
  const digits = (value: number) => String(Number(value.toPrecision(2)));
  if (metres === 0) return '0 m';
  if (metres < 1e-3) return metres < 1e-9 ? '< 1 nm' : `${digits(1e6 * metres)} µm`;
  if (metres < 0.1) return `${digits(1000 * metres)} mm`;
  return `${digits(metres)} m`;
}

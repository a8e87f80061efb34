import { findReadSystems } from '../../simulation/find-read-systems.ts';
import type { SimulationSystem } from '../../simulation/simulation.ts';
import { softensSkins } from '../../simulation/soft-follower.ts';
import type { BakePlan } from '../bake-plan.ts';

/** Systems that must be simulated together, because some of them read what others compute. */
export interface Unit {
  /** Names of the systems, in the order of the scene. */
  readonly systems: readonly string[];
  /** The reason for which the unit is not divided into regions of space, as a text for the user. Null: it is divided. */
  readonly wholeReason: string | null;
}

/** Divides the systems of a scene into units that read nothing of each other. */
export function findUnits(systems: readonly SimulationSystem[]): Unit[] {
  const reads = findReadSystems(systems);
  const group = systems.map((_, index) => index);
  const join = (a: number, b: number) => {
    const [from, to] = [group[a], group[b]];
    for (let k = 0; k < group.length; k++) if (group[k] === from) group[k] = to;
  };
  systems.forEach((system, index) => {
    for (const name of reads[index])
      join(
        index,
        systems.findIndex((other) => other.name === name),
      );
    const { definition, params, prepared } = system;
    const requests = definition.surfaces?.(params, prepared) ?? [];
    if (requests.length === 0) return;
    // A skin contains the flesh of its actor.
    systems.forEach((other, k) => {
      if (softensSkins(other)) join(index, k);
    });
  });
  return [...new Set(group)].map((id) => {
    const members = systems.filter((_, index) => group[index] === id);
    return { systems: members.map(({ name }) => name), wholeReason: explainWhole(members) };
  });
}

/** Returns the names of the actors with which a system collides, in the order of the scene. */
export function listActors({ systems, actors }: BakePlan, system: string): string[] {
  const { actors: chosen } = systems.find(({ name }) => name === system)!;
  return actors.map(({ name }) => name).filter((name) => chosen === null || chosen.includes(name));
}

/** Returns whether parts of the scene can be simulated side by side. */
export function isWorthDividing(plan: BakePlan): boolean {
  const units = findUnits(plan.systems);
  if (units.length > 1) return true;
  return units.some(
    ({ wholeReason, systems: [system] }) => wholeReason === null && listActors(plan, system).length > 1,
  );
}

function explainWhole(members: readonly SimulationSystem[]): string | null {
  if (members.length > 1) return 'its systems read each other in every step';
  const [{ definition, params, timed }] = members;
  if (!definition.regional) return 'its state is not divided into regions';
  return definition.regional.explainWhole(params, timed);
}

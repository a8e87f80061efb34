import type { SimulationSystem } from '../../src/index.ts';
import { type FleshPart, type FleshPrepared, fleshSystem } from '../../src/systems/flesh/index.ts';

/** A part of the running scene, with the data that the page's own thread needs to show its results and its modes, and to move it live. */
export interface PreparedFlesh {
  /** The system's name in the scene. */
  readonly name: string;
  /** Name of the actor to which it belongs. */
  readonly actor: string;
  /** The part as prepared, before `applyMaterial`. */
  readonly part: FleshPart;
  /** See `FleshPrepared`. */
  readonly restDown: readonly [number, number, number];
}

/** Returns the parts among a plan's systems. */
export function preparedFlesh(systems: readonly SimulationSystem[]): PreparedFlesh[] {
  return systems.flatMap(({ name, definition, prepared }) => {
    if (definition.name !== fleshSystem.name || !prepared) return [];
    const { parts, actor } = prepared as FleshPrepared;
    return parts.map(({ part, restDown }) => ({ name, actor: actor.name, part, restDown }));
  });
}

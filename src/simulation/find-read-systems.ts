import type { SystemDescription } from '../systems/system.ts';

/** The properties of a system that determine which other systems it reads. */
export interface SystemReads {
  /** Unique in the scene. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a scene holds systems of any kind.
  readonly definition: Pick<SystemDescription<any>, 'reads' | 'shows' | 'touchesGround'>;
  readonly params: unknown;
  /** Names of the systems whose heightfields this system reads. Null or absent: those of every ground that it can touch. */
  readonly reads?: readonly string[] | null;
}

/**
 * Returns the names of the systems whose heightfields each system reads, in the order of `systems`.
 *
 * A system that names no others reads all heightfields, unless its parameters prevent it from touching a ground. A system that outputs a
 * heightfield itself reads only the systems that it names. So by default grounds do not lie on each other, and defaults never form a cycle.
 */
export function findReadSystems(systems: readonly SystemReads[]): (readonly string[])[] {
  const grounds = systems.filter(showsGround).map(({ name }) => name);
  return systems.map((system) => {
    if (!touchesGround(system)) return [];
    if (system.reads) return system.reads.filter((name) => grounds.includes(name));
    return showsGround(system) ? [] : grounds;
  });
}

function showsGround({ definition }: SystemReads): boolean {
  return definition.shows === 'heightfield';
}

function touchesGround({ definition, params }: SystemReads): boolean {
  return definition.reads.includes('heightfields') && (definition.touchesGround?.(params) ?? true);
}

import type { Collider } from '../motion/collider.ts';
import type { GroundState } from '../systems/ground/state.ts';

/** What sticks to a collider. */
export interface LiveCover {
  /** Identity of the collider in the messages. */
  readonly id: number;
  /** [vertexCount] 0 for clean vertices to 255 for those that are covered. */
  readonly amounts: Uint8Array<ArrayBuffer>;
}

/** Returns what sticks to the colliders for which it has changed since the last call. Colliders without an identity, those of crowds, are left out. */
export function takeCovers(
  { sticking, surfaces, settings }: Pick<GroundState, 'sticking' | 'surfaces' | 'settings'>,
  idOf: (collider: Collider) => number | undefined,
): LiveCover[] {
  if (!sticking || sticking.changed.size === 0) return [];
  const covers = settings.parts!.nameBodies(surfaces).flatMap(({ name, surface }) => {
    const id = sticking.changed.has(name) ? idOf(surface.collider) : undefined;
    return id === undefined ? [] : [{ id, amounts: sticking.covers.get(name)!.slice() }];
  });
  sticking.changed.clear();
  return covers;
}

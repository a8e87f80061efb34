import type { Collider } from '../../../motion/collider.ts';
import type { NearSurface } from './near-surface.ts';

/** A collider with a name that no other one has. */
export interface NamedBody {
  readonly name: string;
  readonly surface: NearSurface;
}

/** Names the colliders, also if several have one name, and sorts them by name, so that their order in the inputs has no effect. */
export function nameBodies(surfaces: readonly NearSurface[]): NamedBody[] {
  const names = new Map<Collider, string>();
  const counts = new Map<string, number>();
  for (const { collider } of surfaces) {
    const count = (counts.get(collider.name) ?? 0) + 1;
    counts.set(collider.name, count);
    names.set(collider, count === 1 ? collider.name : `${collider.name} ${count}`);
  }
  const named = surfaces.map((surface) => ({ name: names.get(surface.collider)!, surface }));
  return named.sort((a, b) => (a.name < b.name ? -1 : 1));
}

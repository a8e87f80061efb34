import type { Collider } from './collider.ts';
import type { Rig, RigSurface } from './rig.ts';

/** How much of each vertex of a collider is covered by something that sticks to it. */
export interface ColliderCover {
  /** Name of the collider. */
  readonly collider: string;
  /** [vertexCount of the collider] 0 for clean vertices to 255 for those that are covered. */
  readonly amounts: Uint8Array;
}

/**
 * Transfers covers of the colliders of a character to the surfaces of its file, whose vertices the colliders join. Vertices with the same rest position
 * get the same amount. Returns [vertexCount] amounts for each surface of the rig, null for clean ones.
 */
export function coverSurfaces(
  { surfaces }: Pick<Rig, 'surfaces'>,
  colliders: readonly Collider[],
  covers: readonly ColliderCover[],
): (Uint8Array | null)[] {
  const amountOf = new Map<string, number>();
  for (const { collider, amounts } of covers) {
    const found = colliders.find(({ name }) => name === collider);
    const surface = found?.kind === 'deforming' ? found.surface : undefined;
    if (!surface) continue;
    amounts.forEach((amount, vertex) => {
      if (amount === 0) return;
      const key = keyOf(surface, vertex);
      amountOf.set(key, Math.max(amount, amountOf.get(key) ?? 0));
    });
  }
  return surfaces.map((surface) => {
    const vertexCount = surface.positions.length / 3;
    const amounts = Uint8Array.from({ length: vertexCount }, (_, k) => amountOf.get(keyOf(surface, k)) ?? 0);
    return amounts.some((amount) => amount > 0) ? amounts : null;
  });
}

function keyOf({ node, positions }: RigSurface, vertex: number): string {
  return `${node} ${positions[3 * vertex]} ${positions[3 * vertex + 1]} ${positions[3 * vertex + 2]}`;
}

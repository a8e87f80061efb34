import type { Collider } from './collider.ts';
import type { Rig, RigSurface } from './rig.ts';

/** How much of each vertex of a collider is covered by something that sticks to it. */
export interface ColliderCover {
  /** Name of the collider. */
  readonly collider: string;
  /** [vertexCount of the collider] 0 for clean vertices to 255 for those that are covered. */
  readonly amounts: Uint8Array;
}

/** Returns the amounts of each surface of a rig, [vertexCount], null for clean surfaces. */
export type CoverTransfer = (covers: readonly ColliderCover[]) => (Uint8Array | null)[];

/**
 * Returns a function that transfers covers of the colliders of a character to the surfaces of its file, whose vertices the colliders join. Vertices with
 * the same rest position get the same amount.
 */
export function createCoverTransfer(
  { surfaces }: Pick<Rig, 'surfaces'>,
  colliders: readonly Collider[],
): CoverTransfer {
  const positionOf = new Map<string, number>();
  /** Returns the number of the rest position of each vertex. */
  const numberVertices = (surface: RigSurface): Uint32Array =>
    Uint32Array.from({ length: surface.positions.length / 3 }, (_, vertex) => {
      const key = keyOf(surface, vertex);
      const known = positionOf.get(key);
      if (known === undefined) positionOf.set(key, positionOf.size);
      return known ?? positionOf.size - 1;
    });
  const ofSurface = surfaces.map(numberVertices);
  const ofCollider = new Map<string, Uint32Array>();
  for (const collider of colliders) {
    if (collider.kind === 'deforming' && collider.surface)
      ofCollider.set(collider.name, numberVertices(collider.surface));
  }
  const amountOf = new Uint8Array(positionOf.size);
  return (covers) => {
    amountOf.fill(0);
    for (const { collider, amounts } of covers) {
      ofCollider.get(collider)?.forEach((position, vertex) => {
        amountOf[position] = Math.max(amountOf[position], amounts[vertex]);
      });
    }
    return ofSurface.map((positions) => {
      const amounts = Uint8Array.from(positions, (position) => amountOf[position]);
      return amounts.some((amount) => amount > 0) ? amounts : null;
    });
  };
}

function keyOf({ node, positions }: RigSurface, vertex: number): string {
  return `${node} ${positions[3 * vertex]} ${positions[3 * vertex + 1]} ${positions[3 * vertex + 2]}`;
}

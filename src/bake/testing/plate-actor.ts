import { createKeyedCollider, type RigidKey } from '../../motion/keyed-collider.ts';
import { createPlate } from '../../systems/ground/spray/testing/bodies.ts';
import type { BakeActor } from '../bake-plan.ts';

/** Returns a plate of 20 cm that follows keys. n: number of squares along each side of its surface. */
export function plateActor(name: string, n: number, keys: readonly RigidKey[]): BakeActor {
  return {
    name,
    file: 'plate.obj',
    character: null,
    colliders: { name, createColliders: () => createKeyedCollider(name, createPlate(0.2, n), keys) },
    report: { name, warnings: [], height: 0.2 } as never,
    isShown: true,
    posedMeshesAt: () => [],
  };
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readGltf } from '../../../../files/gltf/read-gltf.ts';
import { createActor } from '../../../../motion/actor.ts';
import { createActorColliders } from '../../../../motion/actor-colliders.ts';
import type { ColliderDriver } from '../../../../motion/collider-driver.ts';
import { planTravel } from '../../../../motion/travel/plan-travel.ts';

/** The project's mannequin, walking from the origin, 1.75 m tall; its soles come down to the height 0. */
export async function openWalker(clip = 'walk'): Promise<ColliderDriver> {
  const file = fileURLToPath(new URL('../../../../../scenes/assets/mannequin.glb', import.meta.url));
  const rig = await readGltf(readFileSync(file), { name: 'mannequin' });
  return createActorColliders(
    createActor(rig, { name: 'walker', clip, height: 1.75, travel: (_, chosen) => planTravel(rig, chosen) }),
  );
}

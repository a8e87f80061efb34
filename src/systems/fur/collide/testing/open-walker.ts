import { readFileSync } from 'node:fs';
import { readGltf } from '../../../../files/gltf/read-gltf.ts';
import { createActor } from '../../../../motion/actor.ts';
import { createActorColliders } from '../../../../motion/actor-colliders.ts';
import type { ColliderDriver } from '../../../../motion/collider-driver.ts';
import { planTravel } from '../../../../motion/travel/plan-travel.ts';

const mannequin = new URL('../../../../../scenes/assets/mannequin.glb', import.meta.url);

/** Opens the project's mannequin, 1.75 m tall, which walks from the origin. Its soles touch the height 0. */
export async function openWalker(clip = 'walk'): Promise<ColliderDriver> {
  // Compiled benchmarks run in another folder. For them, the path is relative to the working directory.
  const file = mannequin.pathname.includes('/dist-benchmarks/') ? 'scenes/assets/mannequin.glb' : mannequin;
  const rig = await readGltf(readFileSync(file), { name: 'mannequin' });
  return createActorColliders(
    createActor(rig, { name: 'walker', clip, height: 1.75, travel: (_, chosen) => planTravel(rig, chosen) }),
  );
}

import { readFileSync } from 'node:fs';
import { readGltf } from '../../../../files/gltf/read-gltf.ts';
import { createActor } from '../../../../motion/actor.ts';
import { createActorColliders } from '../../../../motion/actor-colliders.ts';
import type { ColliderDriver } from '../../../../motion/collider-driver.ts';
import { planTravel } from '../../../../motion/travel/plan-travel.ts';

const mannequin = new URL('../../../../../scenes/assets/mannequin.glb', import.meta.url);

/** The project's mannequin, walking from the origin, 1.75 m tall; its soles come down to the height 0. */
export async function openWalker(clip = 'walk'): Promise<ColliderDriver> {
  // Compiled benchmarks run in another folder: the path is then looked for from the working folder.
  const file = mannequin.pathname.includes('/dist-benchmarks/') ? 'scenes/assets/mannequin.glb' : mannequin;
  const rig = await readGltf(readFileSync(file), { name: 'mannequin' });
  return createActorColliders(
    createActor(rig, { name: 'walker', clip, height: 1.75, travel: (_, chosen) => planTravel(rig, chosen) }),
  );
}

import { useContext } from 'react';
import { InputError } from '../input-error.ts';
import { type ColliderFromOptions, colliderFrom } from '../three/index.ts';
import { stepOrders } from './frame-steps.ts';
import { listModel, type Target } from './target.ts';
import { TouchedContext } from './touched.ts';
import { useLive } from './use-live.ts';

/** Properties of `<Prints>`. A change of any of them makes the collider again, without motion from the old one to the new one. */
export interface PrintsProps extends ColliderFromOptions {
  /**
   * The object that leaves prints: a character, a prop, any object with meshes, or a reference to it. It may load later, and its model may be
   * replaced.
   */
  readonly of: Target;
}

/**
 * Lets an object leave prints in the `<Ground>` around it. Inside `<Particles>` the particles bounce from the object; inside `<Fur>` it
 * pushes strands aside. Throws an `InputError` outside of these three.
 */
export function Prints({ of, teleportSpeed }: PrintsProps): null {
  const touched = useContext(TouchedContext);
  if (!touched) throw InputError.at('Prints', 'expected a place inside <Ground>, <Particles> or <Fur>');
  useLive(
    {
      order: stepOrders.contact,
      find: () => {
        const model = listModel(of);
        return model && ([touched, ...model] as const);
      },
      create([owner, object]) {
        const collider = colliderFrom(object, { teleportSpeed });
        owner.add(collider);
        return { dispose: () => owner.remove(collider) };
      },
      update: () => false,
    },
    teleportSpeed,
  );
  return null;
}

import { type Ref, useImperativeHandle } from 'react';
import { type FleshPart, LiveFlesh, type LiveFleshOptions } from '../three/index.ts';
import { stepOrders } from './frame-steps.ts';
import { findTarget, listModel, type Target } from './target.ts';
import { useCalls } from './use-calls.ts';
import { useKept } from './use-kept.ts';
import { useLive } from './use-live.ts';

/**
 * Properties of `<Flesh>`: the options of `LiveFlesh`. Changes of `paused`, `reference`, `referenceFactor` and `onNote` apply at once. All other
 * changes begin anew, at rest.
 */
export interface FleshProps extends Omit<LiveFleshOptions, 'reference'> {
  /** The `LiveFlesh`, as soon as the character has loaded. */
  readonly ref?: Ref<LiveFlesh>;
  /** The character, or a reference to it. It may load later, and its model may be replaced. */
  readonly of: Target;
  /** What `useLoader(FleshLoader, 'belly.flesh')` returns, or several of them. */
  readonly parts: FleshPart | readonly FleshPart[];
  /** While true, motion has no effect on the flesh. */
  readonly paused?: boolean;
  /** The object that moves the character, such as the deck of a ship, or a reference to it. */
  readonly reference?: Target;
}

/** Flesh that follows through on a character of the scene. It draws nothing itself: it moves the vertices of the character's meshes. */
export function Flesh(props: FleshProps): null {
  const { ref, of, parts, paused, reference, referenceFactor, onNote, ...others } = props;
  const kept = useKept({ ...others, parts });
  const calls = useCalls({ onNote });
  const flesh = useLive(
    {
      order: stepOrders.flesh,
      find: () => listModel(of),
      create: ([root]) => {
        const { parts: list, ...options } = kept;
        return new LiveFlesh(root, list, { ...options, ...calls, reference: findTarget(reference) });
      },
      update(live, dt) {
        if (paused !== undefined) live.paused = paused;
        if (referenceFactor !== undefined) live.referenceFactor = referenceFactor;
        if (reference !== undefined) live.reference = findTarget(reference);
        live.update(dt);
        return !live.paused;
      },
    },
    useKept([kept, calls]),
  );
  useImperativeHandle<LiveFlesh | null, LiveFlesh | null>(ref as Ref<LiveFlesh | null>, () => flesh, [flesh]);
  return null;
}

import { createElement, type ReactElement, type ReactNode, type Ref, useImperativeHandle } from 'react';
import {
  LiveParticles,
  type LiveParticlesOptions,
  ThreadedParticles,
  type ThreadedParticlesOptions,
} from '../three/index.ts';
import { stepOrders } from './frame-steps.ts';
import { type ObjectProps, splitObjectProps } from './object-props.ts';
import { TouchedContext } from './touched.ts';
import { useCalls } from './use-calls.ts';
import { useKept } from './use-kept.ts';
import { useLive } from './use-live.ts';

/**
 * Properties of `<Particles>`: the options of `LiveParticles` and `ThreadedParticles`, and those of the drawn object, such as `position`.
 *
 * Changes of `paused`, `onNote`, `createWorker` and of the drawn object apply at once. All other changes begin anew. Options are compared by
 * value, functions and objects of classes (`shapes`, `geometry`) by identity: create these outside of the component, or with `useMemo`.
 */
export interface ParticlesProps
  extends Omit<LiveParticlesOptions, 'progress' | 'signal'>,
    Pick<ThreadedParticlesOptions, 'createWorker'>,
    ObjectProps {
  /** The particles, as soon as they are prepared. */
  readonly ref?: Ref<LiveParticles | ThreadedParticles>;
  /**
   * Whether the particles are simulated in a Worker. Default: yes, unless `shapes`, `actors`, `readers` or a `renderer` are given, which cannot
   * be sent.
   */
  readonly threaded?: boolean;
  /** While true, time stands still for the particles. */
  readonly paused?: boolean;
  /** `<Prints>` of what the particles bounce from, and anything else. They appear when the particles are prepared. */
  readonly children?: ReactNode;
}

/** Particles with forces and keys, as the system `particles` of a scene. */
export function Particles({ ref, paused, children, ...props }: ParticlesProps): ReactElement | null {
  const { object, options } = splitObjectProps(props);
  const { onNote, createWorker, threaded, ...others } = options;
  const kept = useKept(others);
  const calls = useCalls({ onNote, createWorker });
  const isThreaded = threaded ?? !(others.shapes || others.actors || others.readers || others.renderer);
  const particles = useLive<LiveParticles | ThreadedParticles, readonly []>(
    {
      order: stepOrders.particles,
      find: () => [],
      create: () =>
        isThreaded
          ? ThreadedParticles.create({ ...kept, ...calls })
          : LiveParticles.create({ ...kept, onNote: calls.onNote }),
      update(live, dt) {
        if (paused !== undefined) live.paused = paused;
        live.update(dt);
        return !live.paused;
      },
    },
    useKept([kept, calls, isThreaded]),
  );
  useImperativeHandle<typeof particles, typeof particles>(ref as Ref<typeof particles>, () => particles, [
    particles,
  ]);
  return (
    particles &&
    createElement(
      TouchedContext,
      { value: particles },
      createElement('primitive', { ...object, object: particles.object, dispose: null }),
      children,
    )
  );
}

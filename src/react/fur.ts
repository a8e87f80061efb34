import { createPortal, useThree } from '@react-three/fiber';
import { createElement, type ReactElement, type ReactNode, type Ref, useImperativeHandle } from 'react';
import {
  type LiveFlesh,
  LiveFur,
  type LiveFurOptions,
  ThreadedFur,
  type ThreadedFurOptions,
} from '../three/index.ts';
import { stepOrders } from './frame-steps.ts';
import { type ObjectProps, splitObjectProps } from './object-props.ts';
import { findTarget, listModel, type Target } from './target.ts';
import { TouchedContext } from './touched.ts';
import { useCalls } from './use-calls.ts';
import { useKept } from './use-kept.ts';
import { useLive } from './use-live.ts';

/**
 * Properties of `<Fur>`: the options of `LiveFur` and `ThreadedFur`, and those of the drawn object.
 *
 * Changes of `paused`, `wind`, `reference`, `referenceFactor`, `onNote`, `createWorker` and of the drawn object apply at once. All other changes
 * begin anew. Options are compared by value, functions and objects of classes (`pictures`, `shading`) by identity: create these outside of the
 * component.
 */
export interface FurProps
  extends Omit<LiveFurOptions, 'mesh' | 'flesh' | 'reference'>,
    Pick<ThreadedFurOptions, 'createWorker'>,
    ObjectProps {
  /** The fur, as soon as it has grown. */
  readonly ref?: Ref<LiveFur | ThreadedFur>;
  /** The object on whose skin the fur grows, or a reference to it. Absent: a patch of ground, such as grass. */
  readonly of?: Target;
  /** Flesh on the same object, or a reference to it: the fur grows from the surface that it displaces. */
  readonly flesh?: Target<LiveFlesh>;
  /** Whether the strands are simulated in a Worker. Default true. */
  readonly threaded?: boolean;
  /** While true, motion has no effect on the fur. */
  readonly paused?: boolean;
  /** Uniform wind, m/s, in addition to the winds of `forces`. */
  readonly wind?: readonly [x: number, y: number, z: number];
  /** The object that moves the mesh, such as the deck of a ship, or a reference to it. */
  readonly reference?: Target;
  /** `<Prints>` of what pushes the strands aside, and anything else. They appear when the fur has grown. */
  readonly children?: ReactNode;
}

/** Fur on an object of the scene, or a patch of grass. */
export function Fur({
  ref,
  of,
  flesh,
  paused,
  wind,
  reference,
  children,
  ...props
}: FurProps): ReactElement | null {
  const { object, options } = splitObjectProps(props);
  const { onNote, createWorker, threaded = true, referenceFactor, ...others } = options;
  const scene = useThree((state) => state.scene);
  const kept = useKept(others);
  const calls = useCalls({ onNote, createWorker });
  const fur = useLive<LiveFur | ThreadedFur, readonly unknown[]>(
    {
      order: stepOrders.fur,
      find() {
        const model = of === undefined ? [] : listModel(of);
        const under = flesh === undefined ? undefined : findTarget(flesh);
        return model && under !== null ? [under, ...model] : null;
      },
      create([under, mesh]) {
        const given = {
          ...kept,
          mesh: mesh as LiveFurOptions['mesh'],
          flesh: under as LiveFlesh | undefined,
          reference: findTarget(reference),
          referenceFactor,
        };
        return threaded
          ? ThreadedFur.create({ ...given, ...calls })
          : LiveFur.create({ ...given, onNote: calls.onNote });
      },
      update(live, dt) {
        if (paused !== undefined) live.paused = paused;
        if (wind !== undefined) live.wind.fromArray(wind);
        if (referenceFactor !== undefined) live.referenceFactor = referenceFactor;
        if (reference !== undefined) live.reference = findTarget(reference);
        live.update(dt);
        return !live.paused;
      },
    },
    useKept([kept, calls, threaded]),
  );
  useImperativeHandle<typeof fur, typeof fur>(ref as Ref<typeof fur>, () => fur, [fur]);
  if (!fur) return null;
  const drawn = createElement('primitive', { ...object, object: fur.object, dispose: null });
  // Fur on a mesh follows it by itself, so an ancestor must not move it a second time.
  return createElement(
    TouchedContext,
    { value: fur },
    of === undefined ? drawn : createPortal(drawn, scene),
    children,
  );
}

import { useThree } from '@react-three/fiber';
import {
  createElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
} from 'react';
import { LiveGround, type LiveGroundOptions } from '../three/index.ts';
import { chooseRenderer } from './choose-renderer.ts';
import { stepOrders, useStep } from './frame-steps.ts';
import { type ObjectProps, splitObjectProps } from './object-props.ts';
import { findTarget, type Target } from './target.ts';
import { TouchedContext } from './touched.ts';
import { useCalls } from './use-calls.ts';
import { useKept } from './use-kept.ts';

/**
 * Properties of `<Ground>`: the options of `LiveGround`, and those of its drawn object, such as `position` and `onClick`.
 *
 * Changes of `paused`, `reference`, `referenceFactor`, `onNote`, `onForget`, `createWorker` and of the drawn object apply at once. All other
 * changes begin anew, on untouched ground. Options are compared by value, functions and objects of classes (`shading`) by identity: create
 * these outside of the component.
 */
export interface GroundProps extends Omit<LiveGroundOptions, 'reference' | 'renderer'>, ObjectProps {
  /** The `LiveGround`, from the first effect on. */
  readonly ref?: Ref<LiveGround>;
  /** While true, motion leaves no print. */
  readonly paused?: boolean;
  /** The object on which the ground lies, such as the deck of a ship, or a reference to it. */
  readonly reference?: Target;
  /**
   * The `WebGPURenderer` that draws the ground from its graphics card: see `LiveGroundOptions.renderer`. By default that of the canvas, if it is one and `backend` is not
   * `cpu`. Null: heights cross to main memory, as with a `WebGLRenderer`.
   */
  readonly renderer?: LiveGroundOptions['renderer'] | null;
  /** `<Prints>`, and anything else. The children are beside the ground, not on it: its `position` does not move them. */
  readonly children?: ReactNode;
}

/** Sand, mud or snow that takes the prints of `<Prints>` inside. The simulation runs in a Worker, from the first collider on. */
export function Ground({ ref, paused, reference, children, ...props }: GroundProps): ReactElement {
  const { object, options } = splitObjectProps(props);
  const { referenceFactor, onNote, onForget, createWorker, renderer: own, ...others } = options;
  const renderer = chooseRenderer(
    useThree(({ gl }) => gl),
    own,
    options.backend,
  );
  const kept = useKept({ ...others, ...(renderer && { renderer }) });
  const calls = useCalls({ onNote, onForget, createWorker });
  const ground = useMemo(() => new LiveGround({ ...kept, ...calls }), [kept, calls]);
  useImperativeHandle(ref, () => ground, [ground]);
  useEffect(() => () => ground.dispose(), [ground]);
  useStep(stepOrders.ground, (dt) => {
    if (paused !== undefined) ground.paused = paused;
    if (referenceFactor !== undefined) ground.referenceFactor = referenceFactor;
    if (reference !== undefined) ground.reference = findTarget(reference);
    ground.update(dt);
    return !ground.paused;
  });
  return createElement(
    TouchedContext,
    { value: ground },
    createElement('primitive', { ...object, object: ground.object, dispose: null }),
    children,
  );
}

import { type RootStore, useStore, useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

/** The order in which live objects are updated in a frame: flesh before the fur that grows on it. */
export const stepOrders = { contact: 0, flesh: 1, ground: 2, particles: 3, fur: 4 } as const;
type StepOrder = (typeof stepOrders)[keyof typeof stepOrders];

/** Called once in each frame. Returns whether it needs further frames, for canvases that draw on demand only. */
type Step = (dt: number) => boolean;

/** After every `useFrame` without a priority, which move objects, and before effects that draw, whose priority is usually 1. */
const priority = 0.5;

/**
 * The updates of all live objects of a canvas. Fiber has no place after all animations and before the drawing. A subscriber with a positive
 * priority runs there, but fiber then expects it to draw. So there is one such subscriber for each canvas, and it draws if no other one does.
 */
class FrameSteps {
  private readonly steps: { readonly order: StepOrder; readonly step: Step }[] = [];
  private stop: (() => void) | null = null;

  constructor(private readonly store: RootStore) {}

  /** Returns a function that removes the step. */
  add(order: StepOrder, step: Step): () => void {
    const entry = { order, step };
    this.steps.push(entry);
    this.steps.sort((a, b) => a.order - b.order);
    const { internal } = this.store.getState();
    this.stop ??= internal.subscribe({ current: (_, dt) => this.run(dt) }, priority, this.store);
    return () => {
      this.steps.splice(this.steps.indexOf(entry), 1);
      if (this.steps.length > 0) return;
      this.stop?.();
      this.stop = null;
    };
  }

  private run(dt: number): void {
    let isActive = false;
    for (const { step } of [...this.steps]) if (step(dt)) isActive = true;
    const { internal, gl, scene, camera, frameloop, invalidate } = this.store.getState();
    if (internal.priority === 1) gl.render(scene, camera);
    if (isActive && frameloop === 'demand') invalidate();
  }
}

const stepsOf = new WeakMap<RootStore, FrameSteps>();

/** Returns the steps of the canvas to which a store belongs. A portal has a store of its own, but is drawn with its canvas. */
export function findFrameSteps(store: RootStore): FrameSteps {
  let root = store;
  for (let above: RootStore | undefined = store; above; above = above.getState().previousRoot) root = above;
  let steps = stepsOf.get(root);
  if (!steps) {
    steps = new FrameSteps(root);
    stepsOf.set(root, steps);
  }
  return steps;
}

/** Draws a canvas that draws on demand after every commit of the component, since its properties may have changed. */
export function useInvalidation(): void {
  const invalidate = useThree((state) => state.invalidate);
  useEffect(() => invalidate());
}

/** Calls `step` in every frame while the component is mounted: after all animations, before the drawing. */
export function useStep(order: StepOrder, step: Step): void {
  const store = useStore();
  const latest = useLatest(step);
  useInvalidation();
  useEffect(() => findFrameSteps(store).add(order, (dt) => latest.current(dt)), [store, order, latest]);
}

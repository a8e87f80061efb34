import { useStore } from '@react-three/fiber';
import { useEffect, useState } from 'react';
import { findFrameSteps, type stepOrders, useInvalidation } from './frame-steps.ts';
import { useLatest } from './use-latest.ts';

interface Disposable {
  dispose(): void;
}

/** How a component makes its live object. */
export interface LiveMaker<Live extends Disposable, Inputs extends readonly unknown[]> {
  readonly order: (typeof stepOrders)[keyof typeof stepOrders];
  /** Returns the objects from which the live object is made. Null while some of them are missing. Called in every frame. */
  find(): Inputs | null;
  create(inputs: Inputs): Live | Promise<Live>;
  /** Called in every frame. Returns whether it needs further frames. */
  update(live: Live, dt: number): boolean;
}

/**
 * Makes a live object as soon as all its inputs exist, and makes it again if one of them, or `options`, is another one. Disposes of it when the
 * component is unmounted. Errors are thrown while rendering, so that error boundaries receive them. Returns null until the object is there.
 */
export function useLive<Live extends Disposable, Inputs extends readonly unknown[]>(
  maker: LiveMaker<Live, Inputs>,
  options: unknown,
): Live | null {
  const store = useStore();
  const latest = useLatest(maker);
  const [live, setLive] = useState<Live | null>(null);
  const { order } = maker;
  useInvalidation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options make another object.
  useEffect(() => {
    let current: LiveObject<Live, Inputs> | null = null;
    const check = () => {
      const inputs = latest.current.find();
      if (current ? current.isMadeFrom(inputs) : inputs === null) return;
      current?.end();
      setLive(null);
      current = inputs && new LiveObject(inputs, latest.current, setLive);
    };
    check();
    const remove = findFrameSteps(store).add(order, (dt) => {
      check();
      return current?.live ? latest.current.update(current.live, dt) : current !== null;
    });
    return () => {
      remove();
      current?.end();
      setLive(null);
    };
  }, [store, latest, order, options]);
  return live;
}

/** A live object that is being made, exists, or has ended. */
class LiveObject<Live extends Disposable, Inputs extends readonly unknown[]> {
  live: Live | null = null;
  private isOver = false;

  constructor(
    private readonly inputs: Inputs,
    maker: LiveMaker<Live, Inputs>,
    private readonly show: (live: () => Live) => void,
  ) {
    try {
      const made = maker.create(inputs);
      if (made instanceof Promise) made.then((later) => this.begin(later)).catch((error) => this.fail(error));
      else this.begin(made);
    } catch (error) {
      this.fail(error);
    }
  }

  isMadeFrom(inputs: Inputs | null): boolean {
    return inputs?.length === this.inputs.length && inputs.every((one, k) => one === this.inputs[k]);
  }

  end(): void {
    this.isOver = true;
    this.live?.dispose();
    this.live = null;
  }

  private begin(live: Live): void {
    if (this.isOver) live.dispose();
    else {
      this.live = live;
      this.show(() => live);
    }
  }

  private fail(error: unknown): void {
    if (this.isOver) return;
    // React throws what the function throws when it renders the component.
    this.show(() => {
      throw error;
    });
  }
}

import { expect, test } from 'vitest';
import type { DeformingCollider } from '../motion/collider.ts';
import { measureTouches } from './measure-touches.ts';

/** A collider with a single vertex on a given path: (x, y) at time t. */
class MovingPoint implements DeformingCollider {
  readonly kind = 'deforming';
  readonly vertexCount = 1;
  readonly indices = new Uint32Array(3);
  readonly velocity = new Float64Array(3);
  readonly cut = false;
  readonly start = new Float64Array(3);
  readonly end = new Float64Array(3);

  constructor(
    readonly name: string,
    private readonly path: (t: number) => readonly [number, number],
  ) {}

  get lowest(): number {
    return Math.min(this.start[1], this.end[1]);
  }

  advance(t0: number, t1: number): void {
    this.start.set(this.path(t0));
    this.end.set(this.path(t1));
  }
}

/** Returns the touches of a character of 1 m height in 4 s on a floor at 2 m. */
function measure(...paths: [string, (t: number) => readonly [number, number]][]) {
  const parts = paths.map(([name, path]) => new MovingPoint(`figure/${name}`, path));
  const advance = (t0: number, t1: number) => {
    for (const part of parts) part.advance(t0, t1);
  };
  return measureTouches(parts, advance, { start: 0, duration: 4, floor: 2, height: 1 });
}

test('a hand that swings through the ground passes through it, with its duration and depth reported', () => {
  const [hand, ...rest] = measure(['body/hand', (t) => [3 * t, 2.1 + 0.15 * Math.sin(2 * Math.PI * t)]]);
  expect(rest).toEqual([]);
  expect(hand).toMatchObject({ part: 'hand', restSeconds: 0, marks: false });
  expect(hand.depth).toBeCloseTo(0.05, 2);
  expect(hand.timeFraction).toBeGreaterThan(0.2);
  expect(hand.timeFraction).toBeLessThan(0.3);
});

test('the hand of a crawling character leaves prints, because it rests on the ground', () => {
  const [hand] = measure(['hand', (t) => [Math.floor(t), t % 1 < 0.4 ? 1.98 : 2.3]]);
  expect(hand).toMatchObject({ marks: true });
  expect(hand.restSeconds).toBeGreaterThan(0.3);
});

test('a body that falls after a run leaves a print where it stops', () => {
  const fall = (t: number) => (t < 3.5 ? ([3 * t, 3] as const) : ([10.5, 1.9] as const));
  const [body] = measure(['spine', fall]);
  expect(body).toMatchObject({ part: 'spine', marks: true });
  expect(body.timeFraction).toBeLessThan(0.2);
});

test('a part that drags along the ground for more than half of the time leaves prints', () => {
  expect(measure(['tail', (t) => [3 * t, 1.99]])[0]).toMatchObject({ marks: true, timeFraction: 1 });
});

test('a part that stays above the ground is not reported', () => {
  expect(measure(['head', (t) => [t, 2.001]])).toEqual([]);
});

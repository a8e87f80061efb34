import { expect, test } from 'vitest';
import { LiveCollider } from './live-collider.ts';

const triangle = Uint32Array.of(0, 1, 2);
const at = (x: number, y: number, z = 0) => Float32Array.of(x, y, z, x + 1, y, z, x, y + 1, z);

test('the motion of a frame is divided equally among its steps, with a velocity per vertex', () => {
  const collider = new LiveCollider('foot', 3, triangle);
  collider.push(at(0, 0), null, true);
  collider.advance(0, 1, 1 / 60);
  expect(collider.cut).toBe(true);
  expect([...collider.velocity]).toEqual(new Array(9).fill(0));
  expect([...collider.end]).toEqual([...at(0, 0)]);

  // The second frame moves only one vertex.
  const next = at(0.5, 0.25);
  next[8] = 1;
  collider.push(next, null, false);
  expect(collider.lowest).toBe(0);
  collider.advance(0, 0.5, 1 / 120);
  expect(collider.cut).toBe(false);
  expect([...collider.start]).toEqual([...at(0, 0)]);
  expect([...collider.end.slice(0, 3)]).toEqual([0.25, 0.125, 0]);
  expect([...collider.velocity.slice(0, 3)]).toEqual([30, 15, 0]);
  expect(collider.velocity[8]).toBe(60);
  collider.advance(0.5, 1, 1 / 120);
  expect([...collider.start.slice(0, 3)]).toEqual([0.25, 0.125, 0]);
  expect([...collider.end]).toEqual([...next]);
});

test('a cut sweeps nothing, in any step of its frame', () => {
  const collider = new LiveCollider('foot', 3, triangle);
  collider.push(at(0, 0), null, true);
  collider.push(at(100, 0), null, true);
  for (const [step, cut] of [
    [0, true],
    [1, false],
  ] as const) {
    collider.advance(step / 2, (step + 1) / 2, 0.01);
    expect(collider.cut).toBe(cut);
    expect([...collider.start]).toEqual([...at(100, 0)]);
    expect([...collider.end]).toEqual([...at(100, 0)]);
    expect([...collider.velocity]).toEqual(new Array(9).fill(0));
  }
});

test('a surface that appears again includes its previous pose', () => {
  const collider = new LiveCollider('foot', 3, triangle);
  collider.push(at(0, 0), null, true);
  collider.leave();
  expect(collider.lowest).toBe(Number.POSITIVE_INFINITY);
  collider.advance(0, 1, 0.01);
  collider.push(at(5, 1), at(5, 2), false);
  expect(collider.lowest).toBe(1);
  collider.advance(0, 1, 0.01);
  expect([...collider.start]).toEqual([...at(5, 2)]);
  expect(collider.velocity[1]).toBeCloseTo(-100, 9);
});

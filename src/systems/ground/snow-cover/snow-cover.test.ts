import { expect, test } from 'vitest';
import type { Collider } from '../../../motion/collider.ts';
import { times } from '../../../testing/long.ts';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import { showGround } from '../outputs.ts';
import type { GroundInput } from '../params.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { createGround } from '../system.ts';
import { around, makeGround, readUnits } from '../testing/grounds.ts';
import { makeScene } from '../testing/scenes.ts';
import * as shapes from '../testing/shapes.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';

const snow = { material: 'snow', noiseAmplitude: 0, snowfall: 0.02, snowCover: 0.1, rate: 60 } as const;

const { moveTo, placeAt } = shapes;

/** The shapes of tests are inside out, which makes no difference to the ground. */
function turnOut<Body extends Collider>(body: Body): Body {
  body.indices.reverse();
  return body;
}
const createPost = (radius: number, height: number, sides: number) =>
  turnOut(shapes.createPost(radius, height, sides));

function depthsOf(state: GroundState, collider: string): Float32Array {
  return showGround(state).readSnow!().find((body) => body.collider === collider)!.depths;
}

/** Lets bodies stand where they are. */
function stand(state: GroundState, bodies: Parameters<typeof stepGround>[1], steps: number): void {
  for (let n = 0; n < steps; n++) {
    for (const body of bodies) {
      if (body.kind !== 'rigid') continue;
      body.start.position.set(body.end.position);
      body.start.rotation.set(body.end.rotation);
    }
    stepGround(state, bodies);
  }
}

test('snow builds up on upward sides as it falls, up to its max thickness, and its volume is counted', () => {
  const state = makeGround(snow);
  const post = createPost(0.3, 0.5, 24);
  placeAt(post, 0, 0.2, 0);
  stand(state, [post], 120);
  const depths = depthsOf(state, 'post');
  for (let vertex = 0; vertex < post.vertexCount; vertex++) {
    const isTop = post.positions[3 * vertex + 1] > 0.4;
    if (isTop) expect(Math.abs(depths[vertex] - 0.04)).toBeLessThan(0.0011);
    else expect(depths[vertex]).toBe(0);
  }
  const { ledger } = sumGround(state);
  expect(ledger.error).toBe(0n);
  const litres = (Number(ledger.laden) / 2 ** 20) * 0.01 * 0.01 * 1000;
  expect(litres / (Math.PI * 0.3 ** 2 * 0.04 * 1000)).toBeGreaterThan(0.94);
  expect(litres / (Math.PI * 0.3 ** 2 * 0.04 * 1000)).toBeLessThan(1.01);
  const thick = makeGround({ ...snow, snowfall: 1 });
  stand(thick, [post], 12);
  expect(Math.max(...depthsOf(thick, 'post'))).toBeCloseTo(0.1, 3);
});

test('none falls under a roof, on a steep side, or on what moves', () => {
  const state = makeGround({ ...snow, snowCoverSlope: 0.6 });
  const roof = { ...createPost(0.5, 0.1, 24), name: 'roof' };
  placeAt(roof, 0, 1, 0);
  const low = createPost(0.2, 0.3, 24);
  placeAt(low, 0, 0.1, 0);
  const ball = turnOut(shapes.createBall(0.2));
  placeAt(ball, 2, 0.5, 0);
  const moving = { ...createPost(0.2, 0.3, 24), name: 'moving' };
  placeAt(moving, -2, 0.1, 0);
  for (let n = 1; n <= 60; n++) {
    for (const body of [roof, low, ball]) body.start.position.set(body.end.position);
    moveTo(moving, -2 + 0.01 * n, 0.1, 0);
    stepGround(state, [roof, low, ball, moving]);
  }
  expect(Math.max(...depthsOf(state, 'roof'))).toBeGreaterThan(0.01);
  expect(Math.max(...depthsOf(state, 'post'))).toBe(0);
  expect(Math.max(...depthsOf(state, 'moving'))).toBe(0);
  depthsOf(state, 'ball').forEach((depth, vertex) => {
    const slope = Math.acos(Math.max(-1, Math.min(1, ball.positions[3 * vertex + 1] / 0.2)));
    if (slope < 0.4) expect(depth).toBeGreaterThan(0.01);
    if (slope > 0.8) expect(depth).toBe(0);
  });
});

test('it falls off a body that moves fast, to the ground under it', () => {
  const state = makeGround({ ...snow, insideSlope: 1.57, outsideSlope: 1.57 });
  const post = createPost(0.3, 0.5, 24);
  placeAt(post, 0, 0.2, 0);
  stand(state, [post], 60);
  const before = sumGround(state).ledger;
  expect(before.laden).toBeGreaterThan(0n);
  moveTo(post, 0, 0.25, 0);
  stepGround(state, [post]);
  const { ledger } = sumGround(state);
  expect(ledger.error).toBe(0n);
  expect(ledger.laden).toBe(0n);
  const landed = readUnits(state, around(0, 0, 80)).reduce((sum, units) => sum + units, 0);
  expect(BigInt(landed)).toBe(before.laden!);
});

test('it falls off a side that tilts, however slowly', () => {
  const state = makeGround(snow);
  const post = createPost(0.3, 0.5, 24);
  placeAt(post, 0, 1, 0);
  stand(state, [post], 30);
  // Upside down, without a speed.
  post.end.rotation.set([1, 0, 0, 0]);
  stand(state, [post], 8);
  const depths = depthsOf(state, 'post');
  for (let vertex = 0; vertex < post.vertexCount; vertex++)
    expect(depths[vertex] > 0).toBe(post.positions[3 * vertex + 1] < 0.1);
  expect(sumGround(state).ledger.error).toBe(0n);
});

const seeds = Array.from({ length: times({ short: 1, long: 24 }) }, (_, k) => k + 1);
test.each(seeds)('random ground %s: exact ledger, and same bytes after saving and in any order', (seed) => {
  const run = (mode: 'whole' | 'reloaded' | 'reversed'): string => {
    const scene = makeScene(seed);
    scene.bodies.forEach(turnOut);
    const more = {
      snowfall: 0.05,
      snowCover: 0.05,
      ...(seed % 2 === 0 && { spray: true, stickingDepth: 0.002 }),
    };
    let state = createGround({ ...scene.params, ...more } as GroundInput, seed, createGroundKernel());
    for (let n = 1; n <= 36; n++) {
      // Bodies stand still for a while, then move on.
      if (n <= 8 || n > 28) scene.advance(n);
      else
        for (const { start, end } of scene.bodies as ReturnType<typeof createPost>[]) {
          start.position.set(end.position);
          start.rotation.set(end.rotation);
        }
      stepGround(state, mode === 'reversed' ? [...scene.bodies].reverse() : [...scene.bodies]);
      if (mode === 'reloaded' && n % 5 === 0)
        state = loadGround(() => state.settings, createGroundKernel(), saveGround(state));
      if (n === 28) expect(sumGround(state).ledger.laden).toBeGreaterThan(0n);
    }
    expect(sumGround(state).ledger.error).toBe(0n);
    return hashGround(state);
  };
  const hash = run('whole');
  expect(run('reloaded')).toBe(hash);
  if (new Set(makeScene(seed).bodies.map(({ name }) => name)).size === makeScene(seed).bodies.length)
    expect(run('reversed')).toBe(hash);
});

test('without it, nothing is shown, counted or saved', () => {
  const state = makeGround({ ...snow, snowCover: 0 });
  stand(state, [createPost(0.3, 0.5, 24)], 5);
  expect(showGround(state).readSnow).toBeUndefined();
  expect(sumGround(state).ledger.laden).toBeUndefined();
});

import { BoxGeometry, Mesh } from 'three';
import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { groundParams } from '../systems/ground/params.ts';
import { defaultParams } from '../systems/params.ts';
import { GroundObject } from '../three/ground/ground-object.ts';
import { colliderFrom } from '../three/live/collider-from.ts';
import { LiveGround } from '../three/live/live-ground.ts';
import { createFullSimulation } from './full-simulation.ts';
import type { ForgottenTile } from './kept-tiles.ts';

const params = { ...defaultParams(groundParams), material: 'snow', noiseAmplitude: 0.002 } as const;
const max = 64;
const makeObject = () => new GroundObject({ cell: params.cell, surroundings: false });

/** Returns a ground with a furrow along x. */
function start(maxTouchedTiles?: number) {
  const simulation = createFullSimulation();
  simulation.receive({ type: 'start', params, seed: 1, maxTouchedTiles });
  const box = new Mesh(new BoxGeometry(0.1, 0.1, 0.1));
  box.position.y = 0.02;
  const collider = colliderFrom(box, { teleportSpeed: 1000 });
  simulation.receive({ type: 'add', parts: collider.parts.map((part, id) => ({ ...part, id })) });
  const object = makeObject();
  const stored = new Map<string, ForgottenTile>();
  let fullest = 0;
  const moveTo = (x: number, cut = false, y = 0.02) => {
    box.position.set(x, y, 0);
    if (cut) collider.cut();
    const poses = collider.read(0.1, 1 / 30).map(({ part, ...pose }) => ({ ...pose, id: part }));
    const reply = simulation.receive({
      type: 'frame',
      seconds: 1 / 30,
      steps: 2,
      poses,
      crowds: [],
      spent: [],
    })!;
    if (reply.type !== 'stepped') throw new Error(JSON.stringify(reply));
    object.update(reply.changes);
    object.forget(reply.forgotten);
    for (const { tileI, tileJ, bytes } of reply.forgotten)
      if (bytes) stored.set(`${tileI} ${tileJ}`, { tileI, tileJ, bytes });
    fullest = Math.max(fullest, object.tileCount);
  };
  return { simulation, object, stored, moveTo, fullest: () => fullest };
}

function plough({ moveTo }: ReturnType<typeof start>, metres: number): void {
  for (let x = 0; x <= metres; x += 0.25) moveTo(x);
}

test('a ground with a limit keeps the newest tiles; the others are untouched, and can be restored', () => {
  const bounded = start(max);
  plough(bounded, 60);
  expect(bounded.stored.size).toBeGreaterThan(100);
  // The kept tiles and their neighbours are drawn.
  expect(bounded.fullest()).toBeLessThan(3 * max);
  expect(bounded.object.heightAt(1, 0)).toBe(0);
  expect(bounded.object.heightAt(60, 0)).toBeCloseTo(-0.03, 2);

  const free = start();
  plough(free, 60);
  expect(free.stored.size).toBe(0);
  expect(free.object.tileCount).toBeGreaterThan(3 * max);
  const again = start();
  const tiles = [...bounded.stored.values()];
  expect(again.simulation.receive({ type: 'restore', tiles })).toBeNull();
  again.moveTo(1000, true, 1);
  for (let x = 0.01; x < 40; x += 0.173) {
    for (const z of [-0.06, 0, 0.05]) expect(again.object.heightAt(x, z)).toBe(free.object.heightAt(x, z));
  }
});

test('a limit that is never reached changes nothing', () => {
  const [bounded, free] = [start(10_000), start()];
  for (const one of [bounded, free]) plough(one, 5);
  expect(bounded.stored.size).toBe(0);
  for (let x = -0.2; x < 5.2; x += 0.03)
    expect(bounded.object.heightAt(x, 0)).toBe(free.object.heightAt(x, 0));
});

test('tiles that are damaged, foreign or without a position are refused with a message, and the others are restored', () => {
  const source = start(max);
  plough(source, 40);
  const [first, second, ...others] = source.stored.values();
  const damaged = { ...first, bytes: first.bytes.slice(0, first.bytes.length >> 1) };
  const nowhere = { ...second, tileI: 1e300 };
  const empty = { ...second, tileJ: 77, bytes: new Uint8Array(0) };
  const { simulation } = start();
  const reply = simulation.receive({ type: 'restore', tiles: [damaged, nowhere, empty, ...others] });
  expect(reply).toEqual({ type: 'note', message: '3 tiles are not of this ground, or damaged' });
});

test('an older tile does not overwrite a newer one', () => {
  const source = start(max);
  plough(source, 40);
  const target = start();
  plough(target, 3);
  const before = target.object.heightAt(1, 0);
  target.simulation.receive({ type: 'restore', tiles: [...source.stored.values()] });
  target.moveTo(1000, true, 1);
  expect(target.object.heightAt(1, 0)).toBe(before);
});

test.each([0, 63, 1.5, -1, Number.NaN, '100', null])('a limit of %s tiles is refused', (maxTouchedTiles) => {
  expect(() => new LiveGround({ maxTouchedTiles: maxTouchedTiles as number })).toThrow(InputError);
});

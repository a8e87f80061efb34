import { expect, test } from 'vitest';
import { createActor } from './actor.ts';
import { createActorSkins } from './actor-skins.ts';
import { createChannel, createClip, createRig, createSurface } from './testing/create-rig.ts';

/** Creates two plates: one does not move; one moves at 2 m/s along x and jumps to y = 5 at 2 s. */
function createMoving() {
  const plate = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const rig = createRig({
    nodes: [{}, {}],
    surfaces: [createSurface(plate, [0, 1, 2]), createSurface(plate, [0, 1, 2], 1)],
    clips: [
      createClip('move', [
        createChannel('translation', 'LINEAR', [0, 4], [0, 0, 0, 8, 0, 0], 1),
        createChannel('scale', 'STEP', [0, 2], [1, 1, 1, 2, 2, 2], 1),
      ]),
    ],
  });
  return createActor(rig, { name: 'actor', scale: 1 });
}

test('the surfaces of a skin are concatenated, and posed at both ends of a step', () => {
  const skins = createActorSkins(createMoving());
  const skin = skins.add({ surfaces: null });
  expect(skin.vertexCount).toBe(6);
  expect([...skin.indices]).toEqual([0, 1, 2, 3, 4, 5]);
  skins.advance(0, 0.5);
  expect([skin.start[9], skin.end[9], skin.end[0]]).toEqual([0, 1, 0]);
  skins.advance(0.5, 0.75);
  expect([skin.start[9], skin.end[9]]).toEqual([1, 1.5]);
  skins.advance(0.25, 0.5);
  expect([skin.start[9], skin.end[9]]).toEqual([0.5, 1]);
});

test('equal requests return one skin, different requests different skins', () => {
  const skins = createActorSkins(createMoving());
  const moving = skins.add({ surfaces: [1] });
  expect(skins.add({ surfaces: [1] })).toBe(moving);
  expect(skins.add({ surfaces: null })).toBe(skins.add({ surfaces: [0, 1] }));
  expect(moving.vertexCount).toBe(3);
});

test('reading another time does not change the step', () => {
  const skins = createActorSkins(createMoving());
  const skin = skins.add({ surfaces: [1] });
  skins.advance(0, 0.5);
  const out = new Float64Array(9);
  skin.positionsAt!(out, 1.5);
  expect(out[0]).toBe(3);
  expect([skin.start[0], skin.end[0]]).toEqual([0, 1]);
  skins.advance(0.5, 1);
  expect([skin.start[0], skin.end[0]]).toEqual([1, 2]);
});

test('a jump is reported as a cut', () => {
  const skins = createActorSkins(createMoving());
  const skin = skins.add({ surfaces: null });
  skins.advance(1.5, 1.75);
  expect(skin.cut).toBe(false);
  skins.advance(1.75, 2.25);
  expect(skin.cut).toBe(true);
});

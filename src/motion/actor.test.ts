import { describe, expect, test } from 'vitest';
import { transformPoint } from '../math/matrix.ts';
import { createActor } from './actor.ts';
import { requireClip } from './require-clip.ts';
import { createChannel, createClip, createRig, createSurface } from './testing/create-rig.ts';
import type { Travel } from './travel/travel.ts';

/** Creates a plate with a given height, whose lower edge is at y = 1. */
const createFigure = (height: number) =>
  createRig({
    nodes: [{ translation: [0, 1, 0] }],
    surfaces: [createSurface([0, 0, 0, 1, 0, 0, 0, height, 0], [0, 1, 2])],
    clips: [
      createClip('walk', [createChannel('translation', 'LINEAR', [0, 1], [0, 1, 0, 0, 1, 2])]),
      createClip('', [createChannel('translation', 'STEP', [0, 1], [0, 0, 0, 5, 0, 0])]),
      createClip('run', [createChannel('scale', 'STEP', [0], [1, 1, 1])]),
    ],
  });

const originAt = (actor: ReturnType<typeof createActor>, t: number) => {
  const out = [0, 0, 0];
  transformPoint(out, actor.poseAt(t).world, [0, 0, 0]);
  return out;
};

describe('placement', () => {
  test('position, heading and scale; heading turns +Z towards +X', () => {
    const actor = createActor(createFigure(2), {
      name: 'a',
      position: [10, 20, 30],
      heading: Math.PI / 2,
      scale: 0.5,
    });
    expect(actor.height).toBe(1);
    const [x, y, z] = originAt(actor, 0.5);
    expect(x).toBeCloseTo(10.5, 12);
    expect(y).toBeCloseTo(20.5, 12);
    expect(z).toBeCloseTo(30, 12);
  });

  test('an offset delays the clip, including cuts, without moving its start position', () => {
    const travel: Travel = {
      kind: 'inPlace',
      height: 2,
      speed: 3,
      period: 1,
      origin: 0,
      repeats: true,
      floor: 0,
      slide: null,
      warnings: [],
      apply: (pose, t) => {
        pose.translation[0] = t;
        pose.carry[1] = -0.125;
        pose.carry[2] = 3 * t;
      },
      cutBetween: (t0, t1) => t0 < 7 && t1 >= 7,
    };
    const rig = createFigure(2);
    const travelled = createActor(rig, { name: 'a', clip: 'run', scale: 1, offset: 0.25, travel });
    // The depth to which the feet sink is unchanged.
    expect(originAt(travelled, 0)).toEqual([0.25, 0.875, 0]);
    expect(originAt(travelled, 0.5)).toEqual([0.75, 0.875, 1.5]);
    expect(travelled.cutBetween(6.5, 6.8)).toBe(true);
    expect(travelled.cutBetween(6.8, 7.1)).toBe(false);
    const still = createActor(rig, { name: 'a', clip: 'walk', scale: 1, offset: 0.25 });
    expect(originAt(still, 0.25)[2]).toBeCloseTo(1, 6);
  });

  test('the floor of travel is at the height of the position; its carry is in rig units', () => {
    const travel: Travel = {
      kind: 'inPlace',
      height: 2,
      speed: 3,
      period: 1,
      origin: 0,
      repeats: true,
      floor: 1,
      slide: null,
      warnings: ['slides'],
      apply: (pose, t) => {
        pose.carry[2] = 3 * t;
      },
      cutBetween: (t0, t1) => t0 < 7 && t1 >= 7,
    };
    let planned: unknown[] = [];
    const rig = createFigure(2);
    const actor = createActor(rig, {
      name: 'a',
      clip: 'run',
      position: [0, 4, 0],
      height: 1,
      travel: (...given) => {
        planned = given;
        return travel;
      },
    });
    expect(planned).toEqual([rig, rig.clips[2], 0.5]);
    expect(originAt(actor, 2)).toEqual([0, 4, 3]);
    expect(originAt(actor, 0)).toEqual([0, 4, 0]);
    expect(actor.cutBetween(6, 7)).toBe(true);
    expect(actor.warnings).toEqual(['slides']);
  });

  test('without travel the clip plays from 0 and its last pose is held; STEP jumps are cuts', () => {
    const actor = createActor(createFigure(2), { name: 'a', clip: 1 });
    expect([0, 0.5, 1, 8].map((t) => originAt(actor, t)[0])).toEqual([0, 0, 5, 5]);
    expect(actor.cutBetween(0.9, 1)).toBe(true);
    expect(actor.cutBetween(0, 0.9)).toBe(false);
  });

  test('clip null is the rest pose', () => {
    const actor = createActor(createFigure(2), { name: 'a', clip: null });
    expect(actor.clip).toBe(null);
    expect(originAt(actor, 0.5)).toEqual([0, 1, 0]);
    expect(actor.cutBetween(0, 9)).toBe(false);
  });
});

describe('units', () => {
  test.each([
    [1.7, 1],
    [0.2, 1],
    [3, 1],
    [4.46, 0.1],
    [79, 0.01],
    [170, 0.01],
    [1700, 0.001],
    [25, 0.1],
    [0.017, 100],
    [0.19, 10],
  ])('a character of %f units is scaled by %f', (height, scale) => {
    const actor = createActor(createFigure(height), { name: 'a' });
    expect(actor.scale).toBeCloseTo(scale, 12);
    expect(actor.height).toBeGreaterThanOrEqual(0.2 - 1e-6);
    expect(actor.height).toBeLessThanOrEqual(3 + 1e-6);
    expect(actor.warnings.length).toBe(scale === 1 ? 0 : 1);
  });

  test('the warning states the measured height and the scale', () => {
    expect(createActor(createFigure(79), { name: 'a' }).warnings[0]).toBe(
      'rig is 79 units tall, which is not a plausible height of a character in metres; it is scaled by 0.01 to 0.79 m: give height or scale to choose',
    );
  });

  test('given height and scale are used, without a warning', () => {
    expect(createActor(createFigure(79), { name: 'a', height: 0.5 })).toMatchObject({
      height: 0.5,
      warnings: [],
    });
    expect(createActor(createFigure(79), { name: 'a', scale: 1 })).toMatchObject({ scale: 1, warnings: [] });
  });

  test('a flat or empty rig keeps its size', () => {
    expect(createActor(createRig({}), { name: 'a' })).toMatchObject({ scale: 1, height: 0, clip: null });
  });
});

describe('refusals', () => {
  const rig = createFigure(2);
  test.each([
    [
      { clip: 'Wakl' },
      'expected a clip of rig, got "Wakl": did you mean "walk"? it has "walk", 1 (unnamed), "run"',
    ],
    [{ clip: 'somersault' }, 'expected a clip of rig, got "somersault": it has "walk", 1 (unnamed), "run"'],
    [{ clip: 3 }, 'expected a clip of rig, got 3: it has "walk", 1 (unnamed), "run"'],
    [{ scale: 1, height: 2 }, 'expected scale or height, got both'],
    [{ scale: 0 }, 'expected a scale > 0, got 0'],
    [{ height: Number.NaN }, 'expected a height > 0 m, got NaN'],
  ])('%j', (options, message) => {
    expect(() => createActor(rig, { name: 'a', path: 'actors[0]', ...options })).toThrow(message);
  });

  test('a requested height for a flat rig', () => {
    expect(() => createActor(createRig({}), { name: 'a', height: 1 })).toThrow(
      'a.height: expected a character with a height',
    );
  });

  test('a character without an animation', () => {
    expect(() => requireClip(createRig({}), undefined, 'actors[0].clip')).toThrow(
      'actors[0].clip: expected a character with an animation, but rig holds no clip: export it with its animation',
    );
    expect(() => createActor(createRig({}), { name: 'a', clip: 'walk' })).toThrow('holds no clip');
  });
});

import { expect, test } from 'vitest';
import { createActor } from '../../../motion/actor.ts';
import type { RigSurface } from '../../../motion/rig.ts';
import { createRig, createSurface } from '../../../motion/testing/create-rig.ts';
import { createActorShape } from './actor-shape.ts';

const plate = (x: number): RigSurface =>
  createSurface([x, 0, 0, x + 1, 0, 0, x, 1, 0], [0, 1, 2]) as unknown as RigSurface;

function shapeOf(...surfaces: RigSurface[]) {
  const actor = createActor(createRig({ nodes: [{}], surfaces }), { name: 'it', scale: 1 });
  const params = { shape: 'actor', name: 'it', actor: 'it', surfaces: undefined, offset: 0 } as const;
  return createActorShape(params, new Map([['it', actor]]), 'shapes[0]', []);
}

test('points on a skin have the colours of its vertices, interpolated between them', () => {
  const colors = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const { positions, colors: found } = shapeOf({ ...plate(0), colors }).sample(200, 1);
  for (let k = 0; k < 200; k++) {
    const [x, y] = [positions[3 * k], positions[3 * k + 1]];
    const expected = [1 - x - y, x, y, 1];
    for (let channel = 0; channel < 4; channel++) {
      expect(found![4 * k + channel]).toBeCloseTo(expected[channel], 6);
    }
  }
});

test('points on a surface without vertex colours have the colour of its material if another surface has vertex colours', () => {
  const colored = { ...plate(0), colors: new Float32Array(9).fill(0.25) };
  const plain = { ...plate(5), color: [0.5, 0.6, 0.7] as const };
  const { positions, colors } = shapeOf(colored, plain).sample(100, 1);
  for (let k = 0; k < 100; k++) {
    const expected = positions[3 * k] < 3 ? [0.25, 0.25, 0.25] : [0.5, 0.6, 0.7];
    for (let channel = 0; channel < 3; channel++) {
      expect(colors![4 * k + channel]).toBeCloseTo(expected[channel], 6);
    }
  }
});

test('a skin without vertex colours does not set colours', () => {
  expect(shapeOf(plate(0)).sample(10, 1).colors).toBeNull();
});

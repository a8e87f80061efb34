import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createKeyedCollider } from '../motion/keyed-collider.ts';
import { createGround } from '../systems/ground/index.ts';
import { showGround } from '../systems/ground/outputs.ts';
import { groundParams } from '../systems/ground/params.ts';
import { stepGround } from '../systems/ground/step.ts';
import { defaultParams } from '../systems/params.ts';
import type { GroundObject } from './ground/ground-object.ts';
import { createOutputObject } from './output-object.ts';

test('a heightfield is drawn as a ground, in step with its system', () => {
  const state = createGround({ ...defaultParams(groundParams), datum: 0.5 }, 1);
  const shown = createOutputObject(showGround(state));
  const ground = shown.object as GroundObject;
  // An upright tetrahedron whose tip is 0.05 m deep in the ground.
  const mesh = {
    positions: Float64Array.of(0, -0.2, 0, 0.2, 0, 0.2, -0.2, 0, 0.2, 0, 0, -0.2),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2),
  };
  const key = { time: 0, position: [0.4, 0.65, 0.1], rotation: [0, 0, 0, 1] } as const;
  const driver = createKeyedCollider('tip', mesh, [key]);
  driver.advance(0, 1 / 120);
  stepGround(state, driver.colliders);
  shown.update();
  expect(ground.heightAt(0.4, 0.1)).toBeCloseTo(0.45, 2);
  expect(ground.bounds.containsPoint(new Vector3(0.4, 0.46, 0.1))).toBe(true);
  shown.dispose();
  expect(ground.children).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createRigidPose } from '../../../src/motion/rigid-motion.ts';
import { createDiskFiles } from '../../../src/node/disk-files.ts';
import { inspectMesh } from '../../../src/scene/inspect-mesh.ts';
import { openScene } from '../../../src/scene/open-scene.ts';
import { parseSceneText } from '../../../src/scene/parse-scene.ts';
import { wheelRadius } from './build-wheel.ts';
import { makeFiles } from './make-wheel.ts';

const folder = fileURLToPath(new URL('../../../scenes/rolling-wheel/', import.meta.url));
const made = makeFiles();

test.each([...made.keys()])('%s is what the script makes', (name) => {
  expect(readFileSync(`${folder}${name}`, 'utf8')).toBe(made.get(name));
});

test('the wheel and the cart are closed, wound outward, and have their stated sizes', () => {
  const wheel = inspectMesh(readFileSync(`${folder}wheel.obj`), 'wheel.obj');
  expect(wheel).toMatchObject({ isClosed: true, inwardPieces: 0, problems: [], wheel: { axle: [1, 0, 0] } });
  expect(wheel.wheel?.radius).toBeCloseTo(wheelRadius, 4);
  expect(inspectMesh(readFileSync(`${folder}cart.obj`), 'cart.obj')).toMatchObject({
    isClosed: true,
    problems: [],
  });
});

describe('the scene', async () => {
  const file = `${folder}scene.json`;
  const plan = await openScene(parseSceneText(readFileSync(file, 'utf8'), file), createDiskFiles(folder));
  const named = (name: string) => plan.actors.find((actor) => actor.name === name)!;

  test('opens without a warning', () => {
    expect(plan.actors.flatMap(({ report }) => report.warnings)).toEqual([]);
  });

  test('the outer wheel of the cart turns more than the inner one, each by its distance', () => {
    const way = (name: string) => {
      const pose = createRigidPose();
      let length = 0;
      let before: number[] | null = null;
      for (let k = 0; k <= 480; k++) {
        named(name).body!.motion.sample(pose, k / 120);
        const [x, y, z] = pose.position;
        if (before) length += Math.hypot(x - before[0], y - before[1], z - before[2]);
        before = [x, y, z];
      }
      return length;
    };
    for (const name of ['left', 'right']) {
      const { roll, scale } = named(name).report;
      expect(roll!.radius).toBeCloseTo(wheelRadius * scale, 4);
      expect(Math.abs(roll!.turns)).toBeCloseTo(way(name) / (2 * Math.PI * roll!.radius), 2);
    }
    const [left, right] = ['left', 'right'].map((name) => named(name).report.roll!.turns);
    expect(left / right).toBeCloseTo((1.9 + 0.44) / (1.9 - 0.44), 1);
  });

  test('the single wheel rolls back at the end, and its lugs enter the ground', () => {
    const { roll } = named('wheel').report;
    expect(roll!.turns).toBeGreaterThan(2);
    const [{ positions }] = named('wheel').posedMeshesAt(1.5);
    const lowest = Array.from({ length: positions.length / 3 }, (_, k) => positions[3 * k + 1]);
    expect(Math.min(...lowest)).toBeLessThan(-0.015);
    expect(Math.min(...lowest)).toBeGreaterThan(-0.03);
  });
});

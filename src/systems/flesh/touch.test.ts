import { expect, test } from 'vitest';
import { quaternionFromAxisAngle, rotateVector } from '../../math/quaternion.ts';
import { createDriveFrame, type DriveFrame } from '../../motion/drive-frame.ts';
import { createSurface } from '../../motion/testing/create-rig.ts';
import { FilterBank } from './filter-bank.ts';
import { makeRod } from './testing/lumped-part.ts';
import { TouchSolver } from './touch.ts';

const rod = makeRod();
const tip = 7;
const points = Array.from({ length: 8 }, (_, k) => [0.02, 0.1 + 0.05 * k, -0.01]);
const surface = { ...createSurface(points.flat(), [0, 1, 2]), skin: 0 };
const radius = 0.03;
const dt = 1 / 240;

/** A rod whose bone stands in a pose, and a ball that touches its tip from +x and moves `depth` metres into it. */
function startRod(pose: { position: number[]; rotation: readonly number[] }) {
  const damping = { alpha: 8, beta: 0.001 };
  const bank = new FilterBank();
  bank.add({ part: rod, damping });
  const [filter] = bank.filters;
  const solver = new TouchSolver(rod, damping, [surface]);
  const frame = createDriveFrame();
  frame.position.set(pose.position);
  frame.rotation.set(pose.rotation);
  const ball = createDriveFrame();
  const press = (depth: number): number => {
    const [x, y, z] = points[tip];
    rotateVector(ball.position, frame.rotation, [x + radius - depth, y, z]);
    for (let axis = 0; axis < 3; axis++) ball.position[axis] += frame.position[axis];
    return push(ball);
  };
  const push = (body: DriveFrame) => {
    const capsule = { node: 1, from: [0, 0, 0], to: [0, 0, 0], radius };
    return solver.push(filter, frame, [{ capsule, frame: body }], dt);
  };
  return { filter, step: () => bank.step(dt), press };
}

const displacementOf = (amplitudes: Float64Array, axis: number) => {
  const [{ shapes, vertices }] = rod.surfaces;
  return amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + tip) + axis], 0);
};

const upright = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
const rotated = { position: [3, 1, -2], rotation: quaternionFromAxisAngle([0.6, 0, 0.8], 1.3) };

test.each([
  ['a bone at the origin', upright],
  ['a bone that is rotated', rotated],
])('a ball that presses slowly meets the static force, and the tip stays on the ball: %s', (_, pose) => {
  const { filter, step, press } = startRod(pose);
  const depth = 0.02;
  let force = 0;
  for (let k = 0; k < 2400; k++) {
    step();
    force = press(Math.min(depth, (depth * k) / 1200));
  }
  expect(displacementOf(filter.amplitudes, 0)).toBeLessThan(-0.95 * depth);
  const direction = [0, 1, 2].map(
    (axis) => displacementOf(filter.amplitudes, axis) + (axis === 0 ? depth - radius : 0),
  );
  const distance = Math.hypot(...direction);
  expect(distance).toBeGreaterThan(radius - 1e-5);
  expect(distance).toBeLessThan(radius + 1e-5);
  // The static response to a force F along the normal n: q = Φᵀn F / ω², so F follows from the displacement along n.
  const normal = direction.map((value) => value / distance);
  const [{ shapes, vertices }] = rod.surfaces;
  let [along, compliance] = [0, 0];
  for (let mode = 0; mode < rod.modeCount; mode++) {
    const at = 3 * (mode * vertices.length + tip);
    const row = normal.reduce((sum, n, axis) => sum + n * shapes[at + axis], 0);
    compliance += row ** 2 / rod.omega2[mode];
    along += row * filter.amplitudes[mode];
  }
  expect(Math.abs(force / (along / compliance) - 1)).toBeLessThan(0.01);
});

test('a ball that stays where it is takes energy away and never adds any', () => {
  const { filter, step, press } = startRod(upright);
  filter.velocities[0] = 1.2;
  filter.velocities[3] = -0.8;
  const energy = () =>
    rod.omega2.reduce(
      (sum, w, mode) => sum + filter.velocities[mode] ** 2 + w * filter.amplitudes[mode] ** 2,
      0,
    );
  let [before, touches] = [energy(), 0];
  for (let k = 0; k < 480; k++) {
    step();
    if (press(-0.002) > 0) touches++;
    const after = energy();
    expect(after).toBeLessThan(before * (1 + 1e-9));
    before = after;
  }
  expect(touches).toBeGreaterThan(5);
  expect(before).toBeLessThan(0.05);
});

test('a ball beside the flesh changes nothing', () => {
  const { filter, step, press } = startRod(upright);
  filter.velocities[0] = 0.1;
  step();
  const before = filter.amplitudes.slice();
  expect(press(-0.05)).toBe(0);
  expect(filter.amplitudes).toEqual(before);
});

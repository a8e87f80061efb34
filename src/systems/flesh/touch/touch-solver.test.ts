import { describe, expect, test } from 'vitest';
import { rotateVector } from '../../../math/quaternion.ts';
import { hashUnit } from '../../../math/random.ts';
import { quaternionFromAxisAngle } from '../../../math/slerp.ts';
import { solveLinear } from '../../../math/solve-linear.ts';
import { createDriveFrame, type DriveFrame } from '../../../motion/drive-frame.ts';
import { times } from '../../../testing/long.ts';
import { FilterBank } from '../filter-bank.ts';
import { makeLumpedPart, makeRod } from '../testing/lumped-part.ts';
import { createContacts, jumpRounds, softness, solveContacts, stepRounds } from './solve-contacts.ts';
import { fuzzTouch } from './testing/fuzz-touch.ts';
import { createRodSolver, placeBody, rodDamping, rodMesh, rodPoints, stepOf } from './testing/rod-touch.ts';
import { createBoxShape, createCapsule, createGroundShape } from './touch-shape.ts';
import { TouchSolver } from './touch-solver.ts';
import { TouchSurface } from './touch-surface.ts';

const rod = makeRod();
const tip = 7;
const radius = 0.03;
const dt = 1 / 240;
const ball = createBoxShape(createCapsule([0, 0, 0], [0, 0, 0], radius));

/** A ball whose surface is `depth` metres inside the tip of the rod, from +x. */
function ballAt(depth: number, frame: DriveFrame = createDriveFrame()): DriveFrame {
  const out = createDriveFrame();
  const [x, y, z] = rodPoints[tip];
  rotateVector(out.position, frame.rotation, [frame.mirror * (x + radius - depth), y, z]);
  for (let axis = 0; axis < 3; axis++) out.position[axis] += frame.position[axis];
  return out;
}

function displacementOf(amplitudes: Float64Array, axis: number): number {
  const [{ shapes, vertices }] = rod.surfaces;
  return amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + tip) + axis], 0);
}

function frameOf(position: number[], rotation: readonly number[], mirror: 1 | -1 = 1): DriveFrame {
  const frame = createDriveFrame();
  frame.position.set(position);
  frame.rotation.set(rotation);
  frame.mirror = mirror;
  return frame;
}

test('one mode and one contact: a point that is inside leaves the body exactly, and nothing is thrown off', () => {
  const part = makeLumpedPart({
    points: [[0, 0, 0]],
    masses: [2],
    fields: [[[1, 0, 0]]],
    frequencies: [5],
  });
  const mesh = {
    ...rodMesh(),
    positions: [0, 0, 0],
    normals: [1, 0, 0],
    jointIndices: [0],
    jointWeights: [1],
  };
  const solver = new TouchSolver(part, rodDamping, new TouchSurface(part, [mesh]));
  const filter = { amplitudes: new Float64Array(1), velocities: new Float64Array(1) };
  const end = frameOf([radius - 0.01, 0, 0], [0, 0, 0, 1]);
  solver.push(filter, stepOf(new Float64Array(1), [placeBody(ball, 0.5, end)]));
  // The shape at amplitude 1 is 1 / √mass.
  expect(filter.amplitudes[0] / Math.SQRT2).toBeCloseTo(-0.01, 4);
  expect(filter.velocities[0]).toBe(0);
});

test('the smallest change of energy that meets the contacts agrees with a dense solution', () => {
  const [modeCount, count] = [14, 4];
  const random = (a: number, b = 0) => 2 * hashUnit(7, a, b) - 1;
  for (let run = 0; run < 20; run++) {
    const contacts = createContacts(count, modeCount);
    contacts.count = count;
    contacts.rows.forEach((_, k) => {
      contacts.rows[k] = random(run, k);
    });
    contacts.depths.forEach((_, k) => {
      contacts.depths[k] = 0.01 * (1 + random(run, 1000 + k));
    });
    const response = Float64Array.from({ length: modeCount }, (_, mode) => 1 / (5 + 0.5 * mode) ** 2);
    const change = new Float64Array(modeCount);
    solveContacts(change, contacts, response, jumpRounds, false);
    const found = solveDense(contacts.rows, contacts.depths, response, count, modeCount);
    const energy = (q: Float64Array) => q.reduce((sum, value, mode) => sum + value ** 2 / response[mode], 0);
    const apart = change.map((value, mode) => value - found[mode]);
    expect(Math.sqrt(energy(apart) / energy(found))).toBeLessThan(0.01);
  }
});

/** Minimizes the energy subject to row · q ≥ depth, with soft contacts: tries all sets of active contacts. */
function solveDense(
  rows: Float64Array,
  depths: Float64Array,
  response: Float64Array,
  count: number,
  modeCount: number,
): Float64Array {
  const row = (contact: number, mode: number) => rows[3 * contact * modeCount + mode];
  const compliances = Array.from({ length: count }, (_, k) =>
    response.reduce((sum, own, mode) => sum + own * row(k, mode) ** 2, 0),
  );
  const soft = softness * Math.max(...compliances);
  for (let set = 0; set < 1 << count; set++) {
    const active = Array.from({ length: count }, (_, k) => k).filter((k) => set & (1 << k));
    const matrix = new Float64Array(active.length ** 2);
    active.forEach((a, i) => {
      active.forEach((b, j) => {
        for (let mode = 0; mode < modeCount; mode++) {
          matrix[i * active.length + j] += row(a, mode) * response[mode] * row(b, mode);
        }
        if (i === j) matrix[i * active.length + j] += soft;
      });
    });
    const forces = Float64Array.from(active, (k) => depths[k]);
    if (active.length > 0) solveLinear(matrix, forces, active.length);
    if (forces.some((force) => force < 0)) continue;
    const q = Float64Array.from({ length: modeCount }, (_, mode) =>
      active.reduce((sum, k, i) => sum + response[mode] * row(k, mode) * forces[i], 0),
    );
    const meets = (k: number) =>
      active.includes(k) || q.reduce((sum, value, mode) => sum + row(k, mode) * value, 0) >= depths[k];
    if (Array.from({ length: count }, (_, k) => k).every(meets)) return q;
  }
  throw new Error('no solution');
}

describe('a ball that presses the tip of a rod', () => {
  /** Presses slowly to `depth` and holds. */
  function press(frame: DriveFrame, depth: number, friction = 0) {
    const bank = new FilterBank();
    bank.add({ part: rod, damping: rodDamping });
    const [filter] = bank.filters;
    const solver = createRodSolver();
    const before = new Float64Array(rod.modeCount);
    let earlier = ballAt(0, frame);
    for (let k = 0; k < 1600; k++) {
      before.set(filter.amplitudes);
      bank.step(dt);
      const body = ballAt(Math.min(depth, (depth * k) / 800), frame);
      solver.push(filter, stepOf(before, [placeBody(ball, friction, body, earlier)], { frame }));
      earlier = body;
    }
    return { amplitudes: filter.amplitudes.slice(), force: solver.force };
  }

  test.each([
    ['a bone at the origin', frameOf([0, 0, 0], [0, 0, 0, 1])],
    ['a bone that is rotated', frameOf([3, 1, -2], quaternionFromAxisAngle([0.6, 0, 0.8], 1.3))],
  ])('meets the static force, and the tip stays on the ball: %s', (_, frame) => {
    const depth = 0.02;
    const { amplitudes, force } = press(frame, depth);
    expect(displacementOf(amplitudes, 0)).toBeLessThan(-0.95 * depth);
    const direction = [0, 1, 2].map(
      (axis) => displacementOf(amplitudes, axis) + (axis === 0 ? depth - radius : 0),
    );
    const distance = Math.hypot(...direction);
    expect(Math.abs(distance - radius)).toBeLessThan(1e-4);
    // The static response to a force F along the normal n: q = Φᵀn F / ω², so F follows from the displacement along n.
    const normal = direction.map((value) => value / distance);
    const [{ shapes, vertices }] = rod.surfaces;
    let [along, compliance] = [0, 0];
    for (let mode = 0; mode < rod.modeCount; mode++) {
      const at = 3 * (mode * vertices.length + tip);
      const row = normal.reduce((sum, n, axis) => sum + n * shapes[at + axis], 0);
      compliance += row ** 2 / rod.omega2[mode];
      along += row * amplitudes[mode];
    }
    expect(Math.abs(force / (along / compliance) - 1)).toBeLessThan(0.02);
  });

  test('the mirror image of a press is the mirror image of the result', () => {
    const plain = press(frameOf([0, 0, 0], [0, 0, 0, 1]), 0.02, 0.4);
    const mirrored = press(frameOf([0, 0, 0], [0, 0, 0, 1], -1), 0.02, 0.4);
    mirrored.amplitudes.forEach((value, mode) => {
      expect(value).toBeCloseTo(plain.amplitudes[mode], 12);
    });
  });
});

test('a ball that stays where it is takes energy away and never adds any', () => {
  const bank = new FilterBank();
  bank.add({ part: rod, damping: rodDamping });
  const [filter] = bank.filters;
  const solver = createRodSolver();
  filter.velocities[0] = 1.2;
  filter.velocities[3] = -0.8;
  const energy = () =>
    rod.omega2.reduce(
      (sum, w, mode) => sum + filter.velocities[mode] ** 2 + w * filter.amplitudes[mode] ** 2,
      0,
    );
  let [last, touches] = [energy(), 0];
  const before = new Float64Array(rod.modeCount);
  for (let k = 0; k < 480; k++) {
    before.set(filter.amplitudes);
    bank.step(dt);
    solver.push(filter, stepOf(before, [placeBody(ball, 0.5, ballAt(-0.002))]));
    if (solver.count > 0) touches++;
    expect(energy()).toBeLessThan(last * (1 + 1e-9));
    last = energy();
  }
  expect(touches).toBeGreaterThan(5);
  expect(last).toBeLessThan(0.05);
});

test('a body beside the flesh changes no bit', () => {
  const solver = createRodSolver();
  const filter = {
    amplitudes: Float64Array.from(rod.omega2, (_, k) => 0.001 * (k + 1)),
    velocities: Float64Array.from(rod.omega2, (_, k) => -0.1 * k),
  };
  const [amplitudes, velocities] = [filter.amplitudes.slice(), filter.velocities.slice()];
  const ground = createGroundShape(() => -0.5);
  solver.push(
    filter,
    stepOf(amplitudes, [
      placeBody(ball, 0.5, ballAt(-0.05)),
      { body: { shape: ground, friction: 0.5, ignoredBy: null }, moved: null },
    ]),
  );
  expect(solver.count).toBe(0);
  expect(filter.amplitudes).toEqual(amplitudes);
  expect(filter.velocities).toEqual(velocities);
});

describe('friction', () => {
  test('forces stay in the cone, slip against the motion, and stick where the cone is wide', () => {
    const [modeCount, count] = [10, 5];
    for (let run = 0; run < 40; run++) {
      const contacts = createContacts(count, modeCount);
      contacts.count = count;
      contacts.rows.forEach((_, k) => {
        contacts.rows[k] = 2 * hashUnit(9, run, k) - 1;
      });
      for (let k = 0; k < count; k++) {
        contacts.depths[k] = 0.01 * hashUnit(9, run, 2000 + k);
        contacts.slips[2 * k] = 0.01 * hashUnit(9, run, 3000 + k);
        contacts.frictions[k] = [0, 0.2, 0.5, 1, 5][k];
      }
      const change = new Float64Array(modeCount);
      solveContacts(change, contacts, new Float64Array(modeCount).fill(1), stepRounds, true);
      for (let k = 0; k < count; k++) {
        const [normal, u, v] = contacts.forces.subarray(3 * k, 3 * k + 3);
        expect(normal).toBeGreaterThanOrEqual(0);
        expect(Math.hypot(u, v)).toBeLessThanOrEqual(contacts.frictions[k] * normal * (1 + 1e-12));
      }
    }
  });

  /** Drags a ball that presses the tip sideways, by 8 mm. Returns how far the tip follows. */
  function drag(friction: number): number {
    const bank = new FilterBank();
    bank.add({ part: rod, damping: rodDamping });
    const [filter] = bank.filters;
    const solver = createRodSolver();
    const before = new Float64Array(rod.modeCount);
    let earlier = ballAt(0);
    for (let k = 0; k < 360; k++) {
      before.set(filter.amplitudes);
      bank.step(dt);
      const body = ballAt(0.01 * Math.min(1, k / 120));
      body.position[2] += 0.008 * Math.min(1, Math.max(0, (k - 120) / 120));
      solver.push(filter, stepOf(before, [placeBody(ball, friction, body, earlier)]));
      earlier = body;
    }
    return displacementOf(filter.amplitudes, 2);
  }

  test('drags flesh along that it presses, and more of it with more friction', () => {
    const [free, some, much] = [drag(0), drag(0.3), drag(3)];
    // Without friction the ball pushes the tip away from its own side.
    expect(free).toBeLessThan(0.001);
    expect(some).toBeGreaterThan(free + 0.001);
    expect(much).toBeGreaterThan(some + 0.001);
    expect(much).toBeLessThan(0.0085);
  });
});

test('a body whose far side is nearer still pushes flesh inward', () => {
  const solver = createRodSolver();
  const board = createBoxShape({
    center: [0, 0, 0],
    axes: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    half: [0.02, 0.2, 0.2],
    radius: 0,
  });
  const filter = { amplitudes: new Float64Array(rod.modeCount), velocities: new Float64Array(rod.modeCount) };
  // The normals of the points are +x. The +x side of the board is 1 cm away, its −x side 3 cm.
  const body = frameOf([rodPoints[tip][0] - 0.01, 0.25, 0], [0, 0, 0, 1]);
  solver.push(filter, stepOf(new Float64Array(rod.modeCount), [placeBody(board, 0, body)]));
  expect(displacementOf(filter.amplitudes, 0)).toBeLessThan(-0.028);
});

test('points that a body ignores are not pushed', () => {
  const solver = createRodSolver();
  const filter = { amplitudes: new Float64Array(rod.modeCount), velocities: new Float64Array(rod.modeCount) };
  const posed = placeBody(ball, 0, ballAt(0.02));
  const ignoredBy = new Uint8Array(solver.surface.pointCount).fill(1);
  solver.push(
    filter,
    stepOf(new Float64Array(rod.modeCount), [{ ...posed, body: { ...posed.body, ignoredBy } }]),
  );
  expect(solver.count).toBe(0);
});

test('no jump, overlap, speed or duration of a step displaces flesh beyond its limit', () => {
  const { touched, maxRatio, faults } = fuzzTouch(times({ short: 200, long: 20_000 }), 20261130);
  expect(faults).toBe(0);
  expect(touched).toBeGreaterThan(100);
  expect(maxRatio).toBeGreaterThan(0.9);
});

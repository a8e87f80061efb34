import fc from 'fast-check';
import { expect, test } from 'vitest';
import { norm } from '../../geometry/vector.ts';
import { soils } from '../../systems/ground/bearing/soils.ts';
import { isLong, times } from '../../testing/long.ts';
import { gravity, passiveResistance, type Soil } from '../response/soil.ts';
import { createKeyedMotion, createRigidPose } from '../rigid-motion.ts';
import { keyRate } from './key-rate.ts';
import { loadRapier } from './load-rapier.ts';
import { PropSimulation } from './prop-simulation.ts';
import type { Obstacle, SimulatedBody } from './simulated-body.ts';
import { ball, box, cylinder } from './testing/shapes.ts';

type Triple = [number, number, number];

const rapier = await loadRapier('test');
/** These run under `npm run test:long` only. */
const longTest = test.runIf(isLong);
const noTurn = [0, 0, 0, 1] as const;
/** Without cohesive modulus the width of the contact does not matter, and there are closed forms. */
const plain: Soil = { ...soils.snow, cohesiveModulus: 0, sinkageExponent: 1, layerDepth: 1e6 };

function at(position: Triple, rotation: readonly [number, number, number, number] = noTurn) {
  return createKeyedMotion([{ time: 0, position, rotation }]);
}

function body(values: Partial<SimulatedBody> & Pick<SimulatedBody, 'mesh' | 'given'>): SimulatedBody {
  return {
    name: 'body',
    mass: 20,
    friction: 0.5,
    restitution: 0,
    releaseTime: 0,
    soil: plain,
    floor: () => 0,
    ...values,
  };
}

function simulate(bodies: readonly SimulatedBody[], seconds: number, obstacles: readonly Obstacle[] = []) {
  return new PropSimulation(rapier, bodies, obstacles, 0, seconds);
}

function positionAt(simulation: PropSimulation, index: number, t: number): number[] {
  const pose = createRigidPose();
  simulation.motionOf(index).sample(pose, t);
  return [...pose.position];
}

test('a thrown body follows a parabola', () => {
  const thrown = body({ mesh: ball(0.1, 16), given: at([0, 30, 0]), velocity: [3, 4, -2] });
  const [x, y, z] = positionAt(simulate([thrown], 1.5), 0, 1.5);
  expect(x).toBeCloseTo(4.5, 3);
  expect(z).toBeCloseTo(-3, 3);
  // Symplectic Euler falls further by g t dt / 2.
  expect(Math.abs(y - (30 + 4 * 1.5 - (gravity * 1.5 ** 2) / 2))).toBeLessThan(0.04);
});

longTest('a body that spins in the air keeps its energy, and its axis precesses', () => {
  const mesh = box(0.1, 0.3, 0.5);
  const spun = body({ mesh, given: at([0, 40, 0]), velocity: [0, 15, 0], angularVelocity: [3, 6, 1] });
  const simulation = simulate([spun], 2);
  const motion = simulation.motionOf(0);
  const [from, to] = [createRigidPose(), createRigidPose()];
  const inertia = [0.3 ** 2 + 0.5 ** 2, 0.1 ** 2 + 0.5 ** 2, 0.1 ** 2 + 0.3 ** 2].map(
    (sum) => (20 * sum) / 12,
  );
  const energies = [0.1, 1, 1.9].map((t) => {
    const dt = 1 / keyRate;
    motion.sample(from, t);
    motion.sample(to, t + dt);
    const [ax, ay, az, aw] = from.rotation;
    const [bx, by, bz, bw] = to.rotation;
    // The rotation in the frame of the body.
    const spin = [
      aw * bx - ax * bw - ay * bz + az * by,
      aw * by + ax * bz - ay * bw - az * bx,
      aw * bz - ax * by + ay * bx - az * bw,
    ].map((part) => (2 * part) / dt);
    return spin.reduce((sum, part, axis) => sum + (inertia[axis] * part * part) / 2, 0);
  });
  for (const energy of energies) expect(energy / energies[0]).toBeCloseTo(1, 1);
});

test('a ball and a box sink until the work of the ground is the energy of their fall', () => {
  const k = 1e6;
  const soil = { ...plain, frictionalModulus: k };
  const weight = 20 * gravity;
  for (const height of isLong ? [0, 0.3] : [0.3]) {
    const laid = (mesh: SimulatedBody['mesh'], middle: number) =>
      simulate([body({ mesh, soil, given: at([0, middle + height, 0]) })], 0.5)
        .samplesOf(0)
        .at(-1)!;
    // With n = 1: the force on a ball of radius R is k times the volume of its cap, π z² (R − z / 3); that on a box of area A is A k z.
    const z = laid(ball(0.15), 0.15).sinkage;
    const ballWork = Math.PI * k * ((0.15 * z ** 3) / 3 - z ** 4 / 12);
    // Depths are within 12 %: steps of 2 ms lose some energy in an impact.
    expect(Math.abs(Math.cbrt(ballWork / (weight * (height + z))) - 1)).toBeLessThan(0.12);
    const depth = laid(box(0.3, 0.3, 0.2), 0.15).sinkage;
    const boxWork = (0.06 * k * depth ** 2) / 2;
    expect(Math.abs(Math.sqrt(boxWork / (weight * (height + depth))) - 1)).toBeLessThan(0.12);
  }
});

longTest('a body at rest is carried by the ground with its weight, and does not move', () => {
  const simulation = simulate([body({ mesh: ball(0.15), given: at([0, 0.6, 0]), velocity: [0.5, 0, 0] })], 3);
  const { load, isAtRest, speed } = simulation.samplesOf(0).at(-1)!;
  expect(isAtRest && speed === 0).toBe(true);
  expect(load / (20 * gravity)).toBeCloseTo(1, 2);
  expect(positionAt(simulation, 0, 3)).toEqual(positionAt(simulation, 0, 2.9));
});

longTest('a rolling wheel stops when the work of compaction is its energy', () => {
  const [radius, width, mass, speed] = [0.3, 0.3, 60, 2];
  const rolling = body({
    mesh: cylinder(radius, width, 96),
    mass,
    given: at([0, radius - 0.02, 0]),
    velocity: [speed, 0, 0],
    angularVelocity: [0, 0, -speed / radius],
  });
  const simulation = simulate([rolling], 3);
  const [x] = positionAt(simulation, 0, 3);
  expect(simulation.samplesOf(0).at(-1)!.speed).toBeLessThan(0.2);
  // Bekker: the rut of depth z takes the work b k z² / 2 for each metre, with 3 W = 2 b k z √(2 R z).
  const k = plain.frictionalModulus;
  const depth = ((3 * mass * gravity) / (2 * width * k * Math.sqrt(2 * radius))) ** (2 / 3);
  const way = (0.75 * mass * speed * speed) / ((width * k * depth * depth) / 2);
  expect(x / way).toBeGreaterThan(0.75);
  expect(x / way).toBeLessThan(1.25);
});

test('a box that slides is braked by the shear strength of the ground', () => {
  const firm = { ...plain, frictionalModulus: 1e8, cohesion: 0, shearDisplacement: 0.001 };
  const sliding = body({
    mesh: box(0.4, 0.1, 0.4),
    given: at([0, 0.05, 0]),
    velocity: [2, 0, 0],
    soil: firm,
  });
  const [x] = positionAt(simulate([sliding], 2), 0, 2);
  expect(x / (4 / (2 * gravity * Math.tan(firm.frictionAngle)))).toBeCloseTo(1, 1);
});

longTest(
  'a box that ploughs is braked by the soil in front of it too, as by the wedge in front of a blade',
  () => {
    const soil = {
      ...plain,
      frictionalModulus: 3e4,
      cohesion: 0,
      frictionAngle: 0.1,
      shearDisplacement: 0.001,
    };
    const [length, width, mass] = [0.8, 0.5, 60];
    for (const density of [0, 1600, 5000]) {
      const ploughing = body({
        mesh: box(length, 0.5, width),
        mass,
        given: at([0, 0.251, 0]),
        velocity: [3, 0, 0],
        soil: { ...soil, density },
      });
      const simulation = simulate([ploughing], 0.6);
      let [drag, expected] = [0, 0];
      simulation.samplesOf(0).forEach((sample, k) => {
        if (k < 12 || sample.speed < 0.5) return;
        const pose = createRigidPose();
        simulation.motionOf(0).sample(pose, k / keyRate);
        // Pressure is normal to the lower side, which leans forward.
        const [x, y, z, w] = pose.rotation;
        const lean = -2 * (x * y + w * z);
        drag += sample.drag;
        expected += sample.load * (Math.tan(soil.frictionAngle) - lean);
        expected += passiveResistance({ ...soil, density }, width, sample.sinkage);
      });
      expect(Math.abs(drag / expected - 1)).toBeLessThan(0.12);
    }
  },
);

longTest('a body on a slope stays below the angle of friction, and slides above it', () => {
  const firm = { ...plain, frictionalModulus: 1e7, cohesion: 0 };
  const way = (slope: number) => {
    const half = Math.atan(slope) / 2;
    const given = at([0, 0.051, 0], [0, 0, Math.sin(half), Math.cos(half)]);
    const laid = body({ mesh: box(0.4, 0.1, 0.4), given, soil: firm, floor: (x) => slope * x });
    return Math.abs(positionAt(simulate([laid], 1.5), 0, 1.5)[0]);
  };
  expect(way(0.8 * Math.tan(firm.frictionAngle))).toBeLessThan(0.2);
  expect(way(1.4 * Math.tan(firm.frictionAngle))).toBeGreaterThan(0.5);
});

longTest('bodies bounce off each other and off obstacles, and one that moves pushes them', () => {
  const balls = [0, 1].map((k) =>
    body({
      name: `ball ${k}`,
      mesh: ball(0.1, 16),
      given: at([0, 0.1 + 0.5 * k, 0.02 * k]),
      soil: soils.mud,
    }),
  );
  const simulation = simulate(balls, 2);
  expect(positionAt(simulation, 1, 2)[1]).toBeLessThan(0.3);
  const distance = norm(
    positionAt(simulation, 0, 2).map((part, k) => part - positionAt(simulation, 1, 2)[k]),
  );
  expect(distance).toBeGreaterThan(0.19);
  const foot: Obstacle = {
    positions: box(0.1, 0.1, 0.1).positions,
    motion: createKeyedMotion([
      { time: 0, position: [-1, 0.12, 0], rotation: noTurn },
      { time: 0.5, position: [1, 0.12, 0], rotation: noTurn },
    ]),
    isStatic: false,
    ignores: [],
  };
  const kicked = { ...balls[0], mass: 0.4 };
  expect(positionAt(simulate([kicked], 1, [foot]), 0, 1)[0]).toBeGreaterThan(1);
  expect(positionAt(simulate([kicked], 1, [{ ...foot, ignores: ['ball 0'] }]), 0, 1)[0]).toBeCloseTo(0, 2);
});

test('a held body is released with the velocity of its motion', () => {
  const given = createKeyedMotion([
    { time: 0, position: [0, 2, 0], rotation: noTurn },
    { time: 0.5, position: [2, 2, 0], rotation: noTurn },
  ]);
  const thrown = body({ mesh: ball(0.1, 16), given, releaseTime: 0.4 });
  const simulation = simulate([thrown], 0.8);
  expect(positionAt(simulation, 0, 0.3)[0]).toBeCloseTo(1.2, 6);
  expect(positionAt(simulation, 0, 0.7)[0]).toBeCloseTo(2.8, 1);
  expect(positionAt(simulation, 0, 0.7)[1]).toBeCloseTo(2 - (gravity * 0.09) / 2, 1);
});

test('the motion does not depend on the times at which it is sampled', () => {
  const make = () =>
    simulate([body({ mesh: box(0.2, 0.1, 0.3), given: at([0, 0.5, 0]), angularVelocity: [2, 1, 3] })], 1);
  const [once, often] = [make(), make()];
  for (let t = 0; t < 1; t += 0.013) positionAt(often, 0, t);
  expect(positionAt(often, 0, 1)).toEqual(positionAt(once, 0, 1));
});

test('for every mass, throw and soil, bodies are finite, stay above the firm ground, come to rest and gain no energy', () => {
  const part = (size: number) => fc.double({ min: -size, max: size, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 4, noNaN: true }),
      fc.constantFrom(soils.sand, soils.mud, soils.snow),
      fc.constantFrom(box(0.3, 0.2, 0.4), cylinder(0.15, 0.4, 24), ball(0.2, 16), box(0.05, 0.6, 0.3)),
      fc.tuple(part(8), part(8), part(8)),
      fc.tuple(part(20), part(20), part(20)),
      fc.double({ min: 0.1, max: 2, noNaN: true }),
      (exponent, soil, mesh, velocity, angularVelocity, height) => {
        const mass = 10 ** exponent;
        const thrown = body({ mesh, mass, soil, given: at([0, 0.4 + height, 0]), velocity, angularVelocity });
        // A light ball rolls for up to 13 s.
        const simulation = simulate([thrown], 20);
        const samples = simulation.samplesOf(0);
        let highest = 0;
        samples.forEach(({ load, drag, sinkage, speed }, k) => {
          expect([load, drag, sinkage, speed].every(Number.isFinite)).toBe(true);
          const [, y] = positionAt(simulation, 0, k / keyRate);
          expect(y).toBeGreaterThan(-0.9 * soil.layerDepth - 0.5);
          highest = Math.max(highest, (speed * speed) / 2 + gravity * y);
        });
        const spin = norm(angularVelocity) * 0.4;
        expect(highest).toBeLessThan(
          1.02 * (norm(velocity) ** 2 / 2 + (spin * spin) / 2 + gravity * (0.4 + height)) + 0.1,
        );
        expect(samples.at(-1)!.isAtRest).toBe(true);
      },
    ),
    // To search for a simpler case would take longer than all cases: each one is seconds of a simulation.
    { numRuns: times({ short: 1, long: 300 }), endOnFailure: true },
  );
});

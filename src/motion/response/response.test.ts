import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { soils } from '../../systems/ground/bearing/soils.ts';
import { type Actor, createActor } from '../actor.ts';
import type { Floor } from '../floor.ts';
import { Pose } from '../pose.ts';
import { poseCharacterPoints } from '../travel/character-points.ts';
import { findFeet } from '../travel/find-feet.ts';
import { measureFollow } from '../travel/measure-follow.ts';
import { planTravel } from '../travel/plan-travel.ts';
import { RigSpace } from '../travel/rig-space.ts';
import { maxSinkage, maxSlip, type ResponseOptions } from './foot-response.ts';
import { divideFootprint, findDepth } from './footprint.ts';
import { pressureAt, type Soil, shearDisplacementAt, sinkageModulus, tabulatePressure } from './soil.ts';

const bytes = readFileSync(new URL('../../../scenes/assets/mannequin.glb', import.meta.url));
const rig = await readGltf(bytes, { name: 'mannequin' });

function walk(response: ResponseOptions | undefined, clip = 'walk'): Actor {
  return createActor(rig, {
    name: 'walker',
    clip,
    travel: (of, chosen) => planTravel(of, chosen, { softDepth: 0 }),
    response,
  });
}

function stancesOf(actor: Actor) {
  return actor.response!.stancesBetween(0.5, 2.5).flatMap(({ stances }) => stances);
}

const firmSnow: Soil = { ...soils.snow, layerDepth: 1000 };

test('a flat plate sinks as the pressure-sinkage equation says', () => {
  const sides = fc.double({ min: 0.02, max: 0.5, noNaN: true });
  const pressures = fc.double({ min: 500, max: 50_000, noNaN: true });
  fc.assert(
    fc.property(sides, sides, pressures, fc.constantFrom(soils.sand, soils.snow), (a, b, pressure, own) => {
      const soil = { ...own, layerDepth: 1e9 };
      const footprint = divideFootprint([0, 0, a, 0, a, b, 0, b], 1);
      expect(footprint.area).toBeCloseTo(a * b, 10);
      expect(footprint.width).toBeCloseTo(Math.min(a, b), 10);
      const count = footprint.columns.length / 2;
      const bearing = {
        pressure: tabulatePressure(soil, 2),
        modulus: sinkageModulus(soil, footprint.width),
        columnArea: footprint.columnArea,
        gaps: new Float64Array(count),
        pressed: new Float64Array(count),
      };
      const depth = findDepth(bearing, pressure * a * b, { from: 0, max: 2 });
      const modulus = soil.cohesiveModulus / Math.min(a, b) + soil.frictionalModulus;
      const exact = (pressure / modulus) ** (1 / soil.sinkageExponent);
      expect(Math.abs(depth - exact)).toBeLessThan(1e-5 + 1e-3 * exact);
    }),
    { numRuns: 50 },
  );
});

test('pressure grows without bound at the bottom of the layer, and shear displacement at the shear strength', () => {
  expect(pressureAt({ ...soils.snow, layerDepth: 0.1 }, 0.1, 0.0999999)).toBeGreaterThan(1e9);
  expect(pressureAt({ ...soils.snow, layerDepth: 0.1 }, 0.1, 0.1)).toBe(Number.POSITIVE_INFINITY);
  // At 63 % of the strength the displacement is K.
  expect(shearDisplacementAt(soils.sand, 1 - Math.exp(-1), 1)).toBeCloseTo(soils.sand.shearDisplacement, 12);
  expect(shearDisplacementAt(soils.sand, 1, 0.3)).toBe(0.3);
});

test('the loads of all feet are the weight on average, and those of a runner reach π / (4 β) times the weight', () => {
  for (const clip of ['walk', 'run']) {
    const actor = walk({ soil: soils.sand, mass: 70, amount: 1 }, clip);
    const { period } = actor.travel!;
    const stances = actor.response!.stancesBetween(period, 2 * period).flatMap((foot) => foot.stances);
    const impulse = stances.reduce((sum, { loads, seconds }) => {
      const mean = loads.reduce((total, load) => total + load, 0) / (loads.length - 1);
      return sum + mean * (seconds[1] - seconds[0]);
    }, 0);
    expect(impulse / (period * 70 * 9.81)).toBeCloseTo(1, 1);
    if (clip === 'walk') continue;
    const duty = (stances[0].seconds[1] - stances[0].seconds[0]) / period;
    const peak = Math.max(...stances[0].loads) / (70 * 9.81);
    expect(peak).toBeGreaterThan((0.9 * Math.PI) / (4 * duty));
    expect(peak).toBeLessThan((1.1 * Math.PI) / (4 * duty));
  }
});

test('a heavier walker sinks deeper, and no one through firm ground', () => {
  const depthOf = (mass: number, soil: Soil) =>
    Math.max(...stancesOf(walk({ soil, mass, amount: 1 })).flatMap(({ depths }) => [...depths]));
  const [light, middle, heavy] = [20, 70, 180].map((mass) => depthOf(mass, firmSnow));
  expect(light).toBeLessThan(0.7 * middle);
  expect(middle).toBeLessThan(heavy);
  for (const layerDepth of [0.05, 0.1, 0.2]) {
    expect(depthOf(180, { ...firmSnow, layerDepth })).toBeLessThan(layerDepth + 0.0175);
  }
});

test('depth and slip stay within their limits for any mass and any soil', () => {
  const height = walk(undefined).height;
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 4, noNaN: true }),
      fc.constantFrom(soils.sand, soils.mud, soils.snow, { ...soils.mud, layerDepth: 100 }),
      fc.constantFrom('walk', 'run'),
      (exponent, soil, clip) => {
        const actor = walk({ soil, mass: 10 ** exponent, amount: 1 }, clip);
        for (const { depths, slipsX, slipsZ } of stancesOf(actor)) {
          for (const depth of depths) expect(depth >= 0 && depth <= maxSinkage * height + 1e-9).toBe(true);
          for (const slip of [...slipsX, ...slipsZ])
            expect(Math.abs(slip)).toBeLessThan(maxSlip * height + 1e-9);
        }
        const { world } = actor.poseAt(1.3);
        expect(world.every(Number.isFinite)).toBe(true);
      },
    ),
    { numRuns: 6 },
  );
});

test('the feet of a character on a slope are where the ground lets them be, not too deep and without any other slide', () => {
  const floor: Floor = (x, z) => 0.1 * z - 0.05 * x;
  const create = (response?: ResponseOptions) =>
    createActor(rig, {
      name: 'walker',
      clip: 'walk',
      travel: (of, chosen) => planTravel(of, chosen, { softDepth: 0 }),
      floor,
      heading: 0.4,
      offset: 0.3,
      response,
    });
  const given = measureFollow(create(), 0, 1)!;
  const answered = create({ soil: soils.sand, mass: 80, amount: 1 });
  const depths = stancesOf(answered).flatMap((stance) => [...stance.depths]);
  expect(Math.max(...depths)).toBeGreaterThan(0.03);
  const measured = measureFollow(answered, 0, 1)!;
  expect(measured.slide).toBeLessThan(given.slide + 0.005);
  expect(measured.deepest).toBeLessThan(given.deepest + 0.005);
  expect(Math.abs(measured.soles)).toBeLessThan(Math.abs(given.soles) + 0.005);
});

/** Returns the lowest point of each sole at a time, and the middle of the foot's points, m. */
function solesAt(actor: Actor, t: number): { low: number; x: number; z: number }[] {
  const { feet } = findFeet(rig);
  const space = new RigSpace(
    rig,
    feet.flatMap(({ sole }) => [...sole.nodes]),
  );
  const pose = actor.poseAt(t, new Pose(rig));
  space.update(pose);
  return feet.map(({ sole }) => {
    const points = new Float64Array(3 * sole.count);
    poseCharacterPoints(points, sole, space.matrices);
    let [low, x, z] = [Number.POSITIVE_INFINITY, 0, 0];
    for (let k = 0; k < points.length; k += 3) {
      low = Math.min(low, points[k + 1] + pose.carry[1]);
      x += (points[k] + pose.carry[0]) / sole.count;
      z += (points[k + 2] + pose.carry[2]) / sole.count;
    }
    return { low, x, z };
  });
}

test('feet reach the depth that the ground gives them, half of it with half of the response, and do not plough', () => {
  const soil = { ...firmSnow, cohesion: 1e6 };
  const whole = walk({ soil, mass: 70, amount: 1 });
  const half = walk({ soil, mass: 70, amount: 0.5 });
  const none = walk(undefined);
  const depths = stancesOf(whole).map((stance) => Math.max(...stance.depths));
  const lowestOf = (actor: Actor) => {
    let low = 0;
    for (let t = 0.5; t < 2.5; t += 1 / 60)
      for (const sole of solesAt(actor, t)) low = Math.min(low, sole.low);
    return -low;
  };
  const floor = none.travel!.floor;
  expect(lowestOf(whole) + floor).toBeCloseTo(Math.max(...depths), 1);
  expect((lowestOf(half) + floor) / (lowestOf(whole) + floor)).toBeCloseTo(0.5, 1);
  // While a sole is deep below the surface, it hardly moves along the ground.
  const before = solesAt(whole, 0.5);
  for (let t = 0.5 + 1 / 120; t < 2.5; t += 1 / 120) {
    solesAt(whole, t).forEach((sole, f) => {
      const moved = Math.hypot(sole.x - before[f].x, sole.z - before[f].z);
      if (sole.low < floor - 0.1) expect(moved).toBeLessThan(0.02);
      before[f] = sole;
    });
  }
});

test('in deep snow a walker leans forward and toward the foot that carries it, within limits; on firm sand hardly', () => {
  const lean = (soil: Soil) => {
    const actor = walk({ soil, mass: 70, amount: 1 });
    const given = walk(undefined);
    const [hips, head] = ['hips', 'head'].map((name) => rig.nodes.findIndex((node) => node.name === name));
    const upAt = (of: Actor, t: number) => {
      const { world } = of.poseAt(t, new Pose(rig));
      return [0, 2].map((axis) => world[16 * head + 12 + axis] - world[16 * hips + 12 + axis]);
    };
    const { period } = actor.travel!;
    let [forward, left, right] = [0, 0, 0];
    for (let k = 0; k < 24; k++) {
      const t = period * (1 + k / 24);
      const [own, as] = [upAt(actor, t), upAt(given, t)];
      const height = 0.6;
      forward = Math.max(forward, (own[1] - as[1]) / height);
      left = Math.max(left, (own[0] - as[0]) / height);
      right = Math.max(right, (as[0] - own[0]) / height);
    }
    return { forward, left, right };
  };
  const deep = lean({ ...soils.snow, layerDepth: 0.5 });
  const firm = lean({ ...soils.sand, frictionalModulus: 2e7 });
  expect(deep.forward).toBeGreaterThan(0.03);
  expect(deep.forward).toBeLessThan(0.1);
  for (const side of [deep.left, deep.right]) {
    expect(side).toBeGreaterThan(0.02);
    expect(side).toBeLessThan(0.05);
  }
  for (const angle of [firm.forward, firm.left, firm.right]) expect(angle).toBeLessThan(0.01);
});

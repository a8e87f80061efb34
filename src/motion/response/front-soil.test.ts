import { expect, test } from 'vitest';
import { boundsOfPoints } from '../../geometry/bounds.ts';
import { soils } from '../../systems/ground/bearing/soils.ts';
import { ball, box, cylinder } from '../props/testing/shapes.ts';
import { findFrontSoil } from './front-soil.ts';
import { LowerEnvelope, type PosedTriangles } from './lower-envelope.ts';
import { gravity, passiveResistance, type Soil } from './soil.ts';

const cell = 0.01;

/** Returns a mesh rotated about the vertical axis, whose lowest point is at a depth below 0. */
function sunk({ positions, indices }: PosedTriangles, depth: number, angle: number): PosedTriangles {
  const { min } = boundsOfPoints(positions);
  const turned = positions.slice();
  for (let k = 0; k < turned.length; k += 3) {
    const [x, y, z] = positions.subarray(k, k + 3);
    turned[k] = 0.003 + x * Math.cos(angle) + z * Math.sin(angle);
    turned[k + 1] = y - min[1] - depth;
    turned[k + 2] = 0.002 - x * Math.sin(angle) + z * Math.cos(angle);
  }
  return { positions: turned, indices };
}

/** Returns the resistance along +x of a sunk mesh. */
function resistance(soil: Soil, body: PosedTriangles, pressed = 0) {
  const columns = new LowerEnvelope(cell).of([body], 10);
  return findFrontSoil(
    soil,
    columns,
    cell,
    ({ y }) => -y,
    () => pressed,
  )[0];
}

/** The force in N on a smooth vertical blade of a width (m) at a depth (m): the minimum over the wedges of McKyes. */
function mckyes({ density, frictionAngle: phi, cohesion }: Soil, width: number, depth: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let beta = 0.1; beta < Math.PI / 2 - phi - 0.05; beta += 0.001) {
    const cot = 1 / Math.tan(beta);
    const away = 1 / Math.tan(beta + phi);
    const weight = cot / (2 * away);
    const cohesive = (1 + cot * away) / away;
    least = Math.min(
      least,
      width * (density * gravity * depth * depth * weight + cohesion * depth * cohesive),
    );
  }
  return least;
}

test('the passive resistance is that of the wedge of McKyes that fails first', () => {
  for (const soil of [soils.sand, soils.mud, soils.snow]) {
    for (const depth of [0.02, 0.3]) {
      expect(passiveResistance(soil, 0.7, depth) / mckyes(soil, 0.7, depth)).toBeCloseTo(1, 3);
    }
  }
});

test('the soil resists a box by its width across the motion, and a post by its diameter', () => {
  const depth = 0.08;
  const soil = soils.sand;
  for (const [mesh, width, angle] of [
    [box(0.6, 0.3, 0.4), 0.4, 0],
    [box(0.6, 0.3, 0.4), 0.6 * Math.sin(0.5) + 0.4 * Math.cos(0.5), 0.5],
    [box(0.4, 0.3, 0.4), 0.4 * Math.SQRT2, Math.PI / 4],
  ] as const) {
    const found = resistance(soil, sunk(mesh, depth, angle));
    expect(found.strength / passiveResistance(soil, width, depth)).toBeCloseTo(1, 1);
    expect(found.height).toBeCloseTo(depth, 3);
    expect(found.position[1]).toBeCloseTo((-2 / 3) * depth, 3);
  }
  // The axle of the cylinder is along z, and its ends are vertical: they resist along z only.
  const wheel = sunk(cylinder(0.2, 0.3, 96), depth, 0);
  const ends = resistance(soil, sunk(cylinder(0.2, 0.3, 96), depth, Math.PI / 2));
  expect(resistance(soil, wheel).strength).toBeLessThan(0.05 * ends.strength);
  expect(resistance(soil, sunk(ball(0.2, 48), depth, 0)).strength).toBeLessThan(0.05 * ends.strength);
});

test('nothing resists where the ground was pressed before', () => {
  const body = sunk(box(0.6, 0.3, 0.4), 0.08, 0);
  expect(resistance(soils.sand, body, 0.08).strength).toBe(0);
  const half = resistance(soils.sand, body, 0.04).strength;
  expect(half / passiveResistance(soils.sand, 0.4, 0.04)).toBeCloseTo(1, 1);
});

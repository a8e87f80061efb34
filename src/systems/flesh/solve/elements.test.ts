import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { createElementMaker, type FleshMaterial } from './elements.ts';

const referencePath = sharedPath('reference/flesh/data/element_reference.json');
const material: FleshMaterial = { youngsModulus: 10_000, poissonRatio: 0.45, density: 1000 };

interface ReferenceElement {
  nodes: number[][];
  E: number;
  nu: number;
  rho: number;
  V: number;
  K: number[][];
  M: number[][];
}

/** Returns the maximum difference divided by the maximum entry. */
function relativeError(found: (i: number, j: number) => number, expected: number[][]): number {
  let max = 0;
  let off = 0;
  for (let i = 0; i < expected.length; i++) {
    for (let j = 0; j < expected.length; j++) {
      max = Math.max(max, Math.abs(expected[i][j]));
      off = Math.max(off, Math.abs(found(i, j) - expected[i][j]));
    }
  }
  return off / max;
}

test.skipIf(!referencePath)('matrices of one element match the reference (needs shared/)', () => {
  const reference = JSON.parse(readFileSync(referencePath!, 'utf8')) as Record<string, ReferenceElement>;
  for (const [name, count] of [
    ['T4', 4],
    ['T10', 10],
  ] as const) {
    const { nodes, E, nu, rho, V, K, M } = reference[name];
    const maker = createElementMaker(count, { youngsModulus: E, poissonRatio: nu, density: rho });
    // The reference may number mid-edge nodes as gmsh does, so each mid-edge node is found by its position.
    const order = orderNodes(nodes);
    maker.make(Float64Array.from(order.flatMap((k) => nodes[k])));
    const { stiffness, mass, volume } = maker.out;
    expect(Math.abs(volume - V)).toBeLessThan(1e-15);
    const at = (i: number, j: number) => order.indexOf(i) * count + order.indexOf(j);
    const entry = (i: number, j: number) =>
      stiffness[9 * at(Math.floor(i / 3), Math.floor(j / 3)) + 3 * (i % 3) + (j % 3)];
    expect(relativeError(entry, K)).toBeLessThan(1e-12);
    expect(relativeError((i, j) => mass[at(i, j)], M)).toBeLessThan(1e-12);
  }
});

function orderNodes(nodes: number[][]): number[] {
  const corners = [0, 1, 2, 3];
  if (nodes.length === 4) return corners;
  const middles = tetEdges.map(([a, b]) =>
    nodes.findIndex(
      (node, k) =>
        k > 3 && node.every((value, axis) => Math.abs(value - (nodes[a][axis] + nodes[b][axis]) / 2) < 1e-12),
    ),
  );
  return [...corners, ...middles];
}

/** Returns a tetrahedron of ten nodes with random corners. bend: maximum distance of mid-edge nodes from the middle of their edges. */
function randomElement(seed: number, bend: number): Float64Array {
  const nodes = new Float64Array(30);
  const regular = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let k = 0; k < 12; k++) nodes[k] = regular[k] + 0.2 * (hashUnit(seed, k) - 0.5);
  for (let k = 0; k < 6; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = tetEdges[k];
      nodes[12 + 3 * k + axis] =
        (nodes[3 * a + axis] + nodes[3 * b + axis]) / 2 + bend * (hashUnit(seed, 99, k, axis) - 0.5);
    }
  }
  return nodes;
}

test('quadrature converges to the closed form as a curved element becomes straight', () => {
  const straight = createElementMaker(10, material);
  const curved = createElementMaker(10, material);
  for (let seed = 0; seed < 5; seed++) {
    straight.make(randomElement(seed, 0));
    curved.make(randomElement(seed, 3e-9));
    const scale = Math.max(...straight.out.stiffness);
    for (let k = 0; k < 900; k++)
      expect(Math.abs(curved.out.stiffness[k] - straight.out.stiffness[k])).toBeLessThan(1e-7 * scale);
    for (let k = 0; k < 100; k++)
      expect(Math.abs(curved.out.mass[k] - straight.out.mass[k])).toBeLessThan(
        1e-7 * straight.out.volume * 1000,
      );
  }
});

test.each([0, 0.15])('rigid motions have no energy and the mass sums to the volume (bend %f)', (bend) => {
  const maker = createElementMaker(10, material);
  for (let seed = 0; seed < 5; seed++) {
    const nodes = randomElement(seed, bend);
    maker.make(nodes);
    const { stiffness, mass, volume } = maker.out;
    const scale = Math.max(...stiffness);
    for (let mode = 0; mode < 6; mode++) {
      const field = (node: number, axis: number) => {
        if (mode < 3) return mode === axis ? 1 : 0;
        const [u, v] = [(mode + 1) % 3, (mode + 2) % 3];
        return axis === u ? -nodes[3 * node + v] : axis === v ? nodes[3 * node + u] : 0;
      };
      for (let i = 0; i < 30; i++) {
        let sum = 0;
        for (let j = 0; j < 30; j++) {
          const block = 9 * (10 * Math.floor(i / 3) + Math.floor(j / 3));
          sum += stiffness[block + 3 * (i % 3) + (j % 3)] * field(Math.floor(j / 3), j % 3);
        }
        expect(Math.abs(sum)).toBeLessThan(1e-13 * scale);
      }
    }
    const total = mass.reduce((sum, value) => sum + value, 0);
    expect(total / (volume * material.density)).toBeCloseTo(1, 13);
  }
});

test('an inverted or flat element has no positive volume, straight or curved', () => {
  const maker = createElementMaker(10, material);
  for (const bend of [0, 0.05]) {
    const nodes = randomElement(1, bend);
    // Mirrors the fourth corner and its mid-edge nodes at the plane z = 0.
    for (const node of [3, 7, 8, 9]) nodes[3 * node + 2] *= -1;
    maker.make(nodes);
    expect(maker.out.volume).toBeLessThanOrEqual(0);
  }
  maker.make(new Float64Array(30));
  expect(maker.out.volume > 0).toBe(false);
});

import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { createFurKernel } from '../load-kernel.ts';
import { elephantMesh, grassMesh, gridMesh, type PlacedMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology, topologyKinds } from '../topology/topology.ts';
import { FurSolver, type FurSolverOptions } from './fur-solver.ts';
import type { FurForces } from './kernel-params.ts';

/** Returns a skin that moves and rolls, at time t. */
function moveSkin(mesh: PlacedMesh, t: number): [Float64Array, Float64Array] {
  const [positions, normals] = [mesh.positions.slice(), mesh.normals.slice()];
  const [c, s] = [Math.cos(3 * t), Math.sin(3 * t)];
  for (let k = 0; k < positions.length; k += 3) {
    for (const vector of [positions, normals]) {
      const [x, y] = [vector[k], vector[k + 1]];
      vector[k] = c * x - s * y;
      vector[k + 1] = s * x + c * y;
    }
    positions[k + 2] += t * t;
  }
  return [positions, normals];
}

/** Returns the state after a run with pushes, kicks, wind, a skin that rolls, and tips that reach the cone. */
function run(
  implementation: 'wasm' | 'reference',
  mesh: PlacedMesh,
  options: Omit<FurSolverOptions, 'lengths'>,
) {
  const { strandCount, vertexCount } = options.topology;
  const lengths = Float64Array.from({ length: vertexCount }, (_, i) => 0.5 + hashUnit(1, i));
  const masses = Float64Array.from({ length: vertexCount }, (_, i) => 0.5 + hashUnit(2, i));
  const solver = new FurSolver({ ...options, lengths, masses, kernel: createFurKernel({ implementation }) });
  solver.reset(mesh.positions, mesh.normals);
  const random = (seed: number, size: number) =>
    Float64Array.from({ length: 3 * strandCount }, (_, i) => size * (hashUnit(seed, i) - 0.5));
  solver.kick(random(3, 30));
  for (let tick = 1; tick <= 30; tick++) {
    if (tick === 10) solver.push(random(4, 20));
    if (tick === 20) solver.push(null);
    solver.step(1 / 60, ...moveSkin(mesh, tick / 60));
  }
  return solver.save();
}

const forces: Partial<FurForces> = { airDrag: 0.2, wind: [3, 1, -2], gravity: [0, -9.81, 0] };

describe.each(topologyKinds)('%s: kernel and reference agree to the bit', (kind) => {
  test.each(['explicit', 'implicit'] as const)('%s', (solver) => {
    for (const mesh of [grassMesh(), gridMesh(2, 2, 1), gridMesh(3, 2, 1)]) {
      for (const form of ['corrected', 'printed'] as const) {
        const topology = buildTopology(kind, mesh);
        const options = { topology, solver, substeps: 3, forces: { ...forces, form } };
        const [wasm, reference] = (['wasm', 'reference'] as const).map((name) => run(name, mesh, options));
        expect(wasm.every(Number.isFinite)).toBe(true);
        expect(wasm).toEqual(reference);
      }
    }
  });
});

test('with an odd number of triangles, the last one, which is solved alone, has the same result as in a pair', () => {
  const whole = elephantMesh();
  const alone = { ...whole, triangles: whole.triangles.slice(0, 3 * 7) };
  const company = { ...whole, triangles: whole.triangles.slice(0, 3 * 8) };
  const [seven, eight] = [alone, company].map((mesh) => {
    const topology = buildTopology('separablePrisms', mesh);
    const solver = new FurSolver({ topology, lengths: 0.1, forces });
    solver.reset(mesh.positions, mesh.normals);
    for (let tick = 1; tick <= 20; tick++) solver.step(1 / 60, ...moveSkin(mesh, tick / 60));
    const offsets = new Float64Array(3 * topology.strandCount);
    solver.readOffsets(offsets);
    return offsets;
  });
  for (let corner = 0; corner < 3; corner++) {
    const own = seven.subarray(3 * 7 * corner, 3 * 7 * (corner + 1));
    expect(own).toEqual(eight.subarray(3 * 8 * corner, 3 * (8 * corner + 7)));
  }
});

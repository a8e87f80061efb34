import { expect, test } from 'vitest';
import { Hasher } from '../../../math/hash.ts';
import { hashUnit } from '../../../math/random.ts';
import { createFurKernel } from '../load-kernel.ts';
import { elephantMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology, topologyKinds } from '../topology/topology.ts';
import { FurSolver } from './fur-solver.ts';

/** A change of this hash needs a line under "Results changed" in the change log. */
const golden = '79788b39e78a0cf3';

test.each(['wasm', 'reference'] as const)(
  '%s: the known hash of all topologies and solvers',
  (implementation) => {
    const mesh = elephantMesh();
    const hasher = new Hasher();
    for (const kind of topologyKinds) {
      for (const solver of ['explicit', 'implicit'] as const) {
        const topology = buildTopology(kind, mesh);
        const kernel = createFurKernel({ implementation });
        const forces = { airDrag: 0.3, wind: [4, 0, 1] as const, gravity: [0, -9.81, 0] as const };
        const fur = new FurSolver({
          topology,
          lengths: 0.1,
          masses: 0.5,
          solver,
          substeps: 2,
          forces,
          kernel,
        });
        fur.reset(mesh.positions, mesh.normals);
        fur.kick(
          Float64Array.from({ length: 3 * topology.strandCount }, (_, k) => 6 * (hashUnit(1, k) - 0.5)),
        );
        for (let tick = 1; tick <= 8; tick++) {
          // The skin rises with constant acceleration, and its normals sway.
          const positions = mesh.positions.map((x, k) => (k % 3 === 1 ? x + 0.01 * tick * tick : x));
          const normals = mesh.normals.map((n, k) => (k % 3 === 0 ? n + 0.03 * tick : n));
          fur.step(1 / 60, positions, normals);
        }
        hasher.array(fur.save());
      }
    }
    expect(hasher.digest()).toBe(golden);
  },
);

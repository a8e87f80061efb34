import { describe, expect, test } from 'vitest';
import { workThrough } from '../../../long-work.ts';
import { createFleshKernel } from '../load-kernel.ts';
import { frequenciesOf } from '../testing/box-mesh.ts';
import { hasReferences, readReferenceBody, readReferenceData } from '../testing/reference-meshes.ts';
import { buildBody } from './build-operators.ts';
import { solveEigen } from './lobpcg.ts';
import { applyMass } from './operators.ts';
import { SolveMemory } from './solve-memory.ts';
import { type ModalBasis, type ModalModel, solveModes } from './solve-modes.ts';
import { findBlock } from './sparse.ts';

const solved = new Map<string, ModalModel>();

/** Solves the small thigh. Results are cached, because several tests use the same ones. */
function solveThigh(modeCount: number, basis: ModalBasis = 'eigenmodes', tolerance?: number): ModalModel {
  const key = `${modeCount} ${basis} ${tolerance}`;
  let model = solved.get(key);
  if (!model) {
    const { mesh, fixed, material } = readReferenceBody('thigh_s_t10');
    model = solveModes(mesh, fixed, material, { modeCount, basis, tolerance });
    solved.set(key, model);
  }
  return model;
}

describe.skipIf(!hasReferences)('comparison with other programs on the same meshes (needs shared/)', () => {
  test.each([
    'beam_s_t4',
    'beam_s_t10',
    'beam_m_t10',
    'cube_s_t4',
    'cube_s_t10',
    'thigh_s_t4',
    'thigh_s_t10',
  ])("frequencies of %s agree with SciPy's within 1e-8", (name) => {
    const { mesh, fixed, material, frequencies, mass } = readReferenceBody(name);
    const model = solveModes(mesh, fixed, material, { modeCount: 10, tolerance: 1e-6 });
    const expected = frequencies.slice(model.rigidModeCount);
    expect(model.rigidModeCount).toBe(frequencies.filter((f) => f < 1e-6).length);
    frequenciesOf(model.omega2).forEach((f, k) => {
      expect(Math.abs(f / expected[k] - 1)).toBeLessThan(1e-8);
    });
    expect(model.mass / mass).toBeCloseTo(1, 12);
  });

  test('a default solve is within 1e-7 of a converged one', () => {
    const { frequencies } = readReferenceBody('thigh_s_t10');
    const model = solveThigh(10);
    expect(model.residual).toBeLessThan(1e-3);
    frequenciesOf(model.omega2).forEach((f, k) => {
      expect(Math.abs(f / frequencies[k] - 1)).toBeLessThan(1e-7);
    });
  });

  test("shapes agree with SciPy's", () => {
    const { mesh } = readReferenceBody('thigh_s_t10');
    const model = solveThigh(10, 'eigenmodes', 1e-8);
    const { modes } = readReferenceData('modes_thigh_s_t10.json.gz') as { modes: number[][] };
    for (let mode = 0; mode < 3; mode++) {
      const width = mesh.positions.length;
      const found = model.shapes.subarray(mode * width, (mode + 1) * width);
      const expected = modes[mode].flat();
      const max = Math.max(...expected.map(Math.abs));
      let off = 0;
      for (let k = 0; k < width; k++) off = Math.max(off, Math.abs(found[k] - expected[k]));
      expect(off / max).toBeLessThan(1e-6);
    }
  });
});

interface ThighPhysics {
  Hbar_PhiT_M_Gamma: number[][];
  rayleigh: { alpha: number; beta: number };
  transient: {
    probe_node: number;
    max_u: number;
    /** One array per axis. */
    probe_u_60fps: number[][];
    modal_err_vs_full: Record<string, { rel_max: number }>;
  };
  [key: string]: unknown;
}

describe.skipIf(!hasReferences)('the reference thigh (needs shared/)', () => {
  const physics = hasReferences ? (readReferenceData('physics_thigh_s_t10.json') as ThighPhysics) : null;

  test('the transfer matrix, with the held columns of the mass matrix, within 1e-6', () => {
    const model = solveThigh(10, 'eigenmodes', 1e-8);
    const expected = physics!.Hbar_PhiT_M_Gamma;
    const max = Math.max(...expected.flat().map(Math.abs));
    for (let mode = 0; mode < 10; mode++) {
      for (let k = 0; k < 6; k++) {
        // In the reference, rotations are listed first.
        const found = model.transfer[12 * mode + ((k + 3) % 6)];
        expect(Math.abs(found - expected[mode][k])).toBeLessThan(1e-6 * max);
      }
    }
  });

  test('the fraction of the sag that the lowest modes do not represent', () => {
    const model = solveThigh(10);
    const errorOf = (axis: string) =>
      (physics![`sag_${axis}_9.81`] as { rel_L2_err: Record<string, number> }).rel_L2_err['10'];
    expect(model.inputErrors[0] / errorOf('x')).toBeCloseTo(1, 1);
    expect(model.inputErrors[2] / errorOf('z')).toBeCloseTo(1, 1);
    expect(model.expectedError / errorOf('x')).toBeCloseTo(1, 1);
  });

  test.each([
    ['eigenmodes', 10, 0.1],
    ['ritz', 12, 0.001],
    ['eigenmodes+residuals', 13, 0.002],
  ] as const)('a burst with %s, %i shapes: within %f of the full model', (basis, modeCount, bar) => {
    const model = solveThigh(modeCount, basis);
    expect(playBurst(model, model.shapes.length / modeCount, physics!)).toBeLessThan(bar);
  });
});

/** Returns the maximum error at the probe divided by the maximum displacement, for the reference's burst of acceleration. */
function playBurst(model: ModalModel, width: number, { rayleigh, transient }: ThighPhysics): number {
  const { alpha, beta } = rayleigh;
  const { probe_node: node, probe_u_60fps: tracks } = transient;
  const frames = tracks[0].map((_, frame) => tracks.map((track) => track[frame]));
  const length = Math.sqrt(1 + 0.09 + 0.25);
  const direction = [1 / length, 0.3 / length, 0.5 / length];
  const at = (t: number) =>
    t < 1 ? 20 * Math.sin(4 * Math.PI * t) * 0.5 * (1 - Math.cos(2 * Math.PI * t)) : 0;
  const subSteps = 100;
  const dt = 1 / 60 / subSteps;
  const displaced = frames.map(() => [0, 0, 0]);
  for (let mode = 0; mode < model.modeCount; mode++) {
    const force = -direction.reduce((sum, value, k) => sum + value * model.transfer[12 * mode + k], 0);
    const stiffness = model.omega2[mode];
    const damping = alpha + beta * stiffness;
    let [q, v] = [0, 0];
    for (let frame = 0; frame < frames.length; frame++) {
      for (let axis = 0; axis < 3; axis++)
        displaced[frame][axis] += q * model.shapes[mode * width + 3 * node + axis];
      for (let k = 0; k < subSteps; k++) {
        // Implicit midpoint rule, second order.
        const load = force * at((frame + (k + 0.5) / subSteps) / 60);
        const next =
          (v * (1 - (dt * damping) / 2 - (dt * dt * stiffness) / 4) + dt * (load - stiffness * q)) /
          (1 + (dt * damping) / 2 + (dt * dt * stiffness) / 4);
        q += (dt * (v + next)) / 2;
        v = next;
      }
    }
  }
  let off = 0;
  let max = 0;
  frames.forEach((expected, frame) => {
    off = Math.max(off, Math.hypot(...expected.map((value, axis) => value - displaced[frame][axis])));
    max = Math.max(max, Math.hypot(...expected));
  });
  return off / max;
}

/** Returns the shape functions at the four points of the rule that is exact to degree 2. */
function fourPoints(): number[][] {
  const [far, near] = [(5 + 3 * Math.sqrt(5)) / 20, (5 - Math.sqrt(5)) / 20];
  return [0, 1, 2, 3].map((corner) => {
    const lambda = [0, 1, 2, 3].map((k) => (k === corner ? far : near));
    const edges = [
      [0, 1],
      [1, 2],
      [0, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ];
    return [...lambda.map((l) => l * (2 * l - 1)), ...edges.map(([a, b]) => 4 * lambda[a] * lambda[b])];
  });
}

test.skipIf(!hasReferences)(
  "participation factors of the free rows, with the four-point mass matrix, agree with CalculiX's (needs shared/)",
  () => {
    const { mesh, fixed, material, participation } = readReferenceBody('beam_s_t10');
    const memory = new SolveMemory(createFleshKernel());
    const { free, operators } = workThrough(buildBody(memory, mesh, fixed, material, ''));
    // The mass matrix is assembled again with the coarser quadrature rule.
    const { pattern, algebra } = operators;
    const starts = memory.words(pattern.starts, pattern.rowCount + 1).slice();
    const columns = memory.words(pattern.columns, starts[pattern.rowCount]).slice();
    const masses = memory.doubles(operators.masses, columns.length).fill(0);
    const points = fourPoints();
    for (let start = 0; start < mesh.tets.length; start += 10) {
      const corner = (k: number) =>
        mesh.positions.subarray(3 * mesh.tets[start + k], 3 * mesh.tets[start + k] + 3);
      const [a, b, c] = [1, 2, 3].map((k) => corner(k).map((value, axis) => value - corner(0)[axis]));
      const volume =
        (a[0] * (b[1] * c[2] - b[2] * c[1]) +
          a[1] * (b[2] * c[0] - b[0] * c[2]) +
          a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
      for (let i = 0; i < 10; i++) {
        for (let j = 0; j < 10; j++) {
          const [row, column] = [free.rowOf[mesh.tets[start + i]], free.rowOf[mesh.tets[start + j]]];
          if (row < 0 || column < 0) continue;
          const mean = points.reduce((sum, values) => sum + (values[i] * values[j]) / 4, 0);
          masses[findBlock({ rowCount: pattern.rowCount, starts, columns }, row, column)] +=
            material.density * volume * mean;
        }
      }
    }
    const start = memory.allocateStrips(1, algebra.rowCount);
    const view = algebra.view(start[0]);
    for (let k = 0; k < view.length; k++) view[k] = Math.sin(1 + k * k);
    const found = workThrough(
      solveEigen(operators, start, {
        wanted: 10,
        tolerance: 1e-8,
        maxIterations: 100,
      }),
    );
    // Six rigid fields over the free nodes.
    const [fields, loads] = memory.allocateStrips(2, algebra.rowCount);
    const to = algebra.view(fields).fill(0);
    free.nodeOf.forEach((node, row) => {
      const [x, y, z] = mesh.positions.subarray(3 * node, 3 * node + 3);
      const values = [
        [1, 0, 0, 0, z, -y],
        [0, 1, 0, -z, 0, x],
        [0, 0, 1, y, -x, 0],
      ];
      for (let axis = 0; axis < 3; axis++)
        for (let k = 0; k < 6; k++) to[(3 * row + axis) * 16 + k] = values[axis][k];
    });
    workThrough(applyMass(operators, [loads], [fields]));
    const products = workThrough(algebra.gram(found.vectors, [loads]));
    const max = Math.max(...participation.flat().map(Math.abs));
    for (let mode = 0; mode < 10; mode++) {
      for (let k = 0; k < 6; k++) {
        const difference = Math.abs(Math.abs(products[16 * mode + k]) - Math.abs(participation[mode][k]));
        expect(difference).toBeLessThan(1e-6 * max);
      }
    }
  },
);

import { describe, expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { workInTurns } from '../../../long-work.ts';
import { hashUnit } from '../../../math/random.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { createFleshKernel } from '../load-kernel.ts';
import { createBoxMesh, frequenciesOf } from '../testing/box-mesh.ts';
import { type FleshMaterial, solveModes, solvingModes } from './solve-modes.ts';

const nothing = new Uint32Array(0);
const unitMaterial: FleshMaterial = { youngsModulus: 1, poissonRatio: 0.3, density: 1 };
const flesh: FleshMaterial = { youngsModulus: 20_000, poissonRatio: 0.45, density: 1000 };

function fixedOf(mesh: TetMesh): Uint32Array {
  return mesh.groups[0].nodes;
}

describe('known frequencies', () => {
  test('the Lamé modes of a free cube converge from above, six rigid motions are reported', () => {
    // √(μ/ρ) / (√2 L) in Hz.
    const lame = Math.sqrt(1 / 2.6) / Math.SQRT2;
    const errors = [2, 3].map((count) => {
      const mesh = createBoxMesh([count, count, count], [1, 1, 1]);
      const model = solveModes(mesh, nothing, unitMaterial, { modeCount: 12, tolerance: 1e-5 });
      expect(model.rigidModeCount).toBe(6);
      expect(model.omega2[0]).toBeGreaterThan(1);
      const above = frequenciesOf(model.omega2).map((f) => f / lame - 1);
      return Math.min(...above.filter((error) => error > -1e-9));
    });
    expect(errors[0]).toBeLessThan(0.02);
    expect(errors[1]).toBeLessThan(0.4 * errors[0]);
    expect(errors[1]).toBeGreaterThan(0);
  });

  test("a rod held at one end, with Poisson's ratio 0: its longitudinal modes are quarter waves", () => {
    const mesh = createBoxMesh([6, 2, 2], [1, 0.6, 0.6]);
    const material = { ...unitMaterial, poissonRatio: 0 };
    const model = solveModes(mesh, fixedOf(mesh), material, { modeCount: 8, tolerance: 1e-5 });
    const off = frequenciesOf(model.omega2).map((f) => Math.abs(f / 0.25 - 1));
    expect(Math.min(...off)).toBeLessThan(1e-5);
    expect(model.rigidModeCount).toBe(0);
  });

  test('frequencies scale correctly with stiffness, density and size', () => {
    const small = createBoxMesh([3, 2, 2], [0.3, 0.2, 0.25]);
    const large = { ...small, positions: small.positions.map((value) => 10 * value) };
    const options = { modeCount: 4, tolerance: 1e-6 };
    const base = solveModes(small, fixedOf(small), flesh, options);
    const stiff = solveModes(small, fixedOf(small), { ...flesh, youngsModulus: 80_000 }, options);
    const heavy = solveModes(small, fixedOf(small), { ...flesh, density: 4000 }, options);
    const big = solveModes(large, fixedOf(small), flesh, options);
    for (let k = 0; k < 4; k++) {
      expect(stiff.omega2[k] / base.omega2[k]).toBeCloseTo(4, 6);
      expect(heavy.omega2[k] / base.omega2[k]).toBeCloseTo(0.25, 7);
      expect(big.omega2[k] / base.omega2[k]).toBeCloseTo(0.01, 8);
    }
  });
});

describe('the model', () => {
  const mesh = createBoxMesh([3, 2, 2], [0.3, 0.2, 0.25]);
  const model = solveModes(mesh, fixedOf(mesh), flesh, { modeCount: 6, tolerance: 1e-6 });

  test('mass and volume are those of the box', () => {
    expect(model.volume).toBeCloseTo(0.015, 14);
    expect(model.mass).toBeCloseTo(15, 11);
  });

  test('held nodes do not move, and the component of largest magnitude of every shape is positive', () => {
    const width = mesh.positions.length;
    for (let mode = 0; mode < 6; mode++) {
      const shape = model.shapes.subarray(mode * width, (mode + 1) * width);
      for (const node of fixedOf(mesh)) for (let k = 0; k < 3; k++) expect(shape[3 * node + k]).toBe(0);
      expect(Math.max(...shape)).toBe(Math.max(...shape.map(Math.abs)));
    }
  });

  test('Coriolis terms are antisymmetric, spin terms symmetric, the sum of the first three is − 2', () => {
    const area = 36;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        const [at, mirror] = [6 * i + j, 6 * j + i];
        for (let axis = 0; axis < 3; axis++)
          expect(model.coriolis[axis * area + at]).toBeCloseTo(-model.coriolis[axis * area + mirror], 12);
        for (let k = 0; k < 6; k++)
          expect(model.spin[k * area + at]).toBeCloseTo(model.spin[k * area + mirror], 12);
        // Σ (e ⊗ e − 1) = 1 − 3.
        const sum = model.spin[at] + model.spin[area + at] + model.spin[2 * area + at];
        expect(sum).toBeCloseTo(i === j ? -2 : 0, 9);
      }
    }
  });

  test('more modes represent more mass, never more than the total', () => {
    const more = solveModes(mesh, fixedOf(mesh), flesh, { modeCount: 20 });
    for (let axis = 0; axis < 3; axis++) {
      expect(more.effectiveMass[axis]).toBeGreaterThan(model.effectiveMass[axis]);
      expect(more.effectiveMass[axis]).toBeLessThan(1);
    }
    expect(more.expectedError).toBeLessThan(model.expectedError);
  });

  test('kernel, reference and a repeated call give the same bytes', () => {
    const options = { modeCount: 3, basis: 'eigenmodes+residuals' as const };
    const coarse = createBoxMesh([2, 1, 1], [0.3, 0.2, 0.25]);
    const [wasm, again, reference] = (['wasm', 'wasm', 'reference'] as const).map((implementation) =>
      solveModes(coarse, fixedOf(coarse), flesh, {
        ...options,
        kernel: createFleshKernel({ implementation }),
      }),
    );
    for (const other of [again, reference]) {
      expect(other.omega2).toEqual(wasm.omega2);
      expect(other.shapes).toEqual(wasm.shapes);
      expect(other.transfer).toEqual(wasm.transfer);
    }
  });
});

/** Returns the static response of the model to one unit of an input: −Φ Ω⁻² H. */
function staticResponse(model: ReturnType<typeof solveModes>, input: number): Float64Array {
  const width = model.shapes.length / model.modeCount;
  const out = new Float64Array(width);
  for (let mode = 0; mode < model.modeCount; mode++) {
    const amplitude = -model.transfer[12 * mode + input] / model.omega2[mode];
    for (let k = 0; k < width; k++) out[k] += amplitude * model.shapes[mode * width + k];
  }
  return out;
}

describe('bases', () => {
  const mesh = createBoxMesh([4, 2, 2], [1, 0.5, 0.5]);
  const material = { ...unitMaterial, poissonRatio: 0 };

  test.each(['ritz', 'eigenmodes+residuals'] as const)(
    '%s represents the response to an acceleration exactly',
    (basis) => {
      const model = solveModes(mesh, fixedOf(mesh), material, { modeCount: 12, basis });
      const answer = staticResponse(model, 0);
      // The displacement is ρ a (x²/2 − L x) / E: the flesh lags behind the bone.
      let worst = 0;
      for (let node = 0; node < mesh.positions.length / 3; node++) {
        const x = mesh.positions[3 * node];
        worst = Math.max(
          worst,
          Math.abs(answer[3 * node] - ((x * x) / 2 - x)),
          Math.abs(answer[3 * node + 1]),
        );
      }
      expect(worst).toBeLessThan(1e-4);
      expect(model.expectedError).toBeLessThan(1e-4);
    },
  );

  test('shapes of every basis are decoupled and have unit mass', () => {
    for (const basis of ['eigenmodes', 'ritz', 'eigenmodes+residuals'] as const) {
      const model = solveModes(mesh, fixedOf(mesh), material, { modeCount: 7, basis });
      for (let k = 1; k < 7; k++) expect(model.omega2[k]).toBeGreaterThanOrEqual(model.omega2[k - 1]);
      for (let i = 0; i < 7; i++)
        for (let j = 0; j < 7; j++) {
          const sum = [0, 1, 2].reduce((total, k) => total + model.spin[49 * k + 7 * i + j], 0);
          expect(sum).toBeCloseTo(i === j ? -2 : 0, 8);
        }
    }
  });

  test('the reported error is that of the static responses', () => {
    const model = solveModes(mesh, fixedOf(mesh), material, { modeCount: 5 });
    const answer = staticResponse(model, 0);
    let missed = 0;
    let full = 0;
    for (let node = 0; node < mesh.positions.length / 3; node++) {
      const x = mesh.positions[3 * node];
      missed +=
        (answer[3 * node] - ((x * x) / 2 - x)) ** 2 + answer[3 * node + 1] ** 2 + answer[3 * node + 2] ** 2;
      full += ((x * x) / 2 - x) ** 2;
    }
    expect(model.inputErrors[0] / Math.sqrt(missed / full)).toBeCloseTo(1, 1);
  });
});

describe('unusual bodies', () => {
  test('held along a line: one rigid motion, about that line', () => {
    const mesh = createBoxMesh([2, 2, 2], [1, 1, 1]);
    const line = fixedOf(mesh).filter((node) => mesh.positions[3 * node + 1] === 0);
    const model = solveModes(mesh, line, unitMaterial, { modeCount: 3 });
    expect(model.rigidModeCount).toBe(1);
    expect(model.omega2[0]).toBeGreaterThan(0.01);
  });

  test('two pieces, one held, one free', () => {
    const mesh = createBoxMesh([2, 2, 2], [1, 1, 1]);
    const count = mesh.positions.length / 3;
    const both: TetMesh = {
      ...mesh,
      positions: Float64Array.from([
        ...mesh.positions,
        ...mesh.positions.map((x, k) => x + (k % 3 === 0 ? 3 : 0)),
      ]),
      tets: Uint32Array.from([...mesh.tets, ...mesh.tets.map((node) => node + count)]),
    };
    const model = solveModes(both, fixedOf(mesh), unitMaterial, { modeCount: 8, tolerance: 1e-4 });
    expect(model.rigidModeCount).toBe(6);
    const [held, floating] = [fixedOf(mesh), nothing].map(
      (fixed) => solveModes(mesh, fixed, unitMaterial, { modeCount: 8, tolerance: 1e-4 }).omega2,
    );
    const expected = [...held, ...floating].sort((a, b) => a - b);
    for (let k = 0; k < 8; k++) expect(model.omega2[k] / expected[k]).toBeCloseTo(1, 6);
  });

  test('nodes that no element uses do not move', () => {
    const mesh = createBoxMesh([2, 1, 1], [1, 1, 1]);
    const extra: TetMesh = { ...mesh, positions: Float64Array.from([...mesh.positions, 5, 5, 5]) };
    const [plain, other] = [mesh, extra].map((body) =>
      solveModes(body, fixedOf(mesh), unitMaterial, { modeCount: 3 }),
    );
    expect(other.omega2[0] / plain.omega2[0]).toBeCloseTo(1, 6);
    expect(Array.from(other.shapes.slice(mesh.positions.length, mesh.positions.length + 3))).toEqual([
      0, 0, 0,
    ]);
  });

  test('a single element with all of its modes; one more is refused', () => {
    const box = createBoxMesh([1, 1, 1], [1, 1, 1]);
    const mesh: TetMesh = { ...box, tets: box.tets.slice(0, 10) };
    const model = solveModes(mesh, nothing, unitMaterial, { modeCount: 24 });
    expect(model.rigidModeCount).toBe(6);
    expect(model.omega2.every((value) => value > 0.1)).toBe(true);
    expect(() => solveModes(mesh, nothing, unitMaterial, { modeCount: 25 })).toThrow(/modeCount.*at most 24/);
  });

  test('a part that is connected only by an edge is reported', () => {
    const box = createBoxMesh([1, 1, 1], [1, 1, 1]);
    // The mesh consists of two of the six tetrahedra, which have only the diagonal in common. One of them is held.
    const mesh: TetMesh = { ...box, tets: box.tets.slice(0, 20) };
    const held = mesh.tets.slice(0, 10);
    const model = solveModes(mesh, held, unitMaterial, { modeCount: 2 });
    expect(model.warnings.join()).toMatch(/^1 mode has no energy/);
    expect(model.omega2[1]).toBeGreaterThan(0.1);
  });

  test('mid-edge nodes off their edges and moved corners: still six rigid motions, all other ω² positive', () => {
    const mesh = createBoxMesh([2, 2, 2], [1, 1, 1]);
    const positions = mesh.positions.map((value, k) => value + 0.04 * (hashUnit(5, k) - 0.5));
    const model = solveModes({ ...mesh, positions }, nothing, unitMaterial, { modeCount: 6 });
    expect(model.rigidModeCount).toBe(6);
    expect(Math.sqrt(model.omega2[0]) / 2 / Math.PI).toBeCloseTo(0.283, 1);
  });

  test.each([[1e-6], [1e6]])('a steel body of %f m', (size) => {
    const mesh = createBoxMesh([3, 1, 1], [size, size / 3, size / 3]);
    const steel = { youngsModulus: 210e9, poissonRatio: 0.3, density: 7850 };
    const model = solveModes(mesh, fixedOf(mesh), steel, { modeCount: 3, tolerance: 1e-6 });
    const unit = createBoxMesh([3, 1, 1], [1, 1 / 3, 1 / 3]);
    const like = solveModes(unit, fixedOf(unit), steel, { modeCount: 3, tolerance: 1e-6 });
    for (let k = 0; k < 3; k++) expect((model.omega2[k] * size * size) / like.omega2[k]).toBeCloseTo(1, 7);
  });
});

describe('faults', () => {
  const mesh = createBoxMesh([1, 1, 1], [1, 1, 1]);

  test.each([
    [{ ...unitMaterial, youngsModulus: 0 }, /body\.youngsModulus: expected a stiffness > 0 Pa, got 0/],
    [{ ...unitMaterial, poissonRatio: 0.5 }, /body\.poissonRatio: .* got 0\.5/],
    [{ ...unitMaterial, poissonRatio: Number.NaN }, /poissonRatio/],
    [{ ...unitMaterial, density: -1 }, /body\.density: .* got -1/],
  ])('material %o', (material, message) => {
    const solve = () => solveModes(mesh, fixedOf(mesh), material, { modeCount: 1, path: 'body' });
    expect(solve).toThrow(InputError);
    expect(solve).toThrow(message);
  });

  test('several faults are reported together', () => {
    const material = { youngsModulus: -1, poissonRatio: 0.6, density: 0 };
    expect(() => solveModes(mesh, nothing, material, { modeCount: 0 })).toThrow(
      /youngsModulus[\s\S]*poissonRatio[\s\S]*density[\s\S]*modeCount/,
    );
  });

  test('an inverted element is listed', () => {
    const tets = mesh.tets.slice();
    [tets[31], tets[32]] = [tets[32], tets[31]];
    expect(() => solveModes({ ...mesh, tets }, fixedOf(mesh), unitMaterial, { modeCount: 1 })).toThrow(
      /inverted or flat ones: 3 \(counted from 0\)/,
    );
  });

  test('all nodes held, no elements, node indices out of range, positions that are not numbers', () => {
    const solve =
      (body: TetMesh, fixed = nothing) =>
      () =>
        solveModes(body, fixed, unitMaterial, { modeCount: 1 });
    const all = Uint32Array.from({ length: mesh.positions.length / 3 }, (_, node) => node);
    expect(solve(mesh, all)).toThrow(/every node is held/);
    expect(solve({ ...mesh, tets: nothing })).toThrow(/mesh: expected tetrahedra/);
    expect(solve(mesh, Uint32Array.of(999))).toThrow(/999/);
    const positions = mesh.positions.slice();
    positions[4] = Number.NaN;
    expect(solve({ ...mesh, positions })).toThrow(/finite positions, got NaN at node 1/);
  });

  test('the signal stops it, progress rises to 1', async () => {
    const fractions: number[] = [];
    solveModes(mesh, fixedOf(mesh), unitMaterial, {
      modeCount: 1,
      progress: (fraction) => fractions.push(fraction),
    });
    expect(fractions).toEqual(fractions.slice().sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    const controller = new AbortController();
    const progress = () => controller.abort(new Error('enough'));
    const work = solvingModes(mesh, fixedOf(mesh), unitMaterial, { modeCount: 1, progress });
    await expect(workInTurns(work, { signal: controller.signal })).rejects.toThrow('enough');
  });
});

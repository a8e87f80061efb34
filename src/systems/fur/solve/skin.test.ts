import { describe, expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { gridMesh, type PlacedMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology, topologyKinds } from '../topology/topology.ts';
import { FurSolver, type FurSolverOptions } from './fur-solver.ts';

const mesh = gridMesh(5, 4, 0.1);
const solvers = ['explicit', 'implicit'] as const;
const cases = topologyKinds.flatMap((kind) => solvers.map((solver) => ({ kind, solver })));

function createFur(options: Partial<FurSolverOptions> & { kind: (typeof topologyKinds)[number] }): FurSolver {
  const topology = buildTopology(options.kind, mesh);
  return new FurSolver({ topology, lengths: 0.2, substeps: 4, ...options });
}

/** Returns the skin, translated and rotated about z by an angle in rad. */
function placeSkin(
  { positions, normals }: PlacedMesh,
  [x, y, z]: readonly number[],
  angle = 0,
): [Float64Array, Float64Array] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const roll = (vectors: Float64Array, moves: readonly number[]) => {
    const out = new Float64Array(vectors.length);
    for (let k = 0; k < vectors.length; k += 3) {
      out[k] = c * vectors[k] - s * vectors[k + 1] + moves[0];
      out[k + 1] = s * vectors[k] + c * vectors[k + 1] + moves[1];
      out[k + 2] = vectors[k + 2] + moves[2];
    }
    return out;
  };
  return [roll(positions, [x, y, z]), roll(normals, [0, 0, 0])];
}

function offsetsOf(fur: FurSolver): Float64Array {
  const offsets = new Float64Array(3 * fur.topology.strandCount);
  fur.readOffsets(offsets);
  return offsets;
}

/** Returns the maximum difference of two lists. */
const apart = (a: Float64Array, b: Float64Array) =>
  a.reduce((max, x, k) => Math.max(max, Math.abs(x - b[k])), 0);

/** Returns the maximum distance between the direction of a strand and its normal [x, y, z]. */
function leanOf(fur: FurSolver, normal: readonly number[]): number {
  const offsets = offsetsOf(fur);
  let max = 0;
  for (let k = 0; k < offsets.length; k += 3) {
    const size = Math.hypot(offsets[k], offsets[k + 1], offsets[k + 2]);
    max = Math.max(max, Math.hypot(...normal.map((n, axis) => offsets[k + axis] / size - n)));
  }
  return max;
}

test.each(cases)('skin at constant velocity, no air: s = n ($kind, $solver)', ({ kind, solver }) => {
  for (const at of [0, 1000]) {
    const fur = createFur({ kind, solver });
    fur.reset(...placeSkin(mesh, [at, 0, 0]));
    for (let tick = 1; tick <= 120; tick++) {
      const t = tick / 60;
      fur.step(1 / 60, ...placeSkin(mesh, [at + 7 * t, 2 * t, -3 * t]));
      if (tick % 10 === 0) expect(leanOf(fur, [0, 1, 0])).toBeLessThan(1e-9);
    }
  }
});

describe.each(cases)('$kind, $solver', ({ kind, solver }) => {
  /** Returns the skin of a character that walks: it sways and rolls once per second. */
  const walk = (t: number, forward = 0) =>
    placeSkin(
      mesh,
      [0.3 * Math.sin(2 * Math.PI * t) + forward, 0.1 * Math.cos(4 * Math.PI * t), 0],
      0.4 * Math.sin(2 * Math.PI * t),
    );

  test('the skin moves the roots, and fur trails behind', () => {
    const fur = createFur({ kind, solver });
    fur.reset(...placeSkin(mesh, [0, 0, 0]));
    for (let tick = 1; tick <= 12; tick++) fur.step(1 / 60, ...placeSkin(mesh, [8 * (tick / 60) ** 2, 0, 0]));
    const offsets = offsetsOf(fur);
    expect(Math.max(...offsets.filter((_, k) => k % 3 === 0))).toBeLessThan(-0.01);
  });

  test('strands keep bend and relative velocity in a teleport, whether it is marked as a cut or detected', () => {
    const whipped = createFur({ kind, solver, cutSpeed: Infinity });
    whipped.reset(...walk(0));
    for (let tick = 1; tick <= 2; tick++) whipped.step(1 / 60, ...walk(0, tick === 2 ? 50 : 0));
    expect(leanOf(whipped, [0, 1, 0])).toBeGreaterThan(1);
    for (const cut of [true, false]) {
      const [stayed, moved] = [createFur({ kind, solver }), createFur({ kind, solver })];
      for (const fur of [stayed, moved]) {
        fur.reset(...walk(0));
        for (let tick = 1; tick <= 40; tick++) fur.step(1 / 60, ...walk(tick / 60));
      }
      const before = offsetsOf(moved);
      moved.step(1 / 60, ...walk(40 / 60, 50), { cut });
      expect(apart(offsetsOf(moved), before)).toBeLessThan(1e-12);
      let max = 0;
      for (let tick = 41; tick <= 80; tick++) {
        stayed.step(1 / 60, ...walk(tick / 60));
        moved.step(1 / 60, ...walk(tick / 60, 50));
        max = Math.max(max, apart(offsetsOf(moved), offsetsOf(stayed)));
      }
      // The change of the skin's velocity during the cut does not act on the strands. It is 0.2 m/s and would cause a sway of 1.5 cm.
      expect(max).toBeLessThan(0.015);
    }
  });

  test('a cut that rotates the skin rotates the fur', () => {
    for (const angle of [0.7, Math.PI]) {
      const fur = createFur({ kind, solver });
      fur.reset(...placeSkin(mesh, [0, 0, 0]));
      fur.step(0, ...placeSkin(mesh, [3, 1, 0], angle));
      for (let tick = 0; tick < 10; tick++) fur.step(1 / 60, ...placeSkin(mesh, [3, 1, 0], angle));
      expect(leanOf(fur, [-Math.sin(angle), Math.cos(angle), 0])).toBeLessThan(1e-9);
    }
  });

  test('a pause and a step with dt = 0 change nothing', () => {
    const [whole, paused] = [createFur({ kind, solver }), createFur({ kind, solver })];
    whole.reset(...walk(0));
    paused.reset(...walk(0));
    for (let tick = 1; tick <= 60; tick++) {
      whole.step(1 / 60, ...walk(tick / 60));
      paused.step(1 / 60, ...walk(tick / 60));
      const before = offsetsOf(paused);
      for (let k = 0; k < tick % 3; k++) paused.step(0, ...walk(tick / 60));
      expect(apart(offsetsOf(paused), before)).toBe(0);
    }
    expect(apart(offsetsOf(paused), offsetsOf(whole))).toBeLessThan(1e-9);
  });

  test('loops converge after some periods, also for a walk that moves forward', () => {
    for (const forward of [0, 1.5]) {
      const fur = createFur({ kind, solver });
      fur.reset(...walk(0));
      const rounds: Float64Array[] = [];
      for (let round = 0; round < 12; round++) {
        for (let tick = 1; tick <= 60; tick++) fur.step(1 / 60, ...walk(tick / 60, (forward * tick) / 60));
        rounds.push(offsetsOf(fur));
        fur.step(0, ...walk(0));
      }
      expect(apart(rounds[11], rounds[10])).toBeLessThan(1e-6);
      expect(leanOf(fur, [0, 1, 0])).toBeGreaterThan(0.01);
    }
  });

  test('after saving and restoring, it continues bit-identically', () => {
    const fur = createFur({ kind, solver });
    fur.reset(...walk(0));
    for (let tick = 1; tick <= 20; tick++) fur.step(1 / 60, ...walk(tick / 60));
    const snapshot = fur.save();
    const goOn = () => {
      for (let tick = 21; tick <= 40; tick++) fur.step(1 / 60, ...walk(tick / 60));
      return offsetsOf(fur);
    };
    const first = goOn();
    fur.restore(snapshot);
    expect(goOn()).toEqual(first);
  });
});

test('vertices without a normal keep their last one', () => {
  const fur = createFur({ kind: 'prisms' });
  fur.reset(mesh.positions, mesh.normals);
  const normals = mesh.normals.slice();
  normals.fill(0, 6, 12);
  for (let tick = 0; tick < 30; tick++) fur.step(1 / 60, mesh.positions, normals);
  expect(leanOf(fur, [0, 1, 0])).toBeLessThan(1e-9);
});

test('normals that are reversed within a tick cause no NaN', () => {
  for (const { kind, solver } of cases) {
    const fur = createFur({ kind, solver });
    fur.reset(mesh.positions, mesh.normals);
    for (let tick = 1; tick <= 30; tick++) {
      fur.step(
        1 / 60,
        mesh.positions,
        mesh.normals.map((n) => (tick % 2 ? -n : n)),
      );
    }
    expect(offsetsOf(fur).every(Number.isFinite)).toBe(true);
  }
});

test('pushes part the fur, and it closes afterwards', () => {
  const fur = createFur({ kind: 'separablePrisms', solver: 'implicit' });
  fur.reset(mesh.positions, mesh.normals);
  const { strandCount, faceCount } = fur.topology;
  const pushes = new Float64Array(3 * strandCount);
  for (let i = 0; i < strandCount; i++) pushes[3 * i] = i % faceCount < faceCount / 2 ? -20 : 20;
  fur.push(pushes);
  for (let tick = 0; tick < 60; tick++) fur.step(1 / 60, mesh.positions, mesh.normals);
  const parted = offsetsOf(fur);
  for (let i = 0; i < strandCount; i++) expect(Math.sign(parted[3 * i])).toBe(Math.sign(pushes[3 * i]));
  fur.push(null);
  for (let tick = 0; tick < 300; tick++) fur.step(1 / 60, mesh.positions, mesh.normals);
  expect(leanOf(fur, [0, 1, 0])).toBeLessThan(0.02);
});

test('invalid input is refused with the name of the field, before the state changes', () => {
  const fur = createFur({ kind: 'sticks' });
  fur.reset(mesh.positions, mesh.normals);
  const broken = mesh.positions.slice();
  broken[7] = Number.NaN;
  const step =
    (dt: number, positions = mesh.positions) =>
    () =>
      fur.step(dt, positions, mesh.normals);
  expect(step(-1)).toThrow('dt: expected seconds ≥ 0, got -1');
  expect(step(Number.NaN)).toThrow(InputError);
  expect(step(Infinity)).toThrow(InputError);
  expect(step(0.1, broken)).toThrow('positions[7]: expected a finite number, got NaN');
  expect(step(0.1, mesh.positions.slice(3))).toThrow('positions: expected 3 numbers for each of 20, got 57');
  expect(() => fur.push([1, 2])).toThrow('pushes: expected 3 numbers for each of 20, got 2');
  expect(() => fur.kick(new Float64Array(60).fill(Infinity))).toThrow('kicks[0]: expected a finite number');
  fur.step(0.1, mesh.positions, mesh.normals);
  expect(leanOf(fur, [0, 1, 0])).toBeLessThan(1e-9);
  const forces = { stiffness: 0, airDrag: -1, restStiffness: Number.NaN, gravity: [0, Infinity, 0] as const };
  expect(() => createFur({ kind: 'sticks', forces })).toThrow(
    /forces\.stiffness: .* got 0\nforces\.airDrag: .* got -1\nforces\.restStiffness: .* got NaN\nforces\.gravity: /,
  );
  const lengths = new Float64Array(20).fill(0.1).fill(0, 3, 4);
  expect(() => createFur({ kind: 'sticks', lengths })).toThrow('lengths[3]: expected more than 0 m, got 0');
  expect(() => createFur({ kind: 'sticks', masses: -1 })).toThrow('masses[0]: expected more than 0 kg');
  expect(() => createFur({ kind: 'sticks', lengths: [1] })).toThrow('lengths: expected one for each of 20');
  expect(() => createFur({ kind: 'sticks', substeps: 0.5 })).toThrow('substeps: expected a whole number');
});

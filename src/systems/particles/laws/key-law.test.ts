import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { KeyLaw, type KeyLawOptions, type LawName } from './key-law.ts';
import { createStepLaw, dragFactor, freeLaw } from './step-law.ts';

const laws: readonly LawName[] = ['constant', 'leastEffort', 'velocity'];
const round64 = (x: number) => x;

interface Run {
  readonly x: number;
  readonly v: number;
  /** Length of the path, m, and the accelerations that the law required. */
  readonly path: number;
  readonly topSpeed: number;
  readonly accelerations: readonly number[];
}

/** Simulates one axis of one particle from 0.3 m to 2 m (and −1.5 m/s). Every operation is rounded by `round`. */
function follow(
  options: KeyLawOptions,
  force: (step: number) => number,
  { round = round64, x0 = 0.3, v0 = 0.7, target = 2, targetSpeed = -1.5 } = {},
): Run {
  const key = new KeyLaw(options);
  const law = createStepLaw();
  let x = round(x0);
  let v = round(v0);
  let path = 0;
  let topSpeed = 0;
  const accelerations: number[] = [];
  for (let step = 0; step < key.stepCount; step++) {
    key.at(law, step);
    accelerations.push(
      law.positionGain * (target - x) + law.speedGain * v + law.targetSpeedGain * targetSpeed,
    );
    const [keep, pull, aim, gain] = [law.keep, law.pull, law.aim, law.force].map(round);
    v = round(round(keep * v) + round(gain * force(step)));
    v = round(v + round(pull * round(round(target) - x)));
    v = round(v + round(aim * round(targetSpeed)));
    const move = round(round(options.steps[step]) * v);
    x = round(x + move);
    path += Math.abs(move);
    topSpeed = Math.max(topSpeed, Math.abs(v));
  }
  return { x, v, path, topSpeed, accelerations };
}

const rate = 120;

function makeSteps(count: number, seed: number, isVariable: boolean): Float64Array {
  return Float64Array.from({ length: count }, (_, k) =>
    isVariable ? (0.02 + hashUnit(seed, 1, k)) / rate : 1 / rate,
  );
}

const forces = [0, 9.81, 1e3, 1e6];

describe.each(laws)('%s', (law) => {
  test.each([1, 2, 3, 60, 480])(
    'arrives after %i steps, drag or not, steps of any length, any force',
    (count) => {
      for (const drag of [0, 0.2, 5, 60]) {
        for (const isVariable of [false, true]) {
          for (const [seed, strength] of forces.entries()) {
            const steps = makeSteps(count, seed, isVariable);
            const drags = steps.map((dt) => dragFactor(drag, dt));
            const run = follow({ law, steps, drags }, (k) => strength * (2 * hashUnit(seed, 2, k) - 1));
            expect(Math.abs(run.x - 2)).toBeLessThanOrEqual(1e-12 * run.path);
            if (law === 'velocity' && count > 1) {
              expect(Math.abs(run.v + 1.5)).toBeLessThanOrEqual(1e-10 * run.topSpeed);
            }
          }
        }
      }
    },
  );

  test.each([1, 2, 3, 60, 480])('arrives in single precision after %i steps', (count) => {
    for (const drag of [0, 2]) {
      const steps = makeSteps(count, 3, false);
      const drags = steps.map((dt) => dragFactor(drag, dt));
      const run = follow({ law, steps, drags }, (k) => 30 * (2 * hashUnit(4, k) - 1), { round: Math.fround });
      expect(Math.abs(run.x - 2)).toBeLessThanOrEqual(2e-7 * Math.max(run.path, 2));
      if (law === 'velocity' && count > 1) {
        expect(Math.abs(run.v + 1.5)).toBeLessThanOrEqual(1e-4 * run.topSpeed);
      }
    }
  });

  test('arrives for any scaling, control weight and ease', () => {
    const wild = {
      scaling: (left: number) => 3 * left * left,
      leadWeight: (left: number) => (left > 0.5 ? 0 : 0.7),
    };
    for (const options of [{ ease: 1 }, { ease: 0.3 }, wild, { ...wild, ease: 0.5 }]) {
      for (const count of [1, 2, 3, 60]) {
        const steps = makeSteps(count, 5, true);
        const run = follow({ law, steps, ...options }, (k) => 100 * hashUnit(6, k));
        expect(Math.abs(run.x - 2)).toBeLessThanOrEqual(1e-12 * run.path);
      }
    }
  });

  test('the combined form of the step equals the equations', () => {
    const steps = makeSteps(20, 8, true);
    const drags = steps.map((dt) => dragFactor(3, dt));
    const key = new KeyLaw({ law, steps, drags, ease: 0.4 });
    const out = createStepLaw();
    for (let step = 0; step < 20; step++) {
      key.at(out, step);
      const [x, v, target, aim, f] = [0.1, 2, -3, 0.5, 40];
      const acceleration =
        out.s * f + out.positionGain * (target - x) + out.speedGain * v + out.targetSpeedGain * aim;
      const expected = drags[step] * (v + steps[step] * acceleration);
      const folded = out.keep * v + out.force * f + out.pull * (target - x) + out.aim * aim;
      expect(folded).toBeCloseTo(expected, 9);
    }
  });

  test('depends only on the state: a key that starts later continues in the same way', () => {
    const steps = makeSteps(30, 9, true);
    const [late, early] = [new KeyLaw({ law, steps: steps.subarray(10) }), new KeyLaw({ law, steps })];
    const [a, b] = [createStepLaw(), createStepLaw()];
    early.at(a, 12);
    late.at(b, 2);
    expect([a.positionGain, a.speedGain, a.targetSpeedGain]).toEqual([
      b.positionGain,
      b.speedGain,
      b.targetSpeedGain,
    ]);
  });
});

describe('closed forms for equal steps without drag', () => {
  const dt = 1 / 60;
  const total = 40;
  const steps = new Float64Array(total).fill(dt);
  test.each(laws)('%s', (name) => {
    const key = new KeyLaw({ law: name, steps });
    const law = createStepLaw();
    for (let step = 0; step < total; step++) {
      key.at(law, step);
      const n = total - step;
      const [x, v, target, targetSpeed] = [1.5, -2, 4, 3];
      const e = target - x - n * dt * v;
      const expected = {
        constant: (2 * e) / (n * (n + 1) * dt * dt),
        leastEffort: (6 * e) / ((n + 1) * (2 * n + 1) * dt * dt),
        velocity:
          n === 1 ? e / (dt * dt) : (6 * e) / (n * (n + 1) * dt * dt) - (2 * (targetSpeed - v)) / (n * dt),
      }[name];
      const found = law.positionGain * (target - x) + law.speedGain * v + law.targetSpeedGain * targetSpeed;
      expect(Math.abs(found - expected)).toBeLessThan(1e-10 * Math.max(1, Math.abs(expected)));
      const s = name === 'velocity' ? Math.max(0, (n - 2) / (total - 2)) : (n - 1) / (total - 1);
      expect(law.s).toBeCloseTo(s, 13);
      expect(law.ignoresObstacles).toBe(n <= (name === 'velocity' ? 2 : 1));
    }
  });

  test('with drag, position: W E / ΣW²', () => {
    const d = 0.97;
    const key = new KeyLaw({ law: 'leastEffort', steps, drags: new Float64Array(total).fill(d) });
    const law = createStepLaw();
    key.at(law, 10);
    let [w, sum] = [0, 0];
    for (let m = 1; m <= 30; m++) {
      w += d ** m;
      sum += w * w;
    }
    expect(law.positionGain).toBeCloseTo(w / sum / (dt * dt), 8);
    expect(law.speedGain).toBeCloseTo((-w * w) / sum / dt, 10);
  });

  test('with drag, position and velocity: [W(RE − QV) + dⁿ(PV − QE)] / (PR − Q²)', () => {
    const d = 0.97;
    const key = new KeyLaw({ law: 'velocity', steps, drags: new Float64Array(total).fill(d) });
    const law = createStepLaw();
    key.at(law, 10);
    let [w, p, q, r] = [0, 0, 0, 0];
    for (let m = 1; m <= 30; m++) {
      w += d ** m;
      p += w * w;
      q += w * d ** m;
      r += d ** (2 * m);
    }
    const [x, v, target, targetSpeed] = [1.5, -2, 4, 3];
    const e = (target - x - dt * w * v) / (dt * dt);
    const u = (targetSpeed - d ** 30 * v) / dt;
    const expected = (w * (r * e - q * u) + d ** 30 * (p * u - q * e)) / (p * r - q * q);
    const found = law.positionGain * (target - x) + law.speedGain * v + law.targetSpeedGain * targetSpeed;
    expect(found).toBeCloseTo(expected, 8);
  });
});

test.each([2, 3, 60, 480])(
  'as printed, the error of %i steps under a constant force is |F|Δt²/N',
  (count) => {
    const steps = new Float64Array(count).fill(1 / 60);
    const run = follow({ law: 'constant', steps, printed: true }, () => -9.81);
    const miss = (9.81 / 3600) * (1 / count);
    expect(Math.abs(2 - run.x - miss)).toBeLessThan(1e-13);
  },
);

test('without forces the constant law has the same force in all steps', () => {
  for (const isVariable of [false, true]) {
    const steps = makeSteps(50, 12, isVariable);
    const drags = steps.map((dt) => dragFactor(2, dt));
    const { accelerations } = follow({ law: 'constant', steps, drags }, () => 0);
    for (const a of accelerations) expect(a).toBeCloseTo(accelerations[0], 8);
  }
});

test('no other trajectory that arrives needs less effort', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 30 }),
      fc.constantFrom('leastEffort' as const, 'velocity' as const),
      fc.integer(),
      fc.double({ min: 0, max: 4, noNaN: true }),
      (count, law, seed, drag) => {
        const steps = makeSteps(count, seed, true);
        const drags = steps.map((dt) => dragFactor(drag, dt));
        const { accelerations } = follow({ law, steps, drags }, () => 0);
        const effort = (a: readonly number[]) =>
          a.reduce((sum, value, k) => sum + steps[k] * value * value, 0);
        // The effect of each step's acceleration on the final position and velocity.
        const [w, d] = [new Float64Array(count + 1), new Float64Array(count + 1).fill(1)];
        for (let k = count - 1; k >= 0; k--) {
          w[k] = drags[k] * (steps[k] + w[k + 1]);
          d[k] = drags[k] * d[k + 1];
        }
        // A change of three steps that has no effect on either.
        const [i, j, k] = [0, 1 + (Math.abs(seed) % (count - 2)), count - 1];
        const change = new Array(count).fill(0);
        const cross = (a: number, b: number) => steps[a] * steps[b] * (w[a] * d[b] - w[b] * d[a]);
        change[i] = cross(j, k);
        change[j] = cross(k, i);
        change[k] = cross(i, j);
        const size = Math.max(...change.map(Math.abs));
        const other = accelerations.map((a, m) => a + (3 * change[m]) / size);
        const gain = effort(other) - effort(accelerations);
        expect(gain).toBeGreaterThan(0);
        // At the minimum, the effort grows with the square of the change.
        expect(gain).toBeCloseTo(effort(change.map((c) => (3 * c) / size)), 5);
      },
    ),
    { seed: 20260, numRuns: 200 },
  );
});

test('free particles are moved only by forces and drag', () => {
  const law = createStepLaw();
  freeLaw(law, 0.9, 0.1);
  expect(law).toEqual({ ...createStepLaw(), keep: 0.9, force: 0.09000000000000001 });
});

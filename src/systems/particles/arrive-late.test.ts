import { describe, expect, test } from 'vitest';
import { createKeyedCollider } from '../../motion/keyed-collider.ts';
import { particlesSystem } from './system.ts';
import { boxMesh } from './testing/box-mesh.ts';
import { ParticleRun } from './testing/particle-run.ts';

interface ReportedKey {
  readonly arrived: number;
  readonly jumped: number;
  readonly peakAcceleration: number;
  readonly late?: { readonly count: number; readonly maxDelay: number; readonly missing: number };
}

function reportOf(run: ParticleRun): { keys: ReportedKey[]; warnings: string[] } {
  return particlesSystem.report(run.state) as unknown as { keys: ReportedKey[]; warnings: string[] };
}

const shapes = [
  { shape: 'ball', name: 'from', radius: 0.4, position: [0, 1, 0] },
  { shape: 'ball', name: 'to', radius: 0.4, position: [4, 1, 0] },
];

/** 500 particles, of which a bar holds back some. */
async function openBar(values: Record<string, unknown>, key: Record<string, unknown>, size = [0.4, 1.2, 3]) {
  const bar = createKeyedCollider('bar', boxMesh(size as [number, number, number]), [
    { time: 0, position: [2, 0.7, 0], rotation: [0, 0, 0, 1] },
  ]);
  const run = await ParticleRun.open(
    {
      shapes,
      sources: [{ from: 'from', count: 500 }],
      forces: [{ force: 'gravity', acceleration: [0, 10, 0] }],
      keys: [{ name: 'over', to: ['to'], start: 0.1, end: 2, randomness: 1, ...key }],
      ...values,
    },
    { inputs: { colliders: bar.colliders } },
  );
  return { run, advance: (tick: number) => bar.advance(tick / 120, (tick + 1) / 120) };
}

describe('arrivals behind obstacles', () => {
  test('an arrival by a jump is reported with its acceleration, the prediction and the number of particles', async () => {
    const { run, advance } = await openBar({}, {});
    run.runTo(1.98, advance);
    expect(reportOf(run).warnings).toEqual([]);
    run.runTo(2.1, advance);
    const { keys, warnings } = reportOf(run);
    expect(keys[0].arrived).toBe(500);
    expect(keys[0].peakAcceleration).toBeGreaterThan(40_000);
    expect(keys[0].jumped).toBeGreaterThan(5);
    expect(keys[0].jumped).toBeLessThan(50);
    expect(warnings).toEqual([
      expect.stringMatching(
        new RegExp(
          `^key "over": ${keys[0].jumped} of 500 particles arrive by a jump in the last step, with up to 44300 m/s², 11000 times the predicted 3.98 m/s²`,
        ),
      ),
    ]);
  });

  test('nothing is reported without obstacles, whatever the forces, nor if paths avoid them', async () => {
    const { run, advance } = await openBar(
      { collide: false, forces: [{ force: 'turbulence', acceleration: 30 }] },
      {},
    );
    run.runTo(2.1, advance);
    expect(reportOf(run).warnings).toEqual([]);
    expect(reportOf(run).keys[0].jumped).toBe(0);
    const other = await openBar({}, { attempts: 8 });
    other.run.runTo(2.1, other.advance);
    expect(reportOf(other.run).warnings).toEqual([]);
    expect(other.run.state.totals.touches).toBe(0);
  });
});

/** Runs to a time and returns the max acceleration of a particle, from its velocities, while no contact changes them. */
function measurePeak(run: ParticleRun, until: number, advance: (tick: number) => void = () => {}): number {
  const { vx, vy, vz } = run.state.store;
  const last = [vx, vy, vz].map((plane) => plane.slice());
  const drag = Math.exp(-run.params.drag / run.params.rate);
  let peak = 0;
  let touches = run.state.totals.touches;
  run.runTo(until, (tick) => {
    advance(tick);
    const now = run.state.totals.touches;
    for (let k = 0; k < vx.length; k++) {
      let square = 0;
      [vx, vy, vz].forEach((plane, axis) => {
        square += ((plane[k] / drag - last[axis][k]) * run.params.rate) ** 2;
        last[axis][k] = plane[k];
      });
      // Held particles stop, which is no acceleration by the key.
      if (run.state.store.cohort[k] > 1 && now === touches) peak = Math.max(peak, Math.sqrt(square));
    }
    touches = now;
  });
  return peak;
}

describe('arrive: bounded', () => {
  test.each(['leastEffort', 'constant'])(
    '%s: particles with too little time arrive late, and the bound holds in every step',
    async (law) => {
      for (const drag of [0, 0.8]) {
        const run = await ParticleRun.open({
          shapes,
          sources: [{ from: 'from', count: 100, jitter: 6 }],
          keys: [{ name: 'late', to: ['to'], start: 0.1037, end: 0.9011, hold: 2, law, arrive: 'bounded' }],
          drag,
          maxAcceleration: 12,
          collide: false,
        });
        expect(run.prepared.warnings.join()).toContain('They will arrive late');
        // Drag between the parts of a divided tick.
        expect(measurePeak(run, 2.8)).toBeLessThan(12 * (drag === 0 ? 1 + 1e-6 : 1.01));
        const [{ late, arrived, peakAcceleration }] = reportOf(run).keys;
        expect(peakAcceleration).toBeLessThanOrEqual(12.0001);
        expect(late!.count).toBeGreaterThan(20);
        expect(arrived).toBeGreaterThanOrEqual(0);
        expect(late!.missing).toBe(0);
        expect(arrived + late!.count).toBe(100);
        expect(late!.maxDelay).toBeGreaterThan(0.05);
        expect(late!.maxDelay).toBeLessThan(1.8);
        const { members, goalPositions } = run.state.runs[0];
        members.forEach((particle, k) => {
          expect(run.state.store.x[particle]).toBe(goalPositions[3 * k]);
          expect(run.state.store.y[particle]).toBe(goalPositions[3 * k + 1]);
        });
        expect(reportOf(run).warnings.join('\n')).toContain(
          `${late!.count} of 100 particles arrive late, by up to`,
        );
      }
    },
  );

  test('if the bound is never reached, the run is bit-identical to an exact one', async () => {
    const planes = async (arrive: string) => {
      const { run, advance } = await openBar({ collide: false, maxAcceleration: 1000 }, { arrive });
      run.runTo(2.2, advance);
      return [run.state.store.x, run.state.store.y, run.state.store.vx].map((plane) => plane.slice());
    };
    expect(await planes('bounded')).toEqual(await planes('exact'));
  });

  test('particles that an obstacle holds back do not jump: they arrive late or not at all', async () => {
    const { run, advance } = await openBar({ maxAcceleration: 30 }, { arrive: 'bounded' });
    expect(measurePeak(run, 4, advance)).toBeLessThan(40);
    const { keys, warnings } = reportOf(run);
    const [{ arrived, jumped, late, peakAcceleration }] = keys;
    expect(peakAcceleration).toBeLessThanOrEqual(30.0001);
    expect(jumped).toBe(0);
    expect(arrived).toBeGreaterThan(450);
    expect(late!.missing + late!.count).toBe(500 - arrived);
    expect(late!.missing + late!.count).toBeGreaterThan(5);
    expect(warnings.join()).toContain('particles arrive late');
    const wall = await openBar({ maxAcceleration: 30, drag: 1 }, { arrive: 'bounded' }, [0.2, 8, 8]);
    wall.run.runTo(3, wall.advance);
    expect(reportOf(wall.run).keys[0].late).toEqual({ count: 0, maxDelay: 0, missing: 500 });
    const { x } = wall.run.state.store;
    expect(x.every((value) => value < 2)).toBe(true);
  });

  test('a later key takes particles over that are still late, and a snapshot continues identically', async () => {
    const values = {
      shapes,
      sources: [{ from: 'from', count: 60, jitter: 3 }],
      forces: [{ force: 'turbulence', acceleration: 4 }],
      keys: [
        {
          name: 'there',
          to: ['to'],
          start: 0.1,
          end: 0.8137,
          stagger: 0.1,
          arrive: 'bounded',
          selection: 'nearest',
          fraction: 0.7,
        },
        {
          name: 'back',
          to: ['from'],
          start: 0.82,
          end: 2.5,
          arrive: 'bounded',
          selection: 'nearest',
          fraction: 0.7,
          hold: 0.1,
        },
      ],
      maxAcceleration: 18,
      collide: false,
    };
    const run = await ParticleRun.open(values);
    const snapshots: Uint8Array[] = [];
    run.runTo(2.9, (tick) => {
      if (tick % 29 === 3) snapshots.push(run.save());
    });
    const [there, back] = reportOf(run).keys;
    expect(there.late!.count).toBeGreaterThan(3);
    expect(there.late!.missing).toBeGreaterThan(3);
    expect(back.arrived + back.late!.count).toBe(42);
    for (const bytes of snapshots) {
      const other = run.reopen(bytes);
      other.runTo(2.9, (tick) => {
        if (tick % 4 === 0) particlesSystem.interpolate!(other.state, other.inputs, 0.004, 1 / 120);
      });
      expect(other.hash()).toBe(run.hash());
    }
  });
});

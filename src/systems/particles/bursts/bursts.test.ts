import { describe, expect, test } from 'vitest';
import { createKeyedCollider } from '../../../motion/keyed-collider.ts';
import { checkParticles } from '../check-params.ts';
import { boxMesh } from '../testing/box-mesh.ts';
import { MovingGround } from '../testing/moving-ground.ts';
import { fillParticles, ParticleRun } from '../testing/particle-run.ts';

/** Depth of a step, m, and the size of the box that steps: 2 litres are pressed down. */
const depth = 0.05;
const [length, width] = [0.2, 0.2];
const litres = 1000 * depth * length * width;

/** A box that steps down with this speed, m/s, and then stays. `slope`: rise over run of the ground along x. */
async function step(speed: number, burst: object = {}, name = 'walker/skin/LeftFoot', values: object = {}) {
  const reach = (0.3 + depth) / speed;
  const keys = [
    { time: 0, position: [0, 0.33, 0], rotation: [0, 0, 0, 1] },
    { time: reach, position: [0, 0.03 - depth, 0], rotation: [0, 0, 0, 1] },
    { time: 9, position: [0, 0.03 - depth, 0], rotation: [0, 0, 0, 1] },
  ];
  const foot = createKeyedCollider(name, boxMesh([length, 0.06, width]), keys as never);
  const ground = new MovingGround(() => 0);
  const inputs = { heightfields: [ground], colliders: foot.colliders };
  const params = {
    bursts: [{ of: 'walker', count: 5000, perLitre: 100, ...burst }],
    forces: [{ force: 'gravity' }],
    size: 0.004,
    ...values,
  };
  const run = await ParticleRun.open(params as Record<string, unknown>, { inputs });
  const before = (tick: number) => {
    foot.advance(tick / 120, (tick + 1) / 120);
    const bottom = foot.colliders[0].kind === 'rigid' ? foot.colliders[0].end.position[1] - 0.03 : 0;
    ground.height = (x, z) => (Math.abs(x) < 0.099 && Math.abs(z) < 0.099 ? Math.min(0, bottom) : 0);
  };
  return { run, before, reach };
}

const reportOf = (run: ParticleRun) => run.state.bursts[0];

describe('bursts', () => {
  test.each([1, 2])('the pressed volume gives the number of particles, at %s m/s', async (speed) => {
    const { run, before, reach } = await step(speed);
    run.runTo(reach - depth / speed - 0.02, before);
    expect(reportOf(run).thrown).toBe(0);
    run.runTo(1, before);
    // The first tick of the contact begins up to one tick before it.
    const most = 1000 * (speed / 120 + 0.02) * length * width;
    expect(1000 * reportOf(run).volume).toBeGreaterThan(litres - 0.01);
    expect(1000 * reportOf(run).volume).toBeLessThan(litres + most);
    expect(reportOf(run).thrown).toBe(Math.floor(reportOf(run).volume * 1000 * 100));
  });

  test('particles appear around the foot, on the ground, and fly outward and up', async () => {
    const { run, before, reach } = await step(1, { spread: 0, follow: 0 });
    const { store } = run.state;
    let seen = 0;
    for (let tick = 1; tick / 120 < reach; tick++) {
      run.runTo(tick / 120, before);
      const { thrown } = reportOf(run);
      for (let i = seen; i < thrown; i++) {
        expect(Math.max(Math.abs(store.x[i]), Math.abs(store.z[i]))).toBeGreaterThan(0.1);
        expect(Math.hypot(store.x[i], store.z[i])).toBeLessThan(0.25);
        expect(store.x[i] * store.vx[i] + store.z[i] * store.vz[i]).toBeGreaterThan(0);
        // 0.8 times the speed of the contact, at 45°.
        expect(Math.hypot(store.vx[i], store.vy[i], store.vz[i])).toBeCloseTo(0.8, 6);
        expect(store.vy[i]).toBeCloseTo(0.8 * Math.SQRT1_2, 6);
        expect(store.birthTime[i]).toBeCloseTo(tick / 120, 9);
      }
      seen = thrown;
    }
    expect(seen).toBeGreaterThan(150);
  });

  test('faster contacts throw faster', async () => {
    const speedOf = async (speed: number) => {
      const { run, before, reach } = await step(speed, { spread: 0 });
      run.runTo(reach - 0.3 * (depth / speed), before);
      const { vx, vy, vz } = run.state.store;
      const last = reportOf(run).thrown - 1;
      return Math.hypot(vx[last], vy[last], vz[last]);
    };
    expect((await speedOf(3)) / (await speedOf(1.5))).toBeCloseTo(2, 1);
  });

  test('only the named parts throw, and a burst that throws nothing warns', async () => {
    const left = await step(1, { joints: ['foot'] });
    left.run.runTo(1, left.before);
    expect(reportOf(left.run).thrown).toBeGreaterThan(100);
    const other = await step(1, { joints: ['hand', 'knee'] });
    other.run.runTo(1, other.before);
    expect(reportOf(other.run).thrown).toBe(0);
    const stranger = await step(1, {}, 'walkers/skin');
    stranger.run.runTo(1, stranger.before);
    expect(reportOf(stranger.run).thrown).toBe(0);
    const { particlesSystem } = await import('../system.ts');
    expect((particlesSystem.report(other.run.state) as { warnings: string[] }).warnings).toEqual([
      'bursts[0] "walker": nothing was thrown, since no parts of "walker" with "hand" or "knee" in their names pressed on a ground',
    ]);
    const few = await step(1, { count: 50 });
    few.run.runTo(1, few.before);
    const { thrown, missing } = reportOf(few.run);
    expect(thrown).toBe(50);
    expect((particlesSystem.report(few.run.state) as { warnings: string[] }).warnings).toEqual([
      `bursts[0] "walker": ${missing} particles were not thrown: set count to ${50 + missing} or more`,
    ]);
  });

  test('particles with a life die, and a saved run continues with the same bytes', async () => {
    const values = { settle: true };
    const { run, before, reach } = await step(1, { life: 0.3, fade: 0.1, spin: 4 }, undefined, values);
    run.runTo(reach - 0.02, before);
    const bytes = run.save();
    run.runTo(reach + 0.2, before);
    const again = await step(1, { life: 0.3, fade: 0.1, spin: 4 }, undefined, values);
    const resumed = again.run.reopen(bytes);
    for (let tick = 0; tick < Math.floor(120 * (reach - 0.02)); tick++) again.before(tick);
    resumed.runTo(reach + 0.2, again.before);
    expect(resumed.hash()).toBe(run.hash());
    run.runTo(reach + 1, before);
    expect(run.state.store.cohort.every((row) => row < 0)).toBe(true);
  });
});

test('bursts that contradict other parameters are refused', () => {
  const messagesOf = (values: object) =>
    checkParticles(fillParticles(values as Record<string, unknown>)).map(
      ({ path, message }) => `${path}: ${message}`,
    );
  expect(messagesOf({ bursts: [{ of: 'walker' }] })).toEqual([]);
  expect(messagesOf({})).toEqual(['sources: expected at least one source, got none']);
  expect(messagesOf({ bursts: [{ of: 'walker' }, { of: 'walker' }] })).toEqual([
    'bursts[1]: expected a unique name, got "walker", which is also that of bursts[0]',
  ]);
  expect(messagesOf({ bursts: [{ of: 'walker', joints: [] }] })).toEqual([
    'bursts[0].joints: expected names of joints, got none: leave it out for all parts',
  ]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import { checkParticles } from './check-params.ts';
import { checkUnused } from './keys/check-unused.ts';
import { particlesSystem } from './system.ts';
import { fillParticles, ParticleRun } from './testing/particle-run.ts';

const shapes = [
  { shape: 'ball', name: 'ball', radius: 0.3, position: [0, 1, 0] },
  { shape: 'box', name: 'box', position: [2, 2, 0] },
  { shape: 'disc', name: 'disc', position: [-1, 1, 0] },
  { shape: 'points', name: 'points', coordinates: [0, 0, 0, 1, 0, 0, 0, 1, 0], position: [1, 3, 0] },
];
const names = shapes.map(({ name }) => name);
const time = fc.double({ min: 0, max: 1.5, noNaN: true });
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const source = fc.record({
  from: fc.constantFrom(...names),
  count: fc.integer({ min: 1, max: 30 }),
  start: some(time),
  duration: fc.constantFrom(0, 0.4),
  life: some(fc.double({ min: 0.2, max: 2, noNaN: true })),
  jitter: fc.constantFrom(0, 1),
  outward: fc.constantFrom(0, -1),
  spin: fc.constantFrom(0, 3),
  sizeSpread: fc.constantFrom(0, 0.5),
  color: some(fc.constant([1, 0.5, 0])),
});

const key = fc.record({
  to: some(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 })),
  start: some(time),
  end: some(time),
  kind: fc.constantFrom('fill', 'density'),
  fraction: fc.constantFrom(1, 0.5, 0.1),
  selection: fc.constantFrom('random', 'nearest', 'first'),
  law: fc.constantFrom('leastEffort', 'constant', 'velocity'),
  assign: fc.constantFrom('near', 'random', 'order'),
  sampling: fc.constantFrom('blueNoise', 'random'),
  randomness: fc.constantFrom(0, 1),
  randomPer: fc.constantFrom('path', 'step'),
  attempts: fc.constantFrom(1, 3),
  judgeEvery: fc.constantFrom(1, 5),
  accept: fc.constantFrom('ratio', 'chance'),
  level: fc.constantFrom(1, 0.01),
  ease: fc.constantFrom(0, 0.7),
  stagger: fc.constantFrom(0, 0.11),
  staggerBy: fc.constantFrom('random', 'distance', 'x', 'y', 'z'),
  arrive: fc.constantFrom('exact', 'bounded'),
  hold: fc.constantFrom(0, 0.071),
  color: some(fc.constant([0, 1, 0.2])),
  opacity: some(fc.constant(0.2)),
  size: some(fc.constant(0.3)),
  orientation: some(fc.constant([0, 1, 0, 2])),
  attributes: fc.constantFrom([], [{ name: 'heat', value: 5 }]),
  confinement: fc.constantFrom('free', 'free', 'morph'),
  refine: fc.constantFrom('paired', 'own', 'never'),
  paper: fc.constantFrom(false, false, true),
});

type Key = typeof key extends fc.Arbitrary<infer Value> ? Value : never;

/** Removes combinations that are always refused, in most cases. */
function tidy(keys: readonly Key[]): Record<string, unknown>[] {
  return keys.map((entry, k) => {
    const { start = 0, end, to, ...rest } = entry;
    return withoutUnused({
      ...rest,
      to,
      start: k === 0 ? start : start / 2,
      end: end === undefined ? undefined : start + 0.2 + end / 2,
      fraction: keys.length === 1 ? rest.fraction : rest.fraction / keys.length,
      attempts: rest.randomness === 0 ? 1 : rest.attempts,
      randomPer: rest.randomness === 0 ? 'path' : rest.randomPer,
      ...(to ? {} : { kind: 'fill', confinement: 'free', paper: false, size: rest.size ?? 0.5 }),
      ...(!to ||
      rest.kind === 'density' ||
      rest.law === 'velocity' ||
      rest.paper ||
      rest.confinement === 'morph'
        ? { arrive: 'exact' }
        : {}),
      ...(rest.kind === 'density' || to?.length !== 1 ? { confinement: 'free' } : {}),
    });
  });
}

/** Removes the parameters of a key that others leave without effect. */
function withoutUnused(entry: Record<string, unknown>): Record<string, unknown> {
  const [filled] = fillParticles({ keys: [entry] }).keys;
  const unused = checkUnused(filled, 'key', ['points']).map(({ path }) => path.slice('key.'.length));
  if (unused.length === 0) return entry;
  return withoutUnused(Object.fromEntries(Object.entries(entry).filter(([name]) => !unused.includes(name))));
}

const scene = fc.record({
  rate: fc.integer({ min: 10, max: 130 }),
  drag: fc.constantFrom(0, 2),
  sources: fc.array(source, { minLength: 1, maxLength: 3 }),
  keys: fc.array(key, { maxLength: 3 }).map(tidy),
  forces: fc.subarray([{ force: 'gravity' }, { force: 'wind', gusts: 0 }, { force: 'vortex', from: 0.3 }]),
});

test('random parameters are refused with messages, or run without an error', {
  timeout: 60_000,
}, async () => {
  let ran = 0;
  let led = 0;
  let late = 0;
  await fc.assert(
    fc.asyncProperty(scene, fc.nat(), async ({ sources, keys, ...rest }, seed) => {
      const values = {
        ...rest,
        shapes,
        sources: sources.map((entry, k) => ({ ...entry, name: `source${k}` })),
        keys,
        attributes: [{ name: 'heat', value: 1 }],
        collide: false,
        maxAcceleration: 20,
      };
      if (checkParticles(fillParticles(values)).length > 0) return;
      const run = await ParticleRun.open(values, { seed, endTime: 1.6 }).catch((error) => {
        expect(error).toBeInstanceOf(InputError);
        return null;
      });
      if (!run) return;
      ran++;
      let snapshot: Uint8Array | null = null;
      run.runTo(1.7, (tick) => {
        if (tick === Math.floor(0.7 * rest.rate)) snapshot = run.save();
        if (tick % 3 === 0)
          particlesSystem.interpolate!(run.state, run.inputs, 0.4 / rest.rate, 1 / rest.rate);
        expect(isSomewhere(run)).toBe(true);
      });
      for (const { key: prepared, results } of run.state.runs) {
        if (!prepared.goals || prepared.end > run.state.tick) continue;
        led++;
        const { kind, refine, paper, arrive } = prepared.params;
        if (arrive === 'bounded') {
          expect(results.peakAcceleration).toBeLessThanOrEqual(20.001);
          expect(results.arrived + results.late).toBeLessThanOrEqual(prepared.memberCount);
          if (results.late > 0) late++;
          continue;
        }
        if (kind === 'fill' || refine === 'paired') expect(results.arrived).toBe(prepared.memberCount);
        if (!paper && kind === 'fill') expect(results.maxPositionError).toBeLessThan(1e-9);
      }
      expect(JSON.stringify(particlesSystem.report(run.state))).not.toContain('null,null');
      const other = run.reopen(snapshot!);
      other.runTo(1.7);
      expect(new Hasher().bytes(other.save()).digest()).toBe(run.hash());
    }),
    { seed: 20_261_129, numRuns: 80 },
  );
  expect(ran).toBeGreaterThan(15);
  expect(led).toBeGreaterThan(15);
  expect(late).toBeGreaterThan(2);
});

/** Returns true if all existing particles have finite positions. */
function isSomewhere({ state }: ParticleRun): boolean {
  const { x, y, z, vx, vy, vz, size, cohort } = state.store;
  for (let k = 0; k < state.bornCount; k++) {
    if (cohort[k] < 0) continue;
    if (!Number.isFinite(x[k] + y[k] + z[k] + vx[k] + vy[k] + vz[k] + size[k])) return false;
    if (!Number.isFinite(state.colors[4 * k] + state.colors[4 * k + 3])) return false;
    if (state.orientations && !Number.isFinite(state.orientations[4 * k])) return false;
  }
  return true;
}

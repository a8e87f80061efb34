import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BakePlan } from '../bake/bake-plan.ts';
import { InputError } from '../input-error.ts';
import { type Fraction, toFraction } from '../simulation/fraction.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { FleshPrepared } from '../systems/flesh/prepare.ts';
import { createMemoryCache } from '../systems/memory-cache.ts';
import type { MorphOutput } from '../systems/outputs/morph.ts';
import { sharedPath } from '../testing/shared.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { simulatePlan } from './testing/simulate-plan.ts';

const path = sharedPath('assets/glb-cesium-man/CesiumMan.glb');
const bytes = path ? readFileSync(path) : new Uint8Array();
const cache = createMemoryCache();
const files = { read: (name: string) => (name === 'man.glb' ? bytes : undefined) };

/** Opens the walking character with a coarse belly. The tests check how scenes are opened and prepared, not the flesh itself. */
async function openBelly(
  params: Record<string, unknown> = {},
  options: Parameters<typeof openScene>[2] = {},
  actor: Record<string, unknown> = {},
  more: readonly Record<string, unknown>[] = [],
): Promise<BakePlan> {
  const belly = {
    system: 'flesh',
    name: 'belly',
    joints: ['Skeleton_torso_joint_1', 'Skeleton_torso_joint_2'],
    elements: 300,
    modes: 8,
    ...params,
  };
  const scene = {
    version: 1,
    actors: [{ name: 'man', file: 'man.glb', ...actor }],
    systems: [belly, ...more],
  };
  return openScene(parseScene(scene), files, { cache, ...options });
}

/** For tests in which the gait does not matter: a character without travel is opened faster. */
const still = { travel: 'still' };

const morphOf = (simulation: Simulation) => simulation.outputs('belly')[0] as MorphOutput;

describe.skipIf(!path)('flesh on CesiumMan', () => {
  let plan: BakePlan;
  let done: string[];
  beforeAll(async () => {
    done = [];
    plan = await openBelly(
      {},
      { progress: (fraction, message) => void done.push(`${Math.round(100 * fraction)} ${message}`) },
    );
  }, 60_000);

  test('preparation reports its progress, and cached data gives the same result', async () => {
    expect(done[0]).toBe('0 belly: generating elements');
    expect(done.at(-1)).toBe('100 belly: prepared');
    const fractions: number[] = [];
    // A ground without a file has nothing to prepare, so it does not count for the progress.
    await openBelly({}, { progress: (fraction) => void fractions.push(fraction) }, {}, [
      { system: 'ground' },
    ]);
    expect(fractions).toEqual([1]);
    const messages: string[] = [];
    const again = await openBelly({ stiffness: 3000 }, { progress: (_, what) => void messages.push(what) });
    expect(messages).toEqual(['belly: found prepared']);
    const [a, b] = [plan, again].map(({ systems }) => systems[0].prepared as FleshPrepared);
    expect(b.parts).toEqual(a.parts);
  });

  test('parameters that change the shape change the key of the cache, those that only change the motion do not', async () => {
    const keyOf = async (params: Record<string, unknown>) => {
      const keys: string[] = [];
      const spy = { get: async (key: string) => void keys.push(key), put: async () => {} };
      // The preparation is aborted after the key of the cache has been computed.
      const pause = async () => {
        if (keys.length > 0) throw new RangeError('enough');
      };
      await openBelly(params, { cache: spy as never, pause }, still).catch((error) => {
        if (!(error instanceof RangeError)) throw error;
      });
      return keys[0];
    };
    const key = await keyOf({});
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    expect(await keyOf({ density: 500, damping: 0.3, rate: 60, gravity: 0 })).toBe(key);
    expect(await keyOf({ poisson: 0.3 })).not.toBe(key);
    expect(await keyOf({ modes: 9 })).not.toBe(key);
    expect(await keyOf({ threshold: 0.6 })).not.toBe(key);
  });

  test('it moves the vertices of its actor, starts in equilibrium, and reports its properties', () => {
    const simulation = simulatePlan(plan);
    const morph = morphOf(simulation);
    expect(morph).toMatchObject({ kind: 'morph', name: 'belly', actor: 'man', modeCount: 8 });
    expect(morph.surfaces[0].vertices.length).toBeGreaterThan(50);
    expect(morph.amplitudes.some((q) => q !== 0)).toBe(true);
    const begin = morph.amplitudes.slice();
    simulation.advanceTo(toFraction(1));
    expect(morphOf(simulation).amplitudes).toBe(morph.amplitudes);
    expect(morph.amplitudes).not.toEqual(begin);
    const report = simulation.report('belly') as Record<string, number & number[]>;
    expect(report.frequencies).toHaveLength(8);
    expect(report.mass).toBeGreaterThan(5);
    expect(report.peakDisplacement).toBeGreaterThan(0.001);
    expect(report.peakDisplacement).toBeLessThan(0.1);
    expect(report.cuts).toBe(0);
  });

  test('sampled at 24, 25, 144 or 240 frames per second it is bit-identical at common times', () => {
    const read = (fps: number) => {
      const simulation = simulatePlan(plan);
      const shown = new Map<string, Float64Array>();
      for (let frame = 0; frame <= fps / 2; frame++) {
        const time: Fraction = { numerator: BigInt(frame), denominator: BigInt(fps) };
        simulation.advanceTo(time);
        shown.set(`${frame / fps}`, morphOf(simulation).amplitudes.slice());
      }
      return { shown, hash: simulation.hash('belly') };
    };
    const fine = read(3600);
    for (const fps of [24, 25, 144, 240]) {
      const { shown, hash } = read(fps);
      let common = 0;
      for (const [time, amplitudes] of shown) {
        const other = fine.shown.get(time);
        if (!other) continue;
        expect(amplitudes).toEqual(other);
        common++;
      }
      expect(common).toBeGreaterThan(fps / 3);
      if (fps !== 25) expect(hash).toBe(fine.hash);
    }
  });

  test('between ticks the motion is smooth', () => {
    const simulation = simulatePlan(plan);
    const path: number[] = [];
    for (let frame = 0; frame <= 500; frame++) {
      simulation.advanceTo({ numerator: BigInt(frame), denominator: 1000n });
      path.push(morphOf(simulation).amplitudes[0]);
    }
    // Ticks are 4.2 ms apart. Without interpolation, the output values would stay constant between ticks and then jump.
    const paths = path.slice(1).map((value, k) => value - path[k]);
    const max = Math.max(...paths.map(Math.abs));
    paths.slice(1).forEach((value, k) => void expect(Math.abs(value - paths[k])).toBeLessThan(0.3 * max));
  });

  test('saved between two frames and continued, it gives the same bytes', () => {
    const whole = simulatePlan(plan);
    whole.advanceTo(toFraction(1));
    const first = simulatePlan(plan);
    first.advanceTo(toFraction(0.337));
    const second = simulatePlan(plan);
    second.load(first.save('key'));
    second.advanceTo(toFraction(0.337));
    expect(morphOf(second).amplitudes).toEqual(morphOf(first).amplitudes);
    second.advanceTo(toFraction(1));
    expect(second.hash('belly')).toBe(whole.hash('belly'));
    expect(morphOf(second).amplitudes).toEqual(morphOf(whole).amplitudes);
  });

  test.each([{}, { gyroscopic: true }])(
    'a loop closes: one period later it has its initial position, %j',
    async (params) => {
      const looped = await openBelly({ loop: true, ...params });
      const simulation = simulatePlan(looped);
      simulation.advanceTo(toFraction(0));
      const begin = morphOf(simulation).amplitudes.slice();
      const { period } = (looped.systems[0].prepared as FleshPrepared).actor.travel!;
      let largest = 0;
      for (let k = 1; k <= 50; k++) {
        simulation.advanceTo(toFraction((period * k) / 50));
        largest = Math.max(largest, ...morphOf(simulation).amplitudes.map(Math.abs));
      }
      simulation.advanceTo(toFraction(period));
      const end = morphOf(simulation).amplitudes;
      end.forEach((q, mode) => void expect(Math.abs(q - begin[mode])).toBeLessThan(1e-9 * largest));
      const plain = simulatePlan(plan);
      plain.advanceTo(toFraction(0));
      expect(
        Math.max(...begin.map((q, mode) => Math.abs(q - morphOf(plain).amplitudes[mode]))),
      ).toBeGreaterThan(1e-3 * largest);
    },
  );

  test('opening a scene can be aborted, and checking a scene prepares nothing', async () => {
    const controller = new AbortController();
    const opening = openBelly(
      { modes: 7 },
      { signal: controller.signal, pause: async () => controller.abort() },
    );
    await expect(opening).rejects.toThrow();
    const messages: string[] = [];
    const checked = await openBelly(
      { modes: 7 },
      { checkOnly: true, progress: (_, what) => void messages.push(what) },
    );
    expect(messages).toEqual([]);
    expect(checked.systems[0].prepared).toBeNull();
  });

  test.each([
    [{ joints: ['Skeleton_torso_joint1'] }, 'systems[0].joints[0]', 'did you mean "Skeleton_torso_joint_1"?'],
    [{ bone: 'hip' }, 'systems[0].bone', 'known are Skeleton_torso_joint_1, leg_joint_R_1'],
    [{ surfaces: ['skin'] }, 'systems[0].surfaces[0]', 'known are Cesium_Man'],
    [{ mask: 'mask.json' }, 'systems[0].mask', 'no file "mask.json"'],
    [{ coreRadius: 5 }, 'systems[0].coreRadius', 'give a smaller radius'],
    [{ joints: undefined, coreRadius: 0 }, 'systems[0]', 'fixed vertices'],
    [{ threshold: 1 }, 'systems[0]', 'lower threshold'],
  ])('what cannot be is said: %j', async (params, location, message) => {
    const fault = await openBelly(params, {}, still).then(
      () => null,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(InputError);
    const [first] = (fault as InputError).faults;
    expect(first.path).toBe(location);
    expect(first.message).toContain(message);
  });
});

test('flesh on a missing actor or on a prop is refused', async () => {
  const scene = (actors: object[], flesh: object) => ({
    version: 1,
    actors,
    systems: [{ system: 'flesh', ...flesh }],
  });
  expect(() => parseScene(scene([{ name: 'man', file: 'man.glb' }], { actor: 'men' }))).toThrow(
    'systems[0].actor: no actor is called "men", did you mean "man"?',
  );
  await expect(openScene(parseScene(scene([], {})), files)).rejects.toThrow(
    'systems[0].actor: expected a character among the actors, got none',
  );
  expect(() => parseScene(scene([], { damping: 0.1, halfLife: 2, paper: true, loop: true }))).toThrow(
    /halfLife: expected a damping ratio or a half-life.*\n.*loop/,
  );
});

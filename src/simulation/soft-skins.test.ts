import { beforeAll, describe, expect, test } from 'vitest';
import { createMatrix } from '../math/matrix.ts';
import type { Actor } from '../motion/actor.ts';
import { createActorSkins } from '../motion/actor-skins.ts';
import { deformSurface } from '../motion/deform-surface.ts';
import { createActorDrives } from '../motion/drive-actor.ts';
import { Pose } from '../motion/pose.ts';
import { createRepeat } from '../motion/testing/moving-actor.ts';
import { fleshParams } from '../systems/flesh/params.ts';
import { prepareFlesh } from '../systems/flesh/prepare.ts';
import { fleshSystem } from '../systems/flesh/system.ts';
import { createLimbRig } from '../systems/flesh/testing/limb-rig.ts';
import { createFur } from '../systems/fur/create-fur.ts';
import { furSystem } from '../systems/fur/system.ts';
import { prepareFurRun } from '../systems/fur/testing/fur-run.ts';
import type { MorphOutput } from '../systems/outputs/morph.ts';
import type { ShellsOutput } from '../systems/outputs/shells.ts';
import { defaultParams } from '../systems/params.ts';
import type { SystemDefinition } from '../systems/system.ts';
import { noFiles } from '../systems/testing/no-files.ts';
import { toFraction } from './fraction.ts';
import { type ColliderSource, Simulation, type SimulationSystem } from './simulation.ts';

/** The limb is shaken until this time, s; then its bones rest. */
const shaken = 0.25;

const rig = createLimbRig({ sides: 12 });

/** Returns a limb whose bones move sideways. `period`: the clip repeats. */
function createLimb(move: (t: number) => number, period?: number): Actor {
  const shared = new Pose(rig);
  return {
    name: 'limb',
    rig,
    clip: null,
    travel: period === undefined ? null : createRepeat(period, () => false),
    offset: 0,
    scale: 1,
    height: 0.2,
    warnings: [],
    response: null,
    poseAt(t, pose = shared) {
      pose.reset();
      pose.translation[4] = 0.06 * move(t);
      pose.root.set(createMatrix());
      pose.updateWorld();
      return pose;
    },
    cutBetween: () => false,
  };
}

const jolted = createLimb((t) => Math.sin((2 * Math.PI * Math.min(t, shaken)) / shaken));

async function prepareLimbFlesh(
  actor: Actor,
  params: Record<string, unknown> = {},
): Promise<SimulationSystem> {
  const values = {
    ...defaultParams(fleshParams),
    joints: ['high'],
    elements: 300,
    modes: 6,
    stiffness: 3000,
    ...params,
  };
  const prepared = await prepareFlesh(values, {
    ...noFiles,
    path: 'systems[0]',
    name: 'flesh',
    actors: new Map([['limb', actor]]),
    results: new Map(),
    run: { seed: 1, startTime: 0, endTime: 1 },
  });
  return { name: 'flesh', definition: fleshSystem, params: values, actors: null, prepared };
}

async function prepareLimbFur(actor: Actor, params: Record<string, unknown> = {}): Promise<SimulationSystem> {
  const { params: values, prepared } = await prepareFurRun({ length: 0.05, ...params }, { actor });
  return { name: 'coat', definition: furSystem, params: values, actors: null, prepared };
}

function simulate(actor: Actor, systems: readonly SimulationSystem[]): Simulation {
  const source: ColliderSource = {
    name: 'limb',
    createColliders: () => ({ colliders: [], advance() {} }),
    createDrives: () => createActorDrives(actor),
    createSkins: (soft) => createActorSkins(actor, { soft }),
  };
  return new Simulation({ systems, actors: [source], seed: 1, start: toFraction(0) });
}

const advance = (simulation: Simulation, seconds: number) => simulation.advanceTo(toFraction(seconds));
const shellsOf = (simulation: Simulation) => simulation.outputs('coat')[0] as ShellsOutput;
const morphOf = (simulation: Simulation) => simulation.outputs('flesh')[0] as MorphOutput;

/** Returns the skin at a time, m, displaced by the weights that the flesh shows. Computed from the file's surface, without soft skins. */
function displacedSkin(
  actor: Actor,
  t: number,
  { amplitudes, surfaces: [moved] }: MorphOutput,
): Float64Array {
  const [surface] = actor.rig.surfaces;
  const positions = surface.positions.slice();
  const { vertices, shapes } = moved;
  for (let mode = 0; mode < amplitudes.length; mode++) {
    vertices.forEach((vertex, k) => {
      for (let axis = 0; axis < 3; axis++)
        positions[3 * vertex + axis] += amplitudes[mode] * shapes[3 * (mode * vertices.length + k) + axis];
    });
  }
  const out = new Float64Array(positions.length);
  deformSurface({ ...surface, positions }, actor.poseAt(t), out);
  return out;
}

/** Returns the maximum distance between the roots of the shells and their vertices of a skin, m. */
function measureGap({ roots, skin, vertexCount }: ShellsOutput, positions: Float64Array): number {
  let max = 0;
  for (let v = 0; v < vertexCount; v++) {
    const o = 3 * skin!.vertexOf[v];
    max = Math.max(
      max,
      Math.hypot(
        roots[3 * v] - positions[o],
        roots[3 * v + 1] - positions[o + 1],
        roots[3 * v + 2] - positions[o + 2],
      ),
    );
  }
  return max;
}

let flesh: SimulationSystem;
beforeAll(async () => {
  flesh = await prepareLimbFlesh(jolted);
}, 60_000);

const withRate = (system: SimulationSystem, rate: number): SimulationSystem => ({
  ...system,
  params: { ...(system.params as object), rate },
});

describe('fur on flesh that jiggles', () => {
  test.each([
    [240, 120],
    [60, 60],
    [90, 100],
  ])(
    'its roots are on the displaced skin: flesh at %i Hz, fur at %i Hz',
    async (fleshRate, furRate) => {
      const coat = await prepareLimbFur(jolted, { rate: furRate });
      const simulation = simulate(jolted, [coat, withRate(flesh, fleshRate)]);
      let displacement = 0;
      for (let tick = 0; tick <= furRate / 2; tick += 3) {
        const t = tick / furRate;
        advance(simulation, t);
        const displaced = displacedSkin(jolted, t, morphOf(simulation));
        expect(measureGap(shellsOf(simulation), displaced)).toBeLessThan(1e-6);
        const bare = new Float64Array(displaced.length);
        deformSurface(rig.surfaces[0], jolted.poseAt(t), bare);
        displacement = Math.max(displacement, measureGap(shellsOf(simulation), bare));
      }
      expect(displacement).toBeGreaterThan(0.01);
    },
    60_000,
  );

  // Roots move on straight lines within a step: dt²/8 times an acceleration of 120 m/s² is 1 mm.
  test('also between the steps, within the curvature of a step', async () => {
    const simulation = simulate(jolted, [flesh, await prepareLimbFur(jolted)]);
    for (const t of [0.1031, 0.2222, 0.3007, 0.4321]) {
      advance(simulation, t);
      expect(measureGap(shellsOf(simulation), displacedSkin(jolted, t, morphOf(simulation)))).toBeLessThan(
        1e-3,
      );
    }
  });

  test('it feels the acceleration of the jiggle as that of any skin that moves in this way', async () => {
    const rate = 120;
    const coat = await prepareLimbFur(jolted, { rate });
    const simulation = simulate(jolted, [flesh, coat]);
    const bare = simulate(jolted, [coat]);
    const fur = await createFur({
      actor: jolted,
      params: { length: 0.05, layerCount: 12, texels: 16, rate },
    });
    const skin = {
      ...createActorSkins(jolted).add({ surfaces: null }),
      positionsAt: null,
      fork: null,
      cut: false,
      end: displacedSkin(jolted, 0, morphOf(simulation)),
    };
    skin.start = skin.end.slice();
    fur.stand({ surfaces: [skin] });
    let [lean, bareLean] = [0, 0];
    for (let tick = 0; tick < rate; tick++) {
      const t = (tick + 1) / rate;
      advance(simulation, t);
      advance(bare, t);
      skin.start.set(skin.end);
      skin.end.set(displacedSkin(jolted, t, morphOf(simulation)));
      fur.step({ surfaces: [skin] }, tick / rate, 1 / rate);
      const { offsets, lengths } = shellsOf(simulation);
      for (let k = 0; k < offsets.length; k++)
        expect(Math.abs(offsets[k] - fur.shells.offsets[k])).toBeLessThan(1e-5 * lengths[Math.floor(k / 3)]);
      if (t < 0.6) continue;
      // The bones have rested for 0.35 s.
      lean = Math.max(lean, swing(shellsOf(simulation)));
      bareLean = Math.max(bareLean, swing(shellsOf(bare)));
    }
    expect(lean).toBeGreaterThan(4 * bareLean);
  }, 60_000);

  test('the result depends neither on the shown times nor on an interruption', async () => {
    const systems = [flesh, await prepareLimbFur(jolted, { rate: 100 })];
    const whole = simulate(jolted, systems);
    advance(whole, 0.5);
    const shown = simulate(jolted, systems);
    for (let frame = 0; frame <= 12; frame++) advance(shown, frame / 24);
    expect(shown.hash('coat')).toBe(whole.hash('coat'));
    for (const t of [0, 0.1, 0.1249, 0.2083333333]) {
      const first = simulate(jolted, systems);
      advance(first, t);
      const second = simulate(jolted, systems);
      second.load(first.save(''));
      advance(second, 0.5);
      expect(second.hash('coat')).toBe(whole.hash('coat'));
      expect(shellsOf(second).roots).toEqual(shellsOf(whole).roots);
    }
  });
});

/** Returns the largest horizontal component of the strands, as a fraction of their length, relative to their normals. */
function swing({ offsets, normals, lengths }: ShellsOutput): number {
  let max = 0;
  for (let v = 0; v < lengths.length; v++) {
    const [x, y, z] = [0, 1, 2].map((axis) => offsets[3 * v + axis] - lengths[v] * normals[3 * v + axis]);
    max = Math.max(max, Math.hypot(x, y, z) / lengths[v]);
  }
  return max;
}

test('particles on a skin, and skins at later times, follow the flesh too', () => {
  const times: number[] = [];
  const seen: number[] = [];
  const rider: SystemDefinition<Record<string, never>, { skin: Float64Array }> = {
    name: 'rider',
    params: {},
    reads: ['surfaces'],
    shows: 'points',
    rate: () => 50,
    surfaces: () => [{ actor: 'limb', surfaces: null }],
    create: (_, { surfaces }) => ({ skin: surfaces[0].start }),
    step(state, { surfaces: [surface] }, t, dt) {
      state.skin = surface.end;
      const later = new Float64Array(3 * surface.vertexCount);
      // Not in order, and again.
      for (const ahead of [0.3, 0.11, 0.11, 0.3]) {
        surface.positionsAt!(later, t + ahead);
        times.push(t + ahead);
        seen.push(later[1]);
      }
      surface.positionsAt!(later, t + dt);
      later.forEach((value, k) => {
        expect(value).toBeCloseTo(surface.end[k], 12);
      });
    },
    save: () => new Uint8Array(0),
    load: () => ({ skin: new Float64Array(0) }),
    hash: () => '',
    outputs: () => [],
    report: () => ({}),
  };
  const reader: SimulationSystem = { name: 'rider', definition: rider, params: {}, actors: null };
  const simulation = simulate(jolted, [reader, flesh]);
  advance(simulation, 0.2);
  const alone = simulate(jolted, [flesh]);
  const order = [...times.keys()].sort((a, b) => times[a] - times[b]);
  for (const k of order) {
    advance(alone, times[k]);
    expect(seen[k]).toBeCloseTo(displacedSkin(jolted, times[k], morphOf(alone))[1], 9);
  }
});

import { describe, expect, test } from 'vitest';
import { createMatrix } from '../math/matrix.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import { createKeyedMotion } from '../motion/rigid-motion.ts';
import type { ClosedSurface } from '../motion/tet-mesh.ts';
import { toFraction } from '../simulation/fraction.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { fleshSystem } from '../systems/flesh/system.ts';
import { createSphere } from '../systems/flesh/testing/closed-surfaces.ts';
import { createLimbRig } from '../systems/flesh/testing/limb-rig.ts';
import { createMemoryCache } from '../systems/memory-cache.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import type { MorphOutput } from '../systems/outputs/morph.ts';
import type { ShellsOutput } from '../systems/outputs/shells.ts';
import { refuseOwnParts } from './open-reference.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { makeCrew, type ShipPose, turns } from './testing/crew.ts';
import { simulatePlan } from './testing/simulate-plan.ts';

const cache = createMemoryCache();
const still = (): ShipPose => ({ position: [100, 0, -40] });
/** Motion of a ship with accelerations up to 50 m/s². */
const pitching = (t: number): ShipPose => ({
  position: [100 + Math.sin(turns * t), 0.2 * Math.sin(2 * turns * t), -40 + 0.8 * Math.cos(turns * t)],
});
const turning = (t: number): ShipPose => ({
  ...pitching(t),
  rotation: quaternionFromAxisAngle([0, 1, 0], 0.8 * Math.sin(turns * t)),
});
const rolling = (t: number): ShipPose => ({
  ...pitching(t),
  rotation: quaternionFromAxisAngle([0.6, 0, 0.8], 0.5 * Math.sin(turns * t)),
});

const base = {
  flesh: {
    system: 'flesh',
    joints: ['figure'],
    elements: 200,
    modes: 4,
    damping: 0.05,
    maxDisplacement: 100,
  },
  fur: { system: 'fur', surfaces: ['figure'], layerCount: 12, texels: 16, coat: 'dog', length: 0.1 },
};
type Kind = keyof typeof base;
type Values = Record<string, unknown>;

function open(ship: (t: number) => ShipPose, kind: Kind, params: Values, actors: readonly Values[] = []) {
  const files = new Map([
    ['crew.glb', makeCrew(ship)],
    ['ball.obj', writeObj(createSphere(0.15, 16))],
    [
      'box.obj',
      new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'),
    ],
  ]);
  const scene = {
    version: 1,
    time: { start: 0, end: 1, fps: 30 },
    actors: [{ name: 'crew', file: 'crew.glb', travel: 'still', scale: 1 }, ...actors],
    systems: [{ name: 'soft', actor: 'crew', ...base[kind], ...params }],
  };
  return openScene(parseScene(scene), { read: (name) => files.get(name) }, { cache });
}

function writeObj({ positions, triangles }: ClosedSurface): Uint8Array {
  const lines: string[] = [];
  for (let k = 0; k < positions.length; k += 3) lines.push(`v ${positions.slice(k, k + 3).join(' ')}`);
  for (let k = 0; k < triangles.length; k += 3) {
    lines.push(`f ${[...triangles.slice(k, k + 3)].map((vertex) => vertex + 1).join(' ')}`);
  }
  return new TextEncoder().encode(lines.join('\n'));
}

/** Returns the outputs at ten times in one second, concatenated: weights of morph targets, or offsets of strands. */
async function run(
  ship: (t: number) => ShipPose,
  kind: Kind,
  params: Values,
  between = 0.003,
  actors: readonly Values[] = [],
): Promise<number[]> {
  const simulation = simulatePlan(await open(ship, kind, params, actors));
  const seen: number[] = [];
  for (let k = 1; k <= 10; k++) {
    // One of the times is between two ticks, to test the interpolation too.
    simulation.advanceTo(toFraction(k === 5 ? 0.5 + between : k / 10));
    const [output] = simulation.outputs('soft');
    seen.push(...((output as MorphOutput).amplitudes ?? (output as ShellsOutput).offsets));
  }
  return seen;
}

const farthest = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, k) => Math.abs(value - b[k])));
const mean = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;
const size = (a: readonly number[]) => Math.max(...a.map(Math.abs));

/** Tolerances of the comparisons. Offsets of strands in outputs are rounded to 32 bits. */
const rounding = { flesh: 1e-7, fur: 1e-6 };

describe.each(['flesh', 'fur'] as const)('%s on a ship', (kind) => {
  const on = (factor: number, more: Values = {}) => ({ reference: 'Ship', referenceFactor: factor, ...more });

  test('factor 0: it moves on an accelerating ship as on a stationary one', async () => {
    const rest = await run(still, kind, on(0));
    expect(rest).toEqual(await run(still, kind, {}));
    const moved = await run(pitching, kind, on(0));
    expect(farthest(moved, rest)).toBeLessThan(rounding[kind] * size(rest));
    const shaken = await run(pitching, kind, {});
    expect(farthest(shaken, rest)).toBeGreaterThan(0.05 * size(rest));
  });

  test('factor 1 is bit-identical to the motion in the world', async () => {
    expect(await run(rolling, kind, on(1))).toEqual(await run(rolling, kind, {}));
  });

  test('the factor is 0 by default, and between 0 and 1 a fraction of the motion acts', async () => {
    const none = await run(pitching, kind, on(0));
    const onDeck = await run(pitching, kind, { reference: 'Deck' });
    expect(farthest(onDeck, none)).toBeLessThan(rounding[kind] * size(none));
    const all = await run(pitching, kind, on(1));
    const half = await run(pitching, kind, on(0.5));
    const [toNone, toAll] = [farthest(half, none), farthest(half, all)];
    const whole = farthest(all, none);
    for (const path of [toNone, toAll]) {
      expect(path).toBeGreaterThan(0.25 * whole);
      expect(path).toBeLessThan(0.75 * whole);
    }
  });
});

test('flesh on a ship that rotates about the vertical moves as on a stationary one; without gravity also on one that rolls', async () => {
  const params = { reference: 'Ship' };
  const rest = await run(still, 'flesh', params);
  expect(farthest(await run(turning, 'flesh', params), rest)).toBeLessThan(1e-7 * size(rest));
  const weightless = { ...params, gravity: 0 };
  const floating = await run(still, 'flesh', weightless);
  expect(farthest(await run(rolling, 'flesh', weightless), floating)).toBeLessThan(1e-7 * size(floating));
  // Gravity keeps its direction in the world: on a rolling ship, flesh sags to the lower side.
  expect(farthest(await run(rolling, 'flesh', params), rest)).toBeGreaterThan(0.05 * size(rest));
});

test('fur on a rotating ship bends on its skin as on a stationary one', async () => {
  const params = { reference: 'Ship', gravity: 0, forces: [] };
  const lengths = (offsets: readonly number[]) => {
    const out: number[] = [];
    for (let k = 0; k + 5 < offsets.length; k += 6) {
      out.push([0, 1, 2].reduce((sum, axis) => sum + offsets[k + axis] * offsets[k + 3 + axis], 0));
    }
    return out;
  };
  const rest = lengths(await run(still, 'fur', params, 0));
  for (const ship of [turning, rolling]) {
    expect(farthest(lengths(await run(ship, 'fur', params, 0)), rest)).toBeLessThan(1e-6 * size(rest));
  }
  const felt = lengths(await run(rolling, 'fur', { ...params, referenceFactor: 1 }, 0));
  expect(farthest(felt, rest)).toBeGreaterThan(0.01 * size(rest));
});

test('a body on the ship presses fur there nearly as on a stationary ship', async () => {
  const ball = {
    name: 'ball',
    file: 'ball.obj',
    parent: 'crew',
    joint: 'Ship',
    position: [1.38, 0.53, 2.07],
  };
  const rest = await run(still, 'fur', {}, 0, [ball]);
  expect(mean(rest, await run(still, 'fur', {}, 0))).toBeGreaterThan(0);
  const moved = await run(pitching, 'fur', { reference: 'Ship' }, 0, [ball]);
  const shaken = await run(pitching, 'fur', {}, 0, [ball]);
  // Rounding errors may decide to which side of a body a strand slips, so the mean is compared instead of the maximum.
  expect(mean(moved, rest)).toBeLessThan(0.1 * mean(shaken, rest));
});

test.each(['flesh', 'fur'] as const)(
  '%s with a reference loops, and continues bit-identically from a snapshot',
  async (kind) => {
    const plan = await open(rolling, kind, { reference: 'Ship', referenceFactor: 0.3, loop: true });
    const read = (simulation: Simulation) => {
      const [output] = simulation.outputs('soft');
      return [...((output as MorphOutput).amplitudes ?? (output as ShellsOutput).offsets)];
    };
    const simulation = simulatePlan(plan);
    const first = read(simulation);
    simulation.advanceTo(toFraction(0.5));
    const snapshot = simulation.save('key');
    simulation.advanceTo(toFraction(1));
    expect(farthest(read(simulation), first)).toBeLessThan(1e-5 * size(first));
    const again = simulatePlan(plan);
    again.load(snapshot);
    again.advanceTo(toFraction(1));
    expect(again.hash('soft')).toBe(simulation.hash('soft'));
  },
);

test('a joint of the character may be the reference only if all moved nodes are its descendants', () => {
  const rig = createLimbRig();
  const motion = createKeyedMotion([{ time: 0, position: [0, 0, 0], rotation: [0, 0, 0, 1] }]);
  const refuse = (node: number, bone: number) => () =>
    refuseOwnParts(
      {
        name: 'soft',
        definition: {
          ...fleshSystem,
          drives: () => [{ actor: 'limb', node: bone, inverseBind: createMatrix() }],
        },
        params: {},
        actors: null,
        prepared: {},
      },
      'systems[0]',
      { reference: { motion, factor: 0 }, ownNode: { rig, node }, warnings: [] },
    );
  // Node 0 is the armature; nodes 1 to 3 are a chain of joints.
  for (const [node, bone] of [
    [0, 1],
    [0, 3],
    [1, 2],
    [1, 3],
  ])
    expect(refuse(node, bone)).not.toThrow();
  for (const [node, bone] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 2],
  ]) {
    expect(refuse(node, bone)).toThrow(/systems\[0\]\.reference: .* which is a part of the character itself/);
  }
});

describe('the reference of another actor', () => {
  const box = { name: 'raft', file: 'box.obj', parent: 'crew', joint: 'Ship' };

  test('may be a rigid object, which then has no flesh itself', async () => {
    const plan = await open(pitching, 'flesh', { referenceActor: 'raft' }, [box]);
    expect(plan.actors[1].character).toBe(null);
    const simulation = simulatePlan(plan);
    simulation.advanceTo(toFraction(1));
    const { amplitudes } = simulation.outputs('soft')[0] as MorphOutput;
    const rest = (await run(still, 'flesh', {})).slice(-amplitudes.length);
    expect(farthest([...amplitudes], rest)).toBeLessThan(1e-7 * size(rest));
  });

  test.each([
    [
      { reference: 'Shipp' },
      /systems\[0\]\.reference: expected the name or number of a node .* did you mean "Ship"\?/,
    ],
    [{ reference: 99 }, /systems\[0\]\.reference: expected the name or number of a node/],
    [
      { reference: 'figure' },
      /systems\[0\]\.reference: expected a node that carries the character.*got "figure", which is a part of/,
    ],
    [{ reference: 'ear' }, /systems\[0\]\.reference: expected a node that carries the character.*got "ear"/],
    [
      { referenceActor: 'crew' },
      /systems\[0\]\.reference: expected the name or number of a node .* got nothing/,
    ],
    [
      { referenceActor: 'rafft' },
      /systems\[0\]\.referenceActor: no actor is called "rafft", did you mean "raft"\?/,
    ],
    [
      { referenceActor: 'raft', reference: 'Ship' },
      /systems\[0\]\.reference: "raft" is a rigid prop without nodes/,
    ],
    [{ referenceFactor: 0.5 }, /systems\[0\]\.referenceFactor: expected a reference, without which/],
    [{ reference: 'Ship', referenceFactor: 1.5 }, /systems\[0\]\.referenceFactor: expected a number/],
  ])('%j is refused with what to do', async (params, message) => {
    for (const kind of ['flesh', 'fur'] as const) {
      await expect(async () => open(still, kind, params, [box])).rejects.toThrow(message);
    }
  });

  test('a patch of grass has none', async () => {
    await expect(async () =>
      open(still, 'fur', { actor: undefined, surfaces: undefined, reference: 'Ship' }),
    ).rejects.toThrow(/systems\[0\]\.reference: expected fur on an actor/);
  });

  test('a node that moves beside the character may be the reference', async () => {
    await expect(open(still, 'flesh', { reference: 'Buoy' })).resolves.toBeDefined();
  });
});

describe('a ground on the deck', () => {
  /** Returns a motion like `pitching` that starts at the position of `still`. */
  const sailing = (t: number): ShipPose => ({
    position: [
      100 + 0.4 * Math.sin(turns * t),
      0.2 * Math.sin(2 * turns * t),
      -40 + 0.3 * (Math.cos(turns * t) - 1),
    ],
    rotation: quaternionFromAxisAngle([0.6, 0, 0.8], 0.2 * Math.sin(turns * t)),
  });

  async function press(ship: (t: number) => ShipPose, params: Values, count = 1) {
    const scene = {
      version: 1,
      time: { start: 0, end: 1, fps: 30 },
      actors: Array.from({ length: count }, (_, k) => ({
        name: `crew${k}`,
        file: 'crew.glb',
        travel: 'still',
        scale: 1,
        contactParts: ['figure'],
      })),
      systems: [{ system: 'ground', name: 'sand', cell: 0.02, noiseAmplitude: 0, ...params }],
    };
    return openScene(parseScene(scene), { read: () => makeCrew(ship) }, { cache });
  }
  /** Height of the deck in the file, metres. The feet of the character sink some centimetres into it. */
  const deck = 0.35;

  async function heightsOf(ship: (t: number) => ShipPose, params: Values): Promise<number[]> {
    // A character is placed so that the lowest point of its clip is on the floor.
    const { travel } = (await press(ship, {})).actors[0].character!.actor;
    const simulation = simulatePlan(await press(ship, { datum: deck - travel!.floor, ...params }));
    simulation.advanceTo(toFraction(1));
    const field = simulation.outputs('sand')[0] as HeightfieldOutput;
    const [columns, rows] = [80, 80];
    const out = new Int32Array(columns * rows);
    field.read(out, { i0: Math.round(101 / 0.02) - 40, j0: Math.round(-38 / 0.02) - 40, columns, rows });
    return [...out].map((height) => height * field.heightUnit);
  }

  test('has the same prints as on a stationary ship', async () => {
    const rest = await heightsOf(still, {});
    expect(Math.min(...rest)).toBeLessThan(-0.01);
    const moved = await heightsOf(sailing, { reference: 'Deck' });
    // Rounding errors may decide whether a column at the edge of a print slides: a micrometre changes some heights by 2 mm. So the
    // mean is compared.
    const none = new Array<number>(rest.length).fill(0);
    expect(mean(moved, rest)).toBeLessThan(0.01 * mean(rest, none));
    const world = await heightsOf(sailing, {});
    expect(await heightsOf(sailing, { reference: 'Deck', referenceFactor: 1 })).toEqual(world);
    expect(mean(world, rest)).toBeGreaterThan(0.2 * mean(rest, none));
  });

  test('reports the position of its files, and requires the actor of the node if there are several', async () => {
    const plan = await press(sailing, { reference: 'Deck' });
    expect(plan.warnings).toEqual([
      'sand: lies on "Deck"; its files show it at the position of "Deck" at 0 s: make "Deck" its parent in the program that shows it',
    ]);
    await expect(press(sailing, { reference: 'Deck' }, 2)).rejects.toThrow(
      /systems\[0\]\.referenceActor: expected the name of the actor that has the reference node: one of crew0, crew1/,
    );
    await expect(press(sailing, { reference: 'Decc' })).rejects.toThrow(/did you mean "Deck"\?/);
  });
});

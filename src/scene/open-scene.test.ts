import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GltfBuilder } from '../files/testing/gltf-builder.ts';
import { cube } from '../files/testing/shapes.ts';
import { InputError } from '../input-error.ts';
import type { Clip } from '../motion/rig.ts';
import { buildWalker } from '../motion/travel/testing/walker.ts';
import { sharedPath } from '../testing/shared.ts';
import { chooseCell, createCharacterScene } from './character-scene.ts';
import { chooseClip } from './choose-clip.ts';
import { inspectCharacter } from './inspect-character.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { buildHopper } from './testing/hopper.ts';

const hopper = buildHopper().toGlb();

function open(
  actor: Record<string, unknown>,
  system: Record<string, unknown> = {},
  bytes: Uint8Array = hopper,
) {
  const scene = parseScene({
    version: 1,
    actors: [{ file: 'a.glb', ...actor }],
    systems: [{ system: 'ground', ...system }],
  });
  return openScene(scene, { read: (path) => (path === 'a.glb' ? bytes : undefined) });
}

async function faultsOf(opened: Promise<unknown>): Promise<string> {
  const error = await opened.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message;
}

describe('a clip', () => {
  const clipOf = async (clip: unknown) => (await open({ clip })).actors[0].character!.actor.clip!.name;

  test('is found by its name, its number, or digits; a name has priority over a number', async () => {
    expect(await clipOf('Run')).toBe('Run');
    expect(await clipOf(0)).toBe('Wait');
    expect(await clipOf('1')).toBe('Run');
    const named = buildHopper();
    named.json.animations[0].name = '1';
    expect((await open({ clip: '1' }, {}, named.toGlb())).actors[0].character!.actor.clip!.name).toBe('1');
  });

  test('that does not exist is refused with a list of those that do', async () => {
    expect(await faultsOf(open({ clip: 'Rum' }))).toContain('did you mean "Run"? it has "Wait", "Run"');
    expect(await faultsOf(open({ clip: 2 }))).toContain('it has "Wait", "Run"');
  });

  test('is by default a run, else a walk, else the first', () => {
    const pick = (...names: string[]) =>
      names[
        chooseClip({ clips: names.map((name) => ({ name })) } as unknown as Parameters<typeof chooseClip>[0])!
      ];
    expect(pick('Idle', 'Walking', 'Running', 'Run_Carry')).toBe('Running');
    expect(pick('Run_Carry', 'Run')).toBe('Run');
    expect(pick('Idle', 'Jump', 'walk_01')).toBe('walk_01');
    expect(chooseClip({ clips: [] } as unknown as Parameters<typeof chooseClip>[0])).toBeNull();
  });

  test('is the fastest by its gait if no name matches, else the first', () => {
    const [slow, fast] = [buildWalker({ speed: 0.8 }), buildWalker({ speed: 1.2 })];
    const pick = (...clips: Clip[]) =>
      chooseClip({ ...slow, clips: clips.map((clip, k) => ({ ...clip, name: `Take ${k}` })) });
    const idle = { ...slow.clips[0], channels: [] };
    expect(pick(idle, slow.clips[0], fast.clips[0])).toBe(2);
    expect(pick(fast.clips[0], idle, slow.clips[0])).toBe(0);
    expect(pick(idle, idle)).toBe(0);
  });
});

test('an actor has the position and size of the scene, and a depth that follows from the ground', async () => {
  const plan = await open(
    { clip: 'Run', height: 0.6, position: [3, 1, -2], heading: Math.PI / 2 },
    { material: 'snow' },
  );
  const { actor } = plan.actors[0].character!;
  expect(actor.height).toBeCloseTo(0.6, 12);
  const along = (axis: number, t: number) => {
    const [{ positions }] = plan.actors[0].posedMeshesAt(t);
    return Array.from({ length: positions.length / 3 }, (_, v) => positions[3 * v + axis]);
  };
  const middle = (axis: number) => (Math.min(...along(axis, 0)) + Math.max(...along(axis, 0))) / 2;
  expect(middle(0)).toBeCloseTo(3, 6);
  expect(middle(2)).toBeCloseTo(-2, 6);
  // A rotation of 90° counter-clockwise maps +X to −Z.
  expect(Math.max(...along(2, 0.5))).toBeLessThan(-2);
  // Planted soles sink into snow by 3.5 % of the height.
  const lows = [0, 0.02, 0.05, 0.1, 0.5, 0.55, 0.6].map((t) => Math.min(...along(1, t)));
  expect(Math.min(...lows)).toBeCloseTo(1 - 0.035 * 0.6, 3);
});

test('the parts that press the ground are chosen by name, and an unknown name is refused', async () => {
  const builder = buildHopper();
  const mesh = builder.addMesh(cube.positions, cube.indices);
  builder.addNode({ name: 'hat', mesh, translation: [0, 2, 0] });
  const bytes = builder.toGlb();
  const names = async (contactParts?: string[]) => {
    const plan = await open({ clip: 'Run', scale: 1, contactParts }, {}, bytes);
    return plan.actors[0].colliders.createColliders().pressing!.map(({ name }) => name);
  };
  // Only one of its parts, the body, stands on the ground.
  expect(await names()).toEqual(['a/body']);
  expect(await names(['hat'])).toEqual(['a/hat']);
  expect(await names(['*'])).toEqual(['a/body', 'a/hat']);
  expect(await faultsOf(open({ clip: 'Run', contactParts: ['hut'] }, {}, bytes))).toBe(
    'actors[0].contactParts[0]: no part of a is called "hut", did you mean "hat"?',
  );
});

test('the hash of a scene depends on its values and its files', async () => {
  const hash = async (...args: Parameters<typeof open>) => (await open(...args)).hash;
  const plain = await hash({ clip: 'Run' });
  expect(await hash({ clip: 'Run' })).toBe(plain);
  expect(await hash({ clip: 'Run', heading: 0.1 })).not.toBe(plain);
  expect(await hash({ clip: 'Run' }, { material: 'mud' })).not.toBe(plain);
  const other = buildHopper();
  other.json.nodes[0].name = 'other';
  expect(await hash({ clip: 'Run' }, {}, other.toGlb())).not.toBe(plain);
});

describe('the ground of a single character', () => {
  test.each([
    [1.7, 0.01],
    [0.79, 0.005],
    [0.4461, 0.0025],
    [0.33, 0.002],
    [2.03, 0.01],
    [4.2, 0.025],
    [17, 0.1],
    [0.001, 0.0005],
    [1e4, 1],
  ])('of %f m has cells of %f m', (height, cell) => {
    expect(chooseCell(height)).toBe(cell);
  });

  test('has cells that suit the character, unless a size is given', async () => {
    const make = (overrides: Parameters<typeof createCharacterScene>[3]) =>
      createCharacterScene('a.glb', hopper, () => undefined, overrides);
    expect(await make({ actor: { height: 1.7 } })).toMatchObject({
      actors: [{ file: 'a.glb', height: 1.7 }],
      systems: [{ cell: 0.01, noiseAmplitude: 0.0038, noiseWavelength: 0.59 }],
    });
    expect(await make({ ground: { cell: 0.1 } })).toMatchObject({ systems: [{ cell: 0.1 }] });
    expect(await faultsOf(make({ ground: { cell: 0 } }))).toContain('cell: expected a size > 0 m, got 0');
    expect(await faultsOf(make({ actor: { height: 1, scale: 1 } }))).toContain(
      'expected a scale or a height',
    );
  });
});

test('inspection finds problems', async () => {
  const still = new GltfBuilder();
  still.addNode({ mesh: still.addMesh(cube.positions, cube.indices) });
  const { clips, defaultClip, problems } = await inspectCharacter(still.toGlb(), 'still.glb');
  expect([clips, defaultClip]).toEqual([[], null]);
  expect(problems.join()).toContain('still.glb has no animation');
  const bare = new GltfBuilder();
  bare.addNode({ name: 'bare' });
  expect((await inspectCharacter(bare.toGlb(), 'bare.glb')).problems.join()).toContain('has no surface');
});

const robot = sharedPath('assets/glb-robot-expressive/RobotExpressive.glb');

test.skipIf(!robot)(
  'a hand that swings through the ground leaves no print (needs shared assets)',
  async () => {
    const bytes = readFileSync(robot!);
    const parts = async (contactParts?: string[]) => {
      const { actors } = await open({ clip: 'Running', contactParts }, {}, bytes);
      const { colliders, pressing } = actors[0].colliders.createColliders();
      const names = pressing!.map(({ name }) => name.replace(/^.*\//, ''));
      const { warnings, contactParts: report } = actors[0].report;
      return { names, all: colliders.length, report, warnings: warnings.join('\n') };
    };
    const spared = await parts();
    expect(spared.names).toContain('Foot.L');
    expect(spared.names.filter((name) => name.startsWith('Hand.R'))).toEqual([]);
    expect(spared.warnings).toMatch(
      /passes through the ground without a print: Hand\.R 1 \(\d+ % of the time, up to [\d.]+ cm deep\), .*"contactParts": \["\*"\] makes/,
    );
    expect(spared.report!.standing).toEqual(['Foot.L', 'Foot.R']);
    expect(spared.report!.others.map(({ part }) => part)).toContain('Hand.R 0');
    // The hands, which leave no prints, still collide with grass and particles.
    expect(spared.all).toBeGreaterThan(spared.names.length);
    const all = await parts(['*']);
    expect(all.names).toHaveLength(all.all);
    expect(all.report).toBeUndefined();
    expect(all.warnings).not.toContain('Hand.R');
  },
);

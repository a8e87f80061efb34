import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { person, walkFrames, writeBvh } from '../files/bvh/testing/write-bvh.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { validateGltf } from '../files/testing/validate-gltf.ts';
import { createCharacterScene } from './character-scene.ts';
import { inspectCharacter } from './inspect-character.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const take = writeBvh(person, walkFrames(), { frameTime: 0.04 });
const files = new Map([
  ['walk.bvh', take],
  ['still.bvh', writeBvh(person, walkFrames(1))],
  [
    'figure.glb',
    new Uint8Array(readFileSync(new URL('../../scenes/assets/crowd-mannequin.glb', import.meta.url))),
  ],
]);
const noFiles = () => undefined;

const open = (actor: Record<string, unknown>, end = 0.4) =>
  openScene(
    parseScene({
      version: 1,
      time: { start: 0, end, fps: 10 },
      actors: [{ name: 'walker', file: 'walk.bvh', ...actor }],
      systems: [{ system: 'ground', cell: 0.04 }],
      outputs: ['character'],
    }),
    { read: (name: string) => files.get(name) },
  );

describe('a motion-capture recording in a scene', () => {
  test('is an actor: its units are guessed and reported, its clip is named after it', async () => {
    const [{ report, character }] = (await open({})).actors;
    expect(report.scale).toBe(1);
    expect(report.height).toBeCloseTo(1.81, 1);
    expect(report.warnings.join()).toContain('its units are assumed to be metres: the character is 1.8');
    expect(character?.actor.clip?.name).toBe('walk');
  });

  test('a given scale or height is used without a warning', async () => {
    const [tall] = (await open({ height: 2 })).actors;
    expect(tall.report.height).toBeCloseTo(2, 9);
    expect(tall.report.warnings.join()).not.toContain('units');
    expect((await open({ scale: 0.5 })).actors[0].report.scale).toBe(0.5);
  });

  test('a build by name has its height, its proportions and its weight', async () => {
    const [heavy] = (await open({ mannequin: 'heavy' })).actors;
    expect(heavy.report.height).toBeCloseTo(1.75, 9);
    expect(heavy.report.warnings.join()).not.toContain('units');
    expect((await open({ mannequin: 'child', height: 1.1 })).actors[0].report.height).toBeCloseTo(1.1, 9);
    const low = async (mannequin: string) => {
      const [actor] = (await open({ mannequin, height: 1.75 })).actors;
      let lowest = 0;
      for (const t of [0, 0.1, 0.2, 0.3, 0.4])
        for (const { positions } of actor.posedMeshesAt(t))
          for (let k = 1; k < positions.length; k += 3) lowest = Math.min(lowest, positions[k]);
      return lowest;
    };
    const [medium, deep] = [await low('medium'), await low('heavy')];
    expect(medium).toBeCloseTo(-0.015 * 1.75, 3);
    expect(deep / medium).toBeCloseTo(110 / 75, 1);
  });

  test('the ground answers to a build by name with its mass, which grows with the cube of its height', async () => {
    const massOf = async (actor: Record<string, unknown>) =>
      (await open({ groundResponse: 1, ...actor })).actors[0].report.groundResponse!.mass;
    expect(await massOf({ mannequin: 'heavy' })).toBe(110);
    expect(await massOf({ mannequin: 'child', height: 1.6 })).toBeCloseTo(26 * (1.6 / 1.28) ** 3, 3);
    expect(await massOf({ mannequin: 'heavy', mass: 90 })).toBe(90);
  });

  test('a mannequin is refused by name, for a file with a surface, and for an object', async () => {
    expect(() => open({ mannequin: 'hevy' })).toThrow(
      'actors[0].mannequin: expected "auto" or "light" or "medium" or "heavy" or "tall" or "child", got "hevy", did you mean "heavy"?',
    );
    await expect(open({ mannequin: 'heavy', file: 'figure.glb' })).rejects.toThrow(
      'actors[0].mannequin: expected a file with a motion only (.bvh, .vrma, a glTF without a surface), got figure.glb, which has a surface of its own: leave mannequin out',
    );
    await expect(open({ mannequin: 'heavy', box: [1, 1, 1], file: undefined })).rejects.toThrow(
      'actors[0].mannequin: only a character with a clip has this',
    );
  });

  test('up is only accepted for recordings', async () => {
    await expect(open({ up: 'z', file: 'figure.glb' })).rejects.toThrow(
      'actors[0].up: expected a motion-capture recording (.bvh), the only kind of character with an up, got "figure.glb": leave it out',
    );
    // The character lies on its back, because the up axis of the recording is not z.
    const [lying] = (await open({ up: 'z', scale: 1 })).actors;
    expect(lying.report.warnings.join()).not.toContain('Z up');
  });

  test('is baked: prints, and a GLB of the mannequin that plays its motion', async () => {
    const written = new Map<string, Uint8Array>();
    const report = await bakeScene(await open({}), { write: (name, bytes) => void written.set(name, bytes) });
    const bytes = written.get('walker-travel.glb')!;
    expect((await validateGltf(bytes)).filter(({ severity }) => severity <= 1)).toEqual([]);
    const rig = await readGltf(bytes, { name: 'walker.glb' });
    expect(rig.surfaces.map(({ name }) => name)).toContain('L Foot');
    expect(rig.clips.map(({ name }) => name)).toEqual(['walk (travelled)', 'walk']);
    expect((report.systems[0] as unknown as { ledger: { compacted: string } }).ledger.compacted).not.toBe(
      '0',
    );
  });
});

test('a single recording gets a ground that suits it', async () => {
  const scene = parseScene(await createCharacterScene('walk.bvh', take, noFiles, {}));
  expect(scene.actors[0].file).toBe('walk.bvh');
  expect(scene.systems[0].params.cell).toBe(0.01);
});

test('inspect reports the content of a recording and what was guessed', async () => {
  const inspection = await inspectCharacter(take, 'walk.bvh');
  expect(inspection.clips[0].name).toBe('walk');
  expect(inspection.clips[0].duration).toBeCloseTo(0.92, 9);
  expect(inspection.surfaces.length).toBe(15);
  expect(inspection.problems.join()).toContain('its units are assumed to be metres');
});

test('a recording with one frame does not move', async () => {
  const [{ report }] = (await open({ file: 'still.bvh' })).actors;
  expect(report.travel?.kind).toBe('still');
});

test('a recording without bones is refused', async () => {
  const bytes = writeBvh({ name: 'A', channels: ['Xrotation'] }, [[0], [1]]);
  await expect(inspectCharacter(bytes, 'a.bvh')).rejects.toThrow(
    'a.bvh: expected a motion-capture recording with bones, got joints that are all at one position',
  );
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '../../files/png-read.ts';
import { bakeFile } from '../../node/bake-file.ts';
import { sharedPath } from '../shared.ts';
import { type BlenderScene, blenderNote, evaluateInBlender, findBlender } from './blender.ts';
import { compareAttached, compareBake, type Distance } from './compare-bake.ts';
import { type AddonJob, installAddon, runAddon } from './run-addon.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-blender-addon-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  if (findBlender()) installAddon(join(folder, 'scripts'));
});

/** Returns a new folder with a .blend file. The objects of the file are in `home/aftermotion/NAME`. */
function place(name: string): { home: string; saveAs: string; bake: (part: string) => string } {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  return { home, saveAs: join(home, 'shot.blend'), bake: (part) => join(home, 'aftermotion', part) };
}

/** Returns the systems of the scene that the add-on wrote for a part. */
function readSystems(home: string, part: string): Record<string, unknown>[] {
  const scene = readFileSync(join(home, 'aftermotion/source', part, 'scene.json'), 'utf8');
  return (JSON.parse(scene) as { systems: Record<string, unknown>[] }).systems;
}

function check(distances: readonly Distance[]): void {
  expect(distances.length).toBeGreaterThan(0);
  for (const one of distances) {
    process.stdout.write(
      `${one.name}: ${one.count} places within ${(1000 * one.maxMetres).toPrecision(3)} mm\n`,
    );
    expect(one.maxMetres, one.name).toBeLessThan(1e-3);
    expect(one.motionMetres, one.name).toBeGreaterThan(5e-3);
  }
}

/** A person that runs through the world: scaled, rotated, in an NLA strip, with frames from 1001 on at 29.97 per second. */
const runner = {
  file: 'scenes/assets/mannequin.glb',
  clip: 'run',
  frames: [1001, 1025],
  fps: [30, 1.001],
  repeats: 3,
  walk: 2,
  parent: { location: [3, -2, 0.5], rotation: [0, 0, 0.7], scale: 1.1 },
} as const;

describe.skipIf(!findBlender())(`the Blender add-on${blenderNote}`, () => {
  test('adds footprints, particles and flesh to a character, twice without doubles; they play after reopening without the add-on', async () => {
    const { saveAs, bake } = place('runner');
    const parts = ['ground', 'particles', 'flesh'] as const;
    const job: AddonJob = {
      character: runner,
      saveAs,
      settings: { 'ground.material': 'snow', count: 300, 'flesh.elements': 500, 'flesh.modes': 6 },
      steps: [...parts, ...parts].map((part) => ({ op: 'add', part })),
    };
    const frames = [1001, 1009, 1018, 1025];
    const { results } = runAddon(folder, job, { save: saveAs, frames });
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(6).fill('FINISHED'));
    expect(results[5].blocks).toEqual(results[2].blocks);
    expect(results[5].shapeKeys).toEqual(results[2].shapeKeys);
    expect(results[5].files).toEqual(results[2].files);
    expect(results[5].selected).toEqual(results[0].selected);
    const scene = evaluateInBlender({ open: saveAs, frames });
    expect(scene.fps).toBeCloseTo(30 / 1.001, 4);
    expect([scene.frameStart, scene.frameEnd]).toEqual([1001, 1025]);
    check(await compareBake(bake('mannequin footprints'), scene));
    check(await compareBake(bake('mannequin particles'), scene));
    check(await compareAttached(bake('mannequin flesh'), scene));
    const [ground] = scene.objects.filter((object) => object.name === 'footprints');
    expect(ground.materials).toEqual(['snow']);
  });

  const fox = sharedPath('assets/glb-fox/Fox.glb');
  test.skipIf(!fox)(
    `adds fur and flesh to a real fox in centimetres, and fur follows flesh${fox ? '' : ' (left out: no shared files)'}`,
    async () => {
      const { saveAs, bake } = place('fox');
      const job: AddonJob = {
        character: {
          file: fox!,
          clip: 'Walk',
          frames: [10, 22],
          fps: [25, 1],
          repeats: 2,
          walk: 0.6,
          parent: { scale: 0.01, rotation: [0, 0, 2] },
        },
        saveAs,
        settings: { 'flesh.elements': 400, 'flesh.modes': 6, 'fur.length': 0.04 },
        steps: [
          { op: 'add', part: 'flesh', select: 'fox' },
          { op: 'add', part: 'fur' },
          { op: 'add', part: 'fur' },
          { op: 'add', part: 'ground' },
        ],
      };
      const frames = [10, 15, 22];
      const { results } = runAddon(folder, job, { save: saveAs, frames });
      expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('FINISHED'));
      expect(results[2].blocks).toEqual(results[1].blocks);
      expect(results[2].selected).toEqual(results[3].selected);
      const scene = evaluateInBlender({ open: saveAs, frames });
      const [root] = readdirSync(join(saveAs, '../aftermotion')).flatMap(
        (name) => /^(.*) fur$/.exec(name)?.[1] ?? [],
      );
      check(await compareAttached(bake(`${root} flesh`), scene));
      check(await compareBake(bake(`${root} fur`), scene, (node) => node.endsWith('cards')));
      check(await compareBake(bake(`${root} footprints`), scene));
    },
  );

  /** A character in a scene whose unit is a centimetre. */
  const small = {
    ...runner,
    frames: [1, 10],
    fps: [24, 1],
    walk: 0,
    parent: { scale: 100 },
    unit: 0.01,
  } as const;
  const inMetres = (scene: BlenderScene): BlenderScene => ({
    ...scene,
    objects: scene.objects.map((object) => ({
      ...object,
      positions: object.positions.map((positions) => positions.map((value) => 0.01 * value)),
    })),
  });

  test('fits the ground to a scene in centimetres, and moves an in-place clip forward on request', async () => {
    const { home, saveAs, bake } = place('centimetres');
    const frames = [1, 10];
    const { results } = runAddon(
      folder,
      {
        character: small,
        saveAs,
        settings: { moves_forward: true, sink: 0.06, border: 0.25 },
        steps: [{ op: 'add', part: 'ground' }],
      },
      { save: saveAs, frames },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['FINISHED']);
    const distances = await compareBake(
      bake('mannequin footprints'),
      inMetres(evaluateInBlender({ open: saveAs, frames })),
    );
    check(distances);
    expect(distances.map(({ name }) => name)).toContainEqual(expect.stringContaining('travel.glb'));
    // The lowest point is 0, and the feet hardly move apart in this clip.
    const [ground] = readSystems(home, 'mannequin footprints');
    expect(ground.datum).toBeCloseTo(0.06, 2);
    expect(Math.max(...(ground.size as number[]))).toBeLessThan(2.5);
  });

  test('fits flesh and fur to a scene in centimetres, and chooses sink and border if they are not set', async () => {
    const { home, saveAs, bake } = place('centimetres-flesh');
    const frames = [1, 6, 10];
    const { results } = runAddon(
      folder,
      {
        character: { ...small, walk: 1 },
        saveAs,
        settings: { 'flesh.elements': 500, 'flesh.modes': 6, 'fur.length': 0.03 },
        steps: (['flesh', 'fur', 'ground'] as const).map((part) => ({ op: 'add', part })),
      },
      { save: saveAs, frames },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(3).fill('FINISHED'));
    const scene = evaluateInBlender({ open: saveAs, frames });
    // The GLB with the flesh keeps the unit of the exported file, which is that of the scene.
    check(await compareAttached(bake('mannequin flesh'), scene));
    check(await compareBake(bake('mannequin fur'), inMetres(scene), (node) => node.endsWith('cards')));
    const [ground] = readSystems(home, 'mannequin footprints');
    expect(ground.datum).toBeGreaterThan(0.001);
    expect(ground.datum).toBeLessThan(0.06);
    // Beside the person, 0.6 of the height on each side.
    expect(Math.min(...(ground.size as number[]))).toBeGreaterThan(2);
  });

  test('a cancelled bake leaves nothing behind, and keeps an earlier result', () => {
    const { saveAs } = place('cancelled');
    const { results } = runAddon(folder, {
      character: runner,
      saveAs,
      settings: { 'ground.cell': 0.004 },
      steps: [
        { op: 'remove', part: 'ground' },
        { op: 'cancel', part: 'ground', after: 1 },
        { op: 'add', part: 'ground' },
        { op: 'cancel', part: 'ground', after: 1 },
        { op: 'remove', part: 'ground' },
      ],
    });
    const [before, cancelled, added, again, removed] = results;
    expect(cancelled).toMatchObject({ outcome: 'CANCELLED', blocks: before.blocks, files: [] });
    expect(cancelled.frame).toBe(before.frame);
    expect(added.outcome).toBe('FINISHED');
    expect(again).toMatchObject({ outcome: 'CANCELLED', blocks: added.blocks, files: added.files });
    expect(removed.blocks).toEqual(before.blocks);
  });

  test('goes from a saved character to a rendered frame with prints under its feet in under a minute', () => {
    const { home, saveAs } = place('minute');
    const file = join(home, 'prints.png');
    const { results } = runAddon(folder, {
      character: { ...runner, frames: [1, 48], fps: [24, 1], walk: 5 },
      saveAs,
      steps: [{ op: 'add', part: 'ground' }],
      render: { file, frame: 30 },
    });
    const { seconds, processorSeconds = 0 } = results[1];
    process.stdout.write(
      `from file to picture: ${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processors\n`,
    );
    // On a busy machine, the time of the processors counts.
    expect(Math.min(seconds, processorSeconds)).toBeLessThan(60);
    const { data, width, height } = decodePng(new Uint8Array(readFileSync(file)), file);
    expect([width, height]).toEqual([640, 360]);
    expect(new Set(data).size).toBeGreaterThan(100);
  });

  test('explains what is wrong, and then leaves nothing behind', () => {
    const { saveAs } = place('faults');
    const outcomes = (job: Partial<AddonJob>): string => {
      const [{ outcome, files }] = runAddon(folder, {
        character: runner,
        saveAs,
        steps: [{ op: 'add', part: 'ground' }],
        ...job,
      }).results;
      expect(files).toEqual([]);
      return outcome;
    };
    expect(outcomes({ steps: [{ op: 'add', part: 'ground', select: 'nothing' }] })).toContain(
      'nothing is selected',
    );
    expect(outcomes({ steps: [{ op: 'add', part: 'ground', select: 'Sun' }] })).toContain('has no mesh');
    expect(outcomes({ command: 'no-such-program bake' })).toContain('Aftermotion was not found');
    expect(outcomes({ command: 'node -e process.exit(3)' })).toContain('ended with status 3');
    expect(
      outcomes({
        steps: [{ op: 'add', part: 'flesh' }],
        settings: { 'flesh.joints': 'no such joint' },
      }),
    ).toContain('no such joint');
    expect(outcomes({ steps: [{ op: 'add', part: 'flesh' }], modifier: 'MIRROR' })).toContain(
      'changes its vertices',
    );
    expect(
      runAddon(folder, { character: runner, steps: [{ op: 'add', part: 'ground' }] }).results[0].outcome,
    ).toContain('save the .blend file first');
    expect(
      runAddon(folder, { steps: [{ op: 'import', folder: join(folder, 'nowhere') }] }).results[0].outcome,
    ).toContain('is not the folder of a bake');
  });

  test('imports the folder of a bake', async () => {
    const out = join(folder, 'bowls');
    await bakeFile('scenes/three-bowls/scene.json', { out, overrides: { time: { end: 0.5 } } });
    const frames = [1, 8, 16];
    const { results, scene } = runAddon(
      folder,
      { steps: [0, 1].map(() => ({ op: 'import', folder: out })) },
      { frames },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['FINISHED', 'FINISHED']);
    expect(results[1].blocks).toEqual(results[0].blocks);
    for (const one of await compareBake(out, scene)) expect(one.maxMetres, one.name).toBeLessThan(1e-4);
  });
});

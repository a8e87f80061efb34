import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import type { BakeReport } from '../bake/bake-report.ts';
import { decodePng16 } from '../files/png-read.ts';
import { InputError } from '../input-error.ts';
import { bakeFile } from './bake-file.ts';
import { Workshop } from './testing/workshop.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

const scene = workshop.path('yard/scene.json');
const bake = (out: string, options: Parameters<typeof bakeFile>[1] = {}) =>
  bakeFile(scene, { out: workshop.path(out), ...options });

/**
 * Returns the heights of one frame of a bake, metres. They are rounded to the unit of the ground, so that the range of the PNG has no
 * influence.
 */
function heightsOf(out: string, frame: number): number[] {
  const file = workshop.read(`${out}/yard-png/height.${String(frame + 1).padStart(4, '0')}.png`);
  const { samples, text } = decodePng16(file);
  const min = Number(text['aftermotion:minMetres']);
  const max = Number(text['aftermotion:maxMetres']);
  return [...samples].map((sample) => Math.round((min + (sample / 65535) * (max - min)) * 2 ** 20) / 2 ** 20);
}

describe('a bake', () => {
  test('writes the outputs of the scene, and a report with every key', async () => {
    const { report } = await bake('whole');
    expect(workshop.list('whole')).toEqual([
      'README.txt',
      'hopper-travel.glb',
      'import-blender.py',
      'report.json',
      'scene.json',
      'yard-png',
      'yard.glb',
    ]);
    expect(workshop.list('whole/yard-png')).toHaveLength(7);
    const written = JSON.parse(Buffer.from(workshop.read('whole/report.json')).toString()) as BakeReport;
    expect(written).toEqual(JSON.parse(JSON.stringify(report)));
    expect(Object.keys(written)).toEqual([
      'version',
      'generator',
      'scene',
      'machine',
      'frames',
      'wallSeconds',
      'actors',
      'systems',
      'outputs',
      'warnings',
    ]);
    expect(written.frames).toEqual({ count: 7, fps: 12, first: 1, last: 7 });
    expect(written.actors[0]).toMatchObject({ name: 'hopper', joints: 0, triangles: 12, scale: 1 });
    expect(written.actors[0].travel).toMatchObject({ kind: 'travelling' });
    expect(written.systems[0]).toMatchObject({ system: 'ground', name: 'yard', steps: 60 });
    expect(written.systems[0].stateHash).toMatch(/^[0-9a-f]{16}$/);
    expect(written.systems[0].ledger).toMatchObject({ error: '0' });
    for (const { file, bytes, sha256 } of written.outputs) {
      const content = workshop.read(`whole/${file}`);
      expect(content.length, file).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex'), file).toBe(sha256);
    }
  });

  test('presses the box into the ground', () => {
    const before = heightsOf('whole', 0);
    const after = heightsOf('whole', 6);
    const deepest = Math.min(...after.map((height, k) => height - before[k]));
    expect(deepest).toBeLessThan(-0.02);
    expect(deepest).toBeGreaterThan(-0.05);
  });

  test('gives the same bytes twice', async () => {
    await bake('again');
    // Only the relative path of the character file could differ, and it is the same here.
    expect(workshop.snapshot('again')).toEqual(workshop.snapshot('whole'));
  });

  test('gives the same heights at common times for every frame rate', async () => {
    const dense = await bake('dense', { overrides: { time: { fps: 48 } } });
    const odd = await bake('odd', { overrides: { time: { fps: 2 } } });
    const whole = await bake('whole');
    const hash = ({ report }: typeof whole) => report.systems[0].stateHash;
    expect(hash(dense)).toBe(hash(whole));
    expect(hash(odd)).toBe(hash(whole));
    expect(heightsOf('odd', 1)).toEqual(heightsOf('whole', 6));
    expect(heightsOf('dense', 8)).toEqual(heightsOf('whole', 2));
  });

  test('writes a range of frames with the same bytes as in a bake of all frames', async () => {
    const { report } = await bake('part', { frames: [2, 3] });
    expect(report.frames.count).toBe(2);
    expect(workshop.list('part/yard-png')).toEqual(['height.0003.png', 'height.0004.png']);
    const part = heightsOf('part', 3);
    expect(Math.min(...part)).toBeCloseTo(Math.min(...heightsOf('whole', 3)), 5);
    await expect(bake('part', { frames: [3, 99] })).rejects.toThrow(
      'frames: expected a range within the 7 frames of the scene, 0:6, got 3:99',
    );
  });

  test('writes only the outputs that are named', async () => {
    await bake('only', { only: ['groundMesh'] });
    expect(workshop.list('only')).toEqual([
      'README.txt',
      'import-blender.py',
      'report.json',
      'scene.json',
      'yard.glb',
    ]);
  });

  test('writes a scene beside its outputs, whose bake gives the same bytes', async () => {
    const { report } = await bakeFile(workshop.path('whole/scene.json'), { out: workshop.path('copy') });
    const original = await bake('whole');
    expect(report.systems[0].stateHash).toBe(original.report.systems[0].stateHash);
  });

  test('of a single character writes a scene with the chosen parameters', async () => {
    const file = workshop.path('yard/hopper.glb');
    const overrides = {
      time: { end: 0.2 },
      ground: { material: 'snow' as const },
      scene: { outputs: ['groundMesh'] },
    };
    const { report } = await bakeFile(file, { out: workshop.path('lone'), overrides });
    const written = JSON.parse(Buffer.from(workshop.read('lone/scene.json')).toString());
    expect(written.actors).toEqual([{ file: '../yard/hopper.glb' }]);
    expect(written.systems[0]).toMatchObject({ system: 'ground', material: 'snow', cell: 0.002 });
    expect(written.systems[0].noiseAmplitude).toBeCloseTo(0.15 * 0.035 * 0.3, 3);
    expect(report.warnings.join()).toContain('plays "Run", since no clip is given; the file also has "Wait"');
  });
});

describe('an interrupted bake', () => {
  test.each([1, 4, 9])(
    'that is stopped at chunk %i of its work continues to the same bytes',
    async (pieces) => {
      const controller = new AbortController();
      let done = 0;
      const stopped = bake('stopped', {
        signal: controller.signal,
        progress() {
          if (++done === pieces) controller.abort(new Error('interrupted'));
        },
      });
      await expect(stopped).rejects.toThrow('interrupted');
      expect(workshop.list()).not.toContain('stopped');
      expect(workshop.list('stopped.partial')).toContain('checkpoint');
      await bake('stopped', { resume: true });
      expect(workshop.list()).not.toContain('stopped.partial');
      expect(workshop.snapshot('stopped')).toEqual(workshop.snapshot('whole'));
      workshop.remove('stopped');
    },
  );

  test('is not resumed with a scene that has changed since', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, progress: () => controller.abort(new Error('interrupted')) };
    await expect(bake('changed', options)).rejects.toThrow('interrupted');
    await expect(
      bake('changed', { resume: true, overrides: { ground: { material: 'mud' } } }),
    ).rejects.toThrow('resume: the scene, or a file that it names, has changed');
    await expect(bake('changed', { resume: true, frames: [0, 1] })).rejects.toThrow(
      'resume: the bake was of the frames 0:6',
    );
    // With the original scene, the bake can still be resumed.
    await bake('changed', { resume: true });
    expect(workshop.list('changed')).toContain('report.json');
  });

  test('a bake without resume reports that it starts from the beginning', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, progress: () => controller.abort(new Error('interrupted')) };
    await expect(bake('anew', options)).rejects.toThrow('interrupted');
    const { report } = await bake('anew');
    expect(report.warnings.join()).toMatch(
      /this bake started from the beginning; the files of an interrupted bake in .*anew\.partial were deleted/,
    );
    expect(workshop.snapshot('anew')).toEqual(workshop.snapshot('whole'));
    expect((await bake('anew')).report.warnings.join()).not.toContain('anew');
  });
});

describe('the folder of a bake', () => {
  test('keeps files of other programs and deletes those of the previous bake', async () => {
    await bake('shared');
    workshop.write('shared/notes.txt', 'mine');
    workshop.write('shared/yard-png/mine.txt', 'mine too');
    await bake('shared', { overrides: { scene: { outputs: ['groundMesh'] } } });
    expect(workshop.list('shared')).toEqual([
      'README.txt',
      'import-blender.py',
      'notes.txt',
      'report.json',
      'scene.json',
      'yard-png',
      'yard.glb',
    ]);
    expect(workshop.list('shared/yard-png')).toEqual(['mine.txt']);
  });

  test('is refused if it contains a file that no bake wrote', async () => {
    workshop.write('precious/thesis.txt', 'years of work');
    await expect(bake('precious')).rejects.toThrow(InputError);
    expect(workshop.list('precious')).toEqual(['thesis.txt']);
    workshop.write('file', 'x');
    await expect(bake('file')).rejects.toThrow('expected a folder, got the file');
  });
});

describe('two bakes into one folder at once', () => {
  test('one of them is refused and does not affect the other', async () => {
    const results = await Promise.allSettled([bake('twice'), bake('twice')]);
    // Either of the two may be the first to lock the folder.
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(String(refused[0].reason)).toMatch(
      new RegExp(
        `out: process ${process.pid} is writing into .*twice: wait until it ends, or choose another`,
      ),
    );
    expect(workshop.snapshot('twice')).toEqual(workshop.snapshot('whole'));
    expect(workshop.list()).not.toContain('twice.partial');
  });

  test('a second process is refused while the first runs, and gets the folder after the first has ended', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    const ended = once(other, 'exit');
    const lock = workshop.write(`.busy.lock-${other.pid}-1`, 'aftermotion holds\n');
    workshop.mark('busy.partial');
    workshop.write('busy.partial/checkpoint', 'kept');
    const refused = new RegExp(`out: process ${other.pid} is writing .*delete ${lock}`);
    await expect(bake('busy')).rejects.toThrow(refused);
    await expect(bake('busy', { resume: true })).rejects.toThrow(refused);
    expect(workshop.list('busy.partial')).toEqual(['.aftermotion', 'checkpoint']);
    other.kill();
    await ended;
    await bake('busy');
    expect(workshop.snapshot('busy')).toEqual(workshop.snapshot('whole'));
    expect(workshop.list().filter((name) => /busy\./.test(name))).toEqual([]);
  });

  test('an interrupted bake releases the folder', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, progress: () => controller.abort(new Error('interrupted')) };
    await expect(bake('letting-go', options)).rejects.toThrow('interrupted');
    expect(workshop.list().filter((name) => name.includes('lock'))).toEqual([]);
  });

  test('a file with the name of the partial folder is not changed', async () => {
    workshop.write('blocked.partial', 'mine');
    await expect(bake('blocked')).rejects.toThrow(/out: the file .*blocked\.partial is in the way/);
    expect(workshop.list()).toContain('blocked.partial');
  });
});

describe('wrong input is refused before anything is written', () => {
  const scene = (changes: Record<string, unknown>) => () => workshop.writeScene('bad/scene.json', changes);
  const actor = (changes: Record<string, unknown>) =>
    scene({ actors: [{ name: 'hopper', file: '../yard/hopper.glb', ...changes }] });
  const keys = JSON.stringify([{ time: 0, position: [0, 0, 0] }]);

  test.each<[string, () => string, RegExp]>([
    ['an empty file', () => workshop.write('bad/empty.glb', ''), /got an empty file/],
    ['a missing file', () => workshop.path('yard/hoper.glb'), /no such file, did you mean ".*hopper\.glb"\?/],
    [
      'an actor without its file',
      actor({ file: 'gone.glb' }),
      /actors\[0\]\.file: no file "gone\.glb" \(looked for .*gone\.glb\)/,
    ],
    [
      'a clip that a scene misspells',
      actor({ clip: 'Runn' }),
      /actors\[0\]\.clip: expected a clip of .*, got "Runn": did you mean "Run"\?/,
    ],
    [
      'a scene that is no JSON',
      () => workshop.write('bad/scene.json', '{ "version": 1, }'),
      /scene\.json:1:17: a comma before "}" is one too many/,
    ],
    [
      'a glTF that is called .json',
      () => workshop.write('bad/man.json', '{ "asset": { "version": "2.0" } }'),
      /give it the extension \.gltf/,
    ],
    ['a folder without a scene', () => workshop.path('.'), /got a folder without a scene\.json/],
    [
      'a speed for a thing with keys',
      () => {
        workshop.write('bad/keys.json', keys);
        return actor({ clip: undefined, keys: 'keys.json', speed: 2, softDepth: undefined })();
      },
      /actors\[0\]\.speed: only a character with a clip has this/,
    ],
  ])('%s', async (_, make, message) => {
    await expect(bakeFile(make(), { out: workshop.path('never/here') })).rejects.toThrow(message);
    expect(workshop.list()).not.toContain('never');
    workshop.remove('bad');
  });

  test('errors of several actors are reported together', async () => {
    const file = scene({ actors: [{ file: 'gone.glb' }, { file: '../yard/hopper.glb', clip: 'Fly' }] })();
    const error = await bakeFile(file, { out: workshop.path('never') }).catch((caught) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).faults.map(({ path }) => path)).toEqual([
      'actors[0].file',
      'actors[1].clip',
    ]);
  });
});

test('output of a whole ground is refused before the work if the ground has no boundary or is too large', async () => {
  const whole = (ground: Record<string, unknown>) =>
    bake('whole-ground', { overrides: { scene: { meshPart: 'whole' }, ground } });
  await expect(whole({})).rejects.toThrow('yard: expected a ground with an edge');
  await expect(whole({ size: [1e4, 1e4] })).rejects.toThrow(
    'meshPart: expected "touched", since all of "yard"',
  );
  expect(workshop.list().filter((name) => name.startsWith('whole-ground'))).toEqual([]);
});

test('a rigid prop follows its keys, leaves a track, and its motion is written', async () => {
  const keys = [
    { time: 0, position: [0, 0.4, 0] },
    { time: 0.25, position: [0, -0.03, 0] },
    { time: 0.5, position: [0.5, -0.03, 0] },
  ];
  workshop.write('wheel/keys.json', JSON.stringify({ keys }));
  const file = workshop.writeScene('wheel/scene.json', {
    actors: [{ name: 'box', file: '../yard/hopper.glb', keys: 'keys.json', profile: 'rounded' }],
    outputs: ['heightPng', 'contactSheet', 'character'],
  });
  const { report } = await bakeFile(file, { out: workshop.path('track') });
  expect(report.actors[0]).toMatchObject({ name: 'box', joints: 0, triangles: 12, travel: null });
  // The box moves 0.5 m at a depth of 3 cm, and is itself 0.3 m long.
  expect(report.systems[0].columnsChanged).toBeGreaterThan((0.8 * 0.3) / 0.04 ** 2 / 2);
  expect(workshop.list('track')).toContain('box-travel.glb');
});

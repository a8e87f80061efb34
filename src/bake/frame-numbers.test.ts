import { afterAll, describe, expect, test } from 'vitest';
import { decodeExr } from '../files/exr-read.ts';
import { readTerrain } from '../files/terrain/read-terrain.ts';
import { readWithTinyUsdz } from '../files/usd/testing/read-usd.ts';
import { bakeFile } from '../node/bake-file.ts';
import { Workshop } from '../node/testing/workshop.ts';
import { hopperScene } from '../scene/testing/hopper.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

const dust = {
  system: 'particles',
  name: 'dust',
  shapes: [{ shape: 'ball', name: 'b', radius: 0.2 }],
  sources: [{ from: 'b', count: 20 }],
};
const outputs = ['heightPng', 'heightExr', 'pointsPly', 'pointsUsd', 'pointsGlb'];
const shot = (time: Record<string, unknown>) =>
  workshop.writeScene('yard/shot.json', {
    time,
    systems: [...(hopperScene().systems as object[]), dust],
    outputs,
  });
const bake = (scene: string, out: string, options: Parameters<typeof bakeFile>[1] = {}) =>
  bakeFile(scene, { out: workshop.path(out), ...options });
const text = (name: string) => Buffer.from(workshop.read(name)).toString();

describe('a shot with numbered frames', () => {
  test.each([
    [24, '11/24'],
    ['24000/1001', '11011/24000'],
  ])('at %s fps files, time codes, README.txt and the report have the same', async (fps, end) => {
    const messages: string[] = [];
    const { report } = await bake(shot({ end, fps, firstFrame: 1001 }), 'shot', {
      progress: ({ message: said }) => messages.push(said),
    });
    expect(report.frames).toEqual({ count: 12, fps, first: 1001, last: 1012 });
    const names = (folder: string, name: (number: number) => string) =>
      expect(workshop.list(`shot/${folder}`)).toEqual(Array.from({ length: 12 }, (_, k) => name(1001 + k)));
    names('yard-png', (number) => `height.${number}.png`);
    names('yard-exr', (number) => `height.${number}.exr`);
    names('dust-ply', (number) => `dust.${number}.ply`);
    const usd = await readWithTinyUsdz(workshop.read('shot/dust.usdc'), 'dust.usdc');
    expect(usd).toContain('startTimeCode = 1001');
    expect(usd).toContain('endTimeCode = 1012');
    expect(Number(/timeCodesPerSecond = ([\d.]+)/.exec(usd)![1])).toBeCloseTo(
      fps === 24 ? 24 : 24000 / 1001,
      3,
    );
    const readme = text('shot/README.txt');
    for (const said of [
      'frame 1001 at 0 s to frame 1012',
      'yard-exr/height.1001.exr to height.1012.exr',
      'dust-ply/dust.1001.ply to dust.1012.ply',
      'Time code 1001 is the time 0 s',
      'the particles of frame 1012',
    ])
      expect(readme).toContain(said);
    const script = text('shot/import-blender.py');
    const facts = JSON.parse(/json\.loads\(r"""([\s\S]*?)"""/.exec(script)![1]);
    expect(facts).toMatchObject({ firstFrame: 1001, frameCount: 12 });
    expect(messages).toContain('frame 1003, 3 of 12');
  });

  test('--frames uses the same numbers, and its error message names them', async () => {
    const scene = shot({ end: '11/24', fps: 24, firstFrame: 1001 });
    const { report } = await bake(scene, 'part', { frames: [1004, 1005] });
    expect(report.frames).toMatchObject({ count: 2, first: 1004, last: 1005 });
    expect(workshop.list('part/yard-png')).toEqual(['height.1004.png', 'height.1005.png']);
    await expect(bake(scene, 'part', { frames: [3, 5] })).rejects.toThrow(
      'expected a range within the 12 frames of the scene, 1001:1012, got 3:5',
    );
  });

  test('handles: with a start before 0 s, the frame at 0 s has a later number', async () => {
    const plain = await bake(shot({ end: '11/24', fps: 24, firstFrame: 1001 }), 'plain');
    const { report } = await bake(
      shot({ start: '-8/24', end: '11/24', fps: 24, firstFrame: 993 }),
      'handles',
    );
    expect(report.frames).toEqual({ count: 20, fps: 24, first: 993, last: plain.report.frames.last });
    expect(workshop.list('handles/dust-ply')).toContain('dust.1001.ply');
  });

  test('numbers above 9999 have more digits', async () => {
    await bake(shot({ end: '2/24', fps: 24, firstFrame: 9998 }), 'far');
    expect(workshop.list('far/yard-png')).toEqual(['height.10000.png', 'height.9998.png', 'height.9999.png']);
  });

  test('an interrupted bake continues with the same frame numbers', async () => {
    const scene = shot({ end: '11/24', fps: 24, firstFrame: 1001 });
    const stop = new AbortController();
    const broken = bake(scene, 'resumed', {
      signal: stop.signal,
      progress: ({ message }) => message.startsWith('frame 1006') && stop.abort(),
    });
    await expect(broken).rejects.toThrow();
    await bake(scene, 'resumed', { resume: true });
    await bake(scene, 'whole');
    expect(workshop.snapshot('resumed')).toEqual(workshop.snapshot('whole'));
  });
});

test('files count from 1 by default', async () => {
  const { report } = await bake(shot({ end: '2/24', fps: 24 }), 'unnumbered');
  expect(report.frames).toEqual({ count: 3, fps: 24, first: 1, last: 3 });
  expect(workshop.list('unnumbered/yard-png')).toEqual([
    'height.0001.png',
    'height.0002.png',
    'height.0003.png',
  ]);
});

test.each([
  ['Y', ['Y'], 'channel Y'],
  ['R', ['R'], 'channel R'],
  ['RGB', ['B', 'G', 'R'], 'channels R, G and B'],
])(
  'heights in %s of an EXR: the file contains them, README.txt names them, a terrain reads them',
  async (exrChannels, names, message) => {
    const scene = shot({ end: '2/24', fps: 24 });
    await bake(scene, exrChannels, { overrides: { scene: { exrChannels } } });
    const bytes = workshop.read(`${exrChannels}/yard-exr/height.0003.exr`);
    const { channels } = decodeExr(bytes);
    expect(channels.map(({ name }) => name)).toEqual(names);
    for (const { values } of channels) expect(values).toEqual(channels[0].values);
    expect(text(`${exrChannels}/README.txt`)).toContain(`EXR: 32-bit float, ${message}`);
    const terrain = await readTerrain([{ name: 'map.exr', bytes }]);
    expect(terrain.heights).toEqual(Float64Array.from(channels[0].values));
    expect(terrain.warnings).toEqual([]);
  },
);

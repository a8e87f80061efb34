import { readdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BakeProgress } from '../bake/bake-scene.ts';
import { bakeFile } from './bake-file.ts';
import { cacheFolder, createDiskCache } from './prepare-cache.ts';
import { Workshop } from './testing/workshop.ts';

const workshop = new Workshop();
const { AFTERMOTION_CACHE } = process.env;
const scene = 'yard/soft.json';

beforeAll(() => {
  process.env.AFTERMOTION_CACHE = workshop.path('cache');
  // The hopper itself is soft, around a smaller box.
  const body = {
    system: 'flesh',
    name: 'body',
    core: 'core.obj',
    elements: 800,
    modes: 6,
    material: 'rubber',
  };
  const systems = [body];
  workshop.write('yard/core.obj', core);
  workshop.writeScene(scene, { systems, outputs: ['character', 'morphTargets'] });
});
afterAll(() => {
  if (AFTERMOTION_CACHE === undefined) delete process.env.AFTERMOTION_CACHE;
  else process.env.AFTERMOTION_CACHE = AFTERMOTION_CACHE;
  workshop.close();
});

/** A box of 0.1 m. */
const core = `${[0, 1, 2, 3, 4, 5, 6, 7]
  .map((k) => `v ${[k & 1, (k >> 1) & 1, k >> 2].map((side) => (side ? 0.05 : -0.05)).join(' ')}`)
  .join('\n')}
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
`;

const out = (name: string) => workshop.path(`out/${name}`);

test('a soft character is baked, and prepared only once', async () => {
  const seen: BakeProgress[] = [];
  const progress = (one: BakeProgress) => void seen.push(one);
  const { report } = await bakeFile(workshop.path(scene), { out: out('first'), progress });
  expect(report.systems[0]).toMatchObject({ system: 'flesh', name: 'body', method: 'exact', cuts: 0 });
  expect(report.systems[0].peakDisplacement).toBeGreaterThan(0);
  const phases = seen.map(({ phase }) => phase);
  expect(phases[0]).toBe('prepare');
  expect(phases.indexOf('simulate')).toBeGreaterThan(phases.lastIndexOf('prepare'));
  expect(seen.every(({ done, total }) => done >= 0 && done <= total)).toBe(true);

  expect(readdirSync(workshop.path('cache'))).toEqual([`${report.systems[0].part}.flesh`]);
  seen.length = 0;
  await bakeFile(workshop.path(scene), { out: out('second'), progress });
  expect(seen[0].message).toBe('body: found prepared');
  expect(workshop.snapshot('out/second')).toEqual(workshop.snapshot('out/first'));
}, 60_000);

test('a damaged file in the cache is made again; without a writable cache nothing is stored', async () => {
  const [name] = readdirSync(workshop.path('cache'));
  writeFileSync(workshop.path(`cache/${name}`), 'not a part');
  const messages: string[] = [];
  await bakeFile(workshop.path(scene), {
    out: out('third'),
    progress: (one) => void messages.push(one.message),
  });
  expect(messages[0]).toBe('body: generating elements');
  expect(workshop.snapshot('out/third')).toEqual(workshop.snapshot('out/first'));

  const cache = createDiskCache(workshop.path('yard/hopper.glb'));
  await cache.put('0123', new Uint8Array(3));
  expect(await cache.get('0123')).toBeUndefined();
});

test('flesh is bit-identical after an interruption and a resume', async () => {
  const controller = new AbortController();
  const progress = ({ phase, done }: BakeProgress) => {
    if (phase === 'simulate' && done > 3) controller.abort(new Error('enough'));
  };
  const options = { out: out('broken'), signal: controller.signal, progress };
  await expect(bakeFile(workshop.path(scene), options)).rejects.toThrow('enough');
  await bakeFile(workshop.path(scene), { out: out('broken'), resume: true });
  expect(workshop.snapshot('out/broken')).toEqual(workshop.snapshot('out/first'));
});

test('an interruption during preparation leaves no files', async () => {
  workshop.writeScene('yard/other.json', {
    systems: [{ system: 'flesh', free: true, elements: 100, modes: 6 }],
  });
  const controller = new AbortController();
  const progress = () => controller.abort(new Error('enough'));
  const options = { out: out('never'), signal: controller.signal, progress };
  await expect(bakeFile(workshop.path('yard/other.json'), options)).rejects.toThrow('enough');
  expect(workshop.list('out')).not.toContain('never');
  expect(workshop.list('out')).not.toContain('never.partial');
});

test('prepared parts are stored in the cache folder of the system', () => {
  expect(cacheFolder({ AFTERMOTION_CACHE: '/a/b' })).toBe('/a/b');
  expect(cacheFolder({ XDG_CACHE_HOME: '/home/me/.kept' })).toMatch(/kept.aftermotion$/);
  expect(cacheFolder({})).toContain('aftermotion');
});

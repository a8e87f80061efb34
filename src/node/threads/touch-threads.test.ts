import { afterAll, expect, test } from 'vitest';
import { softLimbFiles } from '../../scene/testing/soft-limb.ts';
import type { bakeFile as BakeFile } from '../bake-file.ts';
import { Workshop } from '../testing/workshop.ts';

// The test uses the built package. With the TypeScript sources, each thread would first have to convert all modules.
const { bakeFile } = (await import(new URL('../../../dist/node/index.js', import.meta.url).href)) as {
  bakeFile: typeof BakeFile;
};

const workshop = new Workshop();
afterAll(() => workshop.close());

test('flesh that bodies touch has the same bytes for one thread and for two', async () => {
  workshop.write('limb.glb', softLimbFiles.get('limb.glb')!);
  const scene = workshop.write(
    'scene.json',
    JSON.stringify({
      version: 1,
      time: { start: 0, end: 0.4, fps: 24 },
      actors: [
        { name: 'limb', file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' },
        {
          name: 'board',
          box: [0.1, 1.2, 1.2],
          poses: [
            { time: 0.1, position: [0.4, 0, 0] },
            { time: 0.3, position: [0.09, 0, 0] },
          ],
        },
      ],
      systems: ['left', 'right'].map((name) => ({
        system: 'flesh',
        name,
        actor: 'limb',
        surfaces: ['limb'],
        elements: 60,
        modes: 6,
        rate: 60,
        maxDisplacement: 10,
        touchedBy: [{ shape: 'fitted', actor: 'board' }],
      })),
    }),
  );
  const results = [];
  for (const threads of [1, 2]) {
    const { report } = await bakeFile(scene, { out: workshop.path(`of-${threads}`), threads });
    const states = report.systems.map(({ stateHash }) => stateHash);
    expect((report.systems[0] as unknown as { touchedSteps: number }).touchedSteps).toBeGreaterThan(0);
    results.push({ files: workshop.snapshot(`of-${threads}`), states });
  }
  expect(results[1]).toEqual(results[0]);
});

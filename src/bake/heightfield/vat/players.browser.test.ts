import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Matrix4, Vector4 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeExr } from '../../../files/exr-read.ts';
import { bakeFile } from '../../../node/bake-file.ts';
import { Workshop } from '../../../node/testing/workshop.ts';
import { browserNote, findTestBrowser } from '../../../testing/browser.ts';
import { isLong } from '../../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../../testing/serve-page.ts';
import type { HeightSequenceFacts } from '../height-sequence.ts';
import type { DrawnGround, PlayersPage, Program } from './testing/players-page.ts';

/** Timeout, ms: shaders are compiled on a CPU that other programs use too. */
const patience = 300_000;
const file = fileURLToPath(new URL('testing/players-page.html', import.meta.url));
const isRun = isLong && findTestBrowser() !== null;
const note = isLong ? browserNote : ' (npm run test:long)';

const workshop = new Workshop();
const fps = 24;
const frames = [0, 7, 10.5, 18];
let served: ServedPage | null = null;
let heights: HeightSequenceFacts;

beforeAll(async () => {
  if (!isRun) return;
  const scene = workshop.writeScene('yard/fine.json', {
    time: { end: 0.75, fps },
    systems: [{ system: 'ground', name: 'yard', cell: 0.02, noiseAmplitude: 0.001 }],
    outputs: ['heightExr', 'groundVat'],
    heightTiles: 'never',
  });
  const { report } = await bakeFile(scene, { out: workshop.path('out') });
  ({ heights } = report.systems[0] as unknown as { heights: HeightSequenceFacts });
  served = await serveTestPage(file);
}, patience);

afterAll(async () => {
  await served?.close();
  workshop.close();
});

async function draw(program: Program): Promise<DrawnGround[]> {
  const page = await served!.browser.newPage();
  const faults: string[] = [];
  page.on(
    'console',
    (message) => void (['error', 'warning'].includes(message.type()) && faults.push(message.text())),
  );
  page.on('pageerror', (error) => void faults.push(String(error)));
  await page.route('**/baked/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    return route.fulfill({ body: Buffer.from(workshop.read(`out/${name}`)) });
  });
  await page.goto(served!.address);
  await page.waitForFunction(() => 'playersPage' in globalThis);
  const drawn = await page.evaluate(
    ([one, times]) =>
      (globalThis as never as { playersPage: PlayersPage }).playersPage.draw(
        one,
        '/baked/yard-vat.json',
        times,
      ),
    [program, frames.map((frame) => frame / fps)] as const,
  );
  expect(faults).toEqual([]);
  await page.close();
  return drawn;
}

test.skipIf(!isRun).each(['three', 'babylon', 'playcanvas'] as const)(
  `%s draws every height as simulated, within 2 µm${note}`,
  async (program) => {
    const drawn = await draw(program);
    const { columns, cellMetres, firstColumnMetres, firstRowMetres, datumMetres } = heights;
    const record = (frame: number) =>
      decodeExr(workshop.read(`out/yard-exr/height.${String(frame + 1).padStart(4, '0')}.exr`)).channels[0]
        .values;
    const moved = new Set<number>();
    drawn.forEach(({ vertices, toClip, picture }, k) => {
      if (process.env.GROUND_PICTURES)
        writeFileSync(
          `${process.env.GROUND_PICTURES}/${program}-${k}.png`,
          Buffer.from(picture.split(',')[1], 'base64'),
        );
      const [before, after, initial] = [Math.floor(frames[k]), Math.ceil(frames[k]), 0].map(record);
      const toWorld = new Matrix4().fromArray(toClip as number[]).invert();
      const seen = new Set<number>();
      let max = 0;
      for (const values of vertices) {
        for (let v = 0; v < values.length; v += 4) {
          const { x, y, z, w } = new Vector4(
            values[v],
            values[v + 1],
            values[v + 2],
            values[v + 3],
          ).applyMatrix4(toWorld);
          const column =
            Math.round((z / w - firstRowMetres) / cellMetres) * columns +
            Math.round((x / w - firstColumnMetres) / cellMetres);
          const wanted = before[column] + (frames[k] % 1) * (after[column] - before[column]);
          max = Math.max(max, Math.abs(y / w - datumMetres - wanted));
          seen.add(column);
          if (Math.abs(wanted - initial[column]) > 1e-3) moved.add(column);
        }
      }
      expect(seen.size).toBeGreaterThan(0.9 * before.length);
      expect(max, `frame ${frames[k]}`).toBeLessThan(2e-6);
    });
    expect(moved.size).toBeGreaterThan(100);
  },
  patience,
);

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bakeScene } from '../../bake/bake-scene.ts';
import { createMemoryStore } from '../../bake/frame-store.ts';
import { unpackShells } from '../../bake/shells/shells-record.ts';
import { type CoatPlanOptions, planCoat } from '../../bake/testing/coat-system.ts';
import { encodePng8 } from '../../files/png.ts';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { sharedPath } from '../../testing/shared.ts';
import type { VatPage, VatView } from './testing/vat-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
/** Timeout, ms: shaders are compiled on a CPU that other programs use too. */
const patience = 180_000;
const file = fileURLToPath(new URL('testing/vat-page.html', import.meta.url));
const fox = sharedPath('assets/glb-fox/Fox.glb');
const side = 256;

let served: ServedPage | null = null;

beforeAll(async () => {
  if (findTestBrowser()) served = await serveTestPage(file);
}, patience);
afterAll(() => served?.close());

/** Bakes a coat, and serves the written files to a page. */
async function openBaked(source: Uint8Array | null, options: CoatPlanOptions) {
  const frames = createMemoryStore();
  const plan = await planCoat(source, options);
  const files = new Map<string, Uint8Array>();
  await bakeScene(plan, { frames, write: (name, data) => void files.set(name, data) });
  const page: Page = await served!.browser.newPage();
  page.setDefaultTimeout(patience);
  await page.route('**/baked/*', (route) => {
    const body = files.get(new URL(route.request().url()).pathname.split('/').at(-1)!);
    return body ? route.fulfill({ body: Buffer.from(body) }) : route.abort();
  });
  await page.goto(served!.address);
  await page.waitForFunction(() => 'vatPage' in globalThis);
  const live = (name: string, frame: number) => {
    const first = frames.get(`${name}-0-0`);
    const count = (first.length - 4) / 36;
    const motion = unpackShells(frames.get(`${name}-0-${frame}`), count, frame === 0 ? null : first);
    return { roots: motion.roots, normals: motion.normals, offsets: motion.offsets };
  };
  const draw = (view: VatView, name: string, frame: number) =>
    page.evaluate(
      ([wanted, motion]) => (globalThis as never as { vatPage: VatPage }).vatPage.draw(wanted, motion),
      [view, live(name, frame)] as const,
    );
  return { plan, draw, page };
}

/** Returns the mean difference of pictures, 0..255, and the fraction of pixels that differ by more than 24. */
function compare(a: Uint8Array, b: Uint8Array): { mean: number; fraction: number } {
  let [sum, off] = [0, 0];
  for (let k = 0; k < a.length; k += 4) {
    const max = Math.max(...[0, 1, 2].map((c) => Math.abs(a[k + c] - b[k + c])));
    sum += max;
    if (max > 24) off++;
  }
  return { mean: (4 * sum) / a.length, fraction: (4 * off) / a.length };
}

/**
 * Returns how well two pictures agree: of the pixels with fur in at least one of them, the fraction with fur in both. A pixel has fur if it
 * differs from the picture `bare`, which has no fur.
 */
function overlap(a: Uint8Array, b: Uint8Array, bare: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let k = 0; k < a.length; k += 4) {
    const covers = [a, b].map((pixels) => [0, 1, 2].some((c) => Math.abs(pixels[k + c] - bare[k + c]) > 24));
    if (covers[0] && covers[1]) both++;
    if (covers[0] || covers[1]) either++;
  }
  return either > 0 ? both / either : 0;
}

const cases: readonly (readonly [
  string,
  (() => Uint8Array | null) | null,
  CoatPlanOptions,
  Omit<VatView, 'seconds'>,
])[] = [
  [
    'a patch of grass',
    () => null,
    { outputs: ['furVat'], cells: 12, length: 0.16, lean: 1, sink: 0.05 },
    { file: 'grass-fur-vat.glb', from: [0.9, 0.9, 1.2], to: [0, 0.1, 0], size: 1.1 },
  ],
  [
    'the fox (skips without the shared folder)',
    fox ? () => readFileSync(fox) : null,
    { outputs: ['furVat'], clip: 'Run', height: 0.6, length: 0.04, rate: 30, travel: 'still' } as never,
    { file: 'figure-fur-vat.glb', from: [1.5, 0.7, 1.6], to: [0, 0.3, 0.2], size: 1.3 },
  ],
];

for (const [what, make, options, view] of cases) {
  (make ? browserTest : test.skip)(
    `${what}: a page plays the texture as it shows the simulation, and the README's example runs${browserNote}`,
    async () => {
      const source = make!();
      const { plan, draw, page } = await openBaked(source, options);
      const frame = 13;
      const seconds = plan.times.seconds(frame);
      const name = source ? 'fur' : 'grass';
      const to = source ? await middleOf(plan, seconds) : view.to;
      const from = source ? (view.from.map((value, c) => value + to[c] - view.to[c]) as never) : view.from;
      const pictures = await draw({ ...view, from, to, seconds }, name, frame);
      await page.close();
      if (process.env.VAT_PICTURES) keep(process.env.VAT_PICTURES, name, pictures);
      const { playback, live, example, bare } = pictures;
      const difference = compare(playback, live);
      expect(difference.mean).toBeLessThan(0.5);
      expect(difference.fraction).toBeLessThan(0.01);
      // Both pictures show fur in the same pixels.
      expect(overlap(live, example, bare)).toBeGreaterThan(0.8);
      expect(compare(live, bare).fraction).toBeGreaterThan(0.05);
    },
    patience,
  );
}

/** Returns the position of the actor at a time. */
async function middleOf(plan: Awaited<ReturnType<typeof planCoat>>, seconds: number) {
  const { root, carry } = plan.actors[0].character!.actor.poseAt(seconds);
  const at = [0, 1, 2].map(
    (c) => root[12 + c] + root[c] * carry[0] + root[4 + c] * carry[1] + root[8 + c] * carry[2],
  );
  return [at[0], 0.3, at[2]] as const;
}

function keep(folder: string, name: string, pictures: Record<string, Uint8Array>): void {
  for (const [kind, pixels] of Object.entries(pictures)) {
    const rows = Array.from({ length: side }, (_, row) =>
      pixels.subarray(4 * side * (side - 1 - row), 4 * side * (side - row)),
    );
    writeFileSync(`${folder}/${name}-${kind}.png`, encodePng8(Buffer.concat(rows), side, side, 4));
  }
}

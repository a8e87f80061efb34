import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { isLong } from '../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { Drawn, PointsPage, RendererKind } from './testing/points-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
/** Timeout, ms: three renderers compile their shaders on a CPU that other programs use too. */
const patience = 180_000;
const file = fileURLToPath(new URL('testing/points-page.html', import.meta.url));

let served: ServedPage | null = null;

beforeAll(async () => {
  if (findTestBrowser()) served = await serveTestPage(file);
}, patience);
afterAll(() => served?.close());

type PointsWindow = typeof globalThis & { pointsPage: PointsPage };

/** Returns the mean difference of pictures, 0..255, and the fraction of values that differ by more than `much`. */
function compare(a: Uint8Array, b: Uint8Array, much = 24): { mean: number; fraction: number } {
  let [sum, off] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    const difference = Math.abs(a[k] - b[k]);
    sum += difference;
    if (difference > much) off++;
  }
  return { mean: sum / a.length, fraction: off / a.length };
}

/** The look or mesh, and whether the camera is orthographic. */
const cases: readonly (readonly [look: Drawn, isLevel: boolean])[] = [
  ['sphere', false],
  ['sphere', true],
  ['cube', false],
  ['disc', false],
  ['smoke', false],
  ['ember', false],
  ['torus', true],
];
/** Pictures of the classic renderer, which are the reference for the others. */
const pictures = new Map<string, Uint8Array>();

for (const kind of ['classic', 'webgl', 'webgpu'] as RendererKind[]) {
  describe(kind, { timeout: patience }, () => {
    let page: Page;
    const errors: string[] = [];
    beforeAll(async () => {
      if (!served) return;
      page = await served.browser.newPage();
      watchErrors(page, errors);
      await page.goto(served.address);
      await page.evaluate((wanted) => (globalThis as PointsWindow).pointsPage.start(wanted), kind);
    }, patience);

    const draw = (look: Drawn, isLevel: boolean) =>
      page.evaluate(([look, isLevel]) => (globalThis as PointsWindow).pointsPage.draw(look, isLevel), [
        look,
        isLevel,
      ] as const);

    browserTest(`every look is drawn, the same by every renderer${browserNote}`, async () => {
      for (const [look, isLevel] of cases) {
        const picture = await draw(look, isLevel);
        const key = `${look} ${isLevel}`;
        expect(errors).toEqual([]);
        const first = pictures.get(key);
        pictures.set(key, first ?? picture);
        // Something is visible, and each look is different.
        const others = [...pictures].filter(([other]) => other !== key);
        for (const [, other] of others) expect(compare(picture, other).mean).toBeGreaterThan(1);
        if (first) expect(compare(picture, first).mean, key).toBeLessThan(0.4);
      }
    });

    // The pictures of the other renderers are compared with these.
    if (kind === 'classic') {
      browserTest(`solid ones look like meshes, with their shadows${browserNote}`, async () => {
        for (const [look, isLevel] of cases) {
          if (look === 'smoke' || look === 'ember') continue;
          const wanted = await page.evaluate(
            ([look, isLevel]) => (globalThis as PointsWindow).pointsPage.drawMeshes(look, isLevel),
            [look, isLevel] as const,
          );
          const { mean, fraction } = compare(pictures.get(`${look} ${isLevel}`)!, wanted);
          expect(errors).toEqual([]);
          expect(mean, look).toBeLessThan(0.5);
          expect(fraction, look).toBeLessThan(0.01);
        }
      });
    }

    browserTest(`smoke does not depend on the order of its particles${browserNote}`, async () => {
      const changes = await page.evaluate(() => (globalThis as PointsWindow).pointsPage.shuffle('smoke'));
      expect(errors).toEqual([]);
      expect(changes).toBeLessThan(0.02);
    });

    // WebGPURenderer uses the same nodes on both back ends.
    if (kind === 'webgl' && !isLong) return;

    browserTest(`objects that come and go leave nothing behind${browserNote}`, async () => {
      const counts = await page.evaluate(() => (globalThis as PointsWindow).pointsPage.comeAndGo());
      expect(errors).toEqual([]);
      expect(counts[1].geometries).toBeGreaterThan(counts[0].geometries);
      for (let k = 2; k < counts.length; k += 2) expect(counts[k]).toEqual(counts[0]);
    });
  });
}

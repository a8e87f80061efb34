import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BendForm, bendStrand } from '../../coats/bend.ts';
import { furShadings, shadeFur } from '../../coats/blades/shade-fur.ts';
import { shineStrand } from '../../coats/blades/strand-lobes.ts';
import { normalize } from '../../geometry/vector.ts';
import { hashUnit } from '../../math/random.ts';
import { furPresets } from '../../systems/fur/fur-presets.ts';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { isLong } from '../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { FurPage, FurPicture, RendererKind } from './testing/fur-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
/** Timeout, ms: three renderers compile their shaders on a CPU that other programs use too. */
const patience = 180_000;
const file = fileURLToPath(new URL('testing/fur-page.html', import.meta.url));

let served: ServedPage | null = null;

beforeAll(async () => {
  if (findTestBrowser()) served = await serveTestPage(file);
}, patience);
afterAll(() => served?.close());

type FurWindow = typeof globalThis & { furPage: FurPage };

/** Returns the mean difference of pictures, 0..255. */
function compare(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;
}

const size = 96;
const ball: FurPicture = {
  body: 'ball',
  coat: 'fox',
  layerCount: 16,
  texels: 64,
  droop: 0.7,
  from: [0, 0.2, 0.6],
  to: [0, 0, 0],
  view: 0.24,
  width: size,
  height: size,
  floor: true,
};
const patch: FurPicture = {
  ...ball,
  body: 'patch',
  coat: 'grass',
  droop: 0,
  from: [0.8, 0.5, 1.6],
  to: [0, 0.05, 0],
  view: 0.9,
  floor: false,
};
/** A close view, edge-on. */
const edge: FurPicture = { ...ball, from: [0, 0.2, 0.6], to: [0.06, 0.06, 0], view: 0.1, floor: false };

const cases: Readonly<Record<string, FurPicture>> = {
  'a ball with its shadow': ball,
  'a ball far away': { ...ball, view: 1.2 },
  'fins at the edge': edge,
  'a patch': patch,
  'maps, colours, strands left out': { ...ball, isPainted: true },
  'eq. 4 as printed': { ...ball, droop: 1.5, look: { bend: 'literal' } },
  'the tangential form': { ...ball, droop: 1.5, look: { bend: 'tangential' } },
  'structure alone': { ...ball, look: { shading: furShadings.structure } },
};
/** With materials of nodes on WebGL, the short form draws only these: the other cases are drawn by the same nodes on WebGPU. */
const drawnByWebgl = ['a ball with its shadow', 'fins at the edge', 'a patch', 'eq. 4 as printed'];
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
      await page.evaluate((wanted) => (globalThis as FurWindow).furPage.start(wanted), kind);
    }, patience);

    const draw = (picture: FurPicture) =>
      page.evaluate((wanted) => (globalThis as FurWindow).furPage.draw(wanted), picture);

    browserTest(
      `fur is drawn, the same by every renderer, its shells in one call${browserNote}`,
      async () => {
        for (const [name, picture] of Object.entries(cases)) {
          if (kind === 'webgl' && !isLong && !drawnByWebgl.includes(name)) continue;
          const { pixels } = await draw(picture);
          expect(errors, name).toEqual([]);
          const first = pictures.get(name);
          pictures.set(name, first ?? pixels);
          for (const [other, seen] of pictures) {
            if (other !== name) expect(compare(pixels, seen), `${name}, ${other}`).toBeGreaterThan(0.7);
          }
          if (first) expect(compare(pixels, first), name).toBeLessThan(1);
        }
        const bare = { ...patch, options: { fins: false, shadows: false } };
        const { calls } = await draw(bare);
        if (kind === 'classic') expect(calls).toBe(1);
      },
    );

    browserTest(`it is coloured as shadeFur and shineStrand say${browserNote}`, async () => {
      const { colors } = furPresets.grass;
      const color = [0, 0, 0];
      for (const [look, texel] of [
        ['shaded', { tone: 0.2, along: 0.4, light: 1 }],
        ['shaded', { tone: 0.8, along: 1, light: 0.2 }],
        ['shadow', { tone: 0.6, along: 0.7, light: 0.6 }],
        ['color', { tone: 0.4, along: 0, light: 0 }],
        ['structure', { tone: 1, along: 0.4, light: 0 }],
      ] as const) {
        const { tone, along, light } = texel;
        const plain = [255, 255 * tone, 255 * along, 255 * light] as const;
        const picture = { ...patch, plain, look: { shading: furShadings[look] }, ambient: colors.ambient };
        const { pixels } = await draw({
          ...picture,
          from: [0, 2, 0.01],
          to: [0, 0, 0],
          options: { fins: false },
        });
        shadeFur(color, furShadings[look], colors, texel, 0.75 / Math.hypot(0.55, 0.75, 0.5));
        if (look === 'shaded') {
          const unlit = [0, 0, 0];
          shadeFur(unlit, furShadings.shadow, colors, texel, 1);
          // In view space: the camera looks straight down at upright blades.
          const toLight = normalize([-0.55, -0.5, 0.75]);
          const up = [0, 0, 1];
          const { surface, inner, through } = shineStrand(up, up, toLight, up, Math.floor(255 * tone) / 255);
          const lamp = 1 - colors.ambient;
          const arrives = 1 - colors.shadow * (1 - light);
          for (let c = 0; c < 3; c++) {
            color[c] += lamp * arrives * colors.gloss * surface;
            color[c] += lamp * arrives * unlit[c] * (colors.gloss * inner + colors.translucency * through);
          }
        }
        const middle = 4 * (size * (size / 2) + size / 2);
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(pixels[middle + c] - 255 * color[c]), `${look} ${c}`).toBeLessThan(1.6);
        }
      }
    });

    // WebGPURenderer uses the same materials on both back ends, and its pictures with WebGPU have been compared.
    if (kind === 'webgl' && !isLong) return;

    browserTest(`seen edge-on, shells do not come apart into stripes${browserNote}`, async () => {
      const side: FurPicture = {
        ...ball,
        coat: 'elephant',
        from: [0, 0, 0.9],
        droop: 0,
        view: 0.24,
        floor: false,
        width: 192,
        height: 192,
      };
      const shells = await draw({ ...side, options: { layers: 16, fins: false } });
      const both = await draw(side);
      expect(errors).toEqual([]);
      expect(riseOutward(shells.pixels, 192)).toBeGreaterThan(0.1);
      expect(riseOutward(both.pixels, 192)).toBeLessThan(0.04);
    });

    browserTest(`a seam of texture coordinates does not show, at rest or bent${browserNote}`, async () => {
      for (const turn of [0, 12]) {
        // The camera looks at the seam.
        const picture: FurPicture = {
          ...ball,
          from: [-0.6, 0.2, 0.05],
          twist: turn,
          options: { fins: false },
        };
        const seam = await draw(picture);
        const whole = await draw({ ...picture, body: 'seamless' });
        expect(compare(seam.pixels, whole.pixels)).toBeLessThan(0.02);
      }
    });

    browserTest(`from afar fewer shells look as dense and as bright${browserNote}`, async () => {
      const far: FurPicture = { ...ball, view: 0.9, floor: false };
      const [many, few] = [await draw({ ...far, options: { layers: 16 } }), await draw(far)];
      const [a, b] = [many.pixels, few.pixels].map(meanOfFur);
      expect(b.fraction / a.fraction).toBeGreaterThan(0.85);
      expect(b.fraction / a.fraction).toBeLessThan(1.15);
      for (let c = 0; c < 3; c++) expect(Math.abs(b.color[c] - a.color[c])).toBeLessThan(8);
    });

    browserTest(`what comes and goes leaves nothing behind${browserNote}`, async () => {
      const counts = await page.evaluate(
        (wanted) => (globalThis as FurWindow).furPage.comeAndGo(wanted),
        [ball, edge, { ...ball, isPainted: true }, patch],
      );
      expect(errors).toEqual([]);
      expect(counts[1].geometries).toBeGreaterThan(counts[0].geometries);
      expect(counts[1].textures).toBeGreaterThan(counts[0].textures);
      for (let k = 2; k < counts.length; k += 2) expect(counts[k]).toEqual(counts[0]);
    });

    if (kind !== 'classic') return;

    browserTest(`strands bend as bendStrand says, in all its forms${browserNote}`, async () => {
      const strands = Array.from({ length: 200 }, (_, k) => createStrand(k));
      const position = [0, 0, 0];
      for (const form of ['arc', 'literal', 'tangential'] as BendForm[]) {
        const positions = await page.evaluate(
          ([form, strands]) => (globalThis as FurWindow).furPage.bend(form, strands),
          [form, strands] as const,
        );
        strands.forEach(([u, length, exponent, ...directions], k) => {
          bendStrand(position, form, u, length, exponent, directions.slice(0, 3), directions.slice(3));
          for (let axis = 0; axis < 3; axis++) {
            expect(Math.abs(positions[3 * k + axis] - position[axis]), `${form} ${k}`).toBeLessThan(
              2e-4 * length + 1e-6,
            );
          }
        });
      }
    });

    browserTest(`it is the same after the context was lost${browserNote}`, async () => {
      const [before, after] = await page.evaluate(
        (wanted) => (globalThis as FurWindow).furPage.loseContext(wanted),
        edge,
      );
      expect(errors.filter((message) => !/context/i.test(message))).toEqual([]);
      expect(compare(before, after)).toBeLessThan(0.01);
    });
  });
}

/** Returns u, length, k, s, n of a strand. The normals of the first strands are upright, upside down, and almost upright. */
function createStrand(k: number): number[] {
  const direction = (what: number) => {
    const parts = [0, 1, 2].map((axis) => 2 * hashUnit(5, k, what, axis) - 1);
    const length = Math.hypot(...parts);
    return parts.map((part) => part / length);
  };
  const n = k < 4 ? [0, 1, 0] : direction(1);
  const s = k === 0 ? n : k === 1 ? [0, -1, 0] : k === 2 ? [1e-4, 1, 0] : direction(2);
  return [hashUnit(5, k, 3), 0.01 + hashUnit(5, k, 4), 1 + Math.floor(3 * hashUnit(5, k, 5)), ...s, ...n];
}

/** Returns whether a pixel differs from the background, which is the first pixel. */
function isFur(pixels: Uint8Array, at: number): boolean {
  return [0, 1, 2].reduce((sum, c) => sum + Math.abs(pixels[at + c] - pixels[c]), 0) > 12;
}

/**
 * Measures stripes around a ball. The covered fraction of the pixels is a function of the distance from the centre. Returns the sum of all
 * its increases, outward from the skin: 0 without stripes.
 */
function riseOutward(pixels: Uint8Array, size: number): number {
  const rings = Math.floor(size / 2);
  const covered = new Float64Array(rings);
  const all = new Float64Array(rings);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const ring = Math.floor(Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2));
      if (ring >= rings) continue;
      all[ring]++;
      if (isFur(pixels, 4 * (size * y + x))) covered[ring]++;
    }
  }
  let rise = 0;
  for (let k = 1; k < rings; k++) rise += Math.max(0, covered[k] / all[k] - covered[k - 1] / all[k - 1]);
  return rise;
}

function meanOfFur(pixels: Uint8Array): { fraction: number; color: number[] } {
  const color = [0, 0, 0];
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) {
    if (!isFur(pixels, k)) continue;
    count++;
    for (let c = 0; c < 3; c++) color[c] += pixels[k + c];
  }
  return { fraction: count, color: color.map((sum) => sum / count) };
}

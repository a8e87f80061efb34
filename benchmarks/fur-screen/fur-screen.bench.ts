import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findTestBrowser } from '../../src/testing/browser.ts';
import { type ServedPage, serveTestPage } from '../../src/testing/serve-page.ts';
import type { Benchmark } from '../benchmark.ts';
import { comparePictures, findUnlike, type PictureBytes } from './compare-pictures.ts';
import { backColor, type FurCaseName, furCaseNames, pictureSizes } from './fur-cases.ts';
import type { FurScreenPage, SideName, Timed } from './fur-screen-page.ts';

/*
 * Compares our fur on the screen with Babylon.js's FurMaterial. Both use WebGL 2 in one browser without a window that draws on the
 * CPU. Mesh, layers, texture, light, camera and picture size are equal; there are no fins, no shadows and no antialiasing.
 *
 * A frame is timed from the drawing call until a pixel of it can be read; a submit is timed until the call returns. Frames alternate
 * (ours, peer, ours, …), so that other programs affect both sides, and the minimum of each counts. Submits are timed with many pictures
 * of 16 × 12 pixels, so that the code is compiled and does not wait for the drawing. The submitted data does not depend on the size of
 * the picture. The two pictures must be similar, otherwise nothing is timed.
 */

/** Paths are relative to the checkout, where the benchmarks run. */
const pagePath = join(process.cwd(), 'benchmarks/fur-screen/fur-screen-page.html');
const frameRounds = 12;
const submitRounds = 28;
const whyNot = 'It needs a browser (node scripts/setup-browser.mjs).';

type FurScreenWindow = typeof globalThis & { furScreen: FurScreenPage };

interface CaseFigures {
  readonly frame: Record<SideName, number>;
  readonly moving: number;
  readonly submit: Record<SideName, number>;
  readonly draws: Record<SideName, number>;
  readonly unlikeness: number;
}

/** Measured once for all results of a run. */
let figures: Promise<Record<FurCaseName, CaseFigures>> | null = null;

function measureAll(): Promise<Record<FurCaseName, CaseFigures>> {
  figures ??= (async () => {
    const served = await serveTestPage(pagePath);
    try {
      const measured: Partial<Record<FurCaseName, CaseFigures>> = {};
      for (const name of furCaseNames) measured[name] = await measureCase(served, name);
      return measured as Record<FurCaseName, CaseFigures>;
    } finally {
      await served.close();
    }
  })();
  return figures;
}

async function measureCase(served: ServedPage, name: FurCaseName): Promise<CaseFigures> {
  const page = await served.browser.newPage();
  try {
    await page.goto(served.address);
    await page.evaluate((wanted) => (globalThis as FurScreenWindow).furScreen.open(wanted), name);
    const [ours, peer] = [await takePicture(page, name, 'ours'), await takePicture(page, name, 'peer')];
    const difference = comparePictures(
      ours,
      peer,
      backColor.map((value) => Math.round(255 * value)),
    );
    const unlike = findUnlike(difference);
    if (unlike.length > 0) throw new Error(`${name}: the pictures are not alike: ${unlike.join(', ')}`);
    const count = (side: SideName) =>
      page.evaluate((wanted) => (globalThis as FurScreenWindow).furScreen.countDraws(wanted), side);
    const draws = { ours: await count('ours'), peer: await count('peer') };
    const frame = await time(page, 'frame', frameRounds);
    const moving = await time(page, 'movingFrame', Math.ceil(frameRounds / 2));
    await page.evaluate(() => (globalThis as FurScreenWindow).furScreen.resize(16, 12));
    const submit = await time(page, 'submit', submitRounds);
    return { draws, unlikeness: difference.color, frame, moving: moving.ours, submit };
  } finally {
    await page.close();
  }
}

async function takePicture(page: Page, name: FurCaseName, side: SideName): Promise<PictureBytes> {
  const encoded = await page.evaluate(
    (wanted) => (globalThis as FurScreenWindow).furScreen.takePicture(wanted),
    side,
  );
  const [width, height] = pictureSizes[name];
  return { width, height, bytes: new Uint8Array(Buffer.from(encoded, 'base64')) };
}

async function time(page: Page, what: Timed, rounds: number): Promise<Record<SideName, number>> {
  const times = await page.evaluate(
    ([timed, count]) => (globalThis as FurScreenWindow).furScreen.time(timed, count),
    [what, rounds] as const,
  );
  return { ours: Math.min(...times.ours), peer: Math.min(...times.peer) };
}

function measurement(
  name: string,
  unit: string,
  read: (all: Record<FurCaseName, CaseFigures>) => number,
): Benchmark {
  return {
    name,
    unit,
    runs: 1,
    why: whyNot,
    run: async () => (findTestBrowser() ? read(await measureAll()) : null),
  };
}

function worst(read: (one: CaseFigures) => number) {
  return (all: Record<FurCaseName, CaseFigures>) => Math.max(...furCaseNames.map((name) => read(all[name])));
}

const frameRatio = ({ frame }: CaseFigures) => frame.ours / frame.peer;
const submitRatio = ({ submit }: CaseFigures) => submit.ours / submit.peer;

export const furScreenBenchmarks: readonly Benchmark[] = [
  measurement('fur.frame.ratio', '1', worst(frameRatio)),
  measurement('fur.submit.ratio', '1', worst(submitRatio)),
  measurement(
    'fur.draws',
    '1',
    worst(({ draws }) => draws.ours),
  ),
  // Difference of the mean colours of blocks, 0 to 255.
  measurement(
    'fur.pictures.difference',
    '1',
    worst(({ unlikeness }) => unlikeness),
  ),
  ...furCaseNames.flatMap((name) => [
    measurement(`fur.${name}.frame.ms`, 'ms', (all) => all[name].frame.ours),
    // All of the fur has moved since the last frame, so all moving data is uploaded.
    measurement(`fur.${name}.movingFrame.ms`, 'ms', (all) => all[name].moving),
    measurement(`fur.${name}.peerFrame.ms`, 'ms', (all) => all[name].frame.peer),
    measurement(`fur.${name}.submit.ms`, 'ms', (all) => all[name].submit.ours),
    measurement(`fur.${name}.peerSubmit.ms`, 'ms', (all) => all[name].submit.peer),
  ]),
];

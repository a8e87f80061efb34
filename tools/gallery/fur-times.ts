import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FurScreenPage } from '../../benchmarks/fur-screen/fur-screen-page.ts';
import type { FurView } from '../../benchmarks/fur-screen/own-fur.ts';
import { packShells } from '../../benchmarks/fur-screen/packed-shells.ts';
import type { BakePlan } from '../../src/bake/bake-plan.ts';
import { createDiskFiles } from '../../src/node/disk-files.ts';
import { drawText } from '../../src/pictures/font.ts';
import { type Color, createPicture, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { openScene } from '../../src/scene/open-scene.ts';
import { overrideScene } from '../../src/scene/override-scene.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import type { FurParams } from '../../src/systems/fur/params.ts';
import type { FurPrepared } from '../../src/systems/fur/prepare.ts';
import { type StepTimes, timeWholeStep } from '../../src/systems/fur/testing/time-whole-step.ts';
import { type TopologyKind, topologyKinds } from '../../src/systems/fur/topology/topology.ts';
import { createMemoryCache } from '../../src/systems/memory-cache.ts';
import type { ShellsOutput } from '../../src/systems/outputs/shells.ts';
import { findTestBrowser } from '../../src/testing/browser.ts';
import { serveTestPage } from '../../src/testing/serve-page.ts';
import { checkout, scenesFolder } from './checkout.ts';
import { type Axis, drawAxes, placeOn, plotColors } from './plot.ts';

const title = { size: 13, color: sheetColors.ink, weight: 0.14 };
const label = { size: 11, color: sheetColors.ink };
const small = { size: 9, color: sheetColors.faint };
const [width, height] = [1600, 560];
const margin = 20;

/** The models with the paper's sizes of layers, textures and pictures. */
const models = [
  { name: 'elephant', figure: 9, layerCount: 16, texels: 128, size: [640, 480], facing: [0.5, 0.25, 1] },
  { name: 'dog', figure: 10, layerCount: 12, texels: 128, size: [1024, 768], facing: [0.5, 0.25, 1] },
  { name: 'grass-square', figure: 11, layerCount: 64, texels: 64, size: [640, 480], facing: [0.6, 0.55, 1] },
] as const;
type Model = (typeof models)[number];

const topologyLabels: Record<TopologyKind, readonly [string, string]> = {
  sticks: ['sticks', ''],
  prisms: ['prisms', ''],
  separableSticks: ['separable', 'sticks'],
  separablePrisms: ['separable', 'prisms'],
};

/** The bars of a topology, from left to right: at rest nothing moves; in the wind, the clip plays as well. */
const bars = [
  { solver: 'explicit', state: 'rest' },
  { solver: 'explicit', state: 'wind' },
  { solver: 'implicit', state: 'rest' },
  { solver: 'implicit', state: 'wind' },
] as const;

const parts: readonly { readonly part: keyof StepTimes; readonly text: string; readonly color: Color }[] = [
  { part: 'skin', text: 'posing the skin', color: plotColors.gray },
  { part: 'wind', text: 'wind', color: plotColors.green },
  { part: 'solver', text: 'solver', color: plotColors.orange },
  { part: 'output', text: 'arrays to draw', color: plotColors.blue },
];

const wind = { force: 'wind', velocity: [2, 0, 1], gusts: 0.5 } as const;
const cache = createMemoryCache();
/** Runs of 120 steps for each bar. */
const runCount = 8;

/**
 * Draws the times of a whole step of the paper's models for each topology and solver, at rest and in the wind, and those of uploading and
 * drawing: Banisch & Wüthrich 2006, figures 9 to 11.
 */
export async function drawUpdateTimes(): Promise<Picture> {
  const page = createPicture(width, height, sheetColors.paper);
  const panel = Math.floor((width - 2 * margin - 60) / models.length);
  for (const [k, model] of models.entries()) {
    const left = margin + 44 + k * (panel + 14);
    const times: StepTimes[][] = [];
    let vertexCount = 0;
    for (const topology of topologyKinds) {
      const row: StepTimes[] = [];
      for (const { solver, state } of bars) {
        const plan = await openModel(model, topology, solver, state);
        const { params, prepared } = plan.systems[0] as unknown as {
          params: FurParams;
          prepared: FurPrepared;
        };
        vertexCount = prepared.carrier.mesh.vertexCount;
        const runs = Array.from({ length: runCount }, () => {
          const skins = plan.actors[0].colliders.createSkins!();
          return timeWholeStep(params, prepared, skins, state === 'wind', 60);
        });
        row.push(minOfParts(runs));
      }
      times.push(row);
    }
    const drawing = await timeDrawing(model);
    drawText(
      page,
      `Figure ${model.figure}: ${model.name.split('-')[0]}, ${vertexCount} vertices`,
      left,
      30,
      title,
    );
    if (drawing)
      drawText(
        page,
        `without a graphics card: upload ${showUpload(drawing.upload)}, drawing ${format(drawing.draw)}`,
        left,
        52,
        small,
      );
    drawPanel(page, left, panel - 40, times);
  }
  parts.forEach(({ text, color }, k) => {
    const x = margin + 44 + 170 * k;
    fillRectangle(page, x, height - 28, 14, 14, color);
    drawText(page, text, x + 20, height - 16, label);
  });
  drawText(
    page,
    'E explicit, I implicit; r at rest, w moving in the wind',
    width - margin - 12,
    height - 16,
    {
      ...label,
      align: 'right',
    },
  );
  return page;
}

/** Draws the bars of one model: for each topology, those of `bars`. */
function drawPanel(
  page: Picture,
  left: number,
  wide: number,
  times: readonly (readonly StepTimes[])[],
): void {
  const max = Math.max(...times.flat().map(sumOf));
  const step = roundUp(max / 4);
  const up: Axis = { from: 0, to: 4.4 * step, fromPixel: height - 104, toPixel: 66 };
  const across: Axis = { from: 0, to: times.length, fromPixel: left, toPixel: left + wide };
  drawAxes(
    page,
    across,
    up,
    [],
    [0, 1, 2, 3, 4].map((n) => [n * step, format(n * step)] as const),
  );
  const bottom = placeOn(up, 0);
  const barWidth = Math.floor(wide / times.length / (bars.length + 1));
  times.forEach((row, n) => {
    row.forEach((one, k) => {
      const x = Math.round(placeOn(across, n + (k + 0.5) / (bars.length + 1) + 0.02));
      let below = 0;
      for (const { part, color } of parts) {
        const [from, to] = [placeOn(up, below), placeOn(up, below + one[part])].map(Math.round);
        fillRectangle(page, x, to, barWidth - 3, from - to, color);
        below += one[part];
      }
      const { solver, state } = bars[k];
      const middle = x + (barWidth - 3) / 2;
      drawText(page, `${solver[0].toUpperCase()}${state[0]}`, middle, bottom + 14, {
        ...small,
        align: 'center',
      });
      drawText(page, formatShort(below), middle, placeOn(up, below) - 5, {
        ...small,
        size: 8,
        align: 'center',
      });
    });
    topologyLabels[topologyKinds[n]].forEach((line, k) => {
      drawText(page, line, placeOn(across, n + 0.5), bottom + 36 + 16 * k, { ...label, align: 'center' });
    });
  });
}

/** Returns the minimum of each part: other programs on the machine only make a run slower. */
function minOfParts(runs: readonly StepTimes[]): StepTimes {
  const least = (part: keyof StepTimes) => Math.min(...runs.map((run) => run[part]));
  return { skin: least('skin'), wind: least('wind'), solver: least('solver'), output: least('output') };
}

const sumOf = (times: StepTimes) => times.skin + times.wind + times.solver + times.output;

/** Returns the next of 1, 2, 2.5, 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value)!;
}

/** Returns milliseconds as text: 2 µs, 0.35 ms. */
function format(ms: number): string {
  return ms < 0.1 ? `${Number((1000 * ms).toPrecision(2))} µs` : `${Number(ms.toPrecision(2))} ms`;
}

/** The browser counts processor time in steps of 10 ms. Times below 0.03 ms per frame are too short to be measured. */
function showUpload(ms: number): string {
  return ms < 0.03 ? 'below 30 µs' : format(ms);
}

/** Returns milliseconds as a number without its unit: microseconds below 0.1 ms. */
function formatShort(ms: number): string {
  return ms < 0.1 ? `${Math.round(1000 * ms)} µ` : `${Number(ms.toPrecision(2))}`;
}

async function openModel(
  { name, layerCount, texels }: Model,
  topology: TopologyKind,
  solver: 'explicit' | 'implicit',
  state: 'rest' | 'wind',
): Promise<BakePlan> {
  const folder = join(scenesFolder, name);
  const file = join(folder, 'scene.json');
  const forces = state === 'wind' ? [wind] : [];
  const fur = { topology, solver, layerCount, texels, loop: false, forces };
  const scene = parseScene(overrideScene(JSON.parse(readFileSync(file, 'utf8')), { fur }));
  return openScene(scene, createDiskFiles(folder), { name, cache });
}

/**
 * Measures in a browser the time to draw a frame (`draw`), and the additional time if all strands have moved (`upload`), ms. The times are
 * processor times of all processes of the browser, so other programs have little influence. The upload does not depend on the size of the
 * picture, so it is measured with a very small picture. Returns null if this machine has no browser.
 */
async function timeDrawing(model: Model): Promise<{ upload: number; draw: number } | null> {
  if (!findTestBrowser()) return null;
  const plan = await openModel(model, 'sticks', 'implicit', 'rest');
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map(({ colliders }) => colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const shells = simulation.outputs(plan.systems[0].name)[0] as ShellsOutput;
  const served = await serveTestPage(join(checkout, 'benchmarks/fur-screen/fur-screen-page.html'));
  try {
    const page = await served.browser.newPage();
    await page.goto(served.address);
    const session = await served.browser.newBrowserCDPSession();
    const spent = async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
    };
    const repeat = async (size: readonly [number, number], frameCount: number, isMoving: boolean) => {
      const begun = await spent();
      await page.evaluate(
        ([size, frameCount, isMoving]) =>
          (globalThis as unknown as { furScreen: FurScreenPage }).furScreen.repeatShells(
            size,
            frameCount,
            isMoving,
          ),
        [size, frameCount, isMoving] as const,
      );
      return ((await spent()) - begun) / frameCount;
    };
    await page.evaluate(
      ([packed, view]) =>
        (globalThis as unknown as { furScreen: FurScreenPage }).furScreen.openShells(packed, view),
      [packShells(shells), viewOf(model, shells)] as const,
    );
    await repeat(model.size, 3, true);
    const draw = await repeat(model.size, 12, false);
    const tiny = [16, 12] as const;
    await repeat(tiny, 100, true);
    const min = { still: Number.POSITIVE_INFINITY, moving: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 4; round++) {
      min.still = Math.min(min.still, await repeat(tiny, 400, false));
      min.moving = Math.min(min.moving, await repeat(tiny, 400, true));
    }
    return { draw, upload: min.moving - min.still };
  } finally {
    await served.close();
  }
}

/** Returns a view in which the model fills the picture. */
function viewOf({ size, layerCount, facing }: Model, { roots, lengths }: ShellsOutput): FurView {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  roots.forEach((value, k) => {
    min[k % 3] = Math.min(min[k % 3], value);
    max[k % 3] = Math.max(max[k % 3], value);
  });
  const target = [0, 1, 2].map((c) => (min[c] + max[c]) / 2) as [number, number, number];
  const radius = Math.hypot(...[0, 1, 2].map((c) => (max[c] - min[c]) / 2)) + Math.max(...lengths) / 2;
  const fieldOfView = 0.6;
  const away = (0.85 * radius) / Math.tan(fieldOfView / 2) / Math.hypot(...facing);
  const eye = [0, 1, 2].map((c) => target[c] + away * facing[c]) as [number, number, number];
  return { width: size[0], height: size[1], layerCount, eye, target, fieldOfView };
}

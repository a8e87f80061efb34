import { furScreenBenchmarks } from '../../benchmarks/fur-screen/fur-screen.bench.ts';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { timeFurStep } from '../../src/systems/fur/testing/time-fur-step.ts';
import { dogMesh, elephantMesh, grassMesh } from '../../src/systems/fur/topology/testing/paper-meshes.ts';
import { type TopologyKind, topologyKinds } from '../../src/systems/fur/topology/topology.ts';
import { type Axis, drawAxes, placeOn, plotColors, strokePath } from './plot.ts';

const title = { size: 13, color: sheetColors.ink, weight: 0.14 };
const label = { size: 11, color: sheetColors.ink };
const [width, height] = [1600, 470];
const margin = 20;

const models = [
  { name: 'elephant', heading: 'Figure 9: elephant, 623 vertices', mesh: elephantMesh() },
  { name: 'dog', heading: 'Figure 10: dog, 1872 vertices', mesh: dogMesh() },
  { name: 'grass', heading: 'Figure 11: grass, 13 vertices', mesh: grassMesh() },
] as const;

const topologyLabels: Record<TopologyKind, readonly [string, string]> = {
  sticks: ['sticks', ''],
  prisms: ['prisms', ''],
  separableSticks: ['separable', 'sticks'],
  separablePrisms: ['separable', 'prisms'],
};

const solvers = [
  { solver: 'explicit', color: plotColors.blue },
  { solver: 'implicit', color: plotColors.orange },
] as const;

/**
 * Draws the update times for each model, topology and solver, and the drawing time, on a logarithmic scale: Banisch & Wüthrich 2006,
 * figures 9 to 11.
 */
export async function drawUpdateTimes(): Promise<Picture> {
  const page = createPicture(width, height, sheetColors.paper);
  const panel = (width - 2 * margin - 60) / models.length;
  for (const [k, { name, heading, mesh }] of models.entries()) {
    const left = margin + 44 + k * (panel + 14);
    drawText(page, heading, left, 30, title);
    const up: Axis = { from: 1e-4, to: 1000, fromPixel: height - 70, toPixel: 48, isLog: true };
    const across: Axis = { from: 0, to: 4, fromPixel: left, toPixel: left + panel - 40 };
    drawAxes(
      page,
      across,
      up,
      [],
      [1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100].map((ms) => [ms, formatMilliseconds(ms)] as const),
    );
    const drawing = await timeDrawing(name);
    if (drawing !== null) {
      const y = placeOn(up, drawing);
      strokePath(page, [across.fromPixel, y, across.toPixel, y], 2, plotColors.gray, 6);
      drawText(page, `drawing it without a graphics card: ${formatMilliseconds(drawing)}`, left + 8, y - 6, {
        ...label,
        color: sheetColors.faint,
      });
    }
    const bottom = placeOn(up, up.from);
    for (const [n, kind] of topologyKinds.entries()) {
      for (const [i, { solver, color }] of solvers.entries()) {
        const ms = minOf(5, () => timeFurStep({ mesh, kind, solver, implementation: 'wasm' }, 40));
        const x = Math.round(placeOn(across, n + 0.12 + 0.38 * i));
        const top = Math.round(placeOn(up, ms));
        fillRectangle(page, x, top, Math.round(0.36 * (panel - 40)) >> 2, Math.round(bottom) - top, color);
        drawText(page, formatMilliseconds(ms), x, top - 5, { ...label, size: 9 });
      }
      const middle = placeOn(across, n + 0.5);
      topologyLabels[kind].forEach((line, row) => {
        drawText(page, line, middle, bottom + 20 + 16 * row, { ...label, align: 'center' });
      });
    }
  }
  solvers.forEach(({ solver, color }, i) => {
    fillRectangle(page, width - 250 + 120 * i, height - 24, 14, 14, color);
    drawText(page, solver, width - 230 + 120 * i, height - 12, label);
  });
  return page;
}

/** Returns a time as text: 2 µs, 0.35 ms. */
function formatMilliseconds(ms: number): string {
  return ms < 0.1 ? `${Number((1000 * ms).toPrecision(2))} µs` : `${Number(ms.toPrecision(2))} ms`;
}

/**
 * Measures the time to draw a frame in which all of the fur has moved, ms, with the paper's picture size and layers. Returns null without a
 * browser.
 */
async function timeDrawing(name: string): Promise<number | null> {
  const benchmark = furScreenBenchmarks.find((one) => one.name === `fur.${name}.movingFrame.ms`);
  return (await benchmark?.run()) ?? null;
}

function minOf(count: number, time: () => number): number {
  return Math.min(...Array.from({ length: count }, time));
}

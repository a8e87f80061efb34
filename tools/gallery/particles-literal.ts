import { drawText } from '../../src/pictures/font.ts';
import {
  type Color,
  createPicture,
  drawLine,
  fillRectangle,
  type Picture,
} from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { createParticles, type ParticlesInput } from '../../src/systems/particles/index.ts';
import type { KeyRun } from '../../src/systems/particles/keys/key-run.ts';
import { type Axis, drawAxes, fillDot, placeOn, plotColors, strokeCircle, strokePath } from './plot.ts';

const gravity = 9.81;
const start = [0, 0];
const target = [3, 1];
const shownSteps = 12;
const shownRate = 12;
const rate = 60;
const stepCounts = [1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 90, 128, 181, 256, 362, 480];

interface Arrival {
  /** m. */
  readonly miss: number;
  /** x and y of the particle after each step, [2 · (steps + 1)]. */
  readonly path: number[];
}

/**
 * Simulates one particle under gravity that is controlled to reach a point in a number of steps. The scaling is the printed one, or the
 * corrected one, which ends at 0. Returns its path.
 */
async function lead(steps: number, rate: number, paper: boolean): Promise<Arrival> {
  const runs: KeyRun[] = [];
  const params: ParticlesInput = {
    rate,
    collide: false,
    drag: 0,
    shapes: [
      { shape: 'points', name: 'from', coordinates: [...start, 0] },
      { shape: 'points', name: 'to', coordinates: [...target, 0] },
    ],
    sources: [{ from: 'from', count: 1, velocity: [0.6, 2.4, 0], jitter: 0 }],
    forces: [{ force: 'gravity' }],
    keys: [{ to: ['to'], start: 0, end: steps / rate, law: 'constant', paper }],
  };
  const particles = await createParticles({ params, onBegin: (run) => runs.push(run) });
  const path: number[] = [...start];
  for (let step = 1; step <= steps; step++) {
    particles.seek(step / rate);
    path.push(particles.points.positions[0], particles.points.positions[1]);
  }
  return { miss: runs[0].results.maxPositionError, path };
}

/** Returns the maximum distance from the target, m, at the end of the motion of 64 particles from one ball to another. */
async function findMiss(steps: number, paper: boolean): Promise<number> {
  const runs: KeyRun[] = [];
  const params: ParticlesInput = {
    rate,
    collide: false,
    drag: 0,
    shapes: [
      { shape: 'ball', name: 'from' },
      { shape: 'ball', name: 'to', position: [3, 1, 0] },
    ],
    sources: [{ from: 'from', count: 64, velocity: [0.6, 2.4, 0] }],
    forces: [{ force: 'gravity' }],
    keys: [{ to: ['to'], start: 0, end: steps / rate, law: 'constant', paper }],
  };
  const particles = await createParticles({ params, onBegin: (run) => runs.push(run) });
  particles.seek(steps / rate);
  return runs[0].results.maxPositionError;
}

/**
 * Draws the distances from the target at the end, with the printed scaling s and with the corrected one: Dingle & Keyser 2005, section 3,
 * implemented literally.
 */
export async function drawLiteral(samples: number): Promise<Picture> {
  const page = createPicture(1600, 640, sheetColors.paper);
  await drawEnds(page, 24);
  await drawMisses(page, samples === 1 ? stepCounts.filter((_, k) => k % 3 === 0) : stepCounts);
  return page;
}

const title = { size: 13, color: sheetColors.ink, weight: 0.14 };
const label = { size: 11, color: sheetColors.ink };

/** Draws the trajectory of one particle in a few steps, and a close view of its end. */
async function drawEnds(page: Picture, left: number): Promise<void> {
  const printed = await lead(shownSteps, shownRate, true);
  const corrected = await lead(shownSteps, shownRate, false);
  drawText(
    page,
    `One particle under gravity, led in ${shownSteps} steps of 1/${shownRate} s`,
    left,
    38,
    title,
  );
  const [top, width, height] = [58, 700, 520];
  fillRectangle(page, left, top, width, height, plotColors.panel);
  const scale = 178;
  const toPage = (path: readonly number[], zoom: number, x: number, y: number) =>
    path.map((value, k) =>
      k % 2 === 0 ? x + (value - target[0]) * zoom * scale : y - (value - target[1]) * zoom * scale,
    );
  // Position of the target in the overview, in pixels. (nearX, nearY) is its position in the close view.
  const [wholeX, wholeY] = [left + 604, top + 232];
  const [nearX, nearY, nearRadius, zoom] = [left + 232, top + 148, 108, 22];
  strokeCircle(page, wholeX, wholeY, 6, 1.5, sheetColors.ink);
  const whole = (path: readonly number[], color: Color, radius: number) => {
    const points = toPage(path, 1, wholeX, wholeY);
    strokePath(page, points, 1.25, color);
    for (let k = 0; k < points.length; k += 2) fillDot(page, points[k], points[k + 1], radius, color);
  };
  whole(printed.path, plotColors.red, 3.4);
  whole(corrected.path, plotColors.blue, 2.8);
  drawText(page, 'start', left + 46, top + 442, label);
  drawText(page, 'target', wholeX + 20, wholeY + 5, label);
  strokeCircle(page, wholeX, wholeY, 12, 1, plotColors.gray);
  strokePath(page, [wholeX + 3, wholeY - 11, nearX + 34, nearY - 102], 1, plotColors.gray, 4);
  strokePath(page, [wholeX - 4, wholeY + 11, nearX + 3, nearY + 108], 1, plotColors.gray, 4);
  fillDot(page, nearX, nearY, nearRadius, sheetColors.paper);
  strokeCircle(page, nearX, nearY, nearRadius, 1.25, plotColors.gray);
  strokeCircle(page, nearX, nearY, 11, 1.5, sheetColors.ink);
  const near = (path: readonly number[], color: Color) => {
    const points = toPage(path.slice(-4), zoom, nearX, nearY);
    const [x0, y0, x1, y1] = points;
    const away = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
    const part = Math.min(1, (nearRadius - 2) / away);
    drawLine(page, x1 + part * (x0 - x1), y1 + part * (y0 - y1), x1, y1, 1.5, color);
    fillDot(page, x1, y1, 5.5, color);
  };
  near(printed.path, plotColors.red);
  near(corrected.path, plotColors.blue);
  drawText(page, `× ${zoom}`, nearX - nearRadius + 4, nearY - nearRadius + 18, { ...label, align: 'right' });
  drawText(page, `as printed: ${(1000 * printed.miss).toFixed(1)} mm too low`, left + 470, top + 452, {
    ...label,
    color: plotColors.red,
    align: 'center',
  });
  drawText(page, 'corrected: exactly there', left + 470, top + 476, {
    ...label,
    color: plotColors.blue,
    align: 'center',
  });
}

/** Draws the distance from the target at the end against the number of steps. */
async function drawMisses(page: Picture, counts: readonly number[]): Promise<void> {
  const x: Axis = { from: 0.85, to: 600, fromPixel: 850, toPixel: 1570, isLog: true };
  const y: Axis = { from: 1e-18, to: 1, fromPixel: 578, toPixel: 58, isLog: true };
  drawText(page, 'Distance from the target at the end, m', 850, 38, title);
  drawAxes(
    page,
    x,
    y,
    [1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => [count, `${count}`] as const),
    [0, -3, -6, -9, -12, -15].map((power) => [10 ** power, power === 0 ? '1' : `1e${power}`] as const),
  );
  drawText(page, 'steps of 1/60 s, N', 1570, 622, { ...label, align: 'right' });
  const closed = [1, 600].flatMap((count) => [placeOn(x, count), placeOn(y, gravity / rate ** 2 / count)]);
  strokePath(page, closed, 1.25, plotColors.red);
  drawText(page, 'as printed, on |F|Δt²/(mN)', 1150, placeOn(y, 3e-3) - 40, {
    ...label,
    color: plotColors.red,
  });
  for (const count of counts) {
    const [printed, corrected] = [await findMiss(count, true), await findMiss(count, false)];
    fillDot(page, placeOn(x, count), placeOn(y, printed), 4.2, plotColors.red);
    // A logarithmic axis has no 0, so values that are exactly 0 are drawn at its lower end.
    const at = placeOn(y, Math.max(y.from, corrected));
    fillDot(page, placeOn(x, count), at, 4.2, plotColors.blue);
  }
  drawText(page, 'corrected: rounding alone; at the foot: exactly 0', 1150, placeOn(y, 1e-14), {
    ...label,
    color: plotColors.blue,
  });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCamera, projectPoints } from '../../src/pictures/perspective/camera.ts';
import { createPicture, type Picture } from '../../src/pictures/picture.ts';
import { type PointsView, placePointsCamera } from '../../src/pictures/points-view.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { createParticles, type Particles } from '../../src/systems/particles/index.ts';
import type { KeyRun } from '../../src/systems/particles/keys/key-run.ts';
import { scenesFolder } from './checkout.ts';
import { copyPoints, placeMoment, studio } from './particles-moments.ts';
import { fillDot, plotColors, strokePath } from './plot.ts';

const scene = join(scenesFolder, 'square-to-triangle', 'scene.json');

/** Fraction of the key's duration at each moment. */
const fractions = [0, 0.35, 0.5, 0.65, 0.8, 1];
const view: PointsView = { toEye: [0, 0, 1], center: [0, 0.7, 0], width: 1.62, height: 1.46, depth: 0.1 };
/** Part of the plane in which the outline is traced, m. */
const [across, down] = [1.84, 1.62];
/**
 * Distance of the front from the middle, m; distances in z at which the intermediate shape is sampled, and at 0; and padding of the
 * outline, m.
 */
const front = 0.04;
const layers = [-0.036, 0.036, -0.018, 0.018];
const grainEdge = 0.014;
/** Cells per row of the grid in which an outline is traced. */
const fineCells = 130;
const draftCells = 36;
const gap = 8;
const margin = 12;

/**
 * Draws a square that becomes a triangle. No particle leaves the intermediate shape, whose outline is drawn: Dingle & Keyser 2005, figure
 * 9.
 */
export async function drawSquareToTriangle(samples: number): Promise<Picture> {
  const width = samples === 1 ? 260 : 520;
  const height = Math.round((width * view.height) / view.width);
  const page = createPicture(
    2 * margin + 3 * width + 2 * gap,
    2 * margin + 2 * (height + 32) - 8,
    sheetColors.paper,
  );
  const [confined, free] = [await openRun('morph'), await openRun('free')];
  const { start = 0, end = 0 } = confined.particles.params.keys[0];
  for (const [n, fraction] of fractions.entries()) {
    const t = start + fraction * (end - start);
    const x = margin + (n % 3) * (width + gap);
    const y = margin + Math.floor(n / 3) * (height + 32);
    for (const { particles } of [confined, free]) particles.seek(t);
    drawMoment(page, confined, free, { x, y, width, height }, samples === 1 ? draftCells : fineCells);
  }
  return page;
}

interface Run {
  readonly particles: Particles;
  /** The active key. */
  readonly keys: readonly KeyRun[];
}

/** Runs the scene's particles, with or without confinement. */
async function openRun(confinement: 'morph' | 'free'): Promise<Run> {
  const { seed, systems } = JSON.parse(readFileSync(scene, 'utf8'));
  const { system: _, name: __, ...params } = systems[0];
  const keys: KeyRun[] = [];
  const particles = await createParticles({
    params: {
      ...params,
      keys: [{ ...params.keys[0], confinement }],
    },
    seed,
    onBegin: (run) => keys.push(run),
  });
  return { particles, keys };
}

function drawMoment(
  page: Picture,
  { particles, keys: [key] }: Run,
  free: Run,
  { x: left, y: top, width, height }: { x: number; y: number; width: number; height: number },
  cells: number,
): void {
  const moment = { t: particles.time, points: copyPoints(particles.points), figures: [] };
  placeMoment(page, { moment, view, x: left, y: top, width, height }, particles.params.look, studio);
  if (!key) return;
  const camera = createCamera(placePointsCamera(view, width / height), width, height);
  /** Positions on the page of points of the front [2n]: [2n] */
  const toPage = (points: readonly number[]) => {
    const flat = points.flatMap((value, k) => (k % 2 === 0 ? [value] : [value, front]));
    return Array.from(projectPoints(camera, flat))
      .filter((_, k) => k % 3 < 2)
      .map((value, k) => value + (k % 2 === 0 ? left : top));
  };
  const step = Math.round(particles.time * particles.params.rate - key.key.start);
  const progress = key.progress[0][Math.min(step, key.progress[0].length - 1)];
  // Returns the distance as seen from the front. The shapes are 8 cm thick, and the particles have a diameter of 2.2 cm.
  const distance = (x: number, y: number) => {
    let min = key.morph!.distance(x, y, 0, progress);
    for (const z of layers) {
      if (min <= 0 || min > 0.06) break;
      min = Math.min(min, key.morph!.distance(x, y, z, progress));
    }
    return min - grainEdge;
  };
  const strays = free.particles.points;
  for (let k = 0; k < strays.count; k++) {
    const [x, y] = strays.positions.subarray(3 * k, 3 * k + 2);
    const [px, py] = toPage([x, y]);
    const isInPanel = px > left + 3 && px < left + width - 3 && py > top + 3 && py < top + height - 3;
    if (isInPanel && distance(x, y) > 0) fillDot(page, px, py, 1.7, plotColors.red, 0.6);
  }
  for (const line of traceZero(distance, cells)) strokePath(page, toPage(line), 1.4, sheetColors.ink);
}

/** Returns the lines where a function of the plane is 0, by marching squares, as segments x0 y0 x1 y1, m. */
function traceZero(value: (x: number, y: number) => number, cells: number): number[][] {
  const size = across / cells;
  const rows = Math.ceil(down / size);
  const x = (i: number) => view.center[0] - across / 2 + i * size;
  const y = (j: number) => view.center[1] - down / 2 + j * size;
  const values = Array.from({ length: rows + 1 }, (_, j) =>
    Array.from({ length: cells + 1 }, (_, i) => value(x(i), y(j))),
  );
  const lines: number[][] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cells; i++) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      const points: number[] = [];
      for (let side = 0; side < 4; side++) {
        const [[i0, j0], [i1, j1]] = [corners[side], corners[(side + 1) % 4]];
        const [a, b] = [values[j0][i0], values[j1][i1]];
        if (a <= 0 === b <= 0) continue;
        const t = a / (a - b);
        points.push(x(i0 + t * (i1 - i0)), y(j0 + t * (j1 - j0)));
      }
      for (let k = 0; k + 3 < points.length; k += 4) lines.push(points.slice(k, k + 4));
    }
  }
  return lines;
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { srgbByte } from '../../src/pictures/tone.ts';
import { createParticles, type Particles } from '../../src/systems/particles/index.ts';
import type { KeyRun } from '../../src/systems/particles/keys/key-run.ts';
import { fillDot, plotColors, strokePath } from './plot.ts';

const scene = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'scenes',
  'square-to-triangle',
  'scene.json',
);

/** Fraction of the key's duration at each moment. */
const fractions = [0.02, 0.35, 0.5, 0.65, 0.8, 1];
const [across, down] = [1.84, 1.62];
const middle = [0, 0.72] as const;
/** Distances in z from the middle, m. The intermediate shape is sampled there, and at 0. grainEdge: padding of the outline, m. */
const layers = [-0.036, 0.036, -0.018, 0.018];
const grainEdge = 0.006;
/** Acceleration of the turbulence, m/s². It is less than in the scene, so that the shape is visible. */
const turbulence = 1.3;
/** Cells per row of the grid in which an outline is traced. */
const fineCells = 110;
const draftCells = 36;
const gap = 8;
const margin = 12;

/**
 * Draws a square that becomes a triangle. No particle leaves the intermediate shape, whose outline is drawn: Dingle & Keyser 2005, figure
 * 9.
 */
export async function drawSquareToTriangle(samples: number): Promise<Picture> {
  const width = samples === 1 ? 260 : 520;
  const height = Math.round((width * down) / across);
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
      forces: [{ ...params.forces[0], acceleration: turbulence }],
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
  fillRectangle(page, left, top, width, height, plotColors.panel);
  const scale = width / across;
  const toX = (x: number) => left + width / 2 + (x - middle[0]) * scale;
  const toY = (y: number) => top + height / 2 - (y - middle[1]) * scale;
  const step = Math.round(particles.time * particles.params.rate - key.key.start);
  const progress = key.progress[0][Math.min(step, key.progress[0].length - 1)];
  // Returns the distance as seen from the front. The shapes are 8 cm thick, and the particles have a diameter of 3 cm.
  const distance = (x: number, y: number) => {
    let min = key.morph!.distance(x, y, 0, progress);
    for (const z of layers) {
      if (min <= 0 || min > 0.06) break;
      min = Math.min(min, key.morph!.distance(x, y, z, progress));
    }
    return min - grainEdge;
  };
  const { count, positions, colors, sizes } = particles.points;
  const strays = free.particles.points;
  for (let k = 0; k < strays.count; k++) {
    const [x, y] = strays.positions.subarray(3 * k, 3 * k + 2);
    const [px, py] = [toX(x), toY(y)];
    const isInPanel = px > left + 3 && px < left + width - 3 && py > top + 3 && py < top + height - 3;
    if (isInPanel && distance(x, y) > 0) fillDot(page, px, py, 1.9, plotColors.red, 0.75);
  }
  for (let k = 0; k < count; k++) {
    const [red, green, blue] = colors.subarray(4 * k, 4 * k + 3);
    const color = [srgbByte(red), srgbByte(green), srgbByte(blue)] as const;
    fillDot(page, toX(positions[3 * k]), toY(positions[3 * k + 1]), 0.36 * sizes[k] * scale, color);
  }
  for (const line of traceZero(distance, cells)) {
    const points = line.map((value, k) => (k % 2 === 0 ? toX(value) : toY(value)));
    strokePath(page, points, 1.6, sheetColors.ink);
  }
  drawText(page, `${particles.time.toFixed(1)} s`, left, top + height + 19, {
    size: 11,
    color: sheetColors.ink,
  });
}

/** Returns the lines where a function of the plane is 0, by marching squares, as segments x0 y0 x1 y1, m. */
function traceZero(value: (x: number, y: number) => number, cells: number): number[][] {
  const size = across / cells;
  const rows = Math.ceil(down / size);
  const x = (i: number) => middle[0] - across / 2 + i * size;
  const y = (j: number) => middle[1] - down / 2 + j * size;
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

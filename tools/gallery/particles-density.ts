import { drawText } from '../../src/pictures/font.ts';
import { createPicture, fillRectangle, type Picture, strokeRectangle } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import {
  createParticles,
  type ForceFunction,
  type ParticlesInput,
} from '../../src/systems/particles/index.ts';
import type { KeyRun } from '../../src/systems/particles/keys/key-run.ts';
import { fillDot, plotColors, strokeCircle } from './plot.ts';

const radius = 0.48;
// Slightly smaller than the target, so that every particle of the cloud has room when the whole cloud is translated.
const sourceRadius = 0.46;
const from = [-4.2, -0.08] as const;
const to = [4.2, 0.08] as const;
const seconds = 2.5;
const rate = 60;
const count = 600;

/** Fractions of the key's duration after which the centre has moved along 0, 1, 2 … fifths of its path. */
const fractions = [0, 0.39, 0.575, 0.725, 0.87, 1];

interface Row {
  readonly title: string;
  readonly description: string;
  readonly refine: 'never' | 'own' | 'paired';
  readonly hasForces: boolean;
}

const rows: readonly Row[] = [
  {
    title: 'Figure 5: only the centre is controlled',
    description: 'no forces',
    refine: 'never',
    hasForces: false,
  },
  {
    title: 'Figure 6: forces disperse them',
    description: 'the centre arrives, particles miss',
    refine: 'never',
    hasForces: true,
  },
  {
    title: 'Figure 7, paired halves',
    description: 'groups split as the remaining time decreases, and so do the goals',
    refine: 'paired',
    hasForces: true,
  },
  {
    title: 'Figure 7, as printed',
    description: 'every group moves to the centre of the area: all end in one point',
    refine: 'own',
    hasForces: true,
  },
];

/** Swirls in the plane of the picture. They add accelerations, m/s², that depend on the position, m, and the time, s. */
const swirls: ForceFunction = ({ x, y, ax, ay }, first, end, t) => {
  for (let k = first; k < end; k++) {
    ax[k] += 0.4 * Math.sin(2.3 * y[k] + 1.3 * t) + 0.2 * Math.cos(7.3 * y[k] - 2 * x[k]);
    ay[k] += 0.4 * Math.sin(2.1 * x[k] - 1.1 * t + 0.6) + 0.2 * Math.cos(6.7 * x[k] + 2.3 * y[k]);
  }
};

interface Moment {
  readonly fraction: number;
  /** Positions of the particles, m, [2 · count]. */
  readonly positions: readonly (readonly [number, number])[];
  /** Boxes around groups of two and more particles: x0 y0 x1 y1, m. */
  readonly boxes: readonly (readonly [number, number, number, number])[];
  readonly groups: number;
}

async function runRow({ refine, hasForces }: Row): Promise<{ moments: Moment[]; arrived: number }> {
  const params: ParticlesInput = {
    rate,
    collide: false,
    drag: 0,
    shapes: [
      { shape: 'disc', name: 'from', radius: sourceRadius, position: [...from, 0] },
      { shape: 'disc', name: 'to', radius, position: [...to, 0] },
    ],
    sources: [{ from: 'from', count }],
    keys: [{ to: ['to'], kind: 'density', refine, start: 0, end: seconds, hold: 1 }],
  };
  const runs: KeyRun[] = [];
  const particles = await createParticles({
    params,
    forces: hasForces ? [swirls] : [],
    onBegin: (run) => runs.push(run),
  });
  const moments = fractions.map((fraction): Moment => {
    particles.seek(fraction * seconds);
    const { positions: current } = particles.points;
    const positions = Array.from({ length: count }, (_, k) => [current[3 * k], current[3 * k + 1]] as const);
    const groups = fraction > 0 && fraction < 1 ? listGroups(runs[0]) : [];
    const boxes = groups.filter((group) => group.length > 1).map((group) => boxAround(group, positions));
    return { fraction, positions, boxes, groups: groups.length };
  });
  return { moments, arrived: runs[0].results.arrived };
}

/** Returns the current groups of the key as indices of particles. Groups of one particle are included. */
function listGroups({ density, members }: KeyRun): number[][] {
  if (!density) return [];
  const bytes = density.save();
  const view = new DataView(bytes.buffer);
  const at = (k: number) => view.getUint32(4 * k, true);
  const groups: number[][] = [];
  for (let group = 0, start = 0; group < density.groupCount; group++) {
    const end = at(2 * members.length + group);
    groups.push(Array.from({ length: end - start }, (_, i) => members[at(start + i)]));
    start = end;
  }
  return groups;
}

function boxAround(
  group: readonly number[],
  positions: Moment['positions'],
): [number, number, number, number] {
  const x = group.map((k) => positions[k][0]);
  const y = group.map((k) => positions[k][1]);
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

const margin = 14;
const width = 1572;
const height = 236;
const scale = 158;
const rowHeight = height + 62;

/** Draws motion from density to density: Dingle & Keyser 2005, figures 5, 6 and 7. Figure 7 is also drawn with the equations as printed. */
export async function drawDensity(): Promise<Picture> {
  const page = createPicture(width + 2 * margin, rows.length * rowHeight + margin, sheetColors.paper);
  for (const [k, row] of rows.entries()) await drawRow(page, row, margin + k * rowHeight);
  return page;
}

async function drawRow(page: Picture, row: Row, top: number): Promise<void> {
  const { moments, arrived } = await runRow(row);
  drawText(page, row.title, margin, top + 18, { size: 12.5, color: sheetColors.ink, weight: 0.14 });
  const inArea = `${arrived} of ${count} in the area`;
  drawText(page, `${row.description}; ${inArea}`, margin + width, top + 18, {
    size: 11,
    color: arrived < count ? plotColors.red : sheetColors.faint,
    align: 'right',
  });
  const panelTop = top + 30;
  fillRectangle(page, margin, panelTop, width, height, plotColors.panel);
  const toX = (x: number) => margin + width / 2 + x * scale;
  const toY = (y: number) => panelTop + height / 2 - y * scale;
  strokeCircle(page, toX(from[0]), toY(from[1]), sourceRadius * scale + 3, 1.25, plotColors.gray);
  strokeCircle(page, toX(to[0]), toY(to[1]), radius * scale + 3, 1.25, sheetColors.ink);
  for (const { fraction, positions, boxes, groups } of moments) {
    const isLast = fraction === 1;
    const [middleX] = middleOf(positions);
    for (const [x0, y0, x1, y1] of boxes) {
      const [left, high] = [Math.round(toX(x0)) - 3, Math.round(toY(y1)) - 3];
      strokeRectangle(
        page,
        left,
        high,
        Math.round(toX(x1)) + 4 - left,
        Math.round(toY(y0)) + 4 - high,
        plotColors.orange,
        0.75,
      );
    }
    for (const [x, y] of positions) {
      const misses = isLast && Math.sqrt((x - to[0]) ** 2 + (y - to[1]) ** 2) > radius + 1e-9;
      fillDot(page, toX(x), toY(y), misses ? 2.1 : 1.7, misses ? plotColors.red : plotColors.blue, 0.85);
    }
    const description = `${(fraction * seconds).toFixed(1)} s${groups > 1 ? `  ·  ${groups} groups` : ''}`;
    drawText(page, description, toX(middleX), panelTop + height + 16, {
      size: 9.5,
      color: sheetColors.faint,
      align: 'center',
    });
  }
}

function middleOf(positions: Moment['positions']): [number, number] {
  let [x, y] = [0, 0];
  for (const position of positions) {
    x += position[0] / positions.length;
    y += position[1] / positions.length;
  }
  return [x, y];
}

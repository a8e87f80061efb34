import { drawText } from '../../src/pictures/font.ts';
import { type Color, createPicture, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { KeyLaw, type LawName } from '../../src/systems/particles/index.ts';
import { createStepLaw, freeLaw } from '../../src/systems/particles/laws/step-law.ts';
import {
  type Axis,
  drawArrow,
  drawAxes,
  fillDot,
  placeOn,
  plotColors,
  strokeCircle,
  strokePath,
} from './plot.ts';

const steps = 20;
const dt = 0.08;
const start = [0, 0] as const;
const target = [3, 0.9] as const;
const launch = [0.7, 2.1] as const;
/** Gravity and a wind, m/s². */
const force = [0.9, -2.6] as const;
/** Target velocity, m/s, for the law that controls the velocity at the target. */
const arrival = [1.4, 1.4] as const;

interface Path {
  /** x and y of the particle, m, [2 · (steps + 1)]. */
  readonly positions: number[];
  /** Control accelerations f, m/s², and scales s, for each step. [steps] */
  readonly leads: (readonly [number, number])[];
  readonly scales: number[];
}

/** Simulates one particle under the same forces: free, or controlled by a law over the whole time. */
function moveParticle(law: LawName | null): Path {
  const key = law ? new KeyLaw({ law, steps: new Float64Array(steps).fill(dt) }) : null;
  const now = createStepLaw();
  const position: [number, number] = [...start];
  const velocity: [number, number] = [...launch];
  const path: Path = { positions: [...start], leads: [], scales: [] };
  for (let step = 0; step < steps; step++) {
    if (key) key.at(now, step);
    else freeLaw(now, 1, dt);
    const missing = [target[0] - position[0], target[1] - position[1]];
    const [fx, fy] = [0, 1].map(
      (a) => now.positionGain * missing[a] + now.speedGain * velocity[a] + now.targetSpeedGain * arrival[a],
    );
    path.leads.push([fx, fy]);
    path.scales.push(now.s);
    for (const a of [0, 1]) {
      velocity[a] =
        now.keep * velocity[a] + now.force * force[a] + now.pull * missing[a] + now.aim * arrival[a];
      position[a] += dt * velocity[a];
    }
    path.positions.push(...position);
  }
  return path;
}

const title = { size: 13, color: sheetColors.ink, weight: 0.14 };
const label = { size: 11, color: sheetColors.ink };
const margin = 14;
const small = 440;
const top = 44;

const laws = [
  { law: 'constant', caption: 'L1 constant force', color: plotColors.orange },
  { law: 'leastEffort', caption: 'L2 least effort', color: plotColors.blue },
  { law: 'velocity', caption: 'L3 with a velocity', color: plotColors.green },
] as const;

/** Draws the forces on a particle with the resulting step, and the trajectories of the laws: Dingle & Keyser 2005, figures 1 and 2. */
export async function drawLead(): Promise<Picture> {
  const page = createPicture(1600, 728, sheetColors.paper);
  drawForces(page, margin, top, 'Figure 1: F from outside, f toward the goal', false);
  drawForces(page, margin, top + 360, 'Figure 2: the step by (s F + f) Δt', true);
  drawPaths(page, margin + small + 24, top);
  drawGraphs(page, margin + small + 24, top + 444);
  return page;
}

/** Draws a close view of one step of the trajectory with the least effort. */
function drawForces(page: Picture, left: number, y: number, caption: string, isScaled: boolean): void {
  const step = 10;
  const path = moveParticle('leastEffort');
  drawText(page, caption, left, y - 10, title);
  const height = 306;
  fillRectangle(page, left, y, small, height, plotColors.panel);
  const scale = 128;
  const toX = (x: number) => left + 24 + x * scale;
  const toY = (up: number) => y + height - 118 - up * scale;
  const points = path.positions.map((value, k) => (k % 2 === 0 ? toX(value) : toY(value)));
  strokePath(page, points.slice(0, 2 * step + 2), 1.5, plotColors.gray);
  strokePath(page, points.slice(2 * step), 1.25, plotColors.gray, 5);
  for (let k = 0; k <= step; k++) fillDot(page, points[2 * k], points[2 * k + 1], 2.5, plotColors.gray);
  const [px, py] = points.slice(2 * step, 2 * step + 2);
  const [tx, ty] = points.slice(-2);
  strokeCircle(page, tx, ty, 7, 1.5, sheetColors.ink);
  drawText(page, 'goal', tx, ty - 16, { ...label, align: 'center' });
  const pixels = 54;
  const [fx, fy] = path.leads[step];
  const fraction = isScaled ? path.scales[step] : 1;
  const tip = (ax: number, ay: number) => [px + pixels * ax, py - pixels * ay] as const;
  const outer = tip(fraction * force[0], fraction * force[1]);
  const inner = tip(fx, fy);
  if (isScaled) {
    const whole = tip(fraction * force[0] + fx, fraction * force[1] + fy);
    strokePath(page, [...outer, ...whole], 1, plotColors.gray, 4);
    strokePath(page, [...inner, ...whole], 1, plotColors.gray, 4);
    drawArrow(page, px, py, ...whole, 3, sheetColors.ink);
    drawText(page, 's F + f', whole[0] + 8, whole[1] - 4, label);
  }
  drawArrow(page, px, py, ...outer, 2.5, plotColors.red);
  drawArrow(page, px, py, ...inner, 2.5, plotColors.blue);
  drawText(page, isScaled ? `s F,  s = ${fraction.toFixed(2)}` : 'F', outer[0] - 14, outer[1] + 4, {
    ...label,
    color: plotColors.red,
    align: 'right',
  });
  drawText(page, 'f', inner[0] - 14, inner[1] + 2, { ...label, color: plotColors.blue });
  fillDot(page, px, py, 6, sheetColors.ink);
}

/** Draws four trajectories from one start. */
function drawPaths(page: Picture, left: number, y: number): void {
  drawText(page, `${steps} steps under the same forces: free, and led`, left, y - 10, title);
  const [width, height] = [1600 - margin - left, 360];
  fillRectangle(page, left, y, width, height, plotColors.panel);
  const scale = 205;
  const toX = (x: number) => left + 120 + x * scale;
  const toY = (up: number) => y + 282 - up * scale;
  const draw = (path: Path, color: Color, dash = 0) => {
    const points = path.positions.map((value, k) => (k % 2 === 0 ? toX(value) : toY(value)));
    strokePath(page, points, 1.75, color, dash);
    for (let k = 0; k < points.length; k += 2) {
      if (points[k + 1] < y + height - 3) fillDot(page, points[k], points[k + 1], 3, color);
    }
  };
  draw(moveParticle(null), plotColors.gray);
  for (const { law, color } of laws) draw(moveParticle(law), color);
  fillDot(page, toX(start[0]), toY(start[1]), 6, sheetColors.ink);
  strokeCircle(page, toX(target[0]), toY(target[1]), 9, 1.75, sheetColors.ink);
  drawText(page, 'start', toX(0) - 16, toY(0) + 5, { ...label, align: 'right' });
  drawText(page, 'goal', toX(target[0]) + 18, toY(target[1]) + 5, label);
  drawText(page, 'free', toX(2.42), toY(-0.2), { ...label, color: sheetColors.faint });
  const tip = [toX(target[0] + 0.32 * arrival[0]), toY(target[1] + 0.32 * arrival[1])] as const;
  drawArrow(page, toX(target[0] + 0.04), toY(target[1] + 0.04), ...tip, 2.25, plotColors.green);
  for (const [k, { caption, color }] of laws.entries()) {
    drawText(page, caption, left + width - 210, y + height - 120 + 26 * k, { ...label, color });
  }
}

/** Draws the strength of the control force of each law, and the fraction s of the other forces that remains. */
function drawGraphs(page: Picture, left: number, y: number): void {
  const width = 470;
  const height = 200;
  const time = (from: number): Axis => ({ from: 0, to: steps * dt, fromPixel: from, toPixel: from + width });
  const ticks = [0, 0.4, 0.8, 1.2, 1.6].map((t) => [t, `${t} s`] as const);
  const gap = 1600 - margin - left - 2 * width - 20;
  const pairs = [
    { from: left + 40, caption: 'Size of f, m/s²', to: 6, marks: [0, 2, 4, 6] },
    { from: left + gap + width, caption: 'Share s of the forces', to: 1, marks: [0, 0.5, 1] },
  ];
  for (const [n, { from, caption, to, marks }] of pairs.entries()) {
    const x = time(from);
    const up: Axis = { from: 0, to, fromPixel: y + height, toPixel: y };
    drawText(page, caption, from, y - 12, title);
    drawAxes(
      page,
      x,
      up,
      ticks,
      marks.map((mark) => [mark, `${mark}`] as const),
    );
    for (const { law, color } of laws) {
      const path = moveParticle(law);
      const values = n === 0 ? path.leads.map(([fx, fy]) => Math.sqrt(fx * fx + fy * fy)) : path.scales;
      const points = values.flatMap((value, k) => [placeOn(x, k * dt), placeOn(up, value)]);
      strokePath(page, points, 1.75, color);
      for (let k = 0; k < points.length; k += 2) fillDot(page, points[k], points[k + 1], 2.4, color);
    }
  }
}

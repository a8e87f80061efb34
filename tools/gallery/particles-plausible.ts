import { createKeyedCollider } from '../../src/motion/keyed-collider.ts';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, drawLine, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { createParticles } from '../../src/systems/particles/index.ts';
import type { KeyRun } from '../../src/systems/particles/keys/key-run.ts';
import { boxMesh } from '../../src/systems/particles/testing/box-mesh.ts';
import { fillDot, plotColors } from './plot.ts';

const count = 500;
const rate = 120;
const end = 2;
const bar = { size: [0.4, 1.2, 3], position: [2, 0.7, 0] } as const;

interface Panel {
  readonly title: string;
  readonly key: Record<string, unknown>;
}

const panels: readonly Panel[] = [
  { title: 'One path for each particle', key: {} },
  { title: 'The most plausible of 8 paths', key: { attempts: 8 } },
  { title: 'One path, and late arrivals', key: { arrive: 'bounded' } },
];

interface Course {
  /** By particle: x y of each tick, m. */
  readonly paths: readonly (readonly number[])[];
  /** By particle: whether it jumps in the last step, and whether it arrives late or not at all. */
  readonly jumps: readonly boolean[];
  readonly isLate: readonly boolean[];
  readonly touches: number;
  readonly peak: number;
  /** Number of particles that arrive late, and that do not arrive until 4 s. */
  readonly late: number;
  readonly missing: number;
}

/** Runs 500 particles that a force lifts over a bar. The weaker they feel it, the lower they fly. */
async function runPanel({ key }: Panel): Promise<Course> {
  const driver = createKeyedCollider('bar', boxMesh([...bar.size]), [
    { time: 0, position: [...bar.position], rotation: [0, 0, 0, 1] },
  ]);
  const runs: KeyRun[] = [];
  const particles = await createParticles({
    params: {
      rate,
      maxAcceleration: 30,
      shapes: [
        { shape: 'ball', name: 'from', radius: 0.4, position: [0, 1, 0] },
        { shape: 'ball', name: 'to', radius: 0.4, position: [4, 1, 0] },
      ],
      sources: [{ from: 'from', count }],
      forces: [{ force: 'gravity', acceleration: [0, 10, 0] }],
      keys: [{ to: ['to'], start: 0.1, end, hold: 3, randomness: 1, ...key }],
    },
    world: { colliders: driver.colliders, advance: (from, to) => driver.advance(from, to) },
    onBegin: (run) => runs.push(run),
  });
  const paths = Array.from({ length: count }, (): number[] => []);
  for (let tick = 0; tick <= 4 * rate; tick++) {
    particles.seek(tick / rate);
    const { positions } = particles.points;
    for (let k = 0; k < count; k++) paths[k].push(positions[3 * k], positions[3 * k + 1]);
  }
  const last = 2 * end * rate;
  const jumps = paths.map(
    (path) => Math.hypot(path[last] - path[last - 2], path[last + 1] - path[last - 1]) > 0.3,
  );
  const isLate = paths.map((path) => Math.hypot(path[last] - 4, path[last + 1] - 1) > 0.41);
  const report = particles.report() as { touches: number };
  const { peakAcceleration, late, arrived } = runs[0].results;
  const missing = count - arrived - late;
  return { paths, jumps, isLate, touches: report.touches, peak: peakAcceleration, late, missing };
}

const margin = 14;
const width = 514;
const height = 392;
const scale = 102;

/** Draws trajectories over a bar: Dingle & Keyser 2005, section 6, with one and with eight attempts, and with late arrivals. */
export async function drawPlausible(): Promise<Picture> {
  const page = createPicture(3 * (width + margin) + margin, height + 94, sheetColors.paper);
  for (const [k, panel] of panels.entries()) {
    const left = margin + k * (width + margin);
    drawText(page, panel.title, left, 30, { size: 13, color: sheetColors.ink, weight: 0.14 });
    drawCourse(page, await runPanel(panel), left, 44);
  }
  return page;
}

function drawCourse(page: Picture, course: Course, left: number, top: number): void {
  const { paths, jumps, isLate, touches, peak, late, missing } = course;
  fillRectangle(page, left, top, width, height, plotColors.panel);
  const toX = (x: number) => left + 52 + x * scale;
  const toY = (y: number) => top + height - 16 - y * scale;
  const [barWidth, barHeight] = bar.size;
  const [barX, barY] = bar.position;
  const barTop = toY(barY + barHeight / 2);
  fillRectangle(
    page,
    Math.round(toX(barX - barWidth / 2)),
    Math.round(barTop),
    Math.round(barWidth * scale),
    Math.round(barHeight * scale),
    plotColors.gray,
  );
  const colorOf = (k: number) =>
    jumps[k] ? plotColors.red : isLate[k] ? plotColors.orange : plotColors.blue;
  const order = paths.map((_, k) => k).sort((a, b) => rank(course, a) - rank(course, b));
  for (const k of order) {
    const path = paths[k];
    const isPlain = rank(course, k) === 0;
    for (let o = 2; o < path.length; o += 2) {
      const from = [toX(path[o - 2]), toY(path[o - 1])] as const;
      drawLine(page, ...from, toX(path[o]), toY(path[o + 1]), 1, colorOf(k), isPlain ? 0.1 : 0.45);
    }
  }
  for (const k of order) {
    const at = 2 * end * rate;
    fillDot(page, toX(paths[k][0]), toY(paths[k][1]), 1.5, plotColors.gray);
    fillDot(page, toX(paths[k][at]), toY(paths[k][at + 1]), rank(course, k) ? 2.2 : 1.6, colorOf(k), 0.85);
  }
  const jumped = jumps.filter((value) => value).length;
  const isLateMessage = `${late} late, ${missing} held back`;
  const message = jumped > 0 ? `${jumped} jump` : late + missing > 0 ? isLateMessage : 'all in time';
  drawText(page, `${touches} contacts  ·  ${message}`, left, top + height + 22, {
    size: 11,
    color: sheetColors.ink,
  });
  drawText(page, `peak ${Number(peak.toPrecision(3))} m/s²`, left + width, top + height + 22, {
    size: 11,
    color: sheetColors.faint,
    align: 'right',
  });
}

/** 0: arrives in time without a jump; other particles are drawn above these. */
function rank({ jumps, isLate }: Course, k: number): number {
  return jumps[k] || isLate[k] ? 1 : 0;
}

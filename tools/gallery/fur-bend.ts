import { type BendForm, bendStrand, strandDirection } from '../../src/coats/bend.ts';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { FurSolver } from '../../src/systems/fur/solve/fur-solver.ts';
import { buildTopology } from '../../src/systems/fur/topology/topology.ts';
import { type Axis, drawAxes, fillDot, placeOn, plotColors, strokeCircle, strokePath } from './plot.ts';

const title = { size: 13, color: sheetColors.ink, weight: 0.14 };
const label = { size: 11, color: sheetColors.ink };
const margin = 24;
const width = 1600;

/**
 * Draws how shells bend between skin and mass, and the forces that keep strands out of the skin: Banisch & Wüthrich 2006, figures 6 and 7.
 */
export async function drawBend(): Promise<Picture> {
  const page = createPicture(width, 800, sheetColors.paper);
  drawForms(page, margin, 50);
  drawFlips(page, margin, 436);
  drawReturn(page, 1180, 436);
  return page;
}

const forms = [
  { form: null, caption: 'straight, along s', note: 'figure 6a' },
  { form: 'literal', caption: 'eq. 4 as printed, k = 2', note: '12 % too long at 60°' },
  { form: 'tangential', caption: 'its part along the skin', note: '38 % too long' },
  { form: 'arc', caption: 'a circle: the default', note: 'keeps its length' },
] as const;

/** Draws ten blades that lean by 60°, with their shells, for each form of eq. 4. */
function drawForms(page: Picture, left: number, top: number): void {
  const panel = (width - 2 * margin - 3 * 16) / 4;
  const height = 312;
  const layers = 14;
  const size = 176;
  const angle = Math.PI / 3;
  const s = [Math.sin(angle), Math.cos(angle), 0];
  const n = [0, 1, 0];
  const point = new Float64Array(3);
  drawText(page, 'Figure 6: shells between the skin and a mass that has moved by 60°', left, top - 14, title);
  for (const [k, { form, caption, note }] of forms.entries()) {
    const x = left + k * (panel + 16);
    const floor = top + height - 70;
    fillRectangle(page, x, top, panel, height, plotColors.panel);
    fillRectangle(page, x, floor, panel, 2, sheetColors.ink, 0.5);
    const placeAt = (u: number): [number, number] => {
      if (form === null) return [size * u * s[0], size * u * s[1]];
      bendStrand(point, form satisfies BendForm, u, size, 2, s, n);
      return [point[0], point[1]];
    };
    const roots = Array.from({ length: 7 }, (_, i) => x + 26 + i * 27);
    for (let l = 1; l <= layers; l++) {
      const [dx, dy] = placeAt(l / layers);
      strokePath(page, [roots[0] + dx - 10, floor - dy, roots[6] + dx + 10, floor - dy], 1, plotColors.pale);
    }
    for (const root of roots) {
      const line = Array.from({ length: 41 }, (_, i) => {
        const [dx, dy] = placeAt(i / 40);
        return [root + dx, floor - dy];
      }).flat();
      strokePath(page, line, 2, plotColors.green);
      fillDot(page, root + size * s[0], floor - size * s[1], 3.2, plotColors.orange);
      fillDot(page, root, floor, 3.2, sheetColors.ink);
    }
    drawText(page, caption, x + 14, floor + 32, label);
    drawText(page, note, x + 14, floor + 52, { ...label, color: sheetColors.faint });
  }
  drawText(page, 'dots: the mass', left + 14, top + 26, { ...label, color: plotColors.orange });
}

const strandCount = 11;
const length = 1;
const rates = { dt: 1 / 120, seconds: 4 };

interface Settled {
  readonly roots: number[][];
  readonly tips: number[][];
  /** Number of strands that were below the skin at any time. */
  readonly throughCount: number;
}

/**
 * Simulates strands on a dome that are pushed along the skin with the speed of the paper. Returns the positions of the strands after they
 * have stopped.
 */
function settleDome(forces: 'none' | 'printed' | 'corrected'): Settled {
  const positions = new Float64Array(3 * strandCount);
  const normals = new Float64Array(3 * strandCount);
  const radius = 2.2;
  for (let i = 0; i < strandCount; i++) {
    const angle = (i / (strandCount - 1) - 0.5) * 1.7;
    normals.set([Math.sin(angle), Math.cos(angle), 0], 3 * i);
    positions.set([radius * Math.sin(angle), radius * (Math.cos(angle) - 1), 0], 3 * i);
  }
  const triangles = Uint32Array.from(
    { length: 3 * (strandCount - 2) },
    (_, k) => Math.floor(k / 3) + (k % 3),
  );
  const solver = new FurSolver({
    topology: buildTopology('sticks', { vertexCount: strandCount, triangles }),
    lengths: length,
    solver: 'explicit',
    forces: {
      stiffness: 1000,
      restoring: forces === 'none' ? 0 : 100,
      form: forces === 'corrected' ? 'corrected' : 'printed',
      damping: 6,
    },
  });
  solver.reset(positions, normals);
  const kicks = new Float64Array(3 * strandCount);
  // Each strand is pushed in its own direction, from tangential to steeply into the skin, to both sides.
  for (let i = 0; i < strandCount; i++) {
    const [nx, ny] = [normals[3 * i], normals[3 * i + 1]];
    const inward = (0.95 * ((i * 4) % strandCount)) / (strandCount - 1);
    const along = (i % 2 === 0 ? 1 : -1) * Math.sqrt(1 - inward * inward);
    kicks.set([40 * (along * ny - inward * nx), 40 * (-along * nx - inward * ny), 0], 3 * i);
  }
  solver.kick(kicks);
  const offsets = new Float64Array(3 * strandCount);
  const through = new Set<number>();
  for (let k = 0; k < rates.seconds / rates.dt; k++) {
    solver.step(rates.dt, positions, normals);
    solver.readOffsets(offsets);
    for (let i = 0; i < strandCount; i++) {
      if (offsets[3 * i] * normals[3 * i] + offsets[3 * i + 1] * normals[3 * i + 1] < -1e-3) through.add(i);
    }
  }
  const each = (values: Float64Array) =>
    Array.from({ length: strandCount }, (_, i) => [...values.slice(3 * i, 3 * i + 3)]);
  return { roots: each(positions), tips: each(offsets), throughCount: through.size };
}

function drawFlips(page: Picture, left: number, top: number): void {
  const panel = 364;
  const height = 316;
  drawText(
    page,
    `Figure 7: tips pushed at 40 m/s along and into the skin, ${rates.seconds} s later`,
    left,
    top - 14,
    title,
  );
  const cases = [
    { forces: 'none', caption: 'the spring alone', note: 'stay as they fell' },
    { forces: 'printed', caption: 'eq. 5 as printed', note: 'fades near rest' },
    { forces: 'corrected', caption: 'corrected: stiff at rest, cone of 85°', note: 'all stand again' },
  ] as const;
  const s = new Float64Array(3);
  const point = new Float64Array(3);
  for (const [k, { forces, caption, note }] of cases.entries()) {
    const x = left + k * (panel + 12);
    fillRectangle(page, x, top, panel, height, plotColors.panel);
    const scale = 76;
    const toX = (value: number) => x + panel / 2 + scale * value;
    const toY = (value: number) => top + 132 - scale * value;
    const { roots, tips, throughCount } = settleDome(forces);
    const skin = Array.from({ length: 61 }, (_, i) => {
      const angle = (i / 60 - 0.5) * 1.9;
      return [toX(2.2 * Math.sin(angle)), toY(2.2 * (Math.cos(angle) - 1))];
    }).flat();
    strokePath(page, skin, 2.5, sheetColors.ink);
    roots.forEach((root, i) => {
      const normal = [root[0] / 2.2, root[1] / 2.2 + 1, 0];
      strandDirection(s, tips[i], normal);
      const isThrough = s[0] * normal[0] + s[1] * normal[1] < 0;
      const line = Array.from({ length: 25 }, (_, j) => {
        bendStrand(point, 'arc', j / 24, length, 2, s, normal);
        return [toX(root[0] + point[0]), toY(root[1] + point[1])];
      }).flat();
      strokePath(page, line, 2, isThrough ? plotColors.red : plotColors.green);
    });
    drawText(page, caption, x + 14, top + height - 44, label);
    drawText(
      page,
      `${note}; ${throughCount} of ${strandCount} went below the skin`,
      x + 14,
      top + height - 22,
      {
        ...label,
        size: 10,
        color: sheetColors.faint,
      },
    );
  }
}

/** Draws the return of a strand from 60° to its rest direction. */
function drawReturn(page: Picture, left: number, top: number): void {
  drawText(page, 'Back from 60°: angle over time', left, top - 14, title);
  const x: Axis = { from: 0, to: 6, fromPixel: left + 48, toPixel: width - margin - 12 };
  const y: Axis = { from: 0, to: 60, fromPixel: top + 276, toPixel: top };
  drawAxes(
    page,
    x,
    y,
    [0, 2, 4, 6].map((t) => [t, `${t} s`] as const),
    [0, 20, 40, 60].map((a) => [a, `${a}°`] as const),
  );
  for (const [form, color] of [
    ['printed', plotColors.red],
    ['corrected', plotColors.green],
  ] as const) {
    const solver = new FurSolver({
      topology: buildTopology('sticks', { vertexCount: 3, triangles: Uint32Array.of(0, 1, 2) }),
      lengths: 1,
      forces: { stiffness: 1000, restoring: 50, form, damping: 6 },
    });
    const positions = new Float64Array(9);
    const up = Float64Array.of(0, 1, 0, 0, 1, 0, 0, 1, 0);
    const leaning = Float64Array.of(0, 1, 0, 0, 1, 0, 0, 1, 0).map(
      (_, k) => [Math.sin(Math.PI / 3), 0.5, 0][k % 3],
    );
    // The strands start inclined, then the rest direction changes. Nothing else moves.
    solver.reset(positions, leaning);
    const offsets = new Float64Array(9);
    const points: number[] = [];
    for (let k = 0; k <= 720; k++) {
      solver.readOffsets(offsets);
      const angle = (Math.atan2(Math.hypot(offsets[0], offsets[2]), offsets[1]) * 180) / Math.PI;
      points.push(placeOn(x, k / 120), placeOn(y, angle));
      solver.step(1 / 120, positions, up);
    }
    strokePath(page, points, 2.25, color);
  }
  strokeCircle(page, placeOn(x, 0), placeOn(y, 60), 5, 1.5, sheetColors.ink);
  drawText(page, 'eq. 5 as printed', x.toPixel - 180, top + 190, { ...label, color: plotColors.red });
  drawText(page, 'corrected', x.toPixel - 180, top + 244, { ...label, color: plotColors.green });
}

import { createDiskFiles } from '../../src/node/disk-files.ts';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, drawLine, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { createShapeReaders } from '../../src/scene/shape-readers.ts';
import { createParticles } from '../../src/systems/particles/index.ts';
import { checkout } from './checkout.ts';
import { fillDot, plotColors } from './plot.ts';

interface Way {
  readonly title: string;
  readonly sampling: 'random' | 'blueNoise';
  readonly assign: 'random' | 'near';
}

const ways: readonly Way[] = [
  { title: 'As printed: random targets, random assignment', sampling: 'random', assign: 'random' },
  { title: 'Evenly distributed targets, near assignment', sampling: 'blueNoise', assign: 'near' },
];

/** Number of particles whose paths are drawn. */
const count = 700;
const width = 776;
const height = 470;
const scale = 190;
const margin = 14;

interface Ends {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Returns start and target positions, m, of particles that move from a disc to a letter. [3n] each. */
async function assign({ sampling, assign }: Way): Promise<Ends> {
  let ends: Ends | null = null;
  const particles = await createParticles({
    params: {
      collide: false,
      shapes: [
        { shape: 'disc', name: 'disc', radius: 0.72, position: [-1.15, 0, 0] },
        {
          shape: 'text',
          name: 'S',
          text: 'S',
          font: 'scenes/assets/letters.otf',
          height: 1.9,
          position: [1.2, 0, 0],
        },
      ],
      sources: [{ from: 'disc', count, sampling }],
      keys: [{ to: ['S'], start: 0, end: 1, sampling, assign }],
    },
    readers: createShapeReaders(createDiskFiles(checkout), () => {}),
    onBegin: (_run, _place, from, to) => {
      ends = { from: from.slice(), to: to.slice() };
    },
  });
  particles.seek(0.1);
  return ends!;
}

/**
 * Draws uniform random targets with a random assignment (section 5 of the paper), and blue-noise targets with an assignment of short paths.
 */
export async function drawAssignment(): Promise<Picture> {
  const page = createPicture(2 * width + 48, height + 40 + 36 + margin, sheetColors.paper);
  const drawn = await Promise.all(ways.map(assign));
  const sums = drawn.map(sumSquares);
  for (const [k, { title }] of ways.entries()) {
    const left = margin + k * (width + 20);
    drawText(page, title, left, 30, { size: 13, color: sheetColors.ink, weight: 0.14 });
    drawWays(page, drawn[k], left, 44, k === 0 ? plotColors.red : plotColors.blue);
    const more = k === 0 ? '' : `  ·  ${Math.round(100 * (1 - sums[1] / sums[0]))} % less`;
    const message = `Σ squared paths ${Math.round(sums[k])} m²${more}`;
    drawText(page, message, left, 44 + height + 22, { size: 11, color: sheetColors.ink });
    const near = `straight paths come within ${Number((1000 * nearestPass(drawn[k])).toPrecision(2))} mm of each other`;
    drawText(page, near, left + width, 44 + height + 22, {
      size: 11,
      color: sheetColors.faint,
      align: 'right',
    });
  }
  return page;
}

function drawWays(
  page: Picture,
  { from, to }: Ends,
  left: number,
  top: number,
  color: readonly [number, number, number],
): void {
  fillRectangle(page, left, top, width, height, plotColors.panel);
  const toX = (x: number) => left + width / 2 + x * scale;
  const toY = (y: number) => top + height / 2 - y * scale;
  for (let k = 0; k < 3 * count; k += 3) {
    drawLine(page, toX(from[k]), toY(from[k + 1]), toX(to[k]), toY(to[k + 1]), 1, color, 0.16);
  }
  for (let k = 0; k < 3 * count; k += 3) {
    fillDot(page, toX(from[k]), toY(from[k + 1]), 2, plotColors.gray);
    fillDot(page, toX(to[k]), toY(to[k + 1]), 2.6, color);
  }
}

/** Returns the sum of the squares of the path lengths, m². */
function sumSquares({ from, to }: Ends): number {
  return from.reduce((sum, value, k) => sum + (value - to[k]) ** 2, 0);
}

/** Returns the minimum distance between any two particles that move on straight lines at the same time, m. */
function nearestPass({ from, to }: Ends): number {
  let min = Infinity;
  for (let a = 0; a < from.length; a += 3) {
    for (let b = 0; b < a; b += 3) {
      // Motion of particle a relative to particle b: it starts at p and moves by d.
      const [px, py, pz] = [from[a] - from[b], from[a + 1] - from[b + 1], from[a + 2] - from[b + 2]];
      const [qx, qy, qz] = [to[a] - to[b], to[a + 1] - to[b + 1], to[a + 2] - to[b + 2]];
      const [dx, dy, dz] = [qx - px, qy - py, qz - pz];
      const square = dx * dx + dy * dy + dz * dz;
      const t = square > 0 ? Math.min(1, Math.max(0, -(px * dx + py * dy + pz * dz) / square)) : 0;
      const away = (px + t * dx) ** 2 + (py + t * dy) ** 2 + (pz + t * dz) ** 2;
      if (away < min) min = away;
    }
  }
  return Math.sqrt(min);
}

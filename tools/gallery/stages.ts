import { drawText } from '../../src/pictures/font.ts';
import {
  blendPixel,
  type Color,
  createPicture,
  drawLine,
  fillRectangle,
  type Picture,
  placePicture,
} from '../../src/pictures/picture.ts';
import type { PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { drawScaleBar, sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bodyMiddle, findMidStance, heading } from './runner-view.ts';

/** Parameters that switch off the later stages of a step, so that only the first stages are visible. */
const stages = [
  { title: 'A: the sole meets the ground', ground: null },
  {
    title: 'B: columns are pressed down to it',
    ground: { displacedFraction: 0, insideSlope: 1.57, outsideSlope: 1.57 },
  },
  { title: 'C: a share is pushed to the sides', ground: { insideSlope: 1.57, outsideSlope: 1.57 } },
  { title: 'D: what is too steep slides down', ground: {} },
] as const;

const [width, height] = [760, 300];
/** Metres per pixel. */
const scale = 0.26 / width;
const soil: Color = [205, 172, 128];
const sole: Color = [176, 190, 208];
const outline: Color = [58, 78, 108];

/** Draws the stages of a step as cuts through the ball of a planted foot, heights and widths to scale: Sumner 1999, figure 5. */
export async function drawStages(): Promise<Picture> {
  const gap = 20;
  const page = createPicture(2 * width + 3 * gap, 2 * (height + 44) + gap, sheetColors.paper);
  for (const [n, { title, ground }] of stages.entries()) {
    const scene = await startRunner(
      { material: 'sand', cell: 0.01, noiseAmplitude: 0, ...ground },
      { heading, softDepth: 0.035 },
    );
    const t = findMidStance(scene, 0.8);
    if (ground) scene.advanceTo(t);
    const picture = drawCut(scene.posedMeshesAt(t), (x, z) =>
      readArea(scene.ground(), x, x, z - 0.2, z + 0.2),
    );
    const x = gap + (n % 2) * (width + gap);
    const y = gap + Math.floor(n / 2) * (height + 44);
    placePicture(page, picture, x, y);
    drawScaleBar(page, x + width, y + height + 20, scale, width);
    drawText(page, title, x, y + height + 20, textStyles.caption);
  }
  return page;
}

/** Draws the cut through the ball of the lowest foot: the ground as a filled area, and the outline of the foot over it. */
function drawCut(
  figures: readonly PosedMesh[],
  read: (x: number, z: number) => ReturnType<typeof readArea>,
): Picture {
  const [x, z] = ballOfFoot(figures);
  const line = read(x, z);
  const picture = createPicture(width, height, [252, 251, 248]);
  const toColumn = (position: number) => width / 2 + (position - z) / scale;
  const toRow = (level: number) => 170 - level / scale;
  for (let column = 0; column < width; column++) {
    const at = (z + (column + 0.5 - width / 2) * scale - line.z) / line.step;
    const k = Math.min(line.rows - 1, Math.max(0, Math.round(at)));
    const top = toRow(line.initial[k] + line.change[k]);
    for (let row = Math.max(0, Math.floor(top)); row < height; row++)
      blendPixel(picture, column, row, soil, Math.min(1, row + 1 - top));
  }
  fillRectangle(picture, 0, Math.round(toRow(0)), width, 1, sheetColors.ink, 0.35);
  const outlines = figures.map((character) =>
    cutFigure(character, x).map(([z0, y0, z1, y1]) => [toColumn(z0), toRow(y0), toColumn(z1), toRow(y1)]),
  );
  for (const [x0, y0, x1, y1] of outlines.flat()) drawLine(picture, x0, y0, x1, y1, 4, outline);
  for (const segments of outlines) fillInside(picture, segments, sole);
  return picture;
}

/** Returns x and z of the widest part of the lowest foot, in its front third. */
function ballOfFoot(figures: readonly PosedMesh[]): [number, number] {
  const [middle] = bodyMiddle(figures);
  let low = Infinity;
  for (const { positions } of figures)
    for (let k = 1; k < positions.length; k += 3) low = Math.min(low, positions[k]);
  let [front, back, left, right] = [-Infinity, Infinity, Infinity, -Infinity];
  for (const { positions } of figures) {
    for (let k = 0; k + 2 < positions.length; k += 3) {
      if (positions[k + 1] > low + 0.03 || Math.abs(positions[k] - middle) > 0.5) continue;
      front = Math.max(front, positions[k]);
      back = Math.min(back, positions[k]);
      left = Math.min(left, positions[k + 2]);
      right = Math.max(right, positions[k + 2]);
    }
  }
  return [back + 0.7 * (front - back), (left + right) / 2];
}

/** Returns the segments z0 y0 z1 y1 where a figure's triangles intersect the plane at x. */
function cutFigure({ positions, indices }: PosedMesh, x: number): number[][] {
  const segments: number[][] = [];
  for (let t = 0; t + 2 < indices.length; t += 3) {
    const points: number[] = [];
    for (let corner = 0; corner < 3; corner++) {
      const a = 3 * indices[t + corner];
      const b = 3 * indices[t + ((corner + 1) % 3)];
      const [da, db] = [positions[a] - x, positions[b] - x];
      if (da < 0 === db < 0) continue;
      const s = da / (da - db);
      points.push(
        positions[a + 2] + s * (positions[b + 2] - positions[a + 2]),
        positions[a + 1] + s * (positions[b + 1] - positions[a + 1]),
      );
    }
    if (points.length === 4) segments.push(points);
  }
  return segments;
}

/** Fills closed outlines with the even-odd rule. */
function fillInside(picture: Picture, segments: readonly number[][], color: Color): void {
  for (let row = 0; row < picture.height; row++) {
    const y = row + 0.5;
    const crossings = segments
      .filter(([, y0, , y1]) => y0 <= y !== y1 <= y)
      .map(([x0, y0, x1, y1]) => x0 + ((y - y0) / (y1 - y0)) * (x1 - x0))
      .sort((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = Math.round(crossings[k]);
      fillRectangle(picture, from, row, Math.round(crossings[k + 1]) - from, 1, color);
    }
  }
}

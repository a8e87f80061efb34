import type { ColumnGrid } from '../../src/pictures/column-grid.ts';
import { createDepthBuffer, drawTriangles } from '../../src/pictures/depth-buffer.ts';
import { drawText } from '../../src/pictures/font.ts';
import { type Color, createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bestPrintIn, heading } from './runner-view.ts';

const [width, height, margin] = [1540, 720, 20];
/** Subpixels per pixel along each axis. */
const fine = 3;
/** Direction of view: from the right and from above, radians. */
const [turn, rise] = [0.42, 0.62];
/** Height of the block's bottom, metres. */
const base = -0.08;

const soil: Color = [214, 180, 132];
const chosen: Color = [76, 130, 190];

type Point = readonly [number, number, number];

/** Triangles with their colours and the number of their face. Lines are drawn where two faces meet. */
interface Blocks {
  readonly points: number[];
  readonly indices: number[];
  readonly colors: Color[];
  readonly faces: number[];
}

/** Draws the ground as the simulation stores it, one column for each point of a grid: Sumner 1999, figure 3. */
export async function drawColumns(): Promise<Picture> {
  const ground = { material: 'sand', cell: 0.02, noiseAmplitude: 0.004 };
  const scene = await startRunner(ground, { heading, softDepth: 0.04 });
  scene.advanceTo(1.5);
  const print = bestPrintIn(readArea(scene.ground(), 1.5, 3.5, -0.5, 0.5));
  const area = readArea(scene.ground(), print.x - 0.31, print.x + 0.31, print.z - 0.2, print.z + 0.2);
  const page = createPicture(width + 2 * margin, height + 2 * margin + 32, sheetColors.paper);
  placePicture(page, drawBlocks(buildBlocks(area)), margin, margin);
  const caption =
    'Each point of the grid is the middle of the top of a column. Cells of 20 mm, heights to scale; one column in blue.';
  drawText(page, caption, margin, height + margin + 24, textStyles.caption);
  return page;
}

function buildBlocks(area: ColumnGrid): Blocks {
  const blocks: Blocks = { points: [], indices: [], colors: [], faces: [] };
  const { columns, rows, step } = area;
  const heights = area.initial.map((value, k) => value + area.change[k]);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  // A column near the front corner, where nothing hides it.
  const marked = (rows - 1) * columns + Math.round(0.72 * columns);
  for (let k = 0; k < columns * rows; k++) {
    const x = ((k % columns) - columns / 2 + 0.5) * step;
    const z = (Math.floor(k / columns) - rows / 2 + 0.5) * step;
    const top = heights[k];
    const body = k === marked ? chosen : soil;
    // Lower columns are darker, so that steps of a few millimetres are visible.
    const light = 0.66 + 0.42 * ((top - low) / (high - low)) - 0.1 * area.pressed[k];
    const corner = (right: number, y: number, front: number): Point => [
      x + (right * step) / 2,
      y,
      z + (front * step) / 2,
    ];
    const [backLeft, backRight] = [corner(-1, top, -1), corner(1, top, -1)];
    const [frontRight, frontLeft] = [corner(1, top, 1), corner(-1, top, 1)];
    const foot = corner(1, base, 1);
    addFace(blocks, body, light, [backLeft, backRight, frontRight, frontLeft]);
    addFace(blocks, body, 0.62, [corner(-1, base, 1), foot, frontRight, frontLeft]);
    addFace(blocks, body, 0.46, [corner(1, base, -1), foot, frontRight, backRight]);
    addDot(blocks, x, top + 0.0004, z, 0.09 * step);
  }
  return blocks;
}

function addFace(blocks: Blocks, color: Color, light: number, corners: readonly Point[]): void {
  const first = blocks.points.length / 3;
  blocks.points.push(...corners.flat());
  const shaded = color.map((value) => Math.min(255, value * light)) as unknown as Color;
  const face = blocks.faces.length;
  for (let corner = 1; corner + 1 < corners.length; corner++) {
    blocks.indices.push(first, first + corner, first + corner + 1);
    blocks.colors.push(shaded);
    blocks.faces.push(face);
  }
}

/** Adds a dot that marks a grid point. */
function addDot(blocks: Blocks, x: number, y: number, z: number, radius: number): void {
  const corners = Array.from({ length: 8 }, (_, n): Point => {
    const angle = (n * Math.PI) / 4;
    return [x + radius * Math.cos(angle), y, z + radius * Math.sin(angle)];
  });
  addFace(blocks, sheetColors.ink, 1, corners);
}

/** Draws the blocks in parallel projection, with lines between faces. */
function drawBlocks({ points, indices, colors, faces }: Blocks): Picture {
  const placed = projectPoints(points, width * fine, height * fine);
  const buffer = createDepthBuffer(width * fine, height * fine);
  drawTriangles(buffer, placed, indices, 0);
  const { triangle } = buffer;
  const faceAt = (k: number) => (triangle[k] < 0 ? -1 : faces[triangle[k]]);
  const picture = createPicture(width, height, sheetColors.paper);
  const sum = [0, 0, 0];
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      sum.fill(0);
      for (let n = 0; n < fine * fine; n++) {
        const k = (y * fine + Math.floor(n / fine)) * buffer.width + x * fine + (n % fine);
        const face = faceAt(k);
        const isEdge = face !== faceAt(k + 1) || face !== faceAt(k + buffer.width);
        const color = triangle[k] < 0 ? sheetColors.paper : colors[triangle[k]];
        for (let c = 0; c < 3; c++) sum[c] += color[c] * (isEdge ? 0.45 : 1);
      }
      for (let c = 0; c < 3; c++) {
        picture.rgb[3 * (y * width + x) + c] = Math.round(sum[c] / (fine * fine));
      }
    }
  }
  return picture;
}

/** Projects points to pixels and depth, scaled to fit the picture. */
function projectPoints(points: readonly number[], across: number, down: number): number[] {
  const placed: number[] = [];
  const [cosTurn, sinTurn, cosRise, sinRise] = [
    Math.cos(turn),
    Math.sin(turn),
    Math.cos(rise),
    Math.sin(rise),
  ];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let k = 0; k < points.length; k += 3) {
    const [x, y, z] = [points[k], points[k + 1], points[k + 2]];
    const away = z * cosTurn + x * sinTurn;
    const u = x * cosTurn - z * sinTurn;
    const v = away * sinRise - y * cosRise;
    placed.push(u, v, -away * cosRise - y * sinRise);
    left = Math.min(left, u);
    right = Math.max(right, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  const scale = 0.985 * Math.min(across / (right - left), down / (bottom - top));
  for (let k = 0; k < placed.length; k += 3) {
    placed[k] = across / 2 + (placed[k] - (left + right) / 2) * scale;
    placed[k + 1] = down / 2 + (placed[k + 1] - (top + bottom) / 2) * scale;
  }
  return placed;
}

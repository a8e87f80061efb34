import type { PointsFrame } from '../../src/motion/points-frame.ts';
import { createPicture, type Picture } from '../../src/pictures/picture.ts';
import type { PointsView } from '../../src/pictures/points-view.ts';
import type { PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { lightOf } from '../../src/pictures/tone.ts';
import type { HeightfieldOutput } from '../../src/systems/outputs/heightfield.ts';
import { readArea } from './bake-moment.ts';
import { captionHeight, placeMoment, runMoments, studio } from './particles-moments.ts';

const gap = 8;
const margin = 12;
const view: PointsView = {
  toEye: [0, Math.sin(0.2), Math.cos(0.2)],
  center: [0, 0.8, 0.1],
  width: 2.4,
  height: 1.78,
  depth: 0.5,
};

/** Draws an image of 2000 spheres that falls and becomes another image: Dingle & Keyser 2005, figures 3 and 4. */
export async function drawDissolve(samples: number): Promise<Picture> {
  const width = samples === 1 ? 262 : 520;
  const height = Math.round((width * view.height) / view.width);
  const page = createPicture(
    2 * margin + 3 * width + 2 * gap,
    2 * margin + 2 * (height + captionHeight) - 8,
    sheetColors.paper,
  );
  const moments = await runMoments('image-dissolve', [0.2, 0.98, 1.5, 2.7, 3.2, 4.2], (scene, points) => [
    shadeFloor(scene.ground(), points),
  ]);
  for (const [k, moment] of moments.entries()) {
    const x = margin + (k % 3) * (width + gap);
    const y = margin + Math.floor(k / 3) * (height + captionHeight);
    placeMoment(page, { moment, view, x, y, width, height }, 'sphere', studio);
  }
  return page;
}

const sand = lightOf(226, 217, 202);

/** Returns the ground as a mesh, darker where particles hide the sky (ambient occlusion). */
function shadeFloor(ground: HeightfieldOutput, { count, positions, sizes }: PointsFrame): PosedMesh {
  const { columns, rows, x, z, step, initial, change } = readArea(ground, -3, 3, -2.4, 1.6);
  const shade = new Float32Array(columns * rows);
  for (let k = 0; k < count; k++) {
    const [px, py, pz] = positions.subarray(3 * k, 3 * k + 3);
    // A higher particle has a wider and fainter shadow.
    const reach = 0.7 * sizes[k] + 0.22 * Math.max(0, py);
    const strength = (0.35 * sizes[k] ** 2) / (reach * reach);
    const span = Math.ceil((2 * reach) / step);
    const [i0, j0] = [Math.round((px - x) / step), Math.round((pz - z) / step)];
    for (let j = Math.max(0, j0 - span); j <= Math.min(rows - 1, j0 + span); j++) {
      for (let i = Math.max(0, i0 - span); i <= Math.min(columns - 1, i0 + span); i++) {
        const away = ((x + i * step - px) ** 2 + (z + j * step - pz) ** 2) / (reach * reach);
        if (away < 4) shade[j * columns + i] += strength * Math.exp(-away);
      }
    }
  }
  const vertices = new Float32Array(3 * columns * rows);
  const colors = new Float32Array(3 * columns * rows);
  const indices: number[] = [];
  for (let j = 0, k = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, k++) {
      vertices.set([x + i * step, initial[k] + change[k], z + j * step], 3 * k);
      const light = Math.exp(-0.75 * (1 - Math.exp(-shade[k])));
      for (let c = 0; c < 3; c++) colors[3 * k + c] = sand[c] * light;
      if (i + 1 === columns || j + 1 === rows) continue;
      indices.push(k, k + columns, k + 1, k + 1, k + columns, k + columns + 1);
    }
  }
  return { positions: vertices, indices, color: sand, colors };
}

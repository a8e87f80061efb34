import { createDepthBuffer, drawTriangles } from './depth-buffer.ts';
import { type GroundView, viewAxes } from './ground-view.ts';
import { blendPixel, type Picture } from './picture.ts';
import { type PosedMesh, triangleColor } from './posed-mesh.ts';
import { displayByte } from './tone.ts';

const samples = 2;

/**
 * Draws posed meshes from straight above into the picture of a view, with flat shading by the relief's light, which
 * comes from the top left of the picture.
 */
export function drawFiguresFromAbove(
  picture: Picture,
  view: GroundView,
  figures: readonly PosedMesh[],
): void {
  const projected = figures.map((figure) => projectFromAbove(figure.positions, view, 0, 0, 0));
  const box = pixelBox(projected, view);
  if (!box) return;
  const buffer = createDepthBuffer(samples * (box.right - box.left), samples * (box.bottom - box.top));
  const firsts: number[] = [];
  let count = 0;
  figures.forEach((figure, index) => {
    const points = projected[index];
    for (let k = 0; k < points.length; k += 3) {
      points[k] = (points[k] - box.left) * samples;
      points[k + 1] = (points[k + 1] - box.top) * samples;
    }
    drawTriangles(buffer, points, figure.indices, count);
    firsts.push(count);
    count += figure.indices.length / 3;
  });
  // Only few triangles are visible, so the light of a triangle is computed when it is first needed.
  const lights = new Float32Array(count).fill(-1);
  const lightOf = (triangle: number, index: number) => {
    if (lights[triangle] < 0) {
      const { indices } = figures[index];
      lights[triangle] = facetLight(
        projected[index],
        indices,
        triangle - firsts[index],
        samples / view.scale,
      );
    }
    return lights[triangle];
  };
  const color: [number, number, number] = [0, 0, 0];
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      let covered = 0;
      color.fill(0);
      for (let s = 0; s < samples * samples; s++) {
        const column = (x - box.left) * samples + (s % samples);
        const row = (y - box.top) * samples + Math.floor(s / samples);
        const triangle = buffer.triangle[row * buffer.width + column];
        if (triangle < 0) continue;
        covered++;
        let index = firsts.length - 1;
        while (firsts[index] > triangle) index--;
        const light = lightOf(triangle, index);
        for (let c = 0; c < 3; c++) {
          const base = triangleColor(figures[index], triangle - firsts[index], c);
          color[c] += displayByte((0.03 + 0.97 * base) * light);
        }
      }
      if (covered === 0) continue;
      for (let c = 0; c < 3; c++) color[c] /= covered;
      blendPixel(picture, x, y, color, covered / (samples * samples));
    }
  }
}

/**
 * Returns the fraction of the light that passes the meshes and reaches the ground, 0..1 for each pixel of a view: a soft shadow on level
 * ground at height `groundHeight`. The sun is at the picture's top left; `slope` is the tangent of its elevation.
 */
export function shadeOfFigures(
  view: GroundView,
  figures: readonly PosedMesh[],
  groundHeight: number,
  slope: number,
): Float32Array<ArrayBuffer> | undefined {
  const away = 1 / slope / Math.SQRT2;
  const projected = figures.map(({ positions }) =>
    projectFromAbove(positions, view, away, away, groundHeight),
  );
  const box = pixelBox(projected, view);
  if (!box) return undefined;
  const buffer = createDepthBuffer(view.width, view.height);
  figures.forEach((figure, index) => {
    drawTriangles(buffer, projected[index], figure.indices, 0);
  });
  const light = new Float32Array(view.width * view.height).fill(1);
  const radius = 1;
  for (let y = Math.max(0, box.top - 2); y < Math.min(view.height, box.bottom + 2); y++) {
    for (let x = Math.max(0, box.left - 2); x < Math.min(view.width, box.right + 2); x++) {
      let dark = 0;
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const column = Math.min(view.width - 1, Math.max(0, x + dx));
          const row = Math.min(view.height - 1, Math.max(0, y + dy));
          if (buffer.triangle[row * view.width + column] >= 0) dark++;
        }
      }
      light[y * view.width + x] = 1 - dark / (2 * radius + 1) ** 2;
    }
  }
  return light;
}

/**
 * Returns points as x and y in pixels, and a depth in metres that is smaller for higher points. Each point is shifted right and down by its
 * height above `floor` times a shear.
 */
function projectFromAbove(
  positions: ArrayLike<number>,
  view: GroundView,
  shearRight: number,
  shearDown: number,
  floor: number,
): Float64Array {
  const { right, down } = viewAxes(view.turn);
  const out = new Float64Array(positions.length);
  const inverse = 1 / view.scale;
  for (let k = 0; k + 2 < positions.length; k += 3) {
    const dx = positions[k] - view.x;
    const dz = positions[k + 2] - view.z;
    const up = Math.max(0, positions[k + 1] - floor);
    out[k] = (dx * right[0] + dz * right[1] + up * shearRight) * inverse + view.width / 2;
    out[k + 1] = (dx * down[0] + dz * down[1] + up * shearDown) * inverse + view.height / 2;
    out[k + 2] = -positions[k + 1];
  }
  return out;
}

interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the rectangle of pixels around projected points, clipped to the view. Null if no point is in the view. */
function pixelBox(projected: readonly Float64Array[], view: GroundView): PixelBox | null {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const points of projected) {
    for (let k = 0; k < points.length; k += 3) {
      box.left = Math.min(box.left, points[k]);
      box.right = Math.max(box.right, points[k]);
      box.top = Math.min(box.top, points[k + 1]);
      box.bottom = Math.max(box.bottom, points[k + 1]);
    }
  }
  box.left = Math.max(0, Math.floor(box.left));
  box.top = Math.max(0, Math.floor(box.top));
  box.right = Math.min(view.width, Math.ceil(box.right) + 1);
  box.bottom = Math.min(view.height, Math.ceil(box.bottom) + 1);
  return box.right > box.left && box.bottom > box.top ? box : null;
}

/** Returns the light on a facet whose x and y are in pixels (`pixels` per metre) and whose depth is in metres. */
function facetLight(points: Float64Array, indices: ArrayLike<number>, t: number, pixels: number): number {
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
  const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
  const nx = (uy * vz - uz * vy) * pixels;
  const ny = (uz * vx - ux * vz) * pixels;
  const nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return 0.5;
  // Visible facets face up, whatever their winding.
  const flip = nz > 0 ? -1 : 1;
  const facing = ((-0.45 * nx - 0.55 * ny - 0.7 * nz) * flip) / length;
  return 0.32 + 0.95 * Math.max(0, facing);
}

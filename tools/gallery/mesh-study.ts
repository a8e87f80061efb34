import { normalize } from '../../src/geometry/vector.ts';
import { createDepthBuffer, drawTriangles } from '../../src/pictures/depth-buffer.ts';
import {
  type CameraPosition,
  createCamera,
  type Point,
  projectPoints,
} from '../../src/pictures/perspective/camera.ts';
import type { Color, Picture } from '../../src/pictures/picture.ts';
import { exposeLight, srgbByte } from '../../src/pictures/tone.ts';

/** A mesh to draw. */
export interface StudyMesh {
  /** Positions of the vertices, m, [3 · vertexCount]. */
  readonly positions: ArrayLike<number>;
  /** Normals of any length, [3 · vertexCount]; null: each triangle is flat. */
  readonly normals: ArrayLike<number> | null;
  /** Vertex indices of the triangles, [3 · triangleCount]. */
  readonly indices: ArrayLike<number>;
  /** Linear colours: one for the whole mesh, [3], or one for each vertex, [3 · vertexCount]. */
  readonly color: ArrayLike<number>;
  /** Strength of the highlights, 0..1. Default 0.25. */
  readonly gloss?: number;
}

export interface Study {
  readonly meshes: readonly StudyMesh[];
  readonly camera: CameraPosition;
  readonly width: number;
  readonly height: number;
  /** Samples per pixel along each axis. */
  readonly samples: number;
  readonly paper: Color;
}

const key = normalize([0.85, 0.5, 0.35]);
const fill = normalize([-0.8, 0.25, 0.5]);

/** Draws meshes on a plain background. A key light and a fill light are fixed to the camera. There are no shadows. */
export function drawStudy({ meshes, camera: position, width, height, samples, paper }: Study): Picture {
  const camera = createCamera(position, width * samples, height * samples);
  const buffer = createDepthBuffer(camera.width, camera.height);
  const starts: number[] = [];
  const projected = meshes.map((mesh) => projectPoints(camera, mesh.positions, 1e-3));
  let count = 0;
  for (const [k, mesh] of meshes.entries()) {
    starts.push(count);
    drawTriangles(buffer, projected[k], mesh.indices, count);
    count += mesh.indices.length / 3;
  }
  const lights = [key, fill].map((light) => fromCamera(light, camera));
  const rgb = new Uint8Array(3 * width * height);
  const light = new Float64Array(3);
  const sum = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      let covered = 0;
      for (let s = 0; s < samples * samples; s++) {
        const [px, py] = [x * samples + (s % samples), y * samples + Math.floor(s / samples)];
        const triangle = buffer.triangle[py * camera.width + px];
        if (triangle < 0) continue;
        let k = starts.length - 1;
        while (starts[k] > triangle) k--;
        shadePoint(
          light,
          meshes[k],
          projected[k],
          triangle - starts[k],
          px + 0.5,
          py + 0.5,
          lights,
          camera.forward,
        );
        for (let c = 0; c < 3; c++) sum[c] += srgbByte(exposeLight(light[c]));
        covered++;
      }
      const whole = samples * samples;
      for (let c = 0; c < 3; c++) {
        rgb[3 * (y * width + x) + c] = Math.round((sum[c] + paper[c] * (whole - covered)) / whole);
      }
    }
  }
  return { width, height, rgb };
}

function fromCamera(v: Point, { right, up, forward }: ReturnType<typeof createCamera>): Point {
  return [0, 1, 2].map((i) => v[0] * right[i] + v[1] * up[i] - v[2] * forward[i]) as unknown as Point;
}

function shadePoint(
  out: Float64Array,
  mesh: StudyMesh,
  points: Float64Array,
  triangle: number,
  x: number,
  y: number,
  lights: readonly Point[],
  forward: Point,
): void {
  const corners = [0, 1, 2].map((k) => mesh.indices[3 * triangle + k]);
  const [a, b, c] = corners.map((corner) => 3 * corner);
  // Barycentric weights, first in the picture, then in space (perspective correction).
  const area =
    (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
    (points[b + 1] - points[a + 1]) * (points[c] - points[a]);
  const flatB =
    ((x - points[a]) * (points[c + 1] - points[a + 1]) - (y - points[a + 1]) * (points[c] - points[a])) /
    area;
  const flatC =
    ((points[b] - points[a]) * (y - points[a + 1]) - (points[b + 1] - points[a + 1]) * (x - points[a])) /
    area;
  const fractions = [1 - flatB - flatC, flatB, flatC].map((weight, k) => weight * points[[a, b, c][k] + 2]);
  const total = fractions[0] + fractions[1] + fractions[2];
  const mix = (values: ArrayLike<number>, i: number) =>
    (fractions[0] * values[a + i] + fractions[1] * values[b + i] + fractions[2] * values[c + i]) / total;
  const facet = () => {
    const p = mesh.positions;
    const [e, f] = [b, c].map((corner) => [0, 1, 2].map((i) => p[corner + i] - p[a + i]));
    return [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
  };
  const normals = mesh.normals;
  let n = normalize(
    (normals ? [0, 1, 2].map((i) => mix(normals, i)) : facet()) as unknown as Point,
    [1, 0, 0],
  );
  const towards = n[0] * forward[0] + n[1] * forward[1] + n[2] * forward[2];
  if (!normals && towards > 0) n = [-n[0], -n[1], -n[2]];
  const dot = (v: Point) => Math.max(0, n[0] * v[0] + n[1] * v[1] + n[2] * v[2]);
  const [main, side] = [dot(lights[0]), dot(lights[1])];
  const half = normalize([0, 1, 2].map((i) => lights[0][i] - forward[i]) as unknown as Point);
  const shine = (mesh.gloss ?? 0.25) * dot(half) ** 40;
  for (let i = 0; i < 3; i++) {
    const base = mesh.color.length === 3 ? mesh.color[i] : mix(mesh.color, i);
    const ambient = 0.24 + 0.1 * n[1];
    out[i] = base * (ambient + 1.05 * main + [0.2, 0.24, 0.3][i] * side) + shine * 0.5;
  }
}

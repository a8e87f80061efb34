import { dot } from '../geometry/vector.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import { clodPositions, clodReach, clodTriangles } from '../systems/outputs/clod-shape.ts';
import { leafHalfWidth } from '../systems/outputs/leaf-shape.ts';
import type { PointsLook } from '../systems/outputs/points.ts';
import type { Point } from './perspective/camera.ts';
import { coverPixel } from './points-canvas.ts';
import { type DotScene, type Dots, isSeen, minRadius, visitPixels } from './points-dots.ts';
import { exposeLight } from './tone.ts';

/** Draws one particle. */
type DrawDot = (scene: DotScene, k: number) => void;

const drawSphere: DrawDot = (scene, k) => {
  const { canvas, camera, points, dots, light, toLight } = scene;
  const radius = Math.max(minRadius, dots.radii[k]);
  const opacity = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / radius) ** 2;
  const [red, green, blue] = points.colors.subarray(4 * k, 4 * k + 3);
  const passing = 0.3 + 0.7 * (light ? light[k] : 1);
  // Direction of the light in the camera's axes.
  const lx = dot(toLight, camera.right);
  const ly = dot(toLight, camera.up);
  const lz = -dot(toLight, camera.forward);
  visitPixels(scene, k, radius, 1, 1, (x, y, pixel) => {
    const away = Math.sqrt(x * x + y * y);
    const fraction = Math.min(1, (1 - away) * radius + 0.5);
    if (fraction <= 0) return;
    const nz = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    if (!isSeen(scene, k, pixel, nz, fraction * opacity)) return;
    const facing = Math.max(0, x * lx - y * ly + nz * lz);
    const sky = 0.34 + 0.16 * -y;
    const lit = sky * (0.45 + 0.55 * passing) + 0.78 * facing * passing;
    const half = Math.max(0, x * lx - y * ly + nz * (1 + lz)) / Math.sqrt(2 + 2 * lz);
    const shine = 0.12 * passing * half ** 40;
    coverPixel(
      canvas,
      pixel,
      exposeLight(red * lit + shine),
      exposeLight(green * lit + shine),
      exposeLight(blue * lit + shine),
      fraction * opacity,
    );
  });
};

/** Exposure time of a glowing dot's motion blur, seconds. */
const streak = 1 / 60;

const drawEmber: DrawDot = (scene, k) => {
  const { canvas, points, dots } = scene;
  const radius = Math.max(1, dots.radii[k]);
  const strength = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / radius) ** 2;
  const [red, green, blue] = points.colors.subarray(4 * k, 4 * k + 3);
  const { right, up, focal } = scene.camera;
  const velocity: Point = [
    points.velocities[3 * k],
    points.velocities[3 * k + 1],
    points.velocities[3 * k + 2],
  ];
  const scale = (streak * focal) / dots.depths[k] / radius;
  const [dx, dy] = [dot(velocity, right) * scale, -dot(velocity, up) * scale];
  const length = Math.min(6, Math.sqrt(dx * dx + dy * dy));
  const across = length > 0.01 ? length / Math.sqrt(dx * dx + dy * dy) : 0;
  const [sx, sy] = [dx * across, dy * across];
  const thin = strength / (1 + 0.5 * length);
  visitPixels(scene, k, radius, 2.5 + length, 1, (x, y, pixel) => {
    // The closest point on the path of the dot.
    const along = length > 0 ? Math.min(0, Math.max(-1, (x * sx + y * sy) / (length * length))) : 0;
    const [ex, ey] = [x - along * sx, y - along * sy];
    const away = ex * ex + ey * ey;
    const core = Math.max(0, 1 - away);
    const halo = Math.max(0, 1 - away / 6.25);
    const bright = thin * (1 + 0.8 * along * Math.min(1, length)) * (1.6 * core * core + 0.16 * halo * halo);
    const o = 3 * pixel;
    canvas.glow[o] += bright * (red + 0.25 * core);
    canvas.glow[o + 1] += bright * (green + 0.16 * core);
    canvas.glow[o + 2] += bright * (blue + 0.08 * core);
  });
};

const drawDisc: DrawDot = (scene, k) => {
  const { canvas, points, dots } = scene;
  const radius = Math.max(minRadius, dots.radii[k]);
  const opacity = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / radius) ** 2;
  const normal = discNormal(scene, k);
  const tilt = Math.max(0.06, Math.abs(normal[2]));
  const bright = points.orientations ? 0.55 + 0.45 * tilt : 1;
  const [red, green, blue] = Array.from(points.colors.subarray(4 * k, 4 * k + 3), (c) =>
    exposeLight(c * bright),
  );
  visitPixels(scene, k, radius, 1, 0, (x, y, pixel) => {
    // Coordinate in the plane of the disc for this pixel.
    const z = (normal[0] * x - normal[1] * y) / tilt;
    const away = Math.sqrt(x * x + y * y + z * z);
    const fraction = Math.min(1, (1 - away) * radius * tilt + 0.5);
    if (fraction > 0) coverPixel(canvas, pixel, red, green, blue, fraction * opacity);
  });
};

/** Returns the axis of a disc (its own Z), in the camera's axes, pointing towards the eye. */
function discNormal({ points, camera }: DotScene, k: number): Point {
  if (!points.orientations) return [0, 0, 1];
  const [x, y, z, w] = points.orientations.subarray(4 * k, 4 * k + 4);
  const axis: Point = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
  const facing = dot(axis, camera.forward) > 0 ? -1 : 1;
  return [
    facing * dot(axis, camera.right),
    facing * dot(axis, camera.up),
    -facing * dot(axis, camera.forward),
  ];
}

const drawCube: DrawDot = (scene, k) => {
  const { canvas, camera, points, dots, light, toLight } = scene;
  const half = Math.max(minRadius, dots.radii[k]);
  const opacity = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / half) ** 2;
  const [red, green, blue] = points.colors.subarray(4 * k, 4 * k + 3);
  const passing = 0.3 + 0.7 * (light ? light[k] : 1);
  const axes = cubeAxes(points, k).map(
    (axis): Point => [dot(axis, camera.right), dot(axis, camera.up), -dot(axis, camera.forward)],
  );
  const lit = axes.map((axis, a) => {
    const out = cubeAxes(points, k)[a];
    const facing = axis[2] < 0 ? -1 : 1;
    const toSun = Math.max(0, facing * dot(out, toLight));
    return (0.34 + 0.16 * facing * out[1]) * (0.45 + 0.55 * passing) + 0.78 * toSun * passing;
  });
  visitPixels(scene, k, half, 1.75, 1.75, (x, y, pixel) => {
    // Intersects a ray along the view with the three pairs of faces of the cube.
    let [enter, leave, face] = [-Infinity, Infinity, 0];
    for (let a = 0; a < 3; a++) {
      const start = x * axes[a][0] - y * axes[a][1];
      const slope = axes[a][2];
      if (Math.abs(slope) < 1e-6) {
        if (Math.abs(start) > 1) return;
        continue;
      }
      const far = Math.max((-1 - start) / slope, (1 - start) / slope);
      const near = Math.min((-1 - start) / slope, (1 - start) / slope);
      if (far < leave) {
        leave = far;
        face = a;
      }
      if (near > enter) enter = near;
    }
    if (enter > leave || !isSeen(scene, k, pixel, leave, opacity)) return;
    const bright = lit[face];
    coverLit(canvas, pixel, red, green, blue, bright, opacity);
  });
};

const drawLeaf: DrawDot = (scene, k) => {
  const { canvas, camera, points, dots, light, toLight } = scene;
  const radius = Math.max(minRadius, dots.radii[k]);
  const opacity = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / radius) ** 2;
  const passing = 0.3 + 0.7 * (light ? light[k] : 1);
  const [across, along, out] = cubeAxes(points, k);
  const facing = dot(out, camera.forward) > 0 ? -1 : 1;
  const inCamera = (axis: Point): Point => [
    dot(axis, camera.right),
    dot(axis, camera.up),
    -dot(axis, camera.forward),
  ];
  const [a, b, n] = [across, along, out].map(inCamera);
  const tilt = Math.abs(n[2]) < 0.06 ? 0.06 * facing : n[2];
  const [red, green, blue] = points.colors.subarray(4 * k, 4 * k + 3);
  visitPixels(scene, k, radius, 1, 1, (x, y, pixel) => {
    // Coordinates in the plane of the leaf, in lengths.
    const z = (-n[0] * x + n[1] * y) / tilt;
    const u = 0.5 * (a[0] * x - a[1] * y + a[2] * z);
    const v = 0.5 * (b[0] * x - b[1] * y + b[2] * z);
    const width = leafHalfWidth(v) * (v < -0.33 ? 1.6 : 1);
    const fraction = Math.min(1, (width - Math.abs(u)) * 2 * radius * Math.abs(tilt) + 0.5);
    if (fraction <= 0 || !isSeen(scene, k, pixel, z, fraction * opacity)) return;
    // The halves on both sides of the midrib face slightly different directions.
    const fold = u < 0 ? 0.25 : -0.25;
    const lit = Math.max(0, facing * (dot(out, toLight) + fold * dot(across, toLight)));
    const rib = Math.abs(u) < 0.012 ? 1.15 : 1;
    const bright = rib * ((0.36 + 0.16 * facing * out[1]) * (0.45 + 0.55 * passing) + 0.75 * lit * passing);
    coverLit(canvas, pixel, red, green, blue, bright, fraction * opacity);
  });
};

const drawClod: DrawDot = (scene, k) => {
  const { canvas, camera, points, dots, light, toLight } = scene;
  const radius = Math.max(minRadius, dots.radii[k]);
  const opacity = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / radius) ** 2;
  const [red, green, blue] = points.colors.subarray(4 * k, 4 * k + 3);
  const passing = 0.3 + 0.7 * (light ? light[k] : 1);
  const axes = cubeAxes(points, k);
  // Vertices in the world, and in the picture: right, down, towards the eye. Lengths in halves of the size.
  const world = (n: number): Point => {
    const [a, b, c] = clodPositions.subarray(3 * n, 3 * n + 3);
    const along = (e: number) => 2 * (a * axes[0][e] + b * axes[1][e] + c * axes[2][e]);
    return [along(0), along(1), along(2)];
  };
  const corners = Array.from({ length: clodPositions.length / 3 }, (_, n) => world(n));
  const seen = corners.map((p): Point => [dot(p, camera.right), -dot(p, camera.up), -dot(p, camera.forward)]);
  const faces: { readonly at: readonly Point[]; readonly area: number; readonly bright: number }[] = [];
  for (let n = 0; n < clodTriangles.length; n += 3) {
    const ids = Array.from(clodTriangles.subarray(n, n + 3));
    const at = ids.map((id) => seen[id]);
    const area = cross(at[1], at[2], at[0][0], at[0][1]);
    // y points down in the picture, so faces that point to the eye are clockwise.
    if (area > -1e-9) continue;
    const [a, b, c] = ids.map((id) => corners[id]);
    const out = unitNormal(a, b, c);
    const lit = Math.max(0, dot(out, toLight));
    faces.push({ at, area, bright: (0.34 + 0.16 * out[1]) * (0.45 + 0.55 * passing) + 0.78 * lit * passing });
  }
  visitPixels(scene, k, radius, 2 * clodReach, 2 * clodReach, (x, y, pixel) => {
    let front = -Infinity;
    let bright = 0;
    for (const face of faces) {
      const [a, b, c] = face.at;
      const u = cross(b, c, x, y) / face.area;
      const v = cross(c, a, x, y) / face.area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const z = u * a[2] + v * b[2] + (1 - u - v) * c[2];
      if (z <= front) continue;
      front = z;
      bright = face.bright;
    }
    if (front === -Infinity || !isSeen(scene, k, pixel, front, opacity)) return;
    coverLit(canvas, pixel, red, green, blue, bright, opacity);
  });
};

/** Returns twice the signed area of the triangle of two points and (x, y) in the picture. */
function cross(a: Point, b: Point, x: number, y: number): number {
  return (a[0] - x) * (b[1] - y) - (a[1] - y) * (b[0] - x);
}

function unitNormal(a: Point, b: Point, c: Point): Point {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const n: Point = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(dot(n, n));
  return [n[0] / length, n[1] / length, n[2] / length];
}

/** Returns the cube's three axes in the world. */
function cubeAxes({ orientations }: PointsFrame, k: number): Point[] {
  if (!orientations) {
    return [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
  }
  const [x, y, z, w] = orientations.subarray(4 * k, 4 * k + 4);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** The drawing function of each look, except smoke, which is drawn as a volume. */
export const drawers: Record<Exclude<PointsLook, 'smoke'>, DrawDot> = {
  sphere: drawSphere,
  ember: drawEmber,
  disc: drawDisc,
  cube: drawCube,
  leaf: drawLeaf,
  clod: drawClod,
};

/** Maximum number of pixels that are painted, counting each layer. */
const maxPixels = 1.5e8;

/**
 * Returns n if only one of n particles is drawn, because drawing all would take minutes. In this case gaps between particles are hardly
 * visible.
 */
export function thinOut({ radii, depths }: Dots, look: PointsLook): number {
  const reach = look === 'ember' ? 2.5 : 1;
  let pixels = 0;
  for (let k = 0; k < radii.length; k++) {
    if (depths[k] - depths[k] === 0) pixels += 4 * (reach * radii[k] + 1) ** 2;
  }
  return Math.max(1, Math.ceil(pixels / maxPixels));
}

/** Covers a pixel with a colour under light of a brightness. */
function coverLit(
  canvas: DotScene['canvas'],
  pixel: number,
  red: number,
  green: number,
  blue: number,
  bright: number,
  opacity: number,
): void {
  coverPixel(
    canvas,
    pixel,
    exposeLight(red * bright),
    exposeLight(green * bright),
    exposeLight(blue * bright),
    opacity,
  );
}

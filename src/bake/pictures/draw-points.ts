import type { PointsFrame } from '../../files/points-frame.ts';
import { hashUnit } from '../../math/random.ts';
import type { PointsLook } from '../../systems/system.ts';
import { createDepthBuffer, drawTriangles } from './depth-buffer.ts';
import type { Figure } from './figure.ts';
import { type Camera, createCamera, normalize, type Point, projectPoints } from './perspective/camera.ts';
import { mergeFigures } from './perspective/figure-mesh.ts';
import type { Picture } from './picture.ts';
import { coverPixel, createPointsCanvas, developCanvas, type PointsCanvas } from './points-canvas.ts';
import { measureCrowds, shadePoints } from './points-shadow.ts';
import { type PointsMoment, type PointsView, placePointsCamera } from './points-view.ts';
import { exposeLight, type Light, lightOf } from './tone.ts';
import { createWisps } from './wisps.ts';

/** What particles are seen in front of. */
export interface Backdrop {
  readonly middle: Light;
  readonly corner: Light;
}

const night: Backdrop = { middle: lightOf(38, 42, 54), corner: lightOf(13, 14, 19) };
const studio: Backdrop = { middle: lightOf(240, 236, 229), corner: lightOf(205, 198, 188) };

/** Night behind what glows, and behind pale smoke and pale discs, which have no shade of their own. */
export function chooseBackdrop(moments: readonly PointsMoment[], look: PointsLook): Backdrop {
  if (look === 'ember') return night;
  if (look === 'sphere' || look === 'cube') return studio;
  let [light, weight] = [0, 0];
  for (const { points } of moments) {
    const step = Math.max(1, Math.floor(points.count / 1000));
    for (let k = 0; k < points.count; k += step) {
      const [red, green, blue, opacity] = points.colors.subarray(4 * k, 4 * k + 4);
      light += opacity * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
      weight += opacity;
    }
  }
  return weight > 0 && light / weight < 0.25 ? studio : night;
}

/** Samples across and down a pixel. */
const fineness = 2;

/** Draws one moment: figures, then particles from the far ones to the near. */
export function drawPoints(
  { points, figures }: PointsMoment,
  look: PointsLook,
  view: PointsView,
  backdrop: Backdrop,
  width: number,
  height: number,
): Picture {
  // Soft looks have no edges that would need more.
  const samples = look === 'smoke' || look === 'ember' ? 1 : fineness;
  const camera = createCamera(placePointsCamera(view, width / height), width * samples, height * samples);
  const canvas = createPointsCanvas(camera.width, camera.height, backdrop.middle, backdrop.corner);
  const toLight = normalize([
    -0.5 * camera.right[0] - 0.55 * camera.forward[0],
    0.75 - 0.5 * camera.right[1] - 0.55 * camera.forward[1],
    -0.5 * camera.right[2] - 0.55 * camera.forward[2],
  ]);
  drawFigures(canvas, camera, figures, toLight, backdrop === night);
  const dots = projectDots(camera, points);
  const light = look === 'ember' ? null : shadePoints(points, toLight, look === 'smoke' ? 0.5 : 0.14);
  const wisps =
    look === 'smoke'
      ? createWisps(canvas.width, canvas.height, 0.09 * Math.min(canvas.width, canvas.height))
      : null;
  const crowds = look === 'smoke' ? measureCrowds(points) : null;
  const scene: DotScene = { wisps, crowds, canvas, camera, points, dots, light, toLight };
  const draw = drawers[look];
  const every = thinOut(dots, look);
  for (const k of sortByDepth(dots.depths)) if (k % every === 0) draw(scene, k);
  return developCanvas(canvas, samples);
}

interface Dots {
  /** [3 · count] x, y in pixels, −1/distance; NaN where they are behind the eye. */
  readonly places: Float64Array;
  /** [count] radius in pixels. */
  readonly radii: Float64Array;
  /** [count] diameter, m. */
  readonly sizes: Float32Array;
  /** [count] distance from the eye, m; NaN for those that are not drawn. */
  readonly depths: Float64Array;
}

interface DotScene {
  readonly canvas: PointsCanvas;
  readonly camera: Camera;
  readonly points: PointsFrame;
  readonly dots: Dots;
  /** [count] what gets past the others to it. */
  readonly light: Float32Array | null;
  readonly toLight: Point;
  /** [width · height] clouds that smoke is thinned by. */
  readonly wisps: Float32Array | null;
  /** [count] how far others are near, 0..1. */
  readonly crowds: Float32Array | null;
}

function projectDots(camera: Camera, { count, positions, sizes, colors }: PointsFrame): Dots {
  const places = projectPoints(camera, positions.subarray(0, 3 * count));
  const radii = new Float64Array(count);
  const depths = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    radii[k] = (sizes[k] / 2) * camera.focal * -places[3 * k + 2];
    depths[k] = colors[4 * k + 3] > 0 && radii[k] > 0 ? -1 / places[3 * k + 2] : Number.NaN;
  }
  return { places, radii, sizes, depths };
}

/** Indices from the farthest to the nearest, without those whose depth is NaN; ties by index. */
function sortByDepth(depths: Float64Array): Uint32Array {
  const order = Uint32Array.from(depths.keys()).filter((k) => depths[k] - depths[k] === 0);
  return order.sort((a, b) => depths[b] - depths[a] || a - b);
}

/** Pixels that are worth painting, one over the other. */
const mostPixels = 1.5e8;

/** One of how many is drawn, where all would take minutes: there is then little to be seen between them. */
function thinOut({ radii, depths }: Dots, look: PointsLook): number {
  const reach = look === 'smoke' ? puffs[0].reach : look === 'ember' ? 2.5 : 1;
  let pixels = 0;
  for (let k = 0; k < radii.length; k++) {
    if (depths[k] - depths[k] === 0) pixels += 4 * (reach * radii[k] + 1) ** 2;
  }
  return Math.max(1, Math.ceil(pixels / mostPixels));
}

type DrawDot = (scene: DotScene, k: number) => void;

/**
 * Calls `paint` for the pixels of a square around a dot that nothing before its `front` (radii from its middle towards the eye)
 * hides: where it is from the dot's middle, in radii, and its number.
 */
function visitPixels(
  { canvas, dots }: DotScene,
  k: number,
  radius: number,
  reach: number,
  front: number,
  paint: (x: number, y: number, pixel: number) => void,
): void {
  const { width, height, depth } = canvas;
  const [x, y] = dots.places.subarray(3 * k, 3 * k + 2);
  const z = depthBefore(dots, k, front);
  const room = radius * reach + 1;
  const left = Math.max(0, Math.ceil(x - room - 0.5));
  const right = Math.min(width - 1, Math.floor(x + room - 0.5));
  const top = Math.max(0, Math.ceil(y - room - 0.5));
  const bottom = Math.min(height - 1, Math.floor(y + room - 0.5));
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const pixel = row * width + column;
      if (depth[pixel] < z) continue;
      paint((column + 0.5 - x) / radius, (row + 0.5 - y) / radius, pixel);
    }
  }
}

/** −1/distance of what lies so many radii before a dot's middle. */
function depthBefore({ depths, sizes }: Dots, k: number, radii: number): number {
  return -1 / Math.max(1e-9, depths[k] - (radii * sizes[k]) / 2);
}

/** What is solid hides what lies behind it, whichever is drawn first: true where it is seen, and then it hides. */
function isSeen({ canvas, dots }: DotScene, k: number, pixel: number, front: number, share: number): boolean {
  const z = depthBefore(dots, k, front);
  if (canvas.depth[pixel] < z) return false;
  if (share > 0.5) canvas.depth[pixel] = z;
  return true;
}

/** A dot below this many pixels is drawn at it, fainter. */
const leastRadius = 0.75;

const drawSphere: DrawDot = (scene, k) => {
  const { canvas, camera, points, dots, light, toLight } = scene;
  const radius = Math.max(leastRadius, dots.radii[k]);
  const opacity = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / radius) ** 2;
  const [red, green, blue] = points.colors.subarray(4 * k, 4 * k + 3);
  const passing = 0.3 + 0.7 * (light ? light[k] : 1);
  // The light in the camera's axes.
  const lx = dot(toLight, camera.right);
  const ly = dot(toLight, camera.up);
  const lz = -dot(toLight, camera.forward);
  visitPixels(scene, k, radius, 1, 1, (x, y, pixel) => {
    const away = Math.sqrt(x * x + y * y);
    const share = Math.min(1, (1 - away) * radius + 0.5);
    if (share <= 0) return;
    const nz = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    if (!isSeen(scene, k, pixel, nz, share * opacity)) return;
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
      share * opacity,
    );
  });
};

/**
 * A puff of smoke is a wide faint cloud with a denser one inside, which is there as far as others are near: how far each
 * reaches, in the particle's radii, and how much it hides in its middle.
 */
const puffs = [
  { reach: 3.5, cover: 0.05 },
  { reach: 1.7, cover: 0.17 },
] as const;

const drawSmoke: DrawDot = (scene, k) => {
  const { canvas, points, dots, light, wisps, crowds } = scene;
  const passing = 0.35 + 0.8 * (light ? light[k] : 1);
  const red = exposeLight(passing * points.colors[4 * k]);
  const green = exposeLight(passing * points.colors[4 * k + 1]);
  const blue = exposeLight(passing * points.colors[4 * k + 2]);
  // No two alike.
  const size = 0.65 + 0.7 * hashUnit(5, points.ids[k]);
  for (const { reach, cover } of puffs) {
    const wide = reach * size * dots.radii[k];
    const radius = Math.max(1.2, wide);
    const there = reach === puffs[0].reach ? 1 : crowds![k];
    const opacity = cover * there * points.colors[4 * k + 3] * Math.min(1, wide / radius) ** 2;
    visitPixels(scene, k, radius, 1, 0, (x, y, pixel) => {
      const rest = 1 - x * x - y * y;
      if (rest <= 0) return;
      coverPixel(canvas, pixel, red, green, blue, Math.min(1, opacity * rest * rest * rest * wisps![pixel]));
    });
  }
};

/** Seconds of motion that a glowing dot is drawn out over. */
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
    // Where it is nearest to the way that the dot came.
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
  const radius = Math.max(leastRadius, dots.radii[k]);
  const opacity = points.colors[4 * k + 3] * Math.min(1, dots.radii[k] / radius) ** 2;
  const normal = discNormal(scene, k);
  const tilt = Math.max(0.06, Math.abs(normal[2]));
  const bright = points.orientations ? 0.55 + 0.45 * tilt : 1;
  const [red, green, blue] = Array.from(points.colors.subarray(4 * k, 4 * k + 3), (c) =>
    exposeLight(c * bright),
  );
  visitPixels(scene, k, radius, 1, 0, (x, y, pixel) => {
    // Up the disc's own plane to this pixel.
    const z = (normal[0] * x - normal[1] * y) / tilt;
    const away = Math.sqrt(x * x + y * y + z * z);
    const share = Math.min(1, (1 - away) * radius * tilt + 0.5);
    if (share > 0) coverPixel(canvas, pixel, red, green, blue, share * opacity);
  });
};

/** A disc's axis (its own Z) in the camera's axes, towards the eye. */
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
  const half = Math.max(leastRadius, dots.radii[k]);
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
    // A ray along the view against the cube's three pairs of faces.
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
    coverPixel(
      canvas,
      pixel,
      exposeLight(red * bright),
      exposeLight(green * bright),
      exposeLight(blue * bright),
      opacity,
    );
  });
};

/** The cube's three axes in the world. */
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

const drawers: Record<PointsLook, DrawDot> = {
  sphere: drawSphere,
  smoke: drawSmoke,
  ember: drawEmber,
  disc: drawDisc,
  cube: drawCube,
};

/** Figures in even light; dim at night, so that what glows stays what is looked at. */
function drawFigures(
  canvas: PointsCanvas,
  camera: Camera,
  figures: readonly Figure[],
  toLight: Point,
  isNight: boolean,
): void {
  const mesh = mergeFigures(figures);
  const buffer = createDepthBuffer(canvas.width, canvas.height);
  drawTriangles(buffer, projectPoints(camera, mesh.positions), mesh.indices, 0);
  canvas.depth.set(buffer.depth);
  const strength = isNight ? 0.3 : 1;
  for (let pixel = 0; pixel < buffer.triangle.length; pixel++) {
    const triangle = buffer.triangle[pixel];
    if (triangle < 0) continue;
    let [lit, sky] = [0, 0];
    for (let corner = 0; corner < 3; corner++) {
      const n = 3 * mesh.indices[3 * triangle + corner];
      const normal: Point = [mesh.normals[n], mesh.normals[n + 1], mesh.normals[n + 2]];
      lit += dot(normal, toLight) / 3;
      sky += normal[1] / 3;
    }
    const light = strength * (0.36 + 0.14 * sky + 0.7 * Math.max(0, lit));
    const [red, green, blue] = mesh.colors.subarray(3 * triangle, 3 * triangle + 3);
    coverPixel(
      canvas,
      pixel,
      exposeLight(red * light),
      exposeLight(green * light),
      exposeLight(blue * light),
      1,
    );
  }
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

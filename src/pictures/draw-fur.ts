import { shineStrand } from '../coats/blades/strand-lobes.ts';
import { normalize } from '../geometry/vector.ts';
import { cos, sin, tan } from '../math/portable.ts';
import { hashUnit } from '../math/random.ts';
import { createDepthBuffer, drawTriangles } from './depth-buffer.ts';
import { drawFloor, type Floor } from './draw-floor.ts';
import { drawFigures, evenLight, studio } from './draw-points.ts';
import {
  type Camera,
  type CameraPosition,
  createCamera,
  type Point,
  projectPoints,
} from './perspective/camera.ts';
import type { Picture } from './picture.ts';
import { coverPixel, createPointsCanvas, developCanvas, type PointsCanvas } from './points-canvas.ts';
import type { PosedMesh } from './posed-mesh.ts';
import { exposeLight, type Light } from './tone.ts';

/** Strands as curves of a few points, root first. */
export interface DrawnStrands {
  readonly pointCount: number;
  /** Positions, world metres, [3 · strands · pointCount]. */
  readonly positions: ArrayLike<number>;
  /** Width at each point, metres, [strands · pointCount]. */
  readonly widths: Float32Array;
  /** Linear RGB at each point, without lighting, [3 · strands · pointCount]. */
  readonly colors: Float32Array;
  /** Unit normal of the skin at each root, [3 · strands]. */
  readonly normals: ArrayLike<number>;
  /** Brightness of the highlights, and of the light that passes through strands, 0 to 1. */
  readonly gloss: number;
  readonly translucency: number;
}

/** Viewing direction: radians about +Y from +Z, and elevation above the horizon. */
export interface FurDirection {
  readonly azimuth: number;
  readonly elevation: number;
}

/** Number of samples along each side of a pixel. */
const fineness = 2;
const fieldOfView = 0.42;

/**
 * Draws strands and meshes in even light, framed so that all strands are visible. soil: linear colour of the ground on which they grow. Absent:
 * they grow on a character.
 */
export function drawFur(
  strands: DrawnStrands,
  figures: readonly PosedMesh[],
  direction: FurDirection,
  width: number,
  height: number,
  soil?: Light,
): Picture {
  const position = placeCamera(strands, direction, width / height);
  const camera = createCamera(position, width * fineness, height * fineness);
  const canvas = createPointsCanvas(camera.width, camera.height, studio.middle, studio.corner);
  const toLight = normalize([
    -0.5 * camera.right[0] - 0.55 * camera.forward[0],
    0.75 - 0.5 * camera.right[1] - 0.55 * camera.forward[1],
    -0.5 * camera.right[2] - 0.55 * camera.forward[2],
  ]);
  if (soil) drawFloor(canvas, camera, floorUnder(strands, soil));
  drawFigures(canvas, camera, figures, toLight, false);
  drawStrands(canvas, camera, strands, toLight, position.position);
  return developCanvas(canvas, fineness);
}

/** Returns the ground below the roots. */
function floorUnder({ positions, pointCount }: DrawnStrands, soil: Light): Floor {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k += 3 * pointCount) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], positions[k + c]);
      high[c] = Math.max(high[c], positions[k + c]);
    }
  }
  const light = evenLight(1, 0.75);
  const [red, green, blue] = soil;
  return {
    min: [low[0], low[2]],
    max: [high[0], high[2]],
    height: low[1],
    color: [exposeLight(red * light), exposeLight(green * light), exposeLight(blue * light)],
    opacity: 1,
  };
}

/** Returns a camera with a long focal length in the given direction. It is so far away that all strands fit into the picture. */
function placeCamera(
  { positions }: DrawnStrands,
  { azimuth, elevation }: FurDirection,
  shape: number,
): CameraPosition {
  const toEye: Point = [sin(azimuth) * cos(elevation), sin(elevation), cos(azimuth) * cos(elevation)];
  const { right, up } = createCamera({ position: toEye, target: [0, 0, 0], fieldOfView }, 1, 1);
  const spans = [right, up, toEye].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0; k < positions.length; k += 3) {
      const along = positions[k] * axis[0] + positions[k + 1] * axis[1] + positions[k + 2] * axis[2];
      if (along < low) low = along;
      if (along > high) high = along;
    }
    return low <= high ? { middle: (low + high) / 2, size: high - low } : { middle: 0, size: 1 };
  });
  const target = [0, 1, 2].map(
    (c) => spans[0].middle * right[c] + spans[1].middle * up[c] + spans[2].middle * toEye[c],
  );
  const half = (1.1 * Math.max(spans[1].size, spans[0].size / shape, 0.01)) / 2;
  const distance = half / tan(fieldOfView / 2) + spans[2].size / 2;
  const position = target.map((value, c) => value + distance * toEye[c]);
  return { position: position as never, target: target as never, fieldOfView };
}

/** Draws strands as bands that face the eye and are at least one sample wide, with a depth test. */
function drawStrands(
  canvas: PointsCanvas,
  camera: Camera,
  strands: DrawnStrands,
  toLight: Point,
  eye: Point,
): void {
  const { pointCount, positions, widths, colors, normals } = strands;
  const dots = projectPoints(camera, positions);
  const count = widths.length / pointCount;
  const points = new Float64Array(6 * widths.length);
  const indices = new Uint32Array(6 * count * (pointCount - 1));
  let o = 0;
  for (let k = 0; k < widths.length; k++) {
    const [first, last] = [k % pointCount === 0, k % pointCount === pointCount - 1];
    const from = 3 * (first ? k : k - 1);
    const to = 3 * (last ? k : k + 1);
    const [x, y] = [dots[to] - dots[from], dots[to + 1] - dots[from + 1]];
    const length = Math.sqrt(x * x + y * y) || 1;
    const half = Math.max(0.5, (widths[k] / 2) * camera.focal * -dots[3 * k + 2]);
    for (const [side, turn] of [-1, 1].entries()) {
      points[6 * k + 3 * side] = dots[3 * k] - (turn * half * y) / length;
      points[6 * k + 3 * side + 1] = dots[3 * k + 1] + (turn * half * x) / length;
      points[6 * k + 3 * side + 2] = dots[3 * k + 2];
    }
    if (last) continue;
    indices.set([2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 1, 2 * k + 3, 2 * k + 2], o);
    o += 6;
  }
  const buffer = createDepthBuffer(canvas.width, canvas.height);
  buffer.depth.set(canvas.depth);
  drawTriangles(buffer, points, indices, 0);
  const lights = Float64Array.from({ length: count }, (_, strand) => {
    const n = 3 * strand;
    const lit = normals[n] * toLight[0] + normals[n + 1] * toLight[1] + normals[n + 2] * toLight[2];
    return evenLight(normals[n + 1], lit);
  });
  const shines = new Map<number, ReturnType<typeof shineSegment>>();
  for (let pixel = 0; pixel < buffer.triangle.length; pixel++) {
    const triangle = buffer.triangle[pixel];
    if (triangle < 0) continue;
    // There are two triangles between every two points.
    const segment = triangle >> 1;
    const strand = Math.floor(segment / (pointCount - 1));
    const point = strand + segment;
    let shine = shines.get(point);
    if (!shine) {
      shine = shineSegment(strands, strand, point, toLight, eye);
      shines.set(point, shine);
    }
    const { surface, own } = shine;
    const tint = (c: number) =>
      exposeLight(
        ((lights[strand] + own) * (colors[3 * point + c] + colors[3 * point + 3 + c])) / 2 + surface,
      );
    coverPixel(canvas, pixel, tint(0), tint(1), tint(2), 1);
  }
}

/** Brightness of the lamp, relative to the diffuse light of strands. */
const lamp = 0.7;

/** Returns the light of a segment in addition to its diffuse light: white, and in its own colour. It increases from the root to the tip. */
function shineSegment(
  { pointCount, positions, normals, gloss, translucency }: DrawnStrands,
  strand: number,
  point: number,
  toLight: Point,
  eye: Point,
): { surface: number; own: number } {
  if (gloss === 0 && translucency === 0) return { surface: 0, own: 0 };
  const at = (k: number) => [positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]];
  const [from, to] = [at(point), at(point + 1)];
  const tangent = normalize(to.map((value, c) => value - from[c]));
  const toEye = normalize(eye.map((value, c) => value - from[c]));
  const normal = [normals[3 * strand], normals[3 * strand + 1], normals[3 * strand + 2]];
  const shine = shineStrand(tangent, normal, toLight, toEye, hashUnit(0x51e9, strand));
  const arrives = (lamp * (1 + (point % pointCount))) / (pointCount - 1);
  return {
    surface: arrives * gloss * shine.surface,
    own: arrives * (gloss * shine.inner + translucency * shine.through),
  };
}

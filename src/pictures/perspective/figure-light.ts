import { cross, normalize } from '../../geometry/vector.ts';
import { cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import { createDepthBuffer, type DepthBuffer, drawTriangles } from '../depth-buffer.ts';
import { figureBounds, type PosedMesh } from '../posed-mesh.ts';
import type { Point } from './camera.ts';

/** Shadow map of the meshes for a distant light: depths seen from the light. */
interface ShadowMap {
  readonly buffer: DepthBuffer;
  /** Unit vectors: to the light, and the axes of the map. */
  readonly toLight: Point;
  readonly right: Point;
  readonly up: Point;
  readonly left: number;
  readonly top: number;
  /** Pixels per metre. */
  readonly scale: number;
}

/** The light that meshes leave on themselves and around them: of the sun, and of the sky from evenly distributed directions. */
export interface FigureLight {
  /** One map for each group of meshes. */
  readonly sun: readonly ShadowMap[];
  readonly sky: readonly SkyPart[];
}

/** A part of the sky, as a distant light. */
interface SkyPart {
  /** Unit vector. */
  readonly toLight: Point;
  /** One map for each group of meshes. */
  readonly maps: readonly ShadowMap[];
}

/** Meshes that are spread over no more than this length share one map, m. */
const oneMapExtent = 60;
/** Otherwise meshes nearer to the eye than these distances have maps of their own, m: a pixel of a map may be larger far away. */
const groupDistances = [24, 96, 384];
/** Number of groups that leave darker sky light around them. Those beyond are too small in the picture. */
const skyGroups = 2;

const skyCount = 24;
const goldenTurn = 2.399963229728653;

/** Returns unit directions that divide the sky into parts which give equal light on level ground. */
export function skyDirections(count: number): Point[] {
  return Array.from({ length: count }, (_, k) => {
    const level = Math.sqrt((k + 0.5) / count);
    return [level * cos(k * goldenTurn), Math.sqrt(1 - level * level), level * sin(k * goldenTurn)];
  });
}

/** Draws the meshes once from the sun and once from each part of the sky. toSun: unit vector. eye: position of the camera, metres. */
export function createFigureLight(figures: readonly PosedMesh[], toSun: Point, eye: Point): FigureLight {
  const groups = groupByDistance(figures, eye);
  const draw = (toLight: Point, size: ShadowMapSize, count = groups.length) =>
    groups.slice(0, count).flatMap((group) => createShadowMap(group, toLight, size) ?? []);
  return {
    sun: draw(toSun, { min: 1500, max: 4096, texel: 0.007 }),
    sky: skyDirections(skyCount).map((toLight) => ({
      toLight,
      maps: draw(toLight, { min: 280, max: 640, texel: 0.04 }, skyGroups),
    })),
  };
}

/** Divides meshes by their distance from the eye, if they are spread so far that one map would be too coarse. */
function groupByDistance(figures: readonly PosedMesh[], eye: Point): (readonly PosedMesh[])[] {
  const bounds = figureBounds(figures);
  if (!bounds) return [];
  const extent = Math.max(bounds.max[0] - bounds.min[0], bounds.max[2] - bounds.min[2]);
  if (extent <= oneMapExtent) return [figures];
  const groups: PosedMesh[][] = [...groupDistances, Infinity].map(() => []);
  for (const figure of figures) {
    const own = figureBounds([figure]);
    if (!own) continue;
    const dx = (own.min[0] + own.max[0]) / 2 - eye[0];
    const dz = (own.min[2] + own.max[2]) / 2 - eye[2];
    const distance = Math.sqrt(dx * dx + dz * dz);
    groups[[...groupDistances, Infinity].findIndex((limit) => distance < limit)].push(figure);
  }
  return groups;
}

/** Sides of a shadow map in pixels, and the size of a pixel that it should have, metres. */
interface ShadowMapSize {
  readonly min: number;
  readonly max: number;
  readonly texel: number;
}

function createShadowMap(
  figures: readonly PosedMesh[],
  toLight: Point,
  { min, max, texel }: ShadowMapSize,
): ShadowMap | null {
  if (!figureBounds(figures)) return null;
  const right = Math.abs(toLight[1]) > 0.999 ? ([1, 0, 0] as const) : normalize([-toLight[2], 0, toLight[0]]);
  const up = cross(toLight, right);
  const projected = figures.map(({ positions }) => {
    const out = new Float64Array(positions.length);
    for (let k = 0; k + 2 < out.length; k += 3) {
      const [x, y, z] = [positions[k], positions[k + 1], positions[k + 2]];
      out[k] = x * right[0] + y * right[1] + z * right[2];
      out[k + 1] = x * up[0] + y * up[1] + z * up[2];
      out[k + 2] = -(x * toLight[0] + y * toLight[1] + z * toLight[2]);
    }
    return out;
  });
  let [left, top, far, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of projected) {
    for (let k = 0; k < points.length; k += 3) {
      left = Math.min(left, points[k]);
      far = Math.max(far, points[k]);
      top = Math.min(top, points[k + 1]);
      bottom = Math.max(bottom, points[k + 1]);
    }
  }
  const extent = Math.max(far - left, bottom - top, 1e-6);
  // A pixel that is too large shades a curved surface by its own neighbouring pixels, in stripes.
  const size = Math.min(max, Math.max(min, Math.ceil(extent / texel)));
  const scale = (size - 4) / extent;
  left -= 2 / scale;
  top -= 2 / scale;
  const buffer = createDepthBuffer(size, size);
  figures.forEach(({ indices }, n) => {
    const points = projected[n];
    for (let k = 0; k < points.length; k += 3) {
      points[k] = (points[k] - left) * scale;
      points[k + 1] = (points[k + 1] - top) * scale;
    }
    drawTriangles(buffer, points, indices, 0);
  });
  return { buffer, toLight, right, up, left, top, scale };
}

/** Returns the metres from a point to the mesh between it and the light. ≤ 0 or −Infinity if there is none. */
function blockerDistance(map: ShadowMap, x: number, y: number, z: number, dx: number, dy: number): number {
  const { right, up, toLight, buffer } = map;
  const column = Math.floor((x * right[0] + y * right[1] + z * right[2] - map.left) * map.scale + dx);
  const row = Math.floor((x * up[0] + y * up[1] + z * up[2] - map.top) * map.scale + dy);
  if (column < 0 || row < 0 || column >= buffer.width || row >= buffer.height) return -Infinity;
  return -(x * toLight[0] + y * toLight[1] + z * toLight[2]) - buffer.depth[row * buffer.width + column];
}

const diskCount = 12;
const diskX = Float64Array.from(
  { length: diskCount },
  (_, k) => Math.sqrt((k + 0.5) / diskCount) * cos(k * goldenTurn),
);
const diskY = Float64Array.from(
  { length: diskCount },
  (_, k) => Math.sqrt((k + 0.5) / diskCount) * sin(k * goldenTurn),
);

/**
 * Returns the fraction of the sun that passes the meshes and reaches a point, 0..1. The size of the sun's disc determines the softness:
 * shadows are sharp under the feet and softer under the head. `bias`: metres, to prevent self-shadowing. `turn`: 0..1, rotates the sample
 * pattern, so that errors of neighbouring points average out.
 */
export function sunPastFigures(light: FigureLight, p: ArrayLike<number>, bias: number, turn: number): number {
  let fraction = 1;
  for (const map of light.sun) {
    if (fraction > 0) fraction *= sunPastMap(map, p, bias, turn);
  }
  return fraction;
}

function sunPastMap(map: ShadowMap, p: ArrayLike<number>, bias: number, turn: number): number {
  const c = cos(2 * Math.PI * turn);
  const s = sin(2 * Math.PI * turn);
  const search = 0.035 * map.scale;
  let nearest = 0;
  let found = 0;
  for (let k = 0; k < diskCount; k += 2) {
    const dx = search * (c * diskX[k] - s * diskY[k]);
    const dy = search * (s * diskX[k] + c * diskY[k]);
    const distance = blockerDistance(map, p[0], p[1], p[2], dx, dy);
    if (distance > bias) {
      nearest += distance;
      found++;
    }
  }
  if (found === 0) return 1;
  const radius = Math.min(search, (0.004 + 0.011 * (nearest / found)) * map.scale);
  let lit = 0;
  for (let k = 0; k < diskCount; k++) {
    const dx = radius * (c * diskX[k] - s * diskY[k]);
    const dy = radius * (s * diskX[k] + c * diskY[k]);
    if (!(blockerDistance(map, p[0], p[1], p[2], dx, dy) > bias)) lit++;
  }
  return lit / diskCount;
}

/**
 * Returns the light of the sky that passes the meshes and reaches a point with unit normal n, relative to the light on open level ground.
 * `turn` shifts each map by a fraction of a pixel, which hides the resolution of the maps.
 */
export function skyPastFigures(
  light: FigureLight,
  p: ArrayLike<number>,
  n: ArrayLike<number>,
  bias: number,
  turn: number,
): number {
  let seen = 0;
  let all = 0;
  const shift = 2 * (turn - 0.5);
  for (const { toLight, maps } of light.sky) {
    // Without meshes there are no maps.
    if (maps.length === 0) continue;
    // The distribution of the directions already contains the cosine to the vertical. Here the cosine to n is needed instead.
    const weight = Math.max(0, n[0] * toLight[0] + n[1] * toLight[1] + n[2] * toLight[2]) / toLight[1];
    all++;
    if (weight === 0) continue;
    const isBlocked = maps.some((map) => blockerDistance(map, p[0], p[1], p[2], shift, shift) > bias);
    if (!isBlocked) seen += Math.min(weight, 3);
  }
  return all > 0 ? seen / all : 0.5 + 0.5 * n[1];
}

/** Returns a number for a sample of the picture, uniformly distributed in 0..1. */
export function sampleTurn(x: number, y: number): number {
  return hashUnit(11, x, y);
}

import { normalize } from '../../geometry/vector.ts';
import type { SurfaceLook } from '../../systems/outputs/heightfield.ts';
import type { ColumnGrid } from '../column-grid.ts';
import { createDepthBuffer, drawTriangles } from '../depth-buffer.ts';
import { type GroundLook, groundLook } from '../ground-look.ts';
import type { Picture } from '../picture.ts';
import { figureBounds, type PosedMesh } from '../posed-mesh.ts';
import { exposeLight, srgbByte } from '../tone.ts';
import {
  type Camera,
  type CameraPosition,
  createCamera,
  type Point,
  projectPoints,
  rayThrough,
} from './camera.ts';
import { drawGrains, type Grains } from './draw-grains.ts';
import {
  createFigureLight,
  type FigureLight,
  sampleTurn,
  skyPastFigures,
  sunPastFigures,
} from './figure-light.ts';
import { type FigureMesh, mergeFigures, normalAt } from './figure-mesh.ts';
import { createGroundSurface, type GroundSurface, hitGround } from './ground-surface.ts';
import { type GroundScene, shadeGround } from './shade-ground.ts';
import { hazeColor, skyColor } from './sky.ts';

/** Characters at one moment while the shutter is open. */
export interface FigureMoment {
  readonly figures: readonly PosedMesh[];
  /** Offset of the samples within their pixels, −0.5..0.5: right and down. */
  readonly offset: readonly [number, number];
}

/** Content of a picture in perspective: ground, characters, camera and sun. Width and height in pixels. */
export interface PerspectiveScene {
  /** The part of the ground to show. */
  readonly ground: ColumnGrid;
  /** Coarser ground around it. From there to the horizon, the ground is level. */
  readonly surroundings?: ColumnGrid;
  /** Material of the ground: `sand`, `mud`, `snow`. */
  readonly material: string;
  /** Appearance that differs from that of the material: `look` of a heightfield. */
  readonly look?: SurfaceLook;
  readonly figures: readonly PosedMesh[];
  /** Material in the air. */
  readonly grains?: Grains;
  /** Motion blur: the characters at the moments of `shutterMoments`, instead of `figures` and `samples`. */
  readonly moments?: readonly FigureMoment[];
  readonly camera: CameraPosition;
  /** Direction to the sun, any length, y > 0. */
  readonly toSun: Point;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of samples along each side of a pixel. 3 for a final picture, 1 for a draft. */
  readonly samples?: number;
  /** Number of drawn samples along a side for each sample of the grid. Default 2. */
  readonly refine?: number;
  /** Distance in metres at which haze absorbs about two thirds of the light. Default 150. */
  readonly haze?: number;
  /** Brightness of the picture. Default 0.9. */
  readonly exposure?: number;
}

const defaultExposure = 0.9;
const sunOnFigures = [1.5, 1.36, 1.16] as const;
const skyOnFigures = [0.2, 0.25, 0.33] as const;

/**
 * Draws a ground and meshes in perspective under a sun and a clear sky: ray-marched ground with soft shadows, sky light and fine grain, and
 * meshes with smooth normals that cast shadows on the ground. The result depends only on the arguments.
 *
 * Samples of a pixel and moments of the shutter are averaged in linear light, after the tone curve.
 */
export function renderPerspective(scene: PerspectiveScene): Picture {
  const { width, height } = scene;
  const moments: readonly FigureMoment[] = scene.moments ?? [{ figures: scene.figures, offset: [0, 0] }];
  const samples = scene.moments ? 1 : (scene.samples ?? 3);
  const toSun = normalize(scene.toSun);
  const around = scene.surroundings && createGroundSurface(scene.surroundings, toSun, 1);
  const surface = createGroundSurface(scene.ground, toSun, scene.refine ?? 2, around);
  const light = new Float64Array(3 * width * height);
  let figures: FigureLight | null = null;
  const distances = new Float64Array(width * height);
  for (const [k, moment] of moments.entries()) {
    const turn = k / moments.length;
    figures = addLight(light, distances, scene, { surface, toSun, ...moment, samples, turn });
  }
  const sampleCount = moments.length * samples * samples;
  if (scene.grains && figures) {
    const camera = createCamera(scene.camera, width, height);
    drawGrains(light, scene.grains, {
      camera,
      toSun,
      figures,
      exposure: scene.exposure ?? defaultExposure,
      distances,
      sampleCount,
    });
  }
  const fraction = 1 / sampleCount;
  return { width, height, rgb: Uint8Array.from(light, (sum) => srgbByte(sum * fraction)) };
}

interface LightSamples extends FigureMoment {
  readonly surface: GroundSurface;
  /** Unit vector. */
  readonly toSun: Point;
  /** Number of samples along each side of a pixel. */
  readonly samples: number;
  /** Rotation of the samples of the shadows, 0..1. */
  readonly turn: number;
}

/**
 * Adds the light of one time to the sums of the pixels, [3 · width · height], after the tone curve, linear. Writes the distance to the
 * surface at the middle of each pixel, [width · height], and returns the shadows of the meshes.
 */
function addLight(
  out: Float64Array,
  distances: Float64Array,
  scene: PerspectiveScene,
  { surface, toSun, figures: meshes, samples, offset, turn: rotation }: LightSamples,
): FigureLight {
  const { width, height } = scene;
  const camera = createCamera(scene.camera, width * samples, height * samples);
  const mesh = mergeFigures(meshes);
  const buffer = createDepthBuffer(camera.width, camera.height);
  const points = projectPoints(camera, mesh.positions);
  for (let k = 0; k < points.length; k += 3) {
    points[k] -= offset[0];
    points[k + 1] -= offset[1];
  }
  drawTriangles(buffer, points, mesh.indices, 0);
  const figures = createFigureLight(meshes, toSun, scene.camera.position);
  const ground: GroundScene = {
    surface,
    look: groundLook(scene.material, scene.look),
    toSun,
    figures,
    reach: reachOfFigures(meshes, toSun),
  };
  const exposure = scene.exposure ?? defaultExposure;
  const haze = scene.haze ?? 150;
  const light = new Float64Array(3);
  const far = new Float64Array(3);
  const p = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = 3 * (y * width + x);
      for (let s = 0; s < samples * samples; s++) {
        const column = x * samples + (s % samples);
        const row = y * samples + Math.floor(s / samples);
        const direction = rayThrough(camera, column + 0.5 + offset[0], row + 0.5 + offset[1]);
        const k = row * camera.width + column;
        const toFigure = buffer.triangle[k] < 0 ? Infinity : distanceAt(camera, direction, buffer.depth[k]);
        const toGround = hitGround(ground.surface, camera.position, direction, 1 / camera.focal);
        const distance = Math.min(toFigure, toGround);
        if (s === (samples * samples) >> 1) distances[pixel / 3] = distance;
        if (distance === Infinity) skyColor(light, toSun, direction[0], direction[1], direction[2]);
        else {
          for (let c = 0; c < 3; c++) p[c] = camera.position[c] + distance * direction[c];
          const turn = (sampleTurn(column, row) + rotation) % 1;
          if (toFigure < toGround)
            shadeFigure(
              light,
              { mesh, figures, toSun, look: ground.look },
              buffer.triangle[k],
              p,
              direction,
              turn,
            );
          else {
            const footprint = distance / camera.focal / Math.max(0.08, -direction[1]);
            shadeGround(light, ground, p, direction, footprint, turn);
          }
          hazeColor(far, toSun, direction[0], direction[2]);
          const ratio = distance / haze;
          const clear = 1 / (1 + ratio + ratio * ratio);
          for (let c = 0; c < 3; c++) light[c] = far[c] + clear * (light[c] - far[c]);
        }
        for (let c = 0; c < 3; c++) out[pixel + c] += exposeLight(exposure * light[c]);
      }
    }
  }
  return figures;
}

/** Returns the distance along a ray to the point with a given value −1/depth in the depth buffer. */
function distanceAt(camera: Camera, direction: readonly [number, number, number], depth: number): number {
  const { forward } = camera;
  const along = direction[0] * forward[0] + direction[1] * forward[1] + direction[2] * forward[2];
  return -1 / depth / along;
}

/** Returns the area in which meshes can darken the ground: their bounds, extended by the length of their shadows and some padding. */
function reachOfFigures(figures: readonly PosedMesh[], toSun: Point): [number, number, number, number] {
  const bounds = figureBounds(figures);
  if (!bounds) return [0, 0, 0, 0];
  const height = Math.max(0, bounds.max[1] - Math.min(0, bounds.min[1]));
  const x = (-toSun[0] / Math.max(toSun[1], 0.05)) * height;
  const z = (-toSun[2] / Math.max(toSun[1], 0.05)) * height;
  const around = 1.5 * height;
  return [
    bounds.min[0] + Math.min(x, -around),
    bounds.min[2] + Math.min(z, -around),
    bounds.max[0] + Math.max(x, around),
    bounds.max[2] + Math.max(z, around),
  ];
}

interface FigureScene {
  readonly mesh: FigureMesh;
  readonly figures: FigureLight;
  readonly toSun: Point;
  readonly look: GroundLook;
}

const normal = new Float64Array(3);

/**
 * Returns the light from a point of a mesh to the eye: from the sun, from the sky, reflected by the ground, and a faint sheen at grazing
 * angles.
 */
function shadeFigure(
  out: Float64Array,
  { mesh, figures, toSun, look }: FigureScene,
  triangle: number,
  p: Float64Array,
  direction: readonly [number, number, number],
  turn: number,
): void {
  normalAt(normal, mesh, triangle, p);
  const facing = -(normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]);
  if (facing < 0) for (let c = 0; c < 3; c++) normal[c] = -normal[c];
  let sunlight = Math.max(0, normal[0] * toSun[0] + normal[1] * toSun[1] + normal[2] * toSun[2]);
  if (sunlight > 0) sunlight *= sunPastFigures(figures, p, 0.012, turn);
  const sky = skyPastFigures(figures, p, normal, 0.02, turn);
  const below = 0.5 - 0.5 * normal[1];
  const edge = (1 - Math.min(1, Math.abs(facing))) ** 4;
  for (let c = 0; c < 3; c++) {
    const ground = look.albedo[c] * (0.75 * look.sun[c] * toSun[1] + look.sky[c]) * below;
    const fallen = sunOnFigures[c] * sunlight + skyOnFigures[c] * sky + 0.6 * ground;
    out[c] = mesh.colors[3 * triangle + c] * fallen + edge * 0.12 * skyOnFigures[c] * (0.3 + sky);
  }
}

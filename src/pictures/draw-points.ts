import { dot, normalize } from '../geometry/vector.ts';
import type { PointsLook } from '../systems/outputs/points.ts';
import { createDepthBuffer, drawTriangles } from './depth-buffer.ts';
import { drawSmoke } from './draw-smoke.ts';
import { type Camera, createCamera, type Point, projectPoints } from './perspective/camera.ts';
import { mergeFigures } from './perspective/figure-mesh.ts';
import type { Picture } from './picture.ts';
import { coverPixel, createPointsCanvas, developCanvas, type PointsCanvas } from './points-canvas.ts';
import { type DotScene, projectDots, sortByDepth } from './points-dots.ts';
import { drawers, thinOut } from './points-looks.ts';
import { shadePoints } from './points-shadow.ts';
import { type PointsMoment, type PointsView, placePointsCamera } from './points-view.ts';
import type { PosedMesh } from './posed-mesh.ts';
import { exposeLight, type Light, lightOf } from './tone.ts';

/** Background of the particles. */
export interface Backdrop {
  readonly middle: Light;
  readonly corner: Light;
}

const night: Backdrop = { middle: lightOf(38, 42, 54), corner: lightOf(13, 14, 19) };
/** A bright background, for looks with their own shading. */
export const studio: Backdrop = { middle: lightOf(240, 236, 229), corner: lightOf(205, 198, 188) };

/** Returns a dark background for glowing looks, and for pale smoke and pale discs, which have no shading; otherwise the bright one. */
export function chooseBackdrop(moments: readonly PointsMoment[], look: PointsLook): Backdrop {
  if (look === 'ember') return night;
  if (look === 'sphere' || look === 'cube' || look === 'leaf' || look === 'clod') return studio;
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

/** Number of samples along each side of a pixel. */
const fineness = 2;

/** Draws one moment: meshes first, then particles from far to near. */
export function drawPoints(
  { points, figures }: PointsMoment,
  look: PointsLook,
  view: PointsView,
  backdrop: Backdrop,
  width: number,
  height: number,
): Picture {
  // Soft looks have no sharp edges, so one sample is enough.
  const samples = look === 'smoke' || look === 'ember' ? 1 : fineness;
  const camera = createCamera(placePointsCamera(view, width / height), width * samples, height * samples);
  const canvas = createPointsCanvas(camera.width, camera.height, backdrop.middle, backdrop.corner);
  // Smoke is lit from the side, so that it casts visible shadows on itself, which show its form.
  const [aside, towards] = look === 'smoke' ? [0.75, 0.12] : [0.5, 0.55];
  const toLight = normalize([
    -aside * camera.right[0] - towards * camera.forward[0],
    0.75 - aside * camera.right[1] - towards * camera.forward[1],
    -aside * camera.right[2] - towards * camera.forward[2],
  ]);
  drawFigures(canvas, camera, figures, toLight, backdrop === night);
  const dots = projectDots(camera, points);
  if (look === 'smoke') {
    drawSmoke(canvas, camera, points, dots, toLight);
    return developCanvas(canvas, samples);
  }
  const light = look === 'ember' ? null : shadePoints(points, toLight, 0.14);
  const scene: DotScene = { canvas, camera, points, dots, light, toLight };
  const draw = drawers[look];
  const every = thinOut(dots, look);
  for (const k of sortByDepth(dots.depths)) if (k % every === 0) draw(scene, k);
  return developCanvas(canvas, samples);
}

/**
 * Returns the brightness of a surface in a bright room with a lamp beside the camera. A white surface that faces the lamp is displayed as
 * white. up: y of its unit normal. facing: cosine of the angle to the lamp.
 */
export function evenLight(up: number, facing: number): number {
  return 0.46 + 0.16 * up + 0.86 * Math.max(0, facing);
}

/** Draws meshes in even light. At night they are dim, so that glowing particles stand out. */
export function drawFigures(
  canvas: PointsCanvas,
  camera: Camera,
  figures: readonly PosedMesh[],
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
    const light = strength * evenLight(sky, lit);
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

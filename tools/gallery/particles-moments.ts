import type { PointsFrame } from '../../src/motion/points-frame.ts';
import { type Backdrop, drawPoints } from '../../src/pictures/draw-points.ts';
import { drawText } from '../../src/pictures/font.ts';
import { type Picture, placePicture } from '../../src/pictures/picture.ts';
import type { PointsMoment, PointsView } from '../../src/pictures/points-view.ts';
import { textStyles } from '../../src/pictures/sheet-style.ts';
import { lightOf } from '../../src/pictures/tone.ts';
import type { PointsLook } from '../../src/systems/outputs/points.ts';
import type { RunningScene } from './bake-moment.ts';
import { startShipped } from './shipped-scene.ts';

/**
 * Runs a scene of particles to some times, s, ascending. Calls `seen` at each time. `seen` returns the figures that are drawn with the
 * particles.
 */
export async function runMoments(
  name: string,
  times: readonly number[],
  seen: (scene: RunningScene, points: PointsFrame) => PointsMoment['figures'] = () => [],
): Promise<PointsMoment[]> {
  const scene = await startShipped(name);
  return times.map((t) => {
    scene.advanceTo(t);
    const points = copyPoints(scene.points());
    return { t, points, figures: seen(scene, points) };
  });
}

/** Copies the current particles, since the system overwrites its output. */
export function copyPoints(points: PointsFrame): PointsFrame {
  const { count } = points;
  return {
    count,
    ids: points.ids.slice(0, count),
    positions: points.positions.slice(0, 3 * count),
    velocities: points.velocities.slice(0, 3 * count),
    orientations: points.orientations?.slice(0, 4 * count) ?? null,
    colors: points.colors.slice(0, 4 * count),
    sizes: points.sizes.slice(0, count),
    birthTimes: points.birthTimes.slice(0, count),
    attributes: new Map(),
  };
}

/** Background for pale or glowing particles. */
export const night: Backdrop = { middle: lightOf(27, 31, 42), corner: lightOf(10, 11, 16) };
/** Background for coloured particles. The background is uniform and uses few entries of the picture's palette. */
export const studio: Backdrop = { middle: lightOf(240, 236, 229), corner: lightOf(240, 236, 229) };

/** Position of a moment on a page, pixels. */
export interface MomentPlace {
  readonly moment: PointsMoment;
  readonly view: PointsView;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Height of the text below a moment, pixels. */
export const captionHeight = 30;

/** Draws a moment with its time below. */
export function placeMoment(
  page: Picture,
  position: MomentPlace,
  look: PointsLook,
  backdrop: Backdrop,
): void {
  const { moment, view, x, y, width, height } = position;
  placePicture(page, drawPoints(moment, look, view, backdrop, width, height), x, y);
  drawText(page, `${moment.t.toFixed(1)} s`, x, y + height + 19, textStyles.caption);
}

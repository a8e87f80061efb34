import { createPicture, type Picture } from '../../src/pictures/picture.ts';
import type { PointsView } from '../../src/pictures/points-view.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import type { PointsLook } from '../../src/systems/outputs/points.ts';
import { captionHeight, night, placeMoment, runMoments } from './particles-moments.ts';

const gap = 8;
const margin = 12;

interface Showing {
  readonly scene: string;
  readonly look: PointsLook;
  /** Seconds, ascending. */
  readonly times: readonly number[];
  /** Index of the moment that is drawn large. */
  readonly main: number;
  readonly view: PointsView;
  readonly mainView: PointsView;
  /** Factor for the size of particles in the large picture. Default 1. */
  readonly mainSize?: number;
}

/** Draws the letter S from 6000 particles of smoke: Dingle & Keyser 2005, figure 8. */
export function drawLetterS(samples: number): Promise<Picture> {
  const view: PointsView = { toEye: [0, 0, 1], center: [-0.05, 1.05, 0], width: 2, height: 2, depth: 0.4 };
  return drawBeside(
    {
      scene: 'letter-s',
      look: 'smoke',
      times: [0.4, 0.9, 1.5, 1.9, 2.2, 2.87, 3.6],
      main: 5,
      view,
      mainView: { ...view, center: [0, 1.1, 0], width: 1.75, height: 1.75 },
    },
    samples,
  );
}

/** Draws "Howdy" from a ball of smoke with 12 000 particles: figure 10. */
export function drawHowdy(samples: number): Promise<Picture> {
  const view: PointsView = { toEye: [0, 0, 1], center: [0, 1, 0], width: 4.2, height: 2.2, depth: 0.4 };
  return drawAbove(
    {
      scene: 'howdy',
      look: 'smoke',
      times: [0.2, 0.9, 1.4, 1.9, 2.6, 3.2],
      main: 4,
      view,
      mainView: { ...view, width: 4.15, height: 1.4 },
    },
    samples,
    680,
  );
}

/** Draws sparks from a fire that form a running fox for a second. */
export function drawFoxOfEmbers(samples: number): Promise<Picture> {
  const toEye = unit([0.97, 0.12, 0.2]);
  const view: PointsView = { toEye, center: [0, 0.62, -0.05], width: 1.75, height: 1.25, depth: 0.6 };
  return drawAbove(
    {
      scene: 'fox-of-embers',
      look: 'ember',
      times: [0.4, 1, 1.7, 2.1, 2.8, 3.6],
      main: 4,
      view,
      mainView: { ...view, center: [0, 0.385, -0.03], width: 1.3, height: 0.68 },
      // In the close view, larger sparks would merge.
      mainSize: 0.7,
    },
    samples,
    760,
  );
}

/** Draws one moment large on the right, and the others as six tiles: the moments before it, then the last moment. */
async function drawBeside(
  { scene, times, main, look, view, mainView }: Showing,
  samples: number,
): Promise<Picture> {
  const side = samples === 1 ? 150 : 306;
  const large = 3 * side + 2 * captionHeight;
  const columns = Math.ceil((times.length - 1) / 3);
  const page = createPicture(
    2 * margin + columns * (side + gap) + large,
    2 * margin + 3 * (side + captionHeight),
    sheetColors.paper,
  );
  const moments = await runMoments(scene, times);
  for (const [k, moment] of moments.filter((_, n) => n !== main).entries()) {
    const x = margin + (k % columns) * (side + gap);
    const y = margin + Math.floor(k / columns) * (side + captionHeight);
    placeMoment(page, { moment, view, x, y, width: side, height: side }, look, night);
  }
  const x = margin + columns * (side + gap);
  placeMoment(
    page,
    { moment: moments[main], view: mainView, x, y: margin, width: large, height: large },
    look,
    night,
  );
  return page;
}

/** Draws one moment large, and the others in a row above it. */
async function drawAbove(showing: Showing, samples: number, largeHeight: number): Promise<Picture> {
  const { scene, times, main, look, view, mainView, mainSize = 1 } = showing;
  const scale = samples === 1 ? 0.5 : 1;
  const width = 1576 * scale;
  const count = times.length - 1;
  const small = Math.floor((width - (count - 1) * gap) / count);
  const smallHeight = Math.round((small * view.height) / view.width);
  const high = largeHeight * scale;
  const page = createPicture(
    2 * margin + width,
    2 * margin + smallHeight + high + 2 * captionHeight,
    sheetColors.paper,
  );
  const moments = await runMoments(scene, times);
  for (const [k, moment] of moments.filter((_, n) => n !== main).entries()) {
    const x = margin + k * (small + gap);
    placeMoment(page, { moment, view, x, y: margin, width: small, height: smallHeight }, look, night);
  }
  const y = margin + smallHeight + captionHeight;
  const { points } = moments[main];
  const moment = {
    ...moments[main],
    points: { ...points, sizes: points.sizes.map((size) => mainSize * size) },
  };
  const position = { moment, view: mainView, x: margin, y, width, height: high };
  placeMoment(page, position, look, night);
  return page;
}

function unit([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

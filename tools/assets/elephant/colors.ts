/** The calf's colours by position in the rest pose. */
import type { Paint } from '../shapes/build-surface.ts';
import { smoothStep } from '../shapes/level-set.ts';

/** Linear. */
type Color = readonly [number, number, number];

const grey: Color = [0.46, 0.4, 0.36];
const back: Color = [0.4, 0.24, 0.14];
const pale: Color = [0.6, 0.48, 0.42];

/** Writes linear red, green, blue at a point of the skin: darker and browner on top, paler on the trunk, below and in front of the ears. */
export const paintElephant: Paint = (out, point, normal) => {
  const [x, y, z] = [point[0], point[1], point[2]];
  out.set(grey);
  mix(out, back, smoothStep(0.72, 0.98, y + 0.1 * normal[1]));
  mix(out, pale, 0.6 * smoothStep(0.6, 0.75, z) * (1 - smoothStep(0.5, 0.8, y)));
  mix(out, pale, 0.5 * (1 - smoothStep(0.02, 0.2, y)));
  const isEar = smoothStep(0.17, 0.23, Math.abs(x)) * smoothStep(0.25, 0.32, z) * smoothStep(0.55, 0.62, y);
  mix(out, pale, 0.8 * isEar * smoothStep(0.1, 0.5, normal[2]));
};

function mix(out: Float64Array, color: Color, opacity: number): void {
  for (let c = 0; c < 3; c++) out[c] += (color[c] - out[c]) * opacity;
}

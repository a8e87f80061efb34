/** The fox's colours by position in the rest pose. */
import type { Paint } from '../shapes/build-surface.ts';
import { smoothStep } from '../shapes/level-set.ts';
import { boneShapes } from './body.ts';
import { bones } from './skeleton.ts';

/** Linear. */
type Color = readonly [number, number, number];

const rust: Color = [0.54, 0.145, 0.032];
const orange: Color = [0.82, 0.255, 0.058];
const cream: Color = [0.88, 0.8, 0.66];
const dark: Color = [0.045, 0.033, 0.03];

const shapesOf = (pattern: RegExp) =>
  [...boneShapes].filter(([bone]) => pattern.test(bones[bone].name)).map(([, set]) => set);
const ears = shapesOf(/^ear/);
const legs = shapesOf(/^(shoulder|upper_arm|forearm|hand|fingers|thigh|shank|foot|toes)/);

/** Writes linear red, green, blue at a point of the skin. */
export const paintFox: Paint = (out, point, normal) => {
  const [x, y, z] = [point[0], point[1], point[2]];
  const ahead = normal[2];
  out.set(orange);
  const side = Math.abs(x);
  const nearest = (sets: typeof ears) => Math.min(...sets.map((set) => set(x, y, z)));
  const isHead = smoothStep(0.2, 0.26, z) * smoothStep(0.42, 0.46, y);
  // The back is darker.
  mix(out, rust, 0.85 * smoothStep(0.385, 0.44, y) * (1 - smoothStep(0.2, 0.3, z)));
  // Belly, chest and throat.
  const leg = smoothStep(0.004, 0.018, nearest(legs) - 0.004);
  const edge = 0.292 + 1.5 * Math.max(0, z - 0.125) - 1.2 * Math.max(0, -0.08 - z);
  const under = smoothStep(-0.012, 0.012, edge - y - 0.9 * Math.max(0, side - 0.03));
  mix(
    out,
    cream,
    under *
      (1 - isHead) *
      (z > 0.15 ? Math.max(leg, smoothStep(0.2, 0.225, z)) : leg) *
      smoothStep(-0.2, -0.16, z),
  );
  // Cheeks, lips and chin.
  const lip = 0.505 - 0.22 * Math.max(0, z - 0.32) - 0.02 * smoothStep(0.05, 0.09, side);
  mix(out, cream, isHead * smoothStep(-0.005, 0.005, lip - y));
  // Stockings.
  mix(out, dark, 1 - smoothStep(0.15, 0.2, y + 0.25 * Math.max(0, z > 0 ? 0 : z + 0.22)));
  // Backs and rims of the ears.
  const ear = 1 - smoothStep(0.004, 0.012, nearest(ears));
  mix(out, dark, ear * smoothStep(0.578, 0.598, y) * smoothStep(-0.2, 0.2, -ahead));
  mix(out, cream, 0.75 * ear * smoothStep(0.57, 0.59, y) * smoothStep(0.25, 0.5, ahead));
  // The tip of the tail.
  mix(out, cream, smoothStep(-0.008, 0.008, -0.585 - z - 0.3 * Math.abs(y - 0.315)));
};

function mix(out: Float64Array, color: Color, opacity: number): void {
  for (let c = 0; c < 3; c++) out[c] += (color[c] - out[c]) * opacity;
}

/** The dog's colours by position in the rest pose. */
import type { Paint } from '../shapes/build-surface.ts';
import { smoothStep } from '../shapes/level-set.ts';
import { boneShapes } from './body.ts';
import { bones } from './skeleton.ts';

/** Linear. */
type Color = readonly [number, number, number];

const cream: Color = [0.8, 0.66, 0.47];
const tan: Color = [0.42, 0.2, 0.075];
const brown: Color = [0.14, 0.058, 0.024];

const ears = [...boneShapes].filter(([bone]) => bones[bone].name.startsWith('ear')).map(([, set]) => set);

/**
 * Writes linear red, green, blue at a point of the skin: a tan saddle and brown ears, and cream below, on the muzzle and on the tip of the
 * tail.
 */
export const paintDog: Paint = (out, point, normal) => {
  const [x, y, z] = [point[0], point[1], point[2]];
  out.set(cream);
  const wander = 0.012 * (normal[0] * normal[2]);
  mix(
    out,
    tan,
    smoothStep(0.4, 0.47, y + wander + 0.25 * Math.max(0, -0.18 - z)) * (1 - smoothStep(0.24, 0.3, z)),
  );
  // This applies to the head except a blaze and the muzzle.
  const blaze = smoothStep(0.012, 0.022, Math.abs(x));
  mix(
    out,
    tan,
    smoothStep(0.6, 0.63, y) * smoothStep(0.24, 0.3, z) * blaze * (1 - smoothStep(0.39, 0.425, z)),
  );
  const ear = 1 - smoothStep(0.002, 0.012, Math.min(...ears.map((set) => set(x, y, z))));
  mix(out, brown, 0.85 * ear);
  mix(out, tan, smoothStep(0.3, 0.34, -z) * smoothStep(0.44, 0.48, y) * (1 - smoothStep(0.62, 0.66, y)));
  mix(out, cream, smoothStep(0.62, 0.66, y) * smoothStep(0.38, 0.42, -z));
};

function mix(out: Float64Array, color: Color, opacity: number): void {
  for (let c = 0; c < 3; c++) out[c] += (color[c] - out[c]) * opacity;
}

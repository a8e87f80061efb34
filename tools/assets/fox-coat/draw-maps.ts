/** Side view of the fox's coat: length, density and direction. Metres in the rest pose: y up, z to the nose. */
import { cover, type DrawnCoat, dot, layOver, type Stroke } from '../shapes/coat-maps.ts';
import { smoothStep } from '../shapes/level-set.ts';

/** Maximum length of the fur, metres. White in the map. */
const longest = 0.045;

const neck: Stroke = { from: [0.41, 0.15], to: [0.43, 0.225], radius: 0.075 };
const head: Stroke = { from: [0.525, 0.285], to: [0.515, 0.31], radius: 0.07 };
const cheek: Stroke = { from: [0.487, 0.27], to: [0.47, 0.262], radius: 0.03 };
const muzzle: Stroke = { from: [0.5, 0.355], to: [0.48, 0.44], radius: 0.043 };
const ear: Stroke = { from: [0.585, 0.272], to: [0.68, 0.262], radius: 0.04 };
const eye = dot(0.5295, 0.334, 0.0125);
const aroundEye = dot(0.5295, 0.334, 0.027);
const nose = dot(0.4875, 0.445, 0.0125);
const tailRoot = -0.26;
const tailEnd = -0.7;

/** Returns the length of the fur, metres. */
function lengthAt(y: number, z: number): number {
  const { values, lay } = layOver([0.025]);
  // First the belly, then the legs, with shorter fur farther down.
  lay([0.021], 1 - smoothStep(0.27, 0.32, y));
  const isLeg = z > -0.3 ? 1 : 0;
  lay([0.012], isLeg * (1 - smoothStep(0.17, 0.27, y)));
  lay([0.0075], isLeg * (1 - smoothStep(0.05, 0.17, y)));
  lay([0.0055], isLeg * (1 - smoothStep(0.02, 0.05, y)));
  lay([0.035], cover(neck, y, z, 0.08));
  const tail = smoothStep(0, 1, (tailRoot - z) / 0.12);
  lay([0.045], tail);
  lay([0.034], smoothStep(0, 1, (z - -0.62) / (tailEnd - -0.62)));
  lay([0.011], cover(head, y, z, 0.03));
  lay([0.02], cover(cheek, y, z, 0.03));
  lay([0.0035], cover(muzzle, y, z, 0.03));
  lay([0.0045], cover(ear, y, z, 0.03));
  lay([0.0025], cover(aroundEye, y, z, 0.02));
  return values[0];
}

/** Returns the density of the fur, 0..1. It is 0 on eyes and nose. */
function densityAt(y: number, z: number): number {
  return (1 - cover(eye, y, z, 0.006)) * (1 - cover(nose, y, z, 0.006));
}

/** Returns the direction of the fur: its components towards the tail and downward, each −1..1. The length of the vector is at most 1. */
function combAt(y: number, z: number): [back: number, down: number] {
  const { values, lay } = layOver([0.92, 0.18]);
  // First the flanks, then the legs.
  lay([0.75, 0.55], 1 - smoothStep(0.3, 0.37, y));
  const isLeg = z > -0.3 ? 1 : 0;
  lay([0.3, 0.92], isLeg * (1 - smoothStep(0.22, 0.3, y)));
  lay([0.05, 0.95], isLeg * (1 - smoothStep(0.05, 0.1, y)));
  // First the chest, then the neck.
  lay([0.25, 0.9], smoothStep(0.12, 0.17, z) * (1 - smoothStep(0.3, 0.36, y)));
  lay([0.72, 0.6], cover(neck, y, z, 0.1));
  lay([0.88, 0.25], cover(head, y, z, 0.04));
  lay([0.7, 0.65], cover(cheek, y, z, 0.04));
  lay([0.92, -0.2], cover(muzzle, y, z, 0.04) * smoothStep(0.49, 0.51, y + 0.2 * (z - 0.35)));
  lay([0.1, -0.9], cover(ear, y, z, 0.03));
  lay([0.85, 0.2], smoothStep(0, 1, (tailRoot - z) / 0.06));
  return [values[0], values[1]];
}

export const foxCoat: DrawnCoat = {
  length: (y, z) => lengthAt(y, z) / longest,
  density: densityAt,
  comb: combAt,
};

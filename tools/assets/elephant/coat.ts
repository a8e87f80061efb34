/**
 * Side view of the calf's coat: shaggy on top, short on the trunk, the ears and the feet. Metres in the rest pose: y
 * up, z to the nose.
 */
import { cover, type DrawnCoat, dot, layOver, type Stroke } from '../shapes/coat-maps.ts';
import { smoothStep } from '../shapes/level-set.ts';

/** Maximum length of the fur, metres. White in the map. */
const longest = 0.07;

const trunk: Stroke = { from: [0.72, 0.74], to: [0.2, 0.84], radius: 0.13 };
const face: Stroke = { from: [0.83, 0.6], to: [0.72, 0.66], radius: 0.09 };
const crown: Stroke = { from: [1.02, 0.52], to: [0.98, 0.6], radius: 0.06 };
const ear: Stroke = { from: [0.86, 0.38], to: [0.74, 0.38], radius: 0.14 };
const tailTip: Stroke = { from: [0.5, -0.61], to: [0.42, -0.61], radius: 0.04 };
const aroundEye = dot(0.845, 0.632, 0.045);

export const elephantCoat: DrawnCoat = {
  length(y, z) {
    const { values, lay } = layOver([0.04]);
    lay([0.058], smoothStep(0.7, 0.9, y));
    lay([0.05], 1 - smoothStep(0.42, 0.5, y));
    lay([0.03], 1 - smoothStep(0.28, 0.42, y));
    lay([0.018], 1 - smoothStep(0.06, 0.22, y));
    lay([0.018], cover(trunk, y, z, 0.1));
    lay([0.026], cover(face, y, z, 0.08));
    lay([0.014], cover(ear, y, z, 0.05) * smoothStep(0.6, 0.68, y));
    lay([0.065], cover(crown, y, z, 0.1));
    lay([0.065], cover(tailTip, y, z, 0.05));
    lay([0.008], cover(aroundEye, y, z, 0.04));
    return values[0] / longest;
  },
  density: () => 1,
  comb(y, z) {
    const { values, lay } = layOver([0.35, 0.65]);
    lay([0.1, 0.8], 1 - smoothStep(0.3, 0.5, y));
    lay([0.1, 0.75], cover(trunk, y, z, 0.1));
    lay([0.5, -0.1], cover(crown, y, z, 0.1));
    lay([0.3, 0.5], cover(ear, y, z, 0.05));
    return [values[0], values[1]];
  },
};

/** Side view of the dog's coat. Metres in the rest pose: y up, z to the nose. */
import { cover, type DrawnCoat, dot, layOver, type Stroke } from '../shapes/coat-maps.ts';
import { smoothStep } from '../shapes/level-set.ts';

/** Maximum length of the fur, metres. White in the map. */
const longest = 0.04;

const skull: Stroke = { from: [0.67, 0.29], to: [0.68, 0.35], radius: 0.06 };
const muzzle: Stroke = { from: [0.63, 0.42], to: [0.6, 0.5], radius: 0.055 };
const ear: Stroke = { from: [0.66, 0.318], to: [0.55, 0.33], radius: 0.035 };
const bib: Stroke = { from: [0.53, 0.28], to: [0.36, 0.26], radius: 0.06 };
const tail: Stroke = { from: [0.52, -0.38], to: [0.72, -0.46], radius: 0.06 };
const aroundEye = dot(0.665, 0.395, 0.024);
const nose = dot(0.625, 0.512, 0.016);

function isLeg(y: number): number {
  return 1 - smoothStep(0.24, 0.32, y);
}

export const dogCoat: DrawnCoat = {
  length(y, z) {
    const { values, lay } = layOver([0.026]);
    lay([0.033], 1 - smoothStep(0.32, 0.38, y));
    lay([0.02], isLeg(y));
    lay([0.011], 1 - smoothStep(0.08, 0.2, y));
    lay([0.006], 1 - smoothStep(0.03, 0.07, y));
    lay([0.036], cover(bib, y, z, 0.05));
    lay([0.038], cover(tail, y, z, 0.06));
    lay([0.013], cover(skull, y, z, 0.04));
    lay([0.008], cover(muzzle, y, z, 0.04));
    lay([0.028], cover(ear, y, z, 0.015));
    lay([0.004], cover(aroundEye, y, z, 0.018));
    lay([0.003], cover(nose, y, z, 0.02));
    return values[0] / longest;
  },
  density: () => 1,
  comb(y, z) {
    const { values, lay } = layOver([0.78, 0.3]);
    lay([0.5, 0.7], 1 - smoothStep(0.36, 0.45, y));
    lay([0.12, 0.9], isLeg(y));
    lay([0.2, 0.85], cover(bib, y, z, 0.06));
    lay([0.75, 0.2], cover(skull, y, z, 0.04));
    lay([0.75, 0.35], cover(muzzle, y, z, 0.03));
    lay([0.1, 0.85], cover(ear, y, z, 0.02));
    // The direction of the fur follows the tail, which points up.
    lay([0.35, -0.8], cover(tail, y, z, 0.06));
    return [values[0], values[1]];
  },
};

/** Shirts, hair and hats as closed level sets around the parts of the body. x ≥ 0: the left half. */
import {
  blendShapes,
  ellipsoid,
  type LevelSet,
  roundedCone,
  smoothMaximum,
  smoothMinimum,
  smoothStep,
} from '../shapes/level-set.ts';
import type { Outfit } from './outfits.ts';
import type { Part } from './part.ts';
import { boneIndex, bones } from './skeleton.ts';

/** A cover of the body. */
export interface Cover {
  readonly set: LevelSet;
  /** Returns 1 where the body is well inside the cover, and 0 where it is seen or near an edge. */
  readonly hides: LevelSet;
}

/** Radius of the edges of cloth, m. */
const edge = 0.006;

function selectParts(parts: readonly Part[], bone: RegExp, blend = 1): LevelSet {
  return blendShapes(
    parts.filter((part) => bone.test(part.bone)).map((part) => ({ ...part, blend: blend * part.blend })),
  );
}

const [shoulder, wrist] = ['upper_arm.L', 'hand.L'].map((name) => bones[boneIndex(name)].position);
const armLength = Math.sqrt(shoulder.reduce((sum, value, c) => sum + (wrist[c] - value) ** 2, 0));
const neckHole = ellipsoid([0, 1.535, 0], [0.082, 0.075, 0.09]);

/** Returns a shirt: trunk and arms, cut off at hem, neck and wrists. Cloth spans hollows of the body, so its seams are broader. */
export function cutShirt(parts: readonly Part[], { hem, sleeve }: NonNullable<Outfit['shirt']>): Cover {
  const trunk = selectParts(parts, /^(hips|spine|chest|shoulder|neck)/, 1.3);
  const arm = selectParts(parts, /^(upper_arm|forearm)/, 1.2);
  /** Distance from the shoulder along the arm. */
  const along: LevelSet = (x, y, z) =>
    ((x - shoulder[0]) * (wrist[0] - shoulder[0]) +
      (y - shoulder[1]) * (wrist[1] - shoulder[1]) +
      (z - shoulder[2]) * (wrist[2] - shoulder[2])) /
    armLength;
  return {
    set(x, y, z) {
      const trunkLoose = 0.009 + 0.05 * Math.max(0, Math.min(0.12, 1.08 - y));
      let body = smoothMaximum(trunk(x, y, z) - trunkLoose, hem - y, edge);
      body = smoothMaximum(smoothMaximum(body, -neckHole(x, y, z), edge), y - 1.515, edge);
      const reach = along(x, y, z);
      const sleeveLoose = 0.008 + 0.06 * Math.max(0, Math.min(0.1, reach - 0.05, sleeve - reach + 0.06));
      const sleeved = smoothMaximum(arm(x, y, z) - sleeveLoose, reach - sleeve, edge);
      return smoothMinimum(body, sleeved, 0.04);
    },
    hides(x, y, z) {
      const inTrunk =
        smoothStep(hem + 0.015, hem + 0.045, y) *
        smoothStep(0.01, 0.03, neckHole(x, y, z)) *
        (1 - smoothStep(1.47, 1.5, y)) *
        (1 - smoothStep(0.004, 0.02, trunk(x, y, z)));
      const inSleeve =
        (1 - smoothStep(sleeve - 0.045, sleeve - 0.015, along(x, y, z))) *
        (1 - smoothStep(0.004, 0.02, arm(x, y, z)));
      return Math.max(inTrunk, inSleeve);
    },
  };
}

/** Returns the height above a line from the nape to the forehead: y = base + slope · z. */
function aboveLine(base: number, slope: number): LevelSet {
  const scale = 1 / Math.sqrt(1 + slope * slope);
  return (_x, y, z) => scale * (y - base - slope * z);
}

/** Returns hair. At the crown it is no higher than the head, so that the character keeps its height. */
export function cutHair(parts: readonly Part[], style: NonNullable<Outfit['hair']>): Cover {
  const head = selectParts(parts, /^head/);
  const aboveHairline = aboveLine(1.655, 0.66);
  const bun = ellipsoid([0, 1.7, -0.108], [0.036, 0.034, 0.03]);
  const tail = roundedCone([0, 1.694, -0.104], [0, 1.585, -0.142], 0.02, 0.012);
  return {
    set(x, y, z) {
      const hair = head(x, y, z) - 0.011 * (1 - smoothStep(1.7, 1.748, y));
      const cut = smoothMaximum(hair, -aboveHairline(x, y, z), 0.008);
      if (style === 'bun') return smoothMinimum(cut, bun(x, y, z), 0.02);
      return style === 'ponytail' ? smoothMinimum(cut, tail(x, y, z), 0.02) : cut;
    },
    hides: (x, y, z) =>
      smoothStep(0.006, 0.02, aboveHairline(x, y, z)) * (1 - smoothStep(0.004, 0.02, head(x, y, z))),
  };
}

export function cutHat(parts: readonly Part[], style: NonNullable<Outfit['hat']>): LevelSet {
  if (style === 'helmet') {
    const shell = ellipsoid([0, 1.686, -0.01], [0.097, 0.087, 0.124]);
    const above = aboveLine(1.677, 0.1);
    return (x, y, z) => {
      // Two grooves on each side, from the front to the back.
      const from = (groove: number) => 1 - smoothStep(0.005, 0.011, Math.abs(x - groove));
      const groove = Math.max(from(0.022), from(0.056)) * smoothStep(1.705, 1.725, y);
      return smoothMaximum(shell(x, y, z) + 0.009 * groove, -above(x, y, z), 0.01);
    };
  }
  const head = selectParts(parts, /^head/);
  const above = style === 'cap' ? aboveLine(1.683, 0.2) : aboveLine(1.663, 0.42);
  const thickness = style === 'cap' ? 0.015 : 0.018;
  const crown: LevelSet = (x, y, z) => smoothMaximum(head(x, y, z) - thickness, -above(x, y, z), 0.006);
  if (style === 'woollen') return crown;
  const peak = ellipsoid([0, 1.69, 0.1], [0.062, 0.009, 0.07], [0, 0.98, 0.199]);
  return (x, y, z) => smoothMinimum(crown(x, y, z), peak(x, y, z), 0.006);
}

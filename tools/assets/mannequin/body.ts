/** The shape of the body: parts that each belong to one bone, blended into one level set. */
import { cos, sin } from '../../../src/math/portable.ts';
import type { Box } from '../shapes/build-surface.ts';
import {
  blendShapes,
  ellipsoid,
  type LevelSet,
  roundedCone,
  smoothMaximum,
  smoothStep,
} from '../shapes/level-set.ts';
import { type Build, builds } from './builds.ts';
import { cutHair, cutHat, cutShirt } from './clothes.ts';
import type { Outfit } from './outfits.ts';
import type { Part } from './part.ts';
import { armAngle, boneIndex, bones, type Vector } from './skeleton.ts';

export interface Body {
  /** The body without its shoes: one closed surface that ends inside them. Symmetric in x. */
  readonly skin: LevelSet;
  /** Shorts or trousers: trunk and legs, slightly wider, cut off at waist and hem. Closed, so that the body is inside. */
  readonly shorts: LevelSet;
  /** Clothes and hair, closed like the shorts. Null: not worn. */
  readonly shirt: LevelSet | null;
  readonly hair: LevelSet | null;
  readonly hat: LevelSet | null;
  /** One level set for each bone: the union of its parts, for skin weights. Bones without a part are omitted. */
  readonly bones: ReadonlyMap<number, LevelSet>;
  readonly boxes: Readonly<Record<'skin' | 'shorts' | 'shirt' | 'hair' | 'hat', Box>>;
}

const joint = (name: string) => bones[boneIndex(name)].position;
const elbow = joint('forearm.L');
const wrist = joint('hand.L');
const shoulder = joint('upper_arm.L');

/** Returns a point between a and b, shifted perpendicular to the line by x and z, metres. */
function between(a: Vector, b: Vector, t: number, x = 0, z = 0): Vector {
  // Direction across the arm, outwards: the line of the arm, rotated by 90°.
  const [outX, outY] = [cos(armAngle) * x, sin(armAngle) * x];
  return [a[0] + (b[0] - a[0]) * t + outX, a[1] + (b[1] - a[1]) * t + outY, a[2] + (b[2] - a[2]) * t + z];
}

function direction(a: Vector, b: Vector): Vector {
  const length = Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2);
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length, (b[2] - a[2]) / length];
}

const upperArm = direction(elbow, shoulder);
const lowerArm = direction(wrist, elbow);

function torsoParts(): Part[] {
  return [
    { bone: 'hips', shape: ellipsoid([0, 0.975, -0.002], [0.132, 0.1, 0.094]), blend: 0.03 },
    { bone: 'hips', shape: ellipsoid([0.068, 0.92, -0.05], [0.07, 0.085, 0.068]), blend: 0.06 },
    { bone: 'spine.1', shape: ellipsoid([0, 1.075, 0.004], [0.124, 0.105, 0.09]), blend: 0.07 },
    { bone: 'spine.2', shape: ellipsoid([0, 1.175, 0.002], [0.13, 0.105, 0.093]), blend: 0.07 },
    { bone: 'chest', shape: ellipsoid([0, 1.285, -0.006], [0.146, 0.155, 0.107]), blend: 0.06 },
    { bone: 'chest', shape: ellipsoid([0.062, 1.35, 0.042], [0.084, 0.062, 0.048]), blend: 0.07 },
    { bone: 'chest', shape: ellipsoid([0.105, 1.3, -0.045], [0.058, 0.13, 0.056]), blend: 0.06 },
    {
      bone: 'shoulder.L',
      shape: roundedCone([0.02, 1.435, -0.018], [0.15, 1.415, -0.016], 0.056, 0.05),
      blend: 0.05,
    },
    {
      bone: 'shoulder.L',
      shape: roundedCone([0.02, 1.495, -0.03], [0.125, 1.44, -0.024], 0.034, 0.03),
      blend: 0.06,
    },
    { bone: 'neck', shape: roundedCone([0, 1.44, -0.024], [0, 1.58, 0.0], 0.054, 0.047), blend: 0.045 },
  ];
}

/** Returns the parts of a plain head, like that of an artist's mannequin, with a slight nose and chin. */
function headParts(): Part[] {
  return [
    { bone: 'head', shape: ellipsoid([0, 1.6588, -0.01], [0.0735, 0.088, 0.092]), blend: 0.03 },
    { bone: 'head', shape: roundedCone([0, 1.655, 0.016], [0, 1.572, 0.044], 0.0675, 0.038), blend: 0.06 },
    { bone: 'head', shape: roundedCone([0, 1.66, 0.078], [0, 1.624, 0.089], 0.006, 0.011), blend: 0.035 },
  ];
}

function armParts(): Part[] {
  return [
    { bone: 'upper_arm.L', shape: roundedCone(shoulder, elbow, 0.05, 0.037), blend: 0.05 },
    {
      bone: 'upper_arm.L',
      shape: ellipsoid(between(shoulder, elbow, 0.12, 0.012), [0.053, 0.078, 0.06], upperArm),
      blend: 0.035,
    },
    {
      bone: 'upper_arm.L',
      shape: ellipsoid(between(shoulder, elbow, 0.55, 0, 0.018), [0.032, 0.085, 0.03], upperArm),
      blend: 0.025,
    },
    {
      bone: 'upper_arm.L',
      shape: ellipsoid(between(shoulder, elbow, 0.5, 0, -0.02), [0.034, 0.09, 0.028], upperArm),
      blend: 0.025,
    },
    {
      bone: 'forearm.L',
      shape: roundedCone(between(elbow, wrist, 0.04), wrist, 0.037, 0.0245),
      blend: 0.025,
    },
    {
      bone: 'forearm.L',
      shape: ellipsoid(between(elbow, wrist, 0.26, 0.004, 0.004), [0.039, 0.085, 0.042], lowerArm),
      blend: 0.025,
    },
  ];
}

/** Returns the parts of a relaxed hand: fingers half closed, the palm towards the thigh. */
function handParts(): Part[] {
  const down = direction(wrist, elbow).map((v) => -v) as unknown as Vector;
  // Axes of the hand: along the forearm; away from the body (towards the back of the hand); forwards (towards the thumb).
  const back: Vector = [cos(armAngle), sin(armAngle), 0];
  const at = (along: number, outward: number, forward: number): Vector => [
    wrist[0] + down[0] * along + back[0] * outward,
    wrist[1] + down[1] * along + back[1] * outward,
    wrist[2] + down[2] * along + forward,
  ];
  const parts: Part[] = [
    { bone: 'hand.L', shape: ellipsoid(at(0.045, 0.001, 0), [0.02, 0.052, 0.036], lowerArm), blend: 0.03 },
    {
      bone: 'hand.L',
      shape: roundedCone(at(0.03, -0.006, 0.02), at(0.062, -0.024, 0.044), 0.016, 0.0115),
      blend: 0.02,
    },
    {
      bone: 'hand.L',
      shape: roundedCone(at(0.062, -0.024, 0.044), at(0.092, -0.033, 0.042), 0.0115, 0.0095),
      blend: 0.008,
    },
  ];
  for (let finger = 0; finger < 4; finger++) {
    const side = 0.029 - 0.0195 * finger;
    const length = [0.96, 1.05, 1, 0.82][finger];
    const radius = [0.0098, 0.0102, 0.0098, 0.0088][finger];
    const knuckle = at(0.08, 0.004, side);
    const bend = at(0.08 + 0.036 * length, -0.012, side * 0.95);
    const tip = at(0.08 + 0.046 * length, -0.046 * length, side * 0.9);
    parts.push(
      { bone: 'hand.L', shape: roundedCone(knuckle, bend, radius * 1.1, radius), blend: 0.008 },
      { bone: 'hand.L', shape: roundedCone(bend, tip, radius, radius * 0.85), blend: 0.006 },
    );
  }
  return parts;
}

function legParts(): Part[] {
  const [hip, knee, ankle] = [joint('thigh.L'), joint('shank.L'), joint('foot.L')];
  return [
    {
      bone: 'thigh.L',
      shape: roundedCone([hip[0] - 0.002, 0.885, -0.002], [knee[0], 0.54, 0.006], 0.084, 0.049),
      blend: 0.06,
    },
    {
      bone: 'thigh.L',
      shape: ellipsoid([0.1, 0.75, 0.026], [0.056, 0.19, 0.058], [0.03, 0.997, 0.04]),
      blend: 0.05,
    },
    { bone: 'thigh.L', shape: ellipsoid([0.088, 0.76, -0.032], [0.054, 0.18, 0.05]), blend: 0.05 },
    { bone: 'thigh.L', shape: ellipsoid([0.066, 0.6, 0.024], [0.03, 0.06, 0.033]), blend: 0.04 },
    { bone: 'shank.L', shape: ellipsoid([knee[0], 0.512, 0.017], [0.043, 0.056, 0.045]), blend: 0.04 },
    {
      bone: 'shank.L',
      shape: roundedCone([knee[0], 0.455, 0.001], [ankle[0], 0.14, -0.015], 0.046, 0.029),
      blend: 0.04,
    },
    {
      bone: 'shank.L',
      shape: roundedCone([0.073, 0.37, -0.025], [0.077, 0.17, -0.018], 0.0385, 0.026),
      blend: 0.05,
    },
    {
      bone: 'shank.L',
      shape: roundedCone([0.093, 0.385, -0.021], [0.083, 0.18, -0.016], 0.0375, 0.026),
      blend: 0.05,
    },
    {
      bone: 'foot.L',
      shape: roundedCone([ankle[0], 0.13, -0.016], [ankle[0], 0.07, -0.008], 0.029, 0.031),
      blend: 0.03,
    },
  ];
}

/** Depth by which the body is thinner under clothes and hair, so that it does not show through folds, metres. */
const hiddenDepth = 0.007;

/** Creates the level sets of a build in its clothes. */
export function createBody(build: Build, outfit: Outfit): Body {
  const { thickness, parts: more, waist, isWide } = builds[build];
  const parts: readonly Part[] = [
    ...torsoParts(),
    ...headParts(),
    ...armParts(),
    ...handParts(),
    ...legParts(),
    ...more,
  ].map((part) => thickenPart(part, thickness[part.bone.replace(/\.(L|\d)$/, '')] ?? 0));
  const whole = blendShapes(parts);
  const hasTrousers = outfit.hem < 0.5;
  const trunkAndThighs = blendShapes(
    parts.filter(({ bone }) =>
      (hasTrousers ? /^(hips|spine|thigh|shank)/ : /^(hips|spine|thigh)/).test(bone),
    ),
  );
  const shirt = outfit.shirt && cutShirt(parts, outfit.shirt);
  const hair = outfit.hair && cutHair(parts, outfit.hair);
  const hat = outfit.hat && cutHat(parts, outfit.hat);
  const covers = [shirt, hair].filter((cover) => cover !== null);
  const symmetric =
    (set: LevelSet): LevelSet =>
    (x, y, z) =>
      set(Math.abs(x), y, z);
  return {
    skin(x, y, z) {
      const side = Math.abs(x);
      const value = whole(side, y, z);
      let hidden =
        smoothStep(outfit.hem + 0.02, outfit.hem + 0.05, y) *
        (1 - smoothStep(waist - 0.042, waist - 0.012, y)) *
        (1 - smoothStep(0.19, 0.25, side));
      // Knees bend more than the hips, so legs in trousers are thinner still.
      if (hasTrousers) hidden *= 2.2;
      for (const { hides } of covers) hidden = Math.max(hidden, hides(side, y, z));
      return value + hiddenDepth * hidden;
    },
    shorts(x, y, z) {
      const side = Math.abs(x);
      const value = trunkAndThighs(side, y, z);
      // Shorts are looser towards the hem, and shorter at the outside of the thigh. Trousers hang straight from the thigh.
      const outer = smoothStep(0.03, 0.1, side);
      const looseness =
        0.006 +
        0.06 *
          Math.max(0, Math.min(hasTrousers ? 0.18 : 1, 0.86 - y)) *
          (hasTrousers ? 1 : 0.25 + 0.75 * outer);
      const hem = hasTrousers ? outfit.hem : outfit.hem + 0.25 * Math.max(0, side - 0.1);
      return smoothMaximum(smoothMaximum(value - looseness, hem - y, 0.006), y - waist, 0.006);
    },
    shirt: shirt && symmetric(shirt.set),
    hair: hair && symmetric(hair.set),
    hat: hat && symmetric(hat),
    bones: boneLevelSets(parts),
    boxes: boxesOf(isWide, outfit),
  };
}

/** Returns a part whose surface lies `by` metres farther out. */
function thickenPart(part: Part, by: number): Part {
  const { shape } = part;
  if (by === 0) return part;
  const distance: LevelSet = (x, y, z) => shape(x, y, z) - by;
  return { ...part, shape: Object.assign(distance, { centre: shape.centre, radius: shape.radius + by }) };
}

function boxesOf(isWide: boolean, { hem, shirt }: Outfit): Body['boxes'] {
  const [side, back, front] = isWide ? [0.27, 0.2, 0.26] : [0.22, 0.17, 0.17];
  return {
    skin: isWide
      ? { low: [-0.62, 0.02, -0.22], high: [0.62, 1.78, 0.26] }
      : { low: [-0.62, 0.02, -0.19], high: [0.62, 1.78, 0.19] },
    shorts: { low: [-side, hem - 0.035, -back], high: [side, 1.08, front] },
    shirt: { low: [-0.56, (shirt?.hem ?? 1) - 0.03, -back - 0.03], high: [0.56, 1.55, front + 0.03] },
    hair: { low: [-0.11, 1.54, -0.18], high: [0.11, 1.79, 0.13] },
    hat: { low: [-0.13, 1.6, -0.17], high: [0.13, 1.82, 0.2] },
  };
}

function boneLevelSets(parts: readonly Part[]): Map<number, LevelSet> {
  const sets = new Map<number, LevelSet>();
  for (const part of parts) {
    for (const side of part.bone.endsWith('.L') ? ['L', 'R'] : ['']) {
      const name = side ? part.bone.replace(/L$/, side) : part.bone;
      const sign = side === 'R' ? -1 : 1;
      const own: LevelSet = (x, y, z) => part.shape(side ? sign * x : Math.abs(x), y, z);
      const index = boneIndex(name);
      const before = sets.get(index);
      sets.set(index, before ? (x, y, z) => Math.min(before(x, y, z), own(x, y, z)) : own);
    }
  }
  return sets;
}

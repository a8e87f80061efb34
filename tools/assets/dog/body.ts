/** The shape of the dog: parts that each belong to one bone, blended into one level set. Metres. */
import { type BarePart, boxAround } from '../shapes/bare-parts.ts';
import type { Box } from '../shapes/build-surface.ts';
import {
  type BoundedLevelSet,
  blendShapes,
  distanceTo,
  ellipsoid,
  type LevelSet,
  roundedCone,
  smoothMaximum,
  type Vector,
} from '../shapes/level-set.ts';
import { listBoneShapes, type Part } from '../shapes/list-bone-shapes.ts';
import type { SideView } from '../shapes/side-view.ts';
import { boneIndex, bones } from './skeleton.ts';

const joint = (name: string) => bones[boneIndex(name)].position;

function torsoParts(): Part[] {
  return [
    { bone: 'hips', shape: ellipsoid([0, 0.435, -0.24], [0.09, 0.1, 0.115]), blend: 0.03 },
    { bone: 'spine.1', shape: ellipsoid([0, 0.44, -0.1], [0.088, 0.093, 0.12]), blend: 0.05 },
    { bone: 'spine.2', shape: ellipsoid([0, 0.43, 0.01], [0.098, 0.108, 0.12]), blend: 0.05 },
    { bone: 'chest', shape: ellipsoid([0, 0.415, 0.125], [0.102, 0.132, 0.13]), blend: 0.05 },
    { bone: 'neck', shape: roundedCone([0, 0.465, 0.19], [0, 0.59, 0.295], 0.088, 0.068), blend: 0.05 },
    { bone: 'tail.1', shape: roundedCone([0, 0.475, -0.315], joint('tail.2'), 0.026, 0.024), blend: 0.04 },
    { bone: 'tail.2', shape: roundedCone(joint('tail.2'), joint('tail.3'), 0.024, 0.022), blend: 0.02 },
    { bone: 'tail.3', shape: roundedCone(joint('tail.3'), [0, 0.715, -0.44], 0.022, 0.012), blend: 0.02 },
  ];
}

/** Returns the parts of the head: a domed skull, a stop, a square muzzle and hanging ears. */
function headParts(): Part[] {
  return [
    { bone: 'head', shape: ellipsoid([0, 0.645, 0.33], [0.076, 0.072, 0.08]), blend: 0.04 },
    { bone: 'head', shape: ellipsoid([0.032, 0.618, 0.35], [0.045, 0.048, 0.055]), blend: 0.03 },
    { bone: 'head', shape: roundedCone([0, 0.622, 0.38], [0, 0.61, 0.475], 0.045, 0.034), blend: 0.03 },
    {
      bone: 'head',
      shape: roundedCone([0.012, 0.598, 0.4], [0.01, 0.592, 0.465], 0.034, 0.026),
      blend: 0.02,
    },
    { bone: 'ear.1', shape: ear(joint('ear.1.L'), [0.1, 0.61, 0.322], 0.03), blend: 0.02 },
    { bone: 'ear.2', shape: ear([0.1, 0.615, 0.322], [0.108, 0.555, 0.33], 0.037), blend: 0.016 },
  ].map((part) => ({ ...part, bone: part.bone.startsWith('ear') ? `${part.bone}.L` : part.bone }));
}

/** Returns a hanging ear: a cone that is thin in one direction. */
function ear(from: Vector, to: Vector, radius: number): BoundedLevelSet {
  const thin = 2.6;
  const narrow = ([x, y, z]: Vector): Vector => [x * thin, y, z];
  const cone = roundedCone(narrow(from), narrow(to), radius, radius);
  const distance: LevelSet = (x, y, z) => cone(x * thin, y, z) / thin;
  const centre = from.map((p, i) => (p + to[i]) / 2) as unknown as Vector;
  return Object.assign(distance, { centre, radius: 0.09 });
}

function legParts(): Part[] {
  const [arm, elbow, wrist] = ['upper_arm.L', 'forearm.L', 'hand.L'].map(joint);
  const [hip, knee, hock] = ['thigh.L', 'shank.L', 'foot.L'].map(joint);
  return [
    {
      bone: 'upper_arm.L',
      shape: roundedCone([0.066, 0.4, 0.13], [arm[0], 0.29, 0.14], 0.056, 0.044),
      blend: 0.05,
    },
    { bone: 'forearm.L', shape: roundedCone(elbow, wrist, 0.04, 0.026), blend: 0.03 },
    { bone: 'hand.L', shape: ellipsoid([wrist[0], 0.026, 0.148], [0.032, 0.03, 0.042]), blend: 0.02 },
    {
      bone: 'thigh.L',
      shape: roundedCone([0.052, hip[1], hip[2]], [knee[0] - 0.006, 0.265, -0.2], 0.075, 0.05),
      blend: 0.04,
    },
    { bone: 'shank.L', shape: roundedCone(knee, hock, 0.045, 0.025), blend: 0.03 },
    { bone: 'foot.L', shape: roundedCone(hock, [hock[0], 0.035, -0.295], 0.024, 0.024), blend: 0.015 },
    { bone: 'foot.L', shape: ellipsoid([hock[0], 0.026, -0.278], [0.031, 0.03, 0.042]), blend: 0.02 },
  ];
}

const parts: readonly Part[] = [...torsoParts(), ...headParts(), ...legParts()];

const whole = blendShapes(parts);

/** The dog without eyes and nose: one closed surface, symmetric in x, standing on y = 0. */
export const skin: LevelSet = (x, y, z) => smoothMaximum(whole(Math.abs(x), y, z), -y, 0.01);

export const skinBox: Box = { low: [-0.2, -0.02, -0.54], high: [0.2, 0.78, 0.58] };

/** The section of the side view that the maps of the coat show. */
export const sideView: SideView = { side: 1.1, front: 0.56, top: 0.8 };

/** The union of a bone's parts. */
export const boneShapes: ReadonlyMap<number, LevelSet> = listBoneShapes(bones, parts);

const eyeCentre: Vector = [0.045, 0.665, 0.395];
const noseCentre: Vector = [0, 0.625, 0.507];

/** Interpolates linearly between knots (position, value) with increasing positions. */
function between(knots: readonly (readonly [number, number])[], at: number): number {
  let k = 1;
  while (k < knots.length - 1 && knots[k][0] < at) k++;
  const [[a, p], [b, q]] = [knots[k - 1], knots[k]];
  return p + ((q - p) * Math.min(b - a, Math.max(0, at - a))) / (b - a);
}

// Half the width of the cuts along which the skin is open, like a pelt: chin to tail, and down the inner sides of the legs.
const slit = 0.0008;
const underline = [
  [-0.3, 0.42],
  [0.13, 0.41],
  [0.25, 0.53],
  [0.33, 0.61],
  [0.47, 0.6],
] as const;
const legs = [
  {
    x: 0.058,
    top: 0.27,
    line: [
      [0, 0.135],
      [0.1, 0.125],
      [0.24, 0.11],
      [0.3, 0.13],
    ],
    paw: [0.07, 0.15],
  },
  {
    x: 0.056,
    top: 0.28,
    line: [
      [0, -0.285],
      [0.11, -0.31],
      [0.25, -0.205],
      [0.3, -0.215],
    ],
    paw: [0.07, -0.278],
  },
] as const;

/** Negative where the skin is open and no fur grows: at eyes, nose, soles, and the cuts of the pelt, which fur hides. */
export const openings: LevelSet = (x, y, z) => {
  const side = Math.abs(x);
  const below = Math.max(y - between(underline, z), z - 0.47, -0.3 - z);
  let away = Math.min(
    distanceTo(eyeCentre, side, y, z) - 0.0095,
    distanceTo(noseCentre, x, y, z) - 0.015,
    Math.max(side - slit, below),
  );
  for (const { x: middle, top, line, paw } of legs) {
    const inner = Math.max(Math.abs(z - between(line, y)) - slit, side - middle, y - top);
    const sole = Math.max(Math.sqrt((side - paw[0]) ** 2 + (z - paw[1]) ** 2) - 0.024, y - 0.006);
    away = Math.min(away, inner, sole);
  }
  return away;
};

/** Eyes, nose and soles. */
export const bareParts: readonly BarePart[] = [
  ...(['L', 'R'] as const).flatMap((letter) => {
    const mirror = ([x, y, z]: Vector): Vector => [letter === 'L' ? x : -x, y, z];
    const eye = mirror(eyeCentre);
    return [
      {
        name: `eye.${letter}`,
        bone: 'head',
        set: ellipsoid(eye, [0.012, 0.0125, 0.0125]),
        box: boxAround(eye, 0.02),
        color: [0.02, 0.01, 0.006] as const,
        roughness: 0.12,
      },
      ...(['hand', 'foot'] as const).map((name, k) => {
        const [x, z] = legs[k].paw;
        const sole = mirror([x, 0.011, z]);
        return {
          name: `sole of ${name}.${letter}`,
          bone: `${name}.${letter}`,
          set: ellipsoid(sole, [0.029, 0.0095, 0.039]),
          box: boxAround(sole, 0.05),
          color: [0.03, 0.024, 0.022] as const,
          roughness: 0.8,
        };
      }),
    ];
  }),
  {
    name: 'nose',
    bone: 'head',
    set: ellipsoid(noseCentre, [0.019, 0.014, 0.013]),
    box: boxAround(noseCentre, 0.03),
    color: [0.016, 0.012, 0.012],
    roughness: 0.3,
  },
];

/** Parts below the openings: the skin, moved slightly inward. */
export const lining: LevelSet = (x, y, z) => skin(x, y, z) + 0.005;

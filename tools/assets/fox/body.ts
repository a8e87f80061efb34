/** The shape of the fox: parts that each belong to one bone, blended into one level set. */
import type { Box } from '../shapes/build-surface.ts';
import {
  type BoundedLevelSet,
  blendShapes,
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
    { bone: 'hips', shape: ellipsoid([0, 0.358, -0.19], [0.074, 0.082, 0.095]), blend: 0.03 },
    {
      bone: 'spine.1',
      shape: roundedCone([0, 0.37, -0.15], [0, 0.372, -0.03], 0.07, 0.073),
      blend: 0.03,
    },
    { bone: 'spine.2', shape: roundedCone([0, 0.372, -0.03], [0, 0.36, 0.08], 0.073, 0.083), blend: 0.012 },
    { bone: 'chest', shape: ellipsoid([0, 0.342, 0.095], [0.08, 0.098, 0.115]), blend: 0.03 },
    // The ruff.
    { bone: 'chest', shape: ellipsoid([0, 0.356, 0.165], [0.066, 0.09, 0.07]), blend: 0.04 },
    {
      bone: 'neck',
      shape: roundedCone([0, 0.39, 0.165], [0, 0.488, 0.262], 0.073, 0.054),
      blend: 0.04,
    },
  ];
}

/** Returns the parts of the head: a wedge-shaped face with furry cheeks, a slim snout and large ears. */
function headParts(): Part[] {
  return [
    { bone: 'head', shape: ellipsoid([0, 0.525, 0.292], [0.066, 0.055, 0.066]), blend: 0.035 },
    {
      bone: 'head',
      shape: roundedCone([0.026, 0.51, 0.3], [0.083, 0.482, 0.262], 0.038, 0.007),
      blend: 0.03,
    },
    { bone: 'head', shape: roundedCone([0.02, 0.505, 0.3], [0.06, 0.458, 0.27], 0.036, 0.008), blend: 0.03 },
    { bone: 'head', shape: roundedCone([0, 0.512, 0.32], [0, 0.484, 0.43], 0.037, 0.0125), blend: 0.035 },
    { bone: 'head', shape: roundedCone([0, 0.497, 0.31], [0, 0.471, 0.404], 0.028, 0.0085), blend: 0.012 },
    { bone: 'ear.L', shape: ear([0.041, 0.548, 0.277], [0.068, 0.668, 0.262]), blend: 0.014 },
  ];
}

/** Returns an ear: a cone that is flat from front to back, and hollow in front. */
function ear(base: Vector, tip: Vector): BoundedLevelSet {
  const flat = 2;
  const outer = roundedCone(stretch(base, flat), stretch(tip, flat), 0.037, 0.005);
  const front = ([x, y, z]: Vector, ahead: number): Vector => [x + 0.002, y, (z + ahead) * flat];
  const hollow = roundedCone(front(base, 0.017), front(tip, 0.0085), 0.031, 0.001);
  const distance: LevelSet = (x, y, z) =>
    smoothMaximum(outer(x, y, z * flat), -hollow(x, y, z * flat), 0.012) / flat;
  return Object.assign(distance, {
    centre: [(base[0] + tip[0]) / 2, (base[1] + tip[1]) / 2, (base[2] + tip[2]) / 2] as Vector,
    radius: 0.1,
  });
}

function stretch([x, y, z]: Vector, factor: number): Vector {
  return [x, y, z * factor];
}

/** Thickness along the tail, metres, at its joints and at its tip; and the position of the tip. */
const tailRadii = [0.024, 0.04, 0.059, 0.07, 0.062, 0.014];
const tailTip: Vector = [0, 0.302, -0.7];
const tailPieces = 4;

/** Returns the parts of the tail: a row of short cones along a smooth curve through the joints. */
function tailParts(): Part[] {
  const line = [...[1, 2, 3, 4, 5].map((k) => joint(`tail.${k}`)), tailTip];
  const parts: Part[] = [];
  for (let bone = 0; bone < 5; bone++) {
    for (let piece = 0; piece < tailPieces; piece++) {
      const [from, to] = [bone + piece / tailPieces, bone + (piece + 1) / tailPieces];
      const [a, b] = [from, to].map((t) =>
        line[0].map((_, i) =>
          along(
            line.map((p) => p[i]),
            t,
          ),
        ),
      );
      const [radiusA, radiusB] = [along(tailRadii, from), along(tailRadii, to)];
      const shape = roundedCone(a as unknown as Vector, b as unknown as Vector, radiusA, radiusB);
      parts.push({ bone: `tail.${bone + 1}`, shape, blend: bone + piece === 0 ? 0.04 : 0.006 });
    }
  }
  return parts;
}

/** Evaluates a smooth curve that has the given values at t = 0, 1, 2, … */
function along(values: readonly number[], t: number): number {
  const k = Math.min(values.length - 2, Math.floor(t));
  const s = t - k;
  const slope = (i: number) =>
    (values[Math.min(values.length - 1, i + 1)] - values[Math.max(0, i - 1)]) /
    (i === 0 || i === values.length - 1 ? 1 : 2);
  const d = values[k + 1] - values[k];
  const [v, w] = [slope(k), slope(k + 1)];
  return values[k] + s * (v + s * (3 * d - 2 * v - w + s * (v + w - 2 * d)));
}

function foreLegParts(): Part[] {
  const [arm, elbow, wrist, pad] = ['upper_arm', 'forearm', 'hand', 'fingers'].map((name) =>
    joint(`${name}.L`),
  );
  return [
    {
      bone: 'shoulder.L',
      shape: roundedCone([0.05, 0.4, 0.12], [0.06, 0.315, 0.175], 0.034, 0.042),
      blend: 0.05,
    },
    { bone: 'upper_arm.L', shape: roundedCone(arm, elbow, 0.04, 0.031), blend: 0.035 },
    { bone: 'forearm.L', shape: roundedCone(elbow, wrist, 0.03, 0.0165), blend: 0.025 },
    { bone: 'hand.L', shape: roundedCone(wrist, [pad[0], 0.03, pad[2]], 0.0165, 0.0165), blend: 0.012 },
    { bone: 'fingers.L', shape: ellipsoid([pad[0], 0.018, 0.16], [0.0235, 0.02, 0.034]), blend: 0.016 },
  ];
}

function hindLegParts(): Part[] {
  const [knee, hock, pad] = ['shank', 'foot', 'toes'].map((name) => joint(`${name}.L`));
  return [
    {
      bone: 'thigh.L',
      shape: roundedCone([0.045, 0.345, -0.19], [knee[0] - 0.006, 0.262, -0.148], 0.064, 0.042),
      blend: 0.04,
    },
    { bone: 'shank.L', shape: roundedCone(knee, hock, 0.038, 0.0175), blend: 0.03 },
    { bone: 'foot.L', shape: roundedCone(hock, [pad[0], 0.03, pad[2]], 0.0165, 0.016), blend: 0.012 },
    { bone: 'toes.L', shape: ellipsoid([pad[0], 0.018, -0.201], [0.0225, 0.02, 0.033]), blend: 0.016 },
  ];
}

const parts: readonly Part[] = [
  ...torsoParts(),
  ...headParts(),
  ...tailParts(),
  ...foreLegParts(),
  ...hindLegParts(),
];

const whole = blendShapes(parts);

/** The fox without eyes and nose: one closed surface, symmetric in x, standing on y = 0. */
export const skin: LevelSet = (x, y, z) => smoothMaximum(whole(Math.abs(x), y, z), -y, 0.004);

export const skinBox: Box = { low: [-0.15, -0.02, -0.76], high: [0.15, 0.7, 0.48] };

/** The section of the side view that the maps of the coat show. */
export const sideView: SideView = { side: 1.3, front: 0.5, top: 0.72 };

/** The union of a bone's parts, for weights and colours. */
export const boneShapes: ReadonlyMap<number, LevelSet> = listBoneShapes(bones, parts);

/** Returns half the width of the body at a height and at a position along the body, metres. */
function halfWidth(y: number, z: number): number {
  let [inside, outside] = [0, 0.15];
  for (let pass = 0; pass < 40; pass++) {
    const middle = (inside + outside) / 2;
    if (skin(middle, y, z) <= 0) inside = middle;
    else outside = middle;
  }
  return inside;
}

const eye = { y: 0.5295, z: 0.334 };
const eyeShape = ellipsoid(
  [halfWidth(eye.y, eye.z) - 0.005, eye.y, eye.z],
  [0.0095, 0.0105, 0.0135],
  [0.25, 0.93, 0.27],
);

/** Eyes and nose: separate closed surfaces in the head. */
export const faceParts: readonly { readonly name: string; readonly set: LevelSet; readonly box: Box }[] = [
  {
    name: 'eyes',
    set: (x, y, z) => eyeShape(Math.abs(x), y, z),
    box: { low: [-0.07, 0.51, 0.31], high: [0.07, 0.55, 0.36] },
  },
  {
    name: 'nose',
    set: ellipsoid([0, 0.4875, 0.4385], [0.0095, 0.008, 0.0095]),
    box: { low: [-0.015, 0.475, 0.425], high: [0.015, 0.5, 0.455] },
  },
];

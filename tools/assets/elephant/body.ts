/** The shape of the calf: parts that each belong to one bone, blended into one level set. Metres. */
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
    { bone: 'hips', shape: ellipsoid([0, 0.66, -0.32], [0.2, 0.225, 0.23]), blend: 0.05 },
    { bone: 'spine', shape: ellipsoid([0, 0.675, -0.05], [0.235, 0.265, 0.3]), blend: 0.08 },
    { bone: 'chest', shape: ellipsoid([0, 0.67, 0.2], [0.195, 0.23, 0.2]), blend: 0.08 },
    { bone: 'neck', shape: roundedCone([0, 0.74, 0.28], [0, 0.81, 0.44], 0.165, 0.14), blend: 0.08 },
    { bone: 'tail.1', shape: roundedCone([0, 0.69, -0.5], joint('tail.2'), 0.032, 0.02), blend: 0.05 },
    {
      bone: 'tail.2',
      shape: roundedCone(joint('tail.2'), [0, 0.42, -0.61], 0.02, 0.026),
      blend: 0.02,
    },
  ];
}

/** Returns the parts of the head: a forehead with two domes, cheeks, and a hanging trunk whose end curls forward. */
function headParts(): Part[] {
  const trunk = [1, 2, 3, 4, 5].map((k) => joint(`trunk.${k}`));
  const line: Vector[] = [...trunk, [0, 0.165, 0.875]];
  const radii = [0.098, 0.075, 0.06, 0.05, 0.043, 0.038];
  return [
    { bone: 'head', shape: ellipsoid([0, 0.87, 0.54], [0.15, 0.165, 0.15]), blend: 0.08 },
    { bone: 'head', shape: ellipsoid([0.05, 0.955, 0.54], [0.085, 0.085, 0.1]), blend: 0.05 },
    { bone: 'head', shape: ellipsoid([0, 0.8, 0.63], [0.105, 0.11, 0.12]), blend: 0.08 },
    { bone: 'head', shape: roundedCone([0, 0.73, 0.52], [0, 0.665, 0.62], 0.085, 0.04), blend: 0.05 },
    ...[0, 1, 2, 3, 4].map((k) => ({
      bone: `trunk.${k + 1}`,
      shape: roundedCone(line[k], line[k + 1], radii[k], radii[k + 1]),
      blend: k === 0 ? 0.07 : 0.03,
    })),
    { bone: 'ear.L', shape: ear(), blend: 0.03 },
  ];
}

/** Returns an ear: a flat fan that hangs from the side of the head and points backwards. */
function ear(): BoundedLevelSet {
  const centre: Vector = [0.27, 0.8, 0.4];
  // Direction perpendicular to the fan, outwards and forwards.
  const flat: Vector = [0.6, 0, 0.8];
  const disc = ellipsoid([0, 0, 0], [0.155, 0.2, 0.155]);
  const distance: LevelSet = (x, y, z) => {
    const [dx, dy, dz] = [x - centre[0], y - centre[1], z - centre[2]];
    const across = dx * flat[0] + dz * flat[2];
    const along = dx * flat[2] - dz * flat[0];
    // The fan is narrower at the bottom.
    const narrow = 1 - 0.9 * Math.min(0, dy);
    const rim = disc(along * narrow, dy, 0);
    const bent = across + 0.9 * along * along;
    return smoothMaximum(rim, Math.abs(bent) - 0.022, 0.03);
  };
  return Object.assign(distance, { centre, radius: 0.26 });
}

function legParts(): Part[] {
  const leg = (names: readonly string[], top: Vector, toe: number, thick: number): Part[] => {
    const [, knee, ankle] = names.map((name) => joint(name));
    return [
      { bone: names[0], shape: roundedCone(top, knee, thick, 0.083), blend: 0.07 },
      { bone: names[1], shape: roundedCone(knee, ankle, 0.082, 0.075), blend: 0.05 },
      {
        bone: names[2],
        shape: roundedCone([ankle[0], 0.1, ankle[2]], [ankle[0], 0.045, ankle[2] + toe], 0.076, 0.083),
        blend: 0.03,
      },
    ];
  };
  return [
    ...leg(['upper_arm.L', 'forearm.L', 'hand.L'], [0.125, 0.6, 0.24], 0.01, 0.105),
    ...leg(['thigh.L', 'shank.L', 'foot.L'], [0.115, 0.6, -0.3], 0.01, 0.125),
  ];
}

const parts: readonly Part[] = [...torsoParts(), ...headParts(), ...legParts()];

const whole = blendShapes(parts);

/** The calf without eyes: one closed surface, symmetric in x, standing on y = 0. */
export const skin: LevelSet = (x, y, z) => smoothMaximum(whole(Math.abs(x), y, z), -y, 0.02);

export const skinBox: Box = { low: [-0.5, -0.04, -0.75], high: [0.5, 1.16, 1] };

/** The section of the side view that the maps of the coat show. */
export const sideView: SideView = { side: 1.7, front: 1, top: 1.2 };

/** The union of a bone's parts. */
export const boneShapes: ReadonlyMap<number, LevelSet> = listBoneShapes(bones, parts);

const eyeCentre: Vector = [0.128, 0.845, 0.632];
const trunkTip: Vector = [0, 0.15, 0.9];
const soles = ['hand.L', 'foot.L'].map((name) => joint(name));

/** Negative where the skin is open and no fur grows: at eyes, soles, and the tip of the trunk. */
export const openings: LevelSet = (x, y, z) => {
  const side = Math.abs(x);
  let away = Math.min(distanceTo(eyeCentre, side, y, z) - 0.018, distanceTo(trunkTip, x, y, z) - 0.034);
  for (const [sx, , sz] of soles) {
    const across = Math.sqrt((side - sx) ** 2 + (z - sz - 0.01) ** 2) - 0.07;
    away = Math.min(away, Math.max(across, y - 0.012));
  }
  return away;
};

/** Parts that close the openings. */
export const bareParts: readonly BarePart[] = [
  ...(['L', 'R'] as const).flatMap((side) => {
    const mirror = ([x, y, z]: Vector): Vector => [side === 'L' ? x : -x, y, z];
    const eye = mirror(eyeCentre);
    return [
      {
        name: `eye.${side}`,
        bone: 'head',
        set: ellipsoid(eye, [0.02, 0.022, 0.022]),
        box: boxAround(eye, 0.03),
        color: [0.018, 0.012, 0.008] as const,
        roughness: 0.15,
      },
      ...['hand', 'foot'].map((name) => {
        const [x, , z] = mirror(joint(`${name}.L`));
        return {
          name: `sole of ${name}.${side}`,
          bone: `${name}.${side}`,
          set: ellipsoid([x, 0.02, z + 0.01], [0.08, 0.018, 0.082]),
          box: boxAround([x, 0.02, z], 0.1),
          color: [0.1, 0.085, 0.075] as const,
          roughness: 0.9,
        };
      }),
    ];
  }),
  {
    name: 'tip of the trunk',
    bone: 'trunk.5',
    set: ellipsoid([0, 0.168, 0.872], [0.033, 0.033, 0.03]),
    box: boxAround([0, 0.168, 0.872], 0.05),
    color: [0.22, 0.13, 0.11],
    roughness: 0.6,
  },
];

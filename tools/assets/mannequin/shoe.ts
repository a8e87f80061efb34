/** The left running shoe as two closed shapes: an upper, and a sole with heel, arch, ball, toe spring and tread. */
import {
  type BlendedShape,
  blendShapes,
  ellipsoid,
  type LevelSet,
  roundedCone,
  smoothMaximum,
  smoothMinimum,
  smoothStep,
} from '../shapes/level-set.ts';
import { boneIndex, bones, type Vector } from './skeleton.ts';

const centre = bones[boneIndex('foot.L')].position[0];

/**
 * Discs from heel to toe: position across (outwards positive), position along, radius. The convex hulls of neighbouring discs make the
 * outline.
 */
const outline: readonly (readonly [number, number, number])[] = [
  [0.001, -0.046, 0.0335],
  [0.0035, -0.012, 0.0315],
  [0.0075, 0.034, 0.029],
  [0.0015, 0.112, 0.0465],
  [-0.002, 0.15, 0.0435],
  [-0.006, 0.178, 0.034],
];

/** z of both ends of the sole, metres in front of the mannequin's origin. */
export const soleHeel = -0.0795;
export const soleToe = 0.212;

/** Returns the signed distance to the outline seen from above. x: across, outwards positive. z: along. */
function outlineDistance(x: number, z: number): number {
  let value = 1e3;
  for (let i = 0; i + 1 < outline.length; i++) {
    const [ax, az, ar] = outline[i];
    const [bx, bz, br] = outline[i + 1];
    const length = Math.sqrt((bx - ax) ** 2 + (bz - az) ** 2);
    const [ux, uz] = [(bx - ax) / length, (bz - az) / length];
    const sine = (ar - br) / length;
    const along = (x - ax) * ux + (z - az) * uz;
    const across = Math.abs((x - ax) * uz - (z - az) * ux);
    const on = Math.min(length, Math.max(0, along - (across * sine) / Math.sqrt(1 - sine * sine)));
    const distance = Math.sqrt((along - on) ** 2 + across * across) - (ar + ((br - ar) * on) / length);
    value = i === 0 ? distance : smoothMinimum(value, distance, 0.012);
  }
  return value;
}

/**
 * Returns the height of the underside of the sole without its tread, metres: flat under heel and ball, bevelled behind the heel, hollow at
 * the arch on the inner side, rising under the toes.
 */
export function soleProfile(x: number, z: number): number {
  const behind = Math.max(0, -0.047 - z) / 0.033;
  const ahead = Math.max(0, z - 0.128) / 0.084;
  const arch = smoothStep(-0.012, 0.028, z) * (1 - smoothStep(0.042, 0.082, z));
  const inner = 1 - smoothStep(-0.012, 0.03, x);
  return 0.009 * behind * behind + 0.021 * ahead * ahead + arch * (0.004 + 0.006 * inner);
}

/** Returns the depth of the tread's grooves, metres: chevrons 17 mm apart and a long groove from the heel to the ball, inside a rim. */
function tread(x: number, z: number, outside: number): number {
  const pitch = 0.017;
  const phase = (z + 0.35 * Math.abs(x)) / pitch;
  const fromGroove = Math.abs(phase - Math.floor(phase) - 0.5) * pitch;
  const across = 1 - smoothStep(0.0022, 0.0042, fromGroove);
  const along = (1 - smoothStep(0.002, 0.004, Math.abs(x - 0.001))) * (1 - smoothStep(0.08, 0.1, z));
  return 0.0032 * Math.max(across, along) * (1 - smoothStep(-0.0085, -0.0055, outside));
}

/** Outsole and midsole of the left shoe. */
export const soleLevelSet: LevelSet = (px, y, z) => {
  const x = px - centre;
  const ahead = Math.max(0, z - 0.128) / 0.084;
  const top = 0.041 - 0.015 * smoothStep(-0.03, 0.12, z) + 0.015 * ahead * ahead;
  // The side wall leans outwards towards the ground and has a waist between midsole and outsole.
  const bottom = soleProfile(x, z);
  const outside = outlineDistance(x, z);
  const waist = (y - bottom - 0.008) / 0.004;
  const flare = 0.0035 - 0.11 * (y - bottom) - 0.0012 / (1 + waist * waist);
  const side = outside - flare;
  return smoothMaximum(smoothMaximum(side, bottom + tread(x, z, outside) - y, 0.004), y - top, 0.007);
};

const upperParts: readonly BlendedShape[] = (
  [
    [roundedCone([centre + 0.001, 0.04, -0.041], [centre, 0.096, -0.036], 0.0325, 0.026), 0.02],
    [roundedCone([centre, 0.072, -0.028], [centre, 0.074, 0.004], 0.0415, 0.0425), 0.03],
    [roundedCone([centre, 0.08, 0.004], [centre, 0.04, 0.112], 0.037, 0.037), 0.03],
    [roundedCone([centre + 0.003, 0.035, 0.0], [centre + 0.003, 0.03, 0.1], 0.031, 0.039), 0.03],
    [ellipsoid([centre - 0.001, 0.033, 0.118], [0.0455, 0.032, 0.058]), 0.03],
    [ellipsoid([centre - 0.005, 0.036, 0.162], [0.0365, 0.028, 0.044]), 0.03],
    // Tongue and heel tab.
    [roundedCone([centre, 0.088, 0.03], [centre, 0.122, 0.014], 0.017, 0.014), 0.012],
    [roundedCone([centre, 0.09, -0.062], [centre, 0.116, -0.06], 0.01, 0.007), 0.02],
  ] as const
).map(([shape, blend]) => ({ shape, blend }));

const upperBody = blendShapes(upperParts);
const ankleHole = roundedCone([centre, 0.17, -0.018], [centre, 0.108, -0.014], 0.042, 0.034);

/** The upper of the shoe. Its underside is inside the sole, and it has a hole for the ankle. */
export const upperLevelSet: LevelSet = (x, y, z) => {
  let value = upperBody(x, y, z);
  const floor = soleProfile(x - centre, z) + 0.016;
  value = smoothMaximum(value, floor - y, 0.006);
  // The upper is no wider than the sole where it is glued on, and wider above.
  value = smoothMaximum(value, outlineDistance(x - centre, z) + 0.001 - 0.2 * Math.max(0, y - 0.035), 0.004);
  return smoothMaximum(value, -ankleHole(x, y, z), 0.008);
};

/** The box that contains the left shoe. */
export const shoeBounds: { readonly low: Vector; readonly high: Vector } = {
  low: [centre - 0.07, -0.012, -0.1],
  high: [centre + 0.07, 0.15, 0.235],
};

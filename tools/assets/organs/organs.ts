/** The shapes of a few organs on a tray, and of the probe that touches them. Metres, Y up. */
import {
  type BlendedShape,
  blendShapes,
  ellipsoid,
  type LevelSet,
  roundedCone,
  smoothMaximum,
  type Vector,
} from '../shapes/level-set.ts';
import type { Bone, Look } from '../shapes/write-character.ts';

/** Centre of the round tip of the probe in the rest pose, and its radius. */
export const tip: Vector = [0.111, 0.124, 0.045];
export const tipRadius = 0.009;
/** Point where the rod of the grasper passes through the wall of the belly. */
export const port: Vector = [0.23, 0.3, 0.2];

// The ligament holds the liver at its back. Both organs have a firm middle.
const list: readonly (readonly [name: string, parent: string, position: Vector])[] = [
  ['tray', '', [0, 0, 0]],
  ['liver', 'tray', [-0.03, 0.075, -0.03]],
  ['liver.edge', 'liver', [0.07, 0.065, 0.012]],
  ['stomach', 'tray', [-0.115, 0.062, 0.06]],
  ['stomach.end', 'stomach', [-0.02, 0.05, 0.108]],
  ['probe', 'tray', tip],
];

export const bones: readonly Bone[] = list.map(([name, parent, position]) => ({
  name,
  parent: list.findIndex(([other]) => other === parent),
  position,
}));

interface Organ {
  readonly name: string;
  readonly bone: string;
  readonly set: LevelSet;
  readonly low: Vector;
  readonly high: Vector;
  readonly cell: number;
  readonly triangles: number;
  readonly look: Look;
}

const liver: BlendedShape[] = [
  { shape: ellipsoid([0.03, 0.078, -0.02], [0.1, 0.05, 0.072]), blend: 0.03 },
  { shape: ellipsoid([0.082, 0.068, 0.01], [0.066, 0.038, 0.066]), blend: 0.04 },
  { shape: ellipsoid([-0.062, 0.082, -0.012], [0.072, 0.032, 0.05], [0.2, 0.98, 0]), blend: 0.035 },
];

const stomach: BlendedShape[] = [
  { shape: ellipsoid([-0.13, 0.066, 0.056], [0.048, 0.048, 0.05]), blend: 0.03 },
  { shape: roundedCone([-0.13, 0.066, 0.064], [-0.075, 0.053, 0.118], 0.045, 0.038), blend: 0.03 },
  { shape: roundedCone([-0.075, 0.053, 0.118], [-0.005, 0.046, 0.112], 0.038, 0.024), blend: 0.025 },
  { shape: roundedCone([-0.005, 0.046, 0.112], [0.03, 0.042, 0.085], 0.024, 0.018), blend: 0.02 },
];

/** Returns a tube through points. */
function tube(points: readonly Vector[], radius: number): BlendedShape[] {
  return points
    .slice(1)
    .map((point, i) => ({ shape: roundedCone(points[i], point, radius, radius * 0.999), blend: 0.012 }));
}

/** Direction of the rod in the rest pose, from the tip to the port. */
export const rodAxis: Vector = (() => {
  const d = [port[0] - tip[0], port[1] - tip[1], port[2] - tip[2]];
  const length = Math.sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2);
  return [d[0] / length, d[1] / length, d[2] / length];
})();
const alongRod = (distance: number): Vector => [
  tip[0] + rodAxis[0] * distance,
  tip[1] + rodAxis[1] * distance,
  tip[2] + rodAxis[2] * distance,
];

/** Length of the thick end of the probe, metres. It becomes narrower towards the rod. */
export const endLength = 0.05;

const probe: BlendedShape[] = [
  { shape: roundedCone(alongRod(0), alongRod(endLength), tipRadius, tipRadius * 0.999), blend: 0.003 },
  { shape: roundedCone(alongRod(endLength), alongRod(0.34), 0.0055, 0.00551), blend: 0.006 },
];

const tray: LevelSet = (x, y, z) => {
  const [cornerX, cornerZ] = [Math.max(0, Math.abs(x) - 0.19), Math.max(0, Math.abs(z - 0.03) - 0.13)];
  const outline = Math.sqrt(cornerX * cornerX + cornerZ * cornerZ) - 0.04;
  const outer = smoothMaximum(outline, Math.abs(y - 0.012) - 0.012, 0.006);
  return smoothMaximum(outer, -smoothMaximum(outline + 0.008, 0.006 - y, 0.01), 0.004);
};

const flesh = 0.0032;
export const organs: readonly Organ[] = [
  {
    name: 'tray',
    bone: 'tray',
    set: tray,
    low: [-0.25, -0.02, -0.16],
    high: [0.25, 0.05, 0.22],
    cell: 0.004,
    triangles: 4000,
    look: { color: [0.42, 0.45, 0.47], roughness: 0.35, metalness: 0.6 },
  },
  {
    name: 'liver',
    bone: 'liver',
    set: blendShapes(liver),
    low: [-0.16, 0, -0.12],
    high: [0.18, 0.16, 0.11],
    cell: flesh,
    triangles: 12000,
    look: { color: [0.2, 0.028, 0.022], roughness: 0.32 },
  },
  {
    name: 'stomach',
    bone: 'stomach',
    set: blendShapes([
      ...stomach,
      ...tube(
        [
          [-0.15, 0.085, 0.045],
          [-0.16, 0.11, 0.02],
          [-0.155, 0.125, -0.01],
        ],
        0.014,
      ),
    ]),
    low: [-0.22, -0.02, -0.04],
    high: [0.07, 0.16, 0.18],
    cell: flesh,
    triangles: 9000,
    look: { color: [0.55, 0.2, 0.17], roughness: 0.38 },
  },
  {
    name: 'probe',
    bone: 'probe',
    set: blendShapes(probe),
    low: [0.06, 0.08, 0],
    high: [0.36, 0.48, 0.38],
    cell: 0.0018,
    triangles: 2500,
    look: { color: [0.6, 0.62, 0.64], roughness: 0.25, metalness: 0.8 },
  },
];

import { createMatrix } from '../../../math/matrix.ts';
import type { Actor } from '../../../motion/actor.ts';
import { Pose } from '../../../motion/pose.ts';
import type { Rig, RigSurface } from '../../../motion/rig.ts';
import { createRig, createSurface } from '../../../motion/testing/create-rig.ts';
import { createRepeat } from '../../../motion/testing/moving-actor.ts';

const sides = 10;
const rings = 13;
const radius = 0.05;
const length = 0.6;

export interface TailMotion {
  /** Position of its root, m. */
  readonly position?: (t: number) => readonly [number, number, number];
  /** Rotation of its outer half about y, rad. */
  readonly bend?: (t: number) => number;
  /** Rotation of the whole tail about y, rad. */
  readonly turn?: (t: number) => number;
  /** Scale of the whole tail. Default 1. */
  readonly size?: (t: number) => number;
  readonly cuts?: readonly number[];
  /** The clip repeats with this period, s. */
  readonly period?: number;
  /** Whether every triangle has its own vertices, as in files without indices. */
  readonly isSplit?: boolean;
}

/**
 * Creates a tail: a closed tube of radius 5 cm along z from 0 to 60 cm with two joints: `near`, and, from the middle of the tail on, `far`.
 * Their weights are blended over a fifth of the tail. Texture coordinates run once around and once along the tail. The vertices of the seam
 * are doubled.
 */
export function createTailActor({
  position = () => [0, 0, 0],
  bend = () => 0,
  turn = () => 0,
  size = () => 1,
  cuts = [],
  period,
  isSplit = false,
}: TailMotion = {}): Actor {
  const rig = createTailRig(isSplit);
  const shared = new Pose(rig);
  const cutBetween = (t0: number, t1: number) => cuts.some((cut) => cut > t0 && cut <= t1);
  const travel = period === undefined ? null : createRepeat(period, cutBetween);
  return {
    name: 'tail',
    rig,
    clip: null,
    travel,
    offset: 0,
    scale: 1,
    height: 0.1,
    warnings: [],
    response: null,
    poseAt(t, pose = shared) {
      pose.reset();
      pose.translation.set(position(t), 3);
      pose.scale.fill(size(t), 0, 3);
      const halfTurn = turn(t) / 2;
      pose.rotation.set([0, Math.sin(halfTurn), 0, Math.cos(halfTurn)], 0);
      const half = bend(t) / 2;
      pose.rotation.set([0, Math.sin(half), 0, Math.cos(half)], 8);
      pose.root.set(createMatrix());
      pose.updateWorld();
      return pose;
    },
    cutBetween,
  };
}

function createTailRig(isSplit: boolean): Rig {
  const points: number[][] = [];
  const texcoords: number[][] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side <= sides; side++) {
      const angle = (2 * Math.PI * (side % sides)) / sides;
      const along = ring / (rings - 1);
      points.push([radius * Math.cos(angle), radius * Math.sin(angle), length * along]);
      texcoords.push([side / sides, along]);
    }
  }
  const ends = [points.push([0, 0, 0]) - 1, points.push([0, 0, length]) - 1];
  texcoords.push([0.5, 0], [0.5, 1]);
  const triangles: number[] = [];
  const at = (ring: number, side: number) => ring * (sides + 1) + side;
  for (let side = 0; side < sides; side++) {
    for (let ring = 0; ring + 1 < rings; ring++) {
      const [a, b, c, d] = [at(ring, side), at(ring, side + 1), at(ring + 1, side), at(ring + 1, side + 1)];
      triangles.push(a, b, d, a, d, c);
    }
    triangles.push(
      ends[0],
      at(0, side + 1),
      at(0, side),
      ends[1],
      at(rings - 1, side),
      at(rings - 1, side + 1),
    );
  }
  const order = isSplit ? triangles : [...points.keys()];
  const weights = order.map((vertex) => {
    const fraction = Math.min(1, Math.max(0, (points[vertex][2] / length - 0.4) / 0.2));
    return [1 - fraction, fraction, 0, 0];
  });
  const surface: RigSurface = {
    ...createSurface(
      order.flatMap((vertex) => points[vertex]),
      isSplit ? [...order.keys()] : triangles,
    ),
    name: 'tail',
    skin: 0,
    influenceCount: 4,
    jointIndices: Uint16Array.from(order.flatMap(() => [0, 1, 0, 0])),
    jointWeights: Float32Array.from(weights.flat()),
    texcoords: Float32Array.from(order.flatMap((vertex) => texcoords[vertex])),
  };
  const inverseTranslation = (z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -z, 1];
  return createRig({
    nodes: [
      { name: 'armature' },
      { name: 'near', parent: 0 },
      { name: 'far', parent: 1, translation: [0, 0, length / 2] },
    ],
    skins: [
      {
        name: 'skin',
        joints: Int32Array.of(1, 2),
        inverseBind: Float64Array.from([...inverseTranslation(0), ...inverseTranslation(length / 2)]),
      },
    ],
    surfaces: [surface],
  });
}

/** The calf walks in place: it moves a hind foot, then the fore foot of the same side. Head, trunk, ears and tail swing. */
import { sin } from '../../../src/math/portable.ts';
import { evaluate } from '../shapes/knots.ts';
import { type FootTarget, poseQuadruped } from '../shapes/pose-quadruped.ts';
import type { SkeletonPose } from '../shapes/sample-poses.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Stride period, s; stride length, m; fraction of a stride in which a foot is on the ground. */
export const walkPeriod = 1.25;
export const stride = 0.46;
const duty = 0.68;

/** Times of touchdown, in strides. */
const touchdowns = { hind: { L: 0, R: 0.5 }, fore: { L: 0.22, R: 0.72 } } as const;

function wave(phase: number, from: number): number {
  return sin(2 * Math.PI * (phase - from));
}

function footAt(name: string, phase: number): FootTarget {
  const [x, y, z] = bones[boneIndex(name)].position;
  const t = phase - Math.floor(phase);
  const front = z + (stride * duty) / 2;
  if (t < duty) return { ankle: [x, y, front - stride * t], lean: 0 };
  const swing = 1 - duty;
  const s = t - duty;
  const lift = evaluate(
    [
      [0, 0],
      [0.4 * swing, 0.085],
      [swing, 0],
    ],
    s,
  );
  const ahead = evaluate(
    [
      [0, front - stride * duty, -stride],
      [swing, front, -stride],
    ],
    s,
  );
  const lean = evaluate(
    [
      [0, 0],
      [0.3 * swing, 32],
      [0.8 * swing, -6],
      [swing, 0],
    ],
    s,
  );
  return { ankle: [x, y + lift, ahead], lean };
}

/** Returns the pose at a phase in strides. At phase 0, the left hind foot touches down. */
export function walkPose(phase: number): SkeletonPose {
  const [x, y, z] = bones[0].position;
  const sway = wave(phase, 0.1);
  const nod = wave(2 * phase, 0.3);
  const feet = (limb: 'hand' | 'foot', start: { readonly L: number; readonly R: number }) => ({
    L: footAt(`${limb}.L`, phase - start.L),
    R: footAt(`${limb}.R`, phase - start.R),
  });
  const flap = wave(phase, 0.15);
  return poseQuadruped(
    bones,
    {
      root: [x + 0.012 * sway, y - 0.032 + 0.006 * wave(2 * phase, 0.1), z],
      turns: {
        hips: [0.6 * nod, 2 * wave(phase, 0.05), 2.2 * sway],
        spine: [0, -1.5 * wave(phase, 0.05), -1.5 * sway],
        chest: [-0.6 * nod, -1.5 * wave(phase, 0.05), -1.4 * sway],
        neck: [2 * nod, 1.5 * wave(phase, 0.3), 1.2 * sway],
        head: [3 * nod, 2 * wave(phase, 0.35), 1.5 * sway],
        'trunk.1': [-6 + 3 * wave(2 * phase, 0.5), 0, 4 * wave(phase, 0.4)],
        'trunk.2': [-4 + 4 * wave(2 * phase, 0.65), 0, 5 * wave(phase, 0.46)],
        'trunk.3': [-2 + 5 * wave(2 * phase, 0.8), 0, 6 * wave(phase, 0.52)],
        'trunk.4': [-6 + 6 * wave(2 * phase, 0.95), 0, 7 * wave(phase, 0.58)],
        'trunk.5': [-14 + 7 * wave(2 * phase, 1.1), 0, 7 * wave(phase, 0.64)],
        'ear.L': [0, -6 + 13 * flap, -2 * flap],
        'ear.R': [0, 6 - 13 * wave(phase, 0.22), 2 * flap],
        'tail.1': [8, 0, 10 * wave(phase, 0.3)],
        'tail.2': [-4, 0, 16 * wave(phase, 0.42)],
      },
      fore: feet('hand', touchdowns.fore),
      hind: feet('foot', touchdowns.hind),
    },
    1,
    1,
  );
}

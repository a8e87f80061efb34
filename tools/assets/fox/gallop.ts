/** An in-place rotary gallop, in which foxes run fast: hind, hind, stretched flight, fore, fore, gathered flight. */
import { cos } from '../../../src/math/portable.ts';
import { evaluate, type Knot } from '../shapes/knots.ts';
import type { SkeletonPose } from '../shapes/sample-poses.ts';
import { type PawTarget, poseFox, type Side } from './pose-fox.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Stride period, s; speed, m/s; fraction of the stride in which a paw is on the ground. */
export const gallopPeriod = 0.46;
export const gallopSpeed = 3.5;
export const gallopDuty = 0.2;
const stride = gallopPeriod * gallopSpeed;
const swing = 1 - gallopDuty;

/** Times of touchdown of the paws, in strides. */
export const touchdowns = {
  hind: { L: 0, R: 0.09 },
  fore: { R: 0.41, L: 0.52 },
} as const;

const ground = bones[boneIndex('toes.L')].position[1];
const wave = (phase: number, peak: number) => cos(2 * Math.PI * (phase - peak));

/** Path of a paw: its touchdown, and the knots of the swing after lift-off. Times in strides. */
interface PawPath {
  /** Position of the paw at touchdown, m: ahead of the middle of the spine, and away from the middle plane. */
  readonly touch: number;
  readonly track: number;
  /** Distances by which the swing goes behind lift-off and ahead of touchdown, m. */
  readonly behind: number;
  readonly ahead: number;
  readonly height: readonly Knot[];
  readonly leanStance: readonly Knot[];
  readonly leanSwing: readonly Knot[];
  readonly toesSwing: readonly Knot[];
}

const hindPath: PawPath = {
  touch: -0.035,
  track: 0.042,
  behind: 0.035,
  ahead: 0.055,
  height: [
    [0, ground, 0.8],
    [0.16, 0.085, 0.1],
    [0.42, 0.064, -0.05],
    [0.66, 0.065, -0.15],
    [swing, ground, -0.8],
  ],
  leanStance: [
    [0, -14, 60],
    [0.1, 2, 220],
    [gallopDuty, 38, 420],
  ],
  leanSwing: [
    [0, 38, 420],
    [0.13, 84, 60],
    [0.4, 58, -240],
    [0.66, -10, -80],
    [swing, -14, 60],
  ],
  toesSwing: [
    [0, 0, 500],
    [0.13, 75, 100],
    [0.4, 50, -230],
    [0.66, -4, -60],
    [swing, 0],
  ],
};

const forePath: PawPath = {
  touch: 0.325,
  track: 0.036,
  behind: 0.05,
  ahead: 0.05,
  height: [
    [0, ground, 0.8],
    [0.15, 0.105, 0.45],
    [0.4, 0.15, -0.02],
    [0.66, 0.095, -0.4],
    [swing, ground, -0.8],
  ],
  leanStance: [
    [0, -16, 100],
    [0.1, 10, 300],
    [gallopDuty, 50, 480],
  ],
  leanSwing: [
    [0, 50, 480],
    [0.15, 112, 60],
    [0.4, 82, -260],
    [0.66, -10, -160],
    [swing, -16, 100],
  ],
  toesSwing: [
    [0, 0, 600],
    [0.15, 105, 100],
    [0.4, 88, -280],
    [0.66, -2, -120],
    [swing, 0],
  ],
};

function pawAt(path: PawPath, side: Side, phase: number): PawTarget {
  const x = side === 'L' ? path.track : -path.track;
  const sincePlanted = phase - Math.floor(phase);
  if (sincePlanted < gallopDuty) {
    const z = path.touch - stride * sincePlanted;
    return { pad: [x, ground, z], lean: evaluate(path.leanStance, sincePlanted), toes: 0 };
  }
  const t = sincePlanted - gallopDuty;
  const lift = path.touch - stride * gallopDuty;
  const z = evaluate(
    [
      [0, lift, -stride],
      [0.1, lift - path.behind, 0],
      [0.4, (lift + path.touch) / 2, 1.25],
      [0.7, path.touch + path.ahead, 0],
      [swing, path.touch, -stride],
    ],
    t,
  );
  return {
    pad: [x, evaluate(path.height, t), z],
    lean: evaluate(path.leanSwing, t),
    toes: evaluate(path.toesSwing, t),
  };
}

/** Returns the pose at a phase in strides. At phase 0, the left hind paw touches down. */
export function gallopPose(phase: number): SkeletonPose {
  const arch = wave(phase, 0.9);
  const pitch = -4 * wave(phase, 0.1);
  const rise = 0.01 * wave(phase, 0.88) + 0.009 * wave(2 * phase, 2 * 0.87);
  const paws = (path: PawPath, start: Readonly<Record<Side, number>>) => ({
    L: pawAt(path, 'L', phase - start.L),
    R: pawAt(path, 'R', phase - start.R),
  });
  const sway = wave(phase, 0.3);
  return poseFox({
    middle: [0, 0.37 + rise, -0.005],
    pelvis: { yaw: 2 * sway, pitch: pitch + 3 - 19 * arch, roll: 2 * wave(phase, 0.1) },
    chest: { yaw: -2 * sway, pitch: pitch + 2 + 10 * arch, roll: -2 * wave(phase, 0.5) },
    neck: { yaw: -sway, pitch: 15 + 5 * wave(phase, 0.62), roll: 0 },
    head: { yaw: 0, pitch: 5 + 3 * wave(phase, 0.7), roll: 0 },
    ears: {
      L: { forward: -32 + 7 * wave(phase, 0.95), out: 4 },
      R: { forward: -32 + 7 * wave(phase, 0.98), out: 4 },
    },
    tail: [0, 1, 2, 3, 4].map((i) => ({
      up: [6, 4, 2, 5, 9][i] + (8 + 2.5 * i) * wave(phase, 0.32 + 0.1 * i),
      left: (1.5 + 1.5 * i) * wave(phase, 0.6 + 0.1 * i),
    })),
    blades: {
      L: -15 * wave(phase - touchdowns.fore.L, 0.94),
      R: -15 * wave(phase - touchdowns.fore.R, 0.94),
    },
    fore: paws(forePath, touchdowns.fore),
    hind: paws(hindPath, touchdowns.hind),
  });
}

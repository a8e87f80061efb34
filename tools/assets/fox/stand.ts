/** The fox stands and listens: it breathes, looks around, its tail sways, an ear twitches. */
import { cos, sin } from '../../../src/math/portable.ts';
import { smoothStep } from '../shapes/level-set.ts';
import type { SkeletonPose } from '../shapes/sample-poses.ts';
import { type PawTarget, poseFox, type Side } from './pose-fox.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Seconds. */
export const standPeriod = 6;
const breaths = 4;

/** Returns the amplitude of a short twitch around the phase `at`, 0..1. */
function twitch(phase: number, at: number): number {
  const away = Math.abs(phase - at) / 0.022;
  return 1 - smoothStep(0, 1, away);
}

/** Returns the pose at a phase in periods. */
export function standPose(phase: number): SkeletonPose {
  const turn = 2 * Math.PI * phase;
  const breath = cos(breaths * turn);
  const look = sin(turn) + 0.35 * sin(2 * turn + 0.6);
  const paw = (name: string): PawTarget => ({
    pad: bones[boneIndex(name)].position,
    lean: 0,
    toes: 0,
  });
  const ear = (side: Side, at: number, other: number) => ({
    forward: 2 - 16 * twitch(phase, at) - 10 * twitch(phase, other) + 1.5 * sin(2 * turn),
    out: (side === 'L' ? 1 : -1) * 3 * look + 6 * twitch(phase, at),
  });
  return poseFox({
    middle: [0.003 * sin(turn), 0.3855 + 0.0012 * breath, -0.005],
    pelvis: { yaw: 0, pitch: 0.4 * breath, roll: 0.6 * sin(turn) },
    chest: { yaw: 1.2 * look, pitch: 0.7 * breath, roll: -0.4 * sin(turn) },
    neck: { yaw: 6 * look, pitch: 1 + 0.8 * breath, roll: 0 },
    head: { yaw: 15 * look, pitch: 3 - 2 * sin(2 * turn), roll: 3 * look },
    ears: { L: ear('L', 0.28, 0.31), R: ear('R', 0.68, 0.72) },
    tail: [0, 1, 2, 3, 4].map((i) => ({
      up: [-12, -8, -2, 4, 10][i] + 2 * sin(turn - 0.4 * i),
      left: (3 + 3 * i) * sin(2 * turn - 0.5 * i),
    })),
    blades: { L: 0, R: 0 },
    fore: { L: paw('fingers.L'), R: paw('fingers.R') },
    hind: { L: paw('toes.L'), R: paw('toes.R') },
  });
}

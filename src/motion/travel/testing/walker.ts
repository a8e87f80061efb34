import type { ClipChannel, Rig, RigNode, RigSurface } from '../../rig.ts';

/** A walker of sticks and boxes, 1.7 units tall before `scale`. All properties of its gait are known. */
export interface WalkerOptions {
  /** Mean speed of the planted feet, units / s before scale. */
  readonly speed?: number;
  /** Fraction of the period in which each foot is planted. */
  readonly duty?: number;
  readonly period?: number;
  /** Variation of a planted foot's speed about its mean. 1: the speed varies from 0 to twice the mean. */
  readonly swayOfSpeed?: number;
  /** Scale of the armature, negative x to mirror it. */
  readonly scale?: readonly [number, number, number];
  /** Rotation of the armature about the vertical, radians: it walks towards (sin, cos). */
  readonly heading?: number;
  /** Keys per period. */
  readonly keyCount?: number;
  /** Time of the first key. */
  readonly start?: number;
  /** Omits the last key, whose pose equals that of the first key. */
  readonly open?: boolean;
  /** Moves the root forward with the gait: a travelling recording. */
  readonly rootMotion?: boolean;
  /** Feet are attached to the root, not to the legs, as in rigs that drive legs by inverse kinematics. */
  readonly looseFeet?: boolean;
}

const boneLength = 0.45;
const ankleHeight = 0.08;
const hipHeight = 0.9;

/** Node indices of the walker. */
export const walkerNodes = { root: 0, pelvis: 1, thighs: [2, 5], shins: [3, 6], feet: [4, 7] } as const;

export function buildWalker(options: WalkerOptions = {}): Rig {
  const { scale = [1, 1, 1], heading = 0, looseFeet = false } = options;
  const node = (
    name: string,
    parent: number,
    translation: [number, number, number],
    more: Partial<RigNode> = {},
  ): RigNode => ({
    name,
    parent,
    translation,
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
    weights: [],
    ...more,
  });
  const foot = (name: string, side: number, shin: number): RigNode =>
    looseFeet ? node(name, 0, [0.1 * side, 0, 0]) : node(name, shin, [0, -boneLength, 0]);
  const nodes = [
    node('root', -1, [0, 0, 0], {
      rotation: [0, Math.sin(heading / 2), 0, Math.cos(heading / 2)],
      scale: [...scale],
    }),
    node('pelvis', 0, [0, hipHeight, 0]),
    node('thigh.L', 1, [0.1, 0, 0]),
    node('shin.L', 2, [0, -boneLength, 0]),
    foot('foot.L', 1, 3),
    node('thigh.R', 1, [-0.1, 0, 0]),
    node('shin.R', 5, [0, -boneLength, 0]),
    foot('foot.R', -1, 6),
  ];
  // The rest pose has straight legs. Its soles are lower than in the gait.
  const surfaces = [
    box('body', 1, [-0.15, 0, -0.1], [0.15, 1.7 - hipHeight - ankleHeight, 0.1]),
    box('sole.L', 4, [-0.05, -ankleHeight, -0.08], [0.05, 0, 0.17]),
    box('sole.R', 7, [-0.05, -ankleHeight, -0.08], [0.05, 0, 0.17]),
  ];
  if (looseFeet) {
    surfaces.push(
      box('ankle.L', 3, [-0.02, -boneLength - 0.05, -0.02], [0.02, -0.3, 0.02]),
      box('ankle.R', 6, [-0.02, -boneLength - 0.05, -0.02], [0.02, -0.3, 0.02]),
    );
  }
  const channels = walkerChannels(options);
  const times = channels[0].times;
  return {
    name: 'walker',
    nodes,
    skins: [],
    surfaces,
    clips: [{ name: 'walk', start: times[0], end: times[times.length - 1], channels }],
    order: Int32Array.from(nodes.keys()),
    warnings: [],
  };
}

function walkerChannels(options: WalkerOptions): ClipChannel[] {
  const { period = 1, keyCount = 60, start = 0, open = false, looseFeet = false } = options;
  const { speed = 1.2, rootMotion = false } = options;
  const count = open ? keyCount : keyCount + 1;
  const times = Float64Array.from({ length: count }, (_, k) => start + (k * period) / keyCount);
  const channel = (node: number, path: 'rotation' | 'translation', valueAt: (phase: number) => number[]) => ({
    node,
    path,
    interpolation: 'LINEAR' as const,
    times,
    values: Float32Array.from(Array.from({ length: count }, (_, k) => valueAt(k / keyCount)).flat()),
    width: path === 'rotation' ? 4 : 3,
  });
  const turnX = (angle: number) => [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)];
  const channels: ClipChannel[] = [
    channel(walkerNodes.pelvis, 'translation', (phase) => [
      0,
      hipHeight,
      rootMotion ? speed * period * phase : 0,
    ]),
  ];
  for (const side of [0, 1]) {
    const legAt = (phase: number) => bendLeg(anklePath(options, phase + side / 2));
    channels.push(channel(walkerNodes.thighs[side], 'rotation', (p) => turnX(legAt(p).thigh)));
    channels.push(channel(walkerNodes.shins[side], 'rotation', (p) => turnX(legAt(p).shin)));
    if (looseFeet) {
      channels.push(
        channel(walkerNodes.feet[side], 'translation', (p) => {
          const ankle = anklePath(options, p + side / 2);
          return [side === 0 ? 0.1 : -0.1, ankle.y, ankle.z + (rootMotion ? speed * period * p : 0)];
        }),
      );
    } else {
      channels.push(
        channel(walkerNodes.feet[side], 'rotation', (p) => turnX(-legAt(p).thigh - legAt(p).shin)),
      );
    }
  }
  return channels;
}

/** Returns the position of the ankle relative to the point below the hip. The fraction `duty` at the start of the period is the stance. */
function anklePath(options: WalkerOptions, phase: number): { y: number; z: number } {
  const { speed = 1.2, duty = 0.6, period = 1, swayOfSpeed = 0 } = options;
  const p = phase - Math.floor(phase);
  const half = (speed * duty * period) / 2;
  if (p <= duty) {
    const s = p / duty;
    return {
      y: ankleHeight,
      z: half - 2 * half * (s - (swayOfSpeed * Math.sin(2 * Math.PI * s)) / (2 * Math.PI)),
    };
  }
  const s = (p - duty) / (1 - duty);
  // A runner folds its leg, so the foot is high soon after it has left the ground.
  const lift = duty < 0.5 ? 0.3 * Math.sin(Math.PI * s) : 0.12 * Math.sin(Math.PI * s) ** 2;
  return { y: ankleHeight + lift, z: -half + 2 * half * s * s * (3 - 2 * s) };
}

function bendLeg({ y, z }: { y: number; z: number }): { thigh: number; shin: number } {
  const down = hipHeight - y;
  const reach = Math.min(2 * boneLength, Math.sqrt(down * down + z * z));
  const towards = Math.atan2(z, down);
  const knee = Math.acos(reach / (2 * boneLength));
  return { thigh: -(towards + knee), shin: 2 * knee };
}

function box(
  name: string,
  node: number,
  low: [number, number, number],
  high: [number, number, number],
): RigSurface {
  const positions = new Float32Array(24);
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * corner + axis] = (corner >> axis) & 1 ? high[axis] : low[axis];
    }
  }
  return {
    name,
    node,
    skin: -1,
    positions,
    normals: null,
    indices: new Uint32Array([
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
      5,
    ]),
    influenceCount: 0,
    jointIndices: new Uint16Array(),
    jointWeights: new Float32Array(),
    morphTargets: [],
    color: [1, 1, 1],
  };
}

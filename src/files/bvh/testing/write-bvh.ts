/** A joint to be written to a BVH file. */
export interface JointSource {
  readonly name: string;
  readonly offset?: readonly number[];
  readonly channels?: readonly string[];
  readonly children?: readonly JointSource[];
  readonly end?: readonly number[] | null;
}

/** Writes a BVH file. Each frame is a row of numbers, or text that is written unchanged. */
export function writeBvh(
  root: JointSource,
  frames: readonly (readonly number[] | string)[],
  { frameTime = 0.1, stated = frames.length }: { frameTime?: number | string; stated?: number | string } = {},
): Uint8Array {
  const rows = frames.map((frame) => (typeof frame === 'string' ? frame : frame.join(' ')));
  const text = `HIERARCHY\n${writeJoint('ROOT', root)}MOTION\nFrames: ${stated}\nFrame Time: ${frameTime}\n${rows.join('\n')}\n`;
  return new TextEncoder().encode(text);
}

function writeJoint(
  word: string,
  { name, offset = [0, 0, 0], channels, children = [], end }: JointSource,
): string {
  const given = channels ? `CHANNELS ${channels.length} ${channels.join(' ')}\n` : '';
  const site = end ? `End Site\n{\nOFFSET ${end.join(' ')}\n}\n` : '';
  const inside = children.map((child) => writeJoint('JOINT', child)).join('');
  return `${word} ${name}\n{\nOFFSET ${offset.join(' ')}\n${given}${inside}${site}}\n`;
}

export const positions = ['Xposition', 'Yposition', 'Zposition'];
export const zxy = ['Zrotation', 'Xrotation', 'Yrotation'];

const limb = (side: string, sign: number): JointSource => ({
  name: `${side} Thigh`,
  offset: [0.1 * sign, 0, 0],
  channels: zxy,
  children: [
    {
      name: `${side} Shin`,
      offset: [0, -0.45, 0],
      channels: zxy,
      children: [
        {
          name: `${side} Foot`,
          offset: [0, -0.43, 0],
          channels: zxy,
          children: [{ name: `${side} Toe`, offset: [0, -0.07, 0.14], channels: zxy, end: [0, 0, 0.06] }],
        },
      ],
    },
  ],
});
const arm = (side: string, sign: number): JointSource => ({
  name: `${side} Arm`,
  offset: [0.18 * sign, 0.02, 0],
  channels: zxy,
  children: [{ name: `${side} Elbow`, offset: [0.28 * sign, 0, 0], channels: zxy, end: [0.3 * sign, 0, 0] }],
});

/** A person of about 1.8 m in T-pose with 15 joints and 48 channels. The balls of the feet are 2 cm above the ground. */
export const person: JointSource = {
  name: 'Hips',
  channels: [...positions, ...zxy],
  children: [
    limb('L', 1),
    limb('R', -1),
    {
      name: 'Chest',
      offset: [0, 0.45, 0],
      channels: zxy,
      children: [
        arm('L', 1),
        arm('R', -1),
        { name: 'Head', offset: [0, 0.2, 0], channels: zxy, end: [0, 0.15, 0] },
      ],
    },
  ],
};

/**
 * Returns the frames of a person that steps in place: the left leg is lifted in the first half, the right leg in the second. The other leg
 * is straight.
 */
export function walkFrames(count = 24): number[][] {
  return Array.from({ length: count }, (_, frame) => {
    const row: number[] = new Array(48).fill(0);
    row[1] = 0.97;
    const turn = (2 * Math.PI * frame) / count;
    for (const [leg, sign] of [
      [6, 1],
      [18, -1],
    ]) {
      // Thigh, shin and foot rotate about X by angles that keep the sole level.
      const lift = Math.max(0, sign * Math.sin(turn)) * 50;
      row[leg + 1] = -lift / 2;
      row[leg + 4] = lift;
      row[leg + 7] = -lift / 2;
    }
    return row;
  });
}

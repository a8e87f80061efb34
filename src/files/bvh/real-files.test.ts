import { readFileSync } from 'node:fs';
import { AnimationMixer, Object3D, Vector3 } from 'three';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { describe, expect, test } from 'vitest';
import { transformPoint } from '../../math/matrix.ts';
import { deformSurface } from '../../motion/deform-surface.ts';
import { measureRest } from '../../motion/measure-rest.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import { sharedPath } from '../../testing/shared.ts';
import { readBvh } from './read-bvh.ts';
import { readBvhRecording } from './read-bvh-recording.ts';
import { createRecordingRig } from './recording-rig.ts';

/** File, number of joints, number of frames, seconds per frame, and warnings except those about units. */
const takes = {
  walk: ['bvh-cmu-12-01-walk/cmu_12_01_walk.bvh', 31, 524, 0.0083333, []],
  hops: ['bvh-cmu-01-01-hops/cmu_01_01.bvh', 31, 2752, 0.0083333, []],
  jacks: ['bvh-animateddrawings/jumping_jacks.bvh', 31, 125, 0.03333, []],
  zombie: ['bvh-animateddrawings/zombie.bvh', 27, 779, 0.0333333, ['read as Z up']],
  boxing: ['bvh-frames-mismatch/Boxing_Toes.bvh', 21, 3070, 0.01, ['it says Frames: 3069 but holds 3070']],
  precise: ['bvh-pybvh-fixtures/full_precision_frame_time.bvh', 2, 3, 0.0417083750417, ['no feet']],
  mixed: ['bvh-pybvh-fixtures/rotation_first_root.bvh', 4, 4, 0.04, []],
} as const;
type Name = keyof typeof takes;

const paths = Object.fromEntries(
  Object.entries(takes).map(([name, [file]]) => [name, sharedPath(`assets/${file}`)]),
);
const isThere = Object.values(paths).every(Boolean);
const bytesOf = (name: Name) => new Uint8Array(readFileSync(paths[name] as string));
const rigs = new Map<Name, Rig>();
const rigOf = (name: Name) => {
  const rig = rigs.get(name) ?? readBvh(bytesOf(name), { name: `${name}.bvh` });
  rigs.set(name, rig);
  return rig;
};

describe.skipIf(!isThere)(`real recordings${isThere ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  test.each(Object.keys(takes) as Name[])('%s: joints, frames, rate, warnings', (name) => {
    const [, joints, frames, step, expectedWarnings] = takes[name];
    const recording = readBvhRecording(bytesOf(name), `${name}.bvh`);
    expect([recording.joints.length, recording.frameCount, recording.frameTime]).toEqual([
      joints,
      frames,
      step,
    ]);
    const rig = rigOf(name);
    expect(rig.warnings.length).toBe(expectedWarnings.length);
    expectedWarnings.forEach((words, k) => {
      expect(rig.warnings[k]).toContain(words);
    });
  });

  test.each(Object.keys(takes) as Name[])(
    '%s: ends of limbs are where another reader (three’s) has them, within 1e-4 of a bone',
    (name) => {
      const bytes = bytesOf(name);
      const recording = readBvhRecording(bytes, `${name}.bvh`);
      const rig = createRecordingRig(recording, 'y');
      const pose = new Pose(rig);
      const { skeleton, clip } = new BVHLoader().parse(new TextDecoder().decode(bytes));
      const [root] = skeleton.bones;
      const holder = new Object3D().add(root);
      const mixer = new AnimationMixer(root);
      mixer.clipAction(clip).play();
      const theirs = skeleton.bones.filter((bone) => bone.name !== 'ENDSITE');
      expect(theirs.length).toBe(rig.nodes.length);
      const bone =
        recording.joints.reduce((sum, { offset }) => sum + Math.hypot(...offset), 0) /
        recording.joints.length;
      const position = [0, 0, 0];
      const other = new Vector3();
      // The last frame is left out, because the player of the other reader starts again there.
      for (const fraction of [0, 0.2, 0.5, 0.7]) {
        const t = Math.floor(fraction * recording.frameCount) * recording.frameTime;
        sampleClip(rig.clips[0], t, pose);
        pose.updateWorld();
        mixer.setTime(t);
        holder.updateMatrixWorld(true);
        theirs.forEach((joint, index) => {
          other.setFromMatrixPosition(joint.matrixWorld);
          transformPoint(position, pose.world, [0, 0, 0], 16 * index);
          expect(
            Math.hypot(position[0] - other.x, position[1] - other.y, position[2] - other.z),
          ).toBeLessThan(1e-4 * bone);
        });
      }
    },
  );

  test.each([
    ['walk', 0.012],
    ['hops', 0.02],
    ['jacks', 0.02],
    ['zombie', 0.012],
    ['boxing', 0.02],
  ] as const)('%s: the lowest sole is on the ground most of the time', (name, within) => {
    const rig = rigOf(name);
    const { height, min } = measureRest(rig);
    expect(min[1]).toBeCloseTo(0, 4);
    const shoes = rig.surfaces.filter(({ color }) => color[0] < 0.1);
    expect(shoes.length).toBe(4);
    const pose = new Pose(rig);
    const [clip] = rig.clips;
    const lows = Array.from({ length: 60 }, (_, k) => {
      sampleClip(clip, (clip.end * k) / 59, pose);
      pose.updateWorld();
      return Math.min(
        ...shoes.map((surface) => {
          const positions = new Float64Array(surface.positions.length);
          deformSurface(surface, pose, positions);
          return positions.filter((_, c) => c % 3 === 1).reduce((low, y) => Math.min(low, y));
        }),
      );
    }).sort((a, b) => a - b);
    expect(Math.abs(lows[30]) / height).toBeLessThan(within);
  });
});

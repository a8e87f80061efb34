import { Pose } from '../../../../motion/pose.ts';
import { sampleClip } from '../../../../motion/sample-clip.ts';
import { readBvh } from '../../../bvh/read-bvh.ts';
import {
  type JointSource,
  person,
  positions,
  walkFrames,
  writeBvh,
  zxy,
} from '../../../bvh/testing/write-bvh.ts';
import { check, checkFinite, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

const odd: JointSource = {
  name: 'Odd one',
  offset: [1, -2, 3],
  channels: [...zxy, ...positions],
  children: [
    {
      name: 'six',
      offset: [0, 4, 0],
      channels: ['Xposition', 'Yrotation', 'Zrotation', 'Xrotation'],
      end: [0, 1, 0],
    },
    {
      name: 'none',
      offset: [0, 0, 0],
      children: [{ name: 'foot', offset: [1, -4, 0], channels: ['Yrotation'] }],
    },
  ],
};

export const recordingSubjects: readonly FuzzSubject[] = [
  {
    name: 'BVH',
    kind: 'text',
    sources: () =>
      singleFile(
        'fuzz.bvh',
        writeBvh(person, walkFrames(4)),
        writeBvh(odd, [new Array(11).fill(0), '1 2 3 4e0 -5 .6\t7 8 9 10 11', new Array(11).fill(90)], {
          stated: 7,
        }),
      ),
    read([{ name, bytes }]) {
      const rig = readBvh(bytes, { name });
      for (const { positions, normals, indices, node } of rig.surfaces) {
        check(node < rig.nodes.length, 'a node');
        checkFinite(positions, 'positions');
        checkFinite(normals!, 'normals');
        check(
          indices.every((index) => 3 * index < positions.length),
          'an index',
        );
      }
      const [clip] = rig.clips;
      const pose = new Pose(rig);
      for (const fraction of [0, 0.37, 1]) {
        sampleClip(clip, fraction * clip.end, pose);
        pose.updateWorld();
        checkFinite(pose.world, 'world');
      }
    },
  },
];

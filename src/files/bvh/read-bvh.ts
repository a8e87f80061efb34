import { measureRest } from '../../motion/measure-rest.ts';
import type { Rig, RigNode } from '../../motion/rig.ts';
import { fillOffsets } from './fill-offsets.ts';
import { findFeet } from './find-feet.ts';
import { findUp } from './find-up.ts';
import type { Vector } from './mannequin/body.ts';
import { buildMannequin } from './mannequin/build-mannequin.ts';
import { type MannequinBuildName, standardBuild } from './mannequin/builds.ts';
import { planMannequin } from './mannequin/mannequin-plan.ts';
import { readBvhRecording } from './read-bvh-recording.ts';
import { heightOf, type SampledRecording, sampleRecording } from './recorded-points.ts';
import { createRecordingRig, type RecordingUp } from './recording-rig.ts';

/** Options of `readBvh`. */
export interface ReadBvhOptions {
  /** Name of the file, for error messages and as the rig's name. */
  readonly name: string;
  /** The up axis of the recording. By default, y or z is chosen by the direction from the feet to the head. */
  readonly up?: RecordingUp;
  /** The build of the mannequin. Default: medium. */
  readonly build?: MannequinBuildName;
}

/**
 * Reads a BVH recording as a character: its joints with their own names, its motion as a clip that is named after the file, and a mannequin
 * that is built from its skeleton, with shoes that touch the ground of the recording. The result is Y up, in the units of the recording.
 *
 * Throws InputError with the line, for a file that is damaged or not a recording.
 */
export function readBvh(bytes: Uint8Array, { name, up: wanted, build = standardBuild }: ReadBvhOptions): Rig {
  const recording = fillOffsets(readBvhRecording(bytes, name));
  const warnings = [...recording.warnings];
  let skeleton = createRecordingRig(recording, wanted ?? 'y');
  let sampled = sampleRecording(recording, skeleton);
  let up = wanted ?? 'y';
  if (!wanted && findUp(recording, sampled) === 'z') {
    up = 'z';
    skeleton = createRecordingRig(recording, up);
    sampled = sampleRecording(recording, skeleton);
    warnings.push('its character stands along z: it is read as Z up and rotated; set "up" if that is wrong');
  }
  const rough = Math.max(heightOf(sampled.rest), heightOf(firstPositions(sampled)));
  if (!(rough > 0)) {
    warnings.push('all its joints have the same position: there are no bones to build a character on');
    return { ...skeleton, warnings };
  }
  const feet = findFeet(recording, sampled, rough);
  if (feet.length === 0) warnings.push('no feet were found: its mannequin wears no shoes');
  const plan = planMannequin(recording, sampled, feet, rough);
  const isBody = sampled.points.map(({ joint }) => plan.roles[joint] !== 'arm');
  const atRest = heightOf(sampled.rest, isBody);
  const atFirst = heightOf(firstPositions(sampled), isBody);
  const height = Math.max(atRest, atFirst);
  const surfaces = buildMannequin({ recording, sampled, feet, plan, build, height, ...directions(up) });
  // The pose that the offsets define may be any pose. In many recordings, the pose of the first frame is straighter.
  const nodes = atRest >= atFirst ? skeleton.nodes : firstPose(skeleton);
  return standOnGround({ ...skeleton, nodes, surfaces, warnings });
}

/** Returns the directions in the frames of the joints. In the rest pose, these frames equal the frame of the recording. */
function directions(up: RecordingUp): { up: Vector; forward: Vector } {
  return up === 'y' ? { up: [0, 1, 0], forward: [0, 0, 1] } : { up: [0, 0, 1], forward: [0, -1, 0] };
}

function firstPositions({ positions, points }: SampledRecording): Float64Array {
  return positions.subarray(0, 3 * points.length);
}

/** Returns the nodes in the pose of the first frame. */
function firstPose({ nodes, clips }: Rig): RigNode[] {
  return nodes.map((node, index) => {
    let { translation, rotation } = node;
    for (const { node: moved, path, values } of clips[0].channels) {
      if (moved !== index) continue;
      if (path === 'translation') translation = [values[0], values[1], values[2]];
      else rotation = [values[0], values[1], values[2], values[3]];
    }
    return { ...node, translation, rotation };
  });
}

/** Moves the roots of the rig to the height at which the soles are at 0 in the rest pose. */
function standOnGround(rig: Rig): Rig {
  const { min } = measureRest(rig);
  const nodes = rig.nodes.map((node): RigNode => {
    if (node.parent >= 0) return node;
    const [x, y, z] = node.translation;
    return { ...node, translation: [x, y - min[1], z] };
  });
  return { ...rig, nodes };
}

import { openGlbPatch } from '../../../files/glb-open.ts';
import { openGltfSource } from '../../../files/gltf/gltf-source.ts';
import { norm } from '../../../geometry/vector.ts';
import { createMatrix } from '../../../math/matrix.ts';
import type { MorphTrack } from '../../morph/morph-track.ts';
import { addEmptyClip, fleshClipName } from '../../morph/morphed-character.ts';
import { planOwnClip } from '../../morph/own-clip.ts';
import { thin } from '../../morph/reduce-morphs.ts';
import {
  addTravel,
  type CharacterOptions,
  clipOfTravel,
  leadWithShown,
  openCharacter,
} from '../travelled-character.ts';
import { addFleshJoints, type FittedPart } from './add-flesh-joints.ts';
import { blendVertex, fitJoints, maxInfluences, solveTransforms } from './fit-joints.ts';
import { FleshProblem } from './flesh-problem.ts';

/** Number of new joints of each part of the flesh. */
const jointsPerPart = 8;
/** Maximum number of times at which joints are fitted, and at which the error is measured. */
const maxFitted = 48;
const maxMeasured = 160;

/** Deviation of a part of the flesh, moved by joints, from the simulation, at the measured times. */
export interface FleshJointReport {
  readonly part: string;
  /** Number of new joints, and of joints that move one vertex at most. */
  readonly joints: number;
  readonly influences: number;
  /** Number of vertices that have new weights. */
  readonly vertices: number;
  /** Maximum and root mean square displacement of these vertices by the flesh, metres. */
  readonly motion: { readonly maxMetres: number; readonly rmsMetres: number };
  /** Maximum and root mean square distance from the simulated position, in metres, and as a fraction of the motion. */
  readonly error: { readonly maxMetres: number; readonly rmsMetres: number; readonly rmsFraction: number };
}

/** A character's GLB whose flesh is moved by joints. */
export interface FleshJointFile {
  readonly bytes: Uint8Array;
  readonly clipName: string | null;
  readonly parts: readonly FleshJointReport[];
  readonly warnings: readonly string[];
}

/**
 * Returns the character's own file as a GLB whose flesh is moved by a few new joints below those of the file, with keys in the clip that
 * the actor plays and in the clip that moves across the ground. The file gets no morph targets. At most four joints move a vertex.
 */
export async function writeFleshJoints(
  bytes: Uint8Array,
  options: CharacterOptions & { readonly tracks: readonly MorphTrack[] },
): Promise<FleshJointFile> {
  const { name, resolve, actor, start, end, fps, tracks } = options;
  const warnings: string[] = [];
  const parts: FittedPart[] = [];
  const reports: FleshJointReport[] = [];
  for (const track of tracks) {
    const fitted = thin(track.stepTimes, maxFitted);
    const hasSkin = track.surfaces.some(({ surface }) => actor.rig.surfaces[surface].skin >= 0);
    if (!hasSkin) {
      warnings.push(`the flesh "${track.name}" is left out of the joints, since its mesh has no skin`);
      continue;
    }
    const problem = new FleshProblem(actor, track, fitted);
    if (problem.vertices.length === 0) continue;
    const fit = fitJoints(problem, jointsPerPart, fitted);
    const part = { name: track.name, problem, fit };
    parts.push(part);
    reports.push(measure(part, thin(track.stepTimes, maxMeasured)));
  }
  const opened = openCharacter(bytes, options);
  const travelled = addTravel(opened.patch, options);
  const source = await openGltfSource(travelled ? opened.patch.toGlb() : bytes, { name, resolve });
  const { patch } = travelled ? openGlbPatch(opened.patch.toGlb(), { name, resolve }) : opened;
  const own = planOwnClip(actor, start, end, fps);
  const clips = [...(own ? [own] : []), ...(travelled ? [clipOfTravel(travelled)] : [])];
  const alone = clips.length === 0 && parts.length > 0 ? addEmptyClip(patch, options) : null;
  if (alone) clips.push(alone);
  for (const warning of addFleshJoints(patch, source, actor, parts, clips)) warnings.push(warning);
  const clipName = travelled?.clipName ?? (alone ? fleshClipName : null);
  const shown =
    clips.length > 0 ? { animation: clips[clips.length - 1].animation, isNew: clipName !== null } : null;
  const order = leadWithShown(patch, shown);
  const painted = options.paint?.(patch) ?? [];
  return {
    bytes: patch.toGlb(),
    clipName,
    parts: reports,
    warnings: [...opened.warnings, ...warnings, ...(own?.warnings ?? []), ...order, ...painted],
  };
}

function measure({ name, problem, fit }: FittedPart, times: ArrayLike<number>): FleshJointReport {
  const count = problem.vertices.length;
  const joints = fit.centers.length / 3;
  const transforms = Array.from({ length: joints }, () => createMatrix());
  const shown = new Float64Array(3);
  const moved = new Float64Array(3);
  let [maxMotion, motion, maxError, error] = [0, 0, 0, 0];
  for (let k = 0; k < times.length; k++) {
    problem.show(times[k]);
    solveTransforms(problem, fit.weights, transforms);
    const { target, bare, scale } = problem;
    for (let v = 0; v < count; v++) {
      blendVertex(shown, problem, fit.weights[v], transforms, v);
      for (let axis = 0; axis < 3; axis++) {
        moved[axis] = scale * (target[3 * v + axis] - bare[3 * v + axis]);
        shown[axis] = scale * (shown[axis] - target[3 * v + axis]);
      }
      const [away, off] = [norm(moved), norm(shown)];
      maxMotion = Math.max(maxMotion, away);
      maxError = Math.max(maxError, off);
      motion += away * away;
      error += off * off;
    }
  }
  const total = Math.max(1, count * times.length);
  const [rmsMotion, rmsError] = [Math.sqrt(motion / total), Math.sqrt(error / total)];
  return {
    part: name,
    joints,
    influences: maxInfluences,
    vertices: count,
    motion: { maxMetres: maxMotion, rmsMetres: rmsMotion },
    error: {
      maxMetres: maxError,
      rmsMetres: rmsError,
      rmsFraction: rmsMotion > 0 ? rmsError / rmsMotion : 0,
    },
  };
}

import type { LongWork } from '../../long-work.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { type Bake, countFrames, type OutputEstimate, outputsOfKind } from '../output-definition.ts';
import { listMasks } from './sticking-masks.ts';
import { maxSheets } from './write-characters.ts';

/** Number of morph targets of a mesh if the plan does not state it. */
const usualTargets = 4;
/** Bytes of a vertex in a morph target: its position and normal, and its index if only moving vertices are stored. */
const denseVertexBytes = 24;
const sparseVertexBytes = 28;
/** Bytes of the keys of the joints of one part of the flesh in one frame, in two clips. */
const jointKeyBytes = 2 * 6 * 28;
/** Bytes of a vertex of a rigid body, including its triangles. */
const bodyVertexBytes = 60;
/** Bytes of a contact sheet. Measured over all shipped scenes. */
const sheetBytes = 2e5;
/** Bytes of a mask, which is mostly black. */
const maskBytes = 2e4;

export function* estimateCharacters(bake: Bake): LongWork<OutputEstimate> {
  const { plan } = bake;
  const frameCount = countFrames(plan);
  const files = { character: 0, morphTargets: 0, fleshJoints: 0, stickingMask: 0, contactSheet: 0 };
  for (const actor of plan.actors) {
    const flesh = fleshBytes(bake, actor.name);
    files.stickingMask += listMasks(bake, actor).length * maskBytes;
    if (actor.character || actor.body) {
      const own = actor.body && !actor.body.source ? meshBytes(actor) : fileBytes(actor);
      files.character += own + travelBytes(actor, frameCount) + flesh;
    }
    if (flesh > 0 && actor.character) {
      const parts = outputsOfKind(bake, 'morph').filter(({ output }) => output.actor === actor.name).length;
      files.fleshJoints +=
        fileBytes(actor) + travelBytes(actor, frameCount) + parts * frameCount * jointKeyBytes;
    }
    // The flesh of a character moves in the character's own clip.
    if (flesh > 0 && actor.character) files.morphTargets += fileBytes(actor) + flesh;
  }
  const moving = new Set(outputsOfKind(bake, 'morph').map(({ output }) => output.actor));
  files.contactSheet = sheetBytes * Math.min(moving.size, maxSheets);
  return { files, keptBytes: 0 };
}

/** Returns the size of the character's own file, including the files that a .gltf refers to. */
function fileBytes({ character, body }: BakeActor): number {
  return character?.bytes.length ?? body?.source?.bytes.length ?? 0;
}

/** Returns the size of the keys of the travel: one key for each joint and frame. Some of the joints are pinned. */
function travelBytes(actor: BakeActor, frameCount: number): number {
  const moved = actor.report.travel === null ? 1 : Math.max(1, actor.report.joints);
  return 2000 + frameCount * moved * 20;
}

/** Returns the total number of vertices of all surfaces of an actor. */
function countVertices({ actors }: BakePlan, name: string, surface: number): number {
  const rig = actors.find((actor) => actor.name === name)?.character?.actor.rig;
  return (rig?.surfaces[surface].positions.length ?? 0) / 3;
}

/** Returns the size of the morph targets of an actor's flesh. */
function fleshBytes(bake: Bake, name: string): number {
  const { plan } = bake;
  const frameCount = countFrames(plan);
  const targets = plan.morphTargets ?? usualTargets;
  return outputsOfKind(bake, 'morph')
    .filter(({ output }) => output.actor === name)
    .reduce((sum, { output: { modeCount, surfaces } }) => {
      const count = Math.min(modeCount, targets);
      const bytes = surfaces.reduce(
        (total, { surface, vertices }) =>
          total +
          (plan.morphStorage === 'sparse'
            ? vertices.length * sparseVertexBytes
            : countVertices(plan, name, surface) * denseVertexBytes),
        0,
      );
      return sum + count * (bytes + 4 * frameCount) + 4 * frameCount;
    }, 0);
}

function meshBytes({ body }: BakeActor): number {
  return body ? (body.mesh.positions.length / 3) * bodyVertexBytes : 0;
}

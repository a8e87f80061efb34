import type { LongWork } from '../../long-work.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { type Bake, countFrames, type OutputEstimate, outputsOfKind } from '../output-definition.ts';
import { maxSheets } from './write-characters.ts';

/** Morph targets a mesh has where the plan does not say. */
const usualTargets = 4;
/** A vertex of a morph target: its place and normal, and its index where only those that move are stored. */
const denseVertexBytes = 24;
const sparseVertexBytes = 28;
/** A vertex with its triangles of a rigid thing. */
const bodyVertexBytes = 60;
/** A contact sheet; measured over all shipped scenes. */
const sheetBytes = 2e5;

export function* estimateCharacters(bake: Bake): LongWork<OutputEstimate> {
  const { plan } = bake;
  const frameCount = countFrames(plan);
  const files = { character: 0, morphTargets: 0, contactSheet: 0 };
  for (const actor of plan.actors) {
    const flesh = fleshBytes(bake, actor.name);
    if (actor.character || actor.body) {
      const own = actor.body && !actor.body.source ? meshBytes(actor) : fileBytes(actor);
      files.character += own + travelBytes(actor, frameCount) + flesh;
    }
    // Its flesh moves in its own clip.
    if (flesh > 0 && actor.character) files.morphTargets += fileBytes(actor) + flesh;
  }
  const moving = new Set(outputsOfKind(bake, 'morph').map(({ output }) => output.actor));
  files.contactSheet = sheetBytes * Math.min(moving.size, maxSheets);
  return { files, keptBytes: 0 };
}

/** The character's own file; what a .gltf names is in it, too. */
function fileBytes({ character, body }: BakeActor): number {
  return character?.bytes.length ?? body?.source?.bytes.length ?? 0;
}

/** Keys of the travel: of each joint one a frame, of which a part is pinned. */
function travelBytes(actor: BakeActor, frameCount: number): number {
  const moved = actor.report.travel === null ? 1 : Math.max(1, actor.report.joints);
  return 2000 + frameCount * moved * 20;
}

/** Vertices of one surface of an actor, in all. */
function countVertices({ actors }: BakePlan, name: string, surface: number): number {
  const rig = actors.find((actor) => actor.name === name)?.character?.actor.rig;
  return (rig?.surfaces[surface].positions.length ?? 0) / 3;
}

/** Morph targets of an actor's flesh. */
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

import type { WithFiles } from '../../systems/prepare-context.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { mostSheets } from './write-characters.ts';
import type { EstimateContext } from '../estimate/estimate-context.ts';

/** Morph targets a mesh has where the plan does not say. */
const usualTargets = 4;
/** A vertex of a morph target: its place and normal, and its index where only those that move are stored. */
const denseVertexBytes = 24;
const sparseVertexBytes = 28;
/** A vertex with its triangles of a rigid thing. */
const bodyVertexBytes = 60;
/** Bytes of one picture, by what it shows; measured over all shipped scenes. */
const sheetBytes = { ground: 1.4e6, flesh: 2e5, points: 7e5, fur: 8e5 };

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
function fleshBytes({ plan, morphs, frameCount }: EstimateContext, name: string): number {
  const targets = plan.morphTargets ?? usualTargets;
  return morphs
    .filter(({ actor }) => actor === name)
    .reduce((sum, { modeCount, surfaces }) => {
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

/** Every character that travels, and every rigid thing. */
export function estimateCharacters(context: EstimateContext): number {
  const { plan, frameCount } = context;
  return plan.actors.reduce((sum, actor) => {
    if (!actor.character && !actor.body) return sum;
    const own = actor.body && !actor.body.source ? meshBytes(actor) : fileBytes(actor);
    return sum + own + travelBytes(actor, frameCount) + fleshBytes(context, actor.name);
  }, 0);
}

function meshBytes({ body }: BakeActor): number {
  return body ? (body.mesh.positions.length / 3) * bodyVertexBytes : 0;
}

/** Every character whose flesh moves, in its own clip. */
export function estimateMorphTargets(context: EstimateContext): number {
  return context.plan.actors.reduce((sum, actor) => {
    const own = fleshBytes(context, actor.name);
    return own > 0 && actor.character ? sum + fileBytes(actor) + own : sum;
  }, 0);
}

/** What systems have prepared: known to the byte. */
export function estimatePrepared({ plan }: EstimateContext): number {
  return plan.systems.reduce((sum, { prepared }) => {
    const { files = [] } = (prepared ?? {}) as WithFiles;
    return files.reduce((total, file) => total + file.bytes().length, sum);
  }, 0);
}

/** Pictures: one a ground, a set of particles, a coat, and a character whose flesh moves. */
export function estimateSheets({ grounds, points, furs, morphs }: EstimateContext): number {
  const figures = new Set(morphs.map(({ actor }) => actor));
  return (
    sheetBytes.ground * grounds.length +
    sheetBytes.points * points.length +
    sheetBytes.fur * furs.length +
    sheetBytes.flesh * Math.min(figures.size, mostSheets)
  );
}

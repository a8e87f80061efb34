import { readGltf } from '../../files/gltf/read-gltf.ts';
import { createActor } from '../../motion/actor.ts';
import type { BakePlan } from '../bake-plan.ts';
import { buildCharacter } from '../characters/stage/stage-character.ts';
import { paletteName } from '../characters/stage/stage-surfaces.ts';
import { loadTracks } from '../morph/load-tracks.ts';
import { usualTargetCount } from '../morph/unit-weights.ts';
import { type Bake, outputsOfKind } from '../output-definition.ts';
import { placeOutput } from '../place-output.ts';
import {
  type BuiltPart,
  emptyBounds,
  growBounds,
  type StageOptions,
  type StageParts,
} from '../stage/stage-part.ts';
import { estimateShells } from './estimate-shells.ts';
import { encodeFurFile } from './fur-clips.ts';
import { type Coat, type CoatGroup, groupCoats, loadShells } from './group-coats.ts';
import { reduceStrands } from './strand-motion.ts';
import { makeCardFile } from './write-cards.ts';
import { openCurves } from './write-curves.ts';

/** The coats of a bake in its stage: as curves, or as cards with a skeleton and blend shapes. */
export const furStage: StageParts = {
  group: 'fur',

  list: (bake) => outputsOfKind(bake, 'shells').map(({ output }) => output.name),

  listTextures: ({ plan }, name) => (plan.usdFur === 'cards' ? [paletteName(name)] : []),

  existing({ plan }, name) {
    const hasFile = plan.outputs.includes('furCurves') && plan.usdFur !== 'cards';
    return hasFile ? placeOutput(plan, 'furCurves', `${name}-curves.usdc`) : null;
  },

  *estimate(bake) {
    const { outputs, usdFur } = bake.plan;
    const { files } = yield* estimateShells(bake);
    if (usdFur === 'cards') return files.furMorphs;
    return outputs.includes('furCurves') ? 0 : files.furCurves;
  },

  async build(bake, name, options) {
    const group = groupCoats(bake).find(({ coats }) => coats.some(({ output }) => output.name === name))!;
    const coat = group.coats.find(({ output }) => output.name === name)!;
    const asCards = options.isForPhones || bake.plan.usdFur === 'cards';
    return asCards ? buildCards(bake, group, coat, options) : buildCurves(bake.plan, coat);
  },
};

/** Builds a coat as curves in the world. */
function buildCurves(plan: BakePlan, coat: Coat): BuiltPart {
  const { firstFrame, lastFrame } = plan;
  const bounds = emptyBounds();
  const curves = openCurves(plan, coat);
  if (!curves) return { prim: null, bounds };
  for (let frame = firstFrame; frame <= lastFrame; frame++)
    if (curves.addFrame(frame)) growBounds(bounds, loadShells(plan, coat, frame).roots);
  const prim = curves.writer.describePrim((index) => curves.show(firstFrame + index));
  return { prim: { ...prim, kind: 'component' }, bounds };
}

/**
 * Builds a coat as cards: it reads the file with moving cards that `furMorphs` writes, and builds the cards in it like a character, with a
 * skeleton and blend shapes of their own.
 */
async function buildCards(
  bake: Bake,
  { actor, name: groupName }: CoatGroup,
  coat: Coat,
  options: StageOptions,
): Promise<BuiltPart> {
  const { plan } = bake;
  const { name } = coat.output;
  const owner = actor?.character?.actor ?? null;
  const fur = reduceStrands(plan, coat, owner, Math.max(1, (plan.morphTargets ?? usualTargetCount) - 1));
  if (!fur) return { prim: null, bounds: emptyBounds() };
  const tracks = actor ? loadTracks(bake, actor.name) : [];
  const { bytes, shownClip } = encodeFurFile(await makeCardFile(plan, actor, [fur], true, tracks));
  const rig = await readGltf(bytes, { name: groupName });
  const ownNodes = owner?.rig.nodes.length ?? 0;
  const cards = rig.surfaces.filter(
    ({ node }) => node >= ownNodes && rig.nodes[node].name === `${name} cards`,
  );
  const shown = createActor({ ...rig, surfaces: cards }, { name, clip: shownClip, scale: 1 });
  // The time of the clip is 0 at the first frame.
  const start = plan.times.seconds(plan.firstFrame);
  const moved = {
    ...shown,
    poseAt: (t: number, pose?: Parameters<typeof shown.poseAt>[1]) => shown.poseAt(t - start, pose),
  };
  return buildCharacter({ plan, actor: moved, tracks: [], options });
}

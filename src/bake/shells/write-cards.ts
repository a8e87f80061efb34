import { append } from '../../math/lists.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { buildTravelledCharacter } from '../characters/travelled-character.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import { buildMorphedCharacter, type MorphedCharacterOptions } from '../morph/morphed-character.ts';
import { countUnitTargets, usualTargetCount } from '../morph/unit-weights.ts';
import type { FileSink } from '../output-sink.ts';
import { percent } from '../percent.ts';
import { placeOutput } from '../place-output.ts';
import { addCards, planCardWeights } from './add-cards.ts';
import { createFurFile, encodeFurFile, type FurFile, openFurCharacter } from './fur-clips.ts';
import type { CoatGroup } from './group-coats.ts';
import { type MotionError, reduceStrands, type StrandMotion } from './strand-motion.ts';

/** Results of a coat's cards that are known after they are written. */
export interface CardFacts {
  readonly strandCount: number;
  /** Files of static cards, and of moving cards. */
  readonly cards?: string;
  readonly morphs?: string;
  /** The clip that shows the bake. If there are both files, the clip of the moving cards. Null if nothing moves. */
  readonly shownClip: string | null;
  /** Clips of the moving cards. */
  readonly clipNames?: readonly string[];
  /** Number of the cards' morph targets, and the error of the motion. */
  readonly targets?: number;
  readonly error?: MotionError;
}

const cardKinds = ['furCards', 'furMorphs'] as const;

/** Returns the kinds of files that `writeCards` writes for a group. */
export function listCardKinds({ outputs }: BakePlan): (typeof cardKinds)[number][] {
  return cardKinds.filter((kind) => outputs.includes(kind));
}

/**
 * Writes the cards of coats that share a file. Returns the results of each coat on which anything grows, by the name of its output. tracks:
 * the flesh of the character on which the coats grow.
 */
export async function writeCards(
  plan: BakePlan,
  { name, actor, coats }: CoatGroup,
  tracks: readonly MorphTrack[],
  sink: FileSink,
  warnings: string[],
): Promise<Map<string, CardFacts>> {
  const facts = new Map<string, CardFacts>();
  let grown: StrandMotion[] | null = null;
  for (const kind of listCardKinds(plan)) {
    await sink.next(`${kind === 'furCards' ? 'cards' : 'moving cards'} of ${name}`);
    const owner = actor?.character?.actor ?? null;
    grown ??= coats.flatMap(
      // One target is reserved for the offset.
      (coat) =>
        reduceStrands(plan, coat, owner, Math.max(1, (plan.morphTargets ?? usualTargetCount) - 1)) ?? [],
    );
    if (grown.length === 0) continue;
    const moves = kind === 'furMorphs';
    const file = await makeCardFile(plan, actor, grown, moves, tracks);
    const path = placeOutput(plan, kind, `${name}-fur-${moves ? 'morphs' : 'cards'}.glb`);
    const { bytes, clipNames, shownClip, warnings: fileWarnings } = encodeFurFile(file);
    await sink.write(path, kind, bytes);
    for (const warning of fileWarnings) warnings.push(`${name}: ${warning}`);
    for (const fur of grown) {
      const known = facts.get(fur.output.name);
      const own = moves
        ? {
            morphs: path,
            clipNames,
            targets: countUnitTargets(planCardWeights(fur)),
            error: fur.error,
          }
        : { cards: path };
      facts.set(fur.output.name, {
        ...known,
        strandCount: fur.strands.count,
        shownClip,
        ...own,
      });
      if (moves) append(warnings, describeLoss(fur));
    }
  }
  return facts;
}

/** If the error is above this fraction of the motion, a warning is reported. */
const visibleLoss = 0.25;

function describeLoss({ output, motion, error }: StrandMotion): string[] {
  if (error.error.rmsFraction <= visibleLoss) return [];
  const { leftOut, targets } = motion;
  const enough = leftOut.findIndex((fraction) => fraction <= visibleLoss);
  return [
    `${output.name}: ${targets.length} shapes and an offset leave out ${percent(error.error.rmsFraction)} of its motion; ${enough} ` +
      `shapes would leave out ${percent(leftOut[enough])}: set morphTargets to ${enough + 1} in the scene, or use furVat, which ` +
      'holds all of it',
  ];
}

/** Makes the file of a character, or of coats in the world, with cards. moves: the cards get morph targets and clips. */
export async function makeCardFile(
  plan: BakePlan,
  actor: BakeActor | null,
  coats: readonly StrandMotion[],
  moves: boolean,
  tracks: readonly MorphTrack[],
): Promise<FurFile> {
  const isMoving = moves && coats.some(({ motion }) => motion.targets.length > 0);
  const [{ output, times }] = coats;
  const repeats = coats.every((coat) => coat.output.repeats);
  const file = actor
    ? await openBareCharacter(plan, actor, tracks, isMoving, repeats)
    : createFurFile(output.name, isMoving, times);
  for (const coat of coats) addCards(file.patch, coat, isMoving, file.clips);
  return file;
}

/**
 * Returns the file of the character with its travel, and with its flesh if the flesh moves. Fur is added to this file. moves: fur gets
 * clips. repeats: the motion of the fur repeats with the actor's clip.
 */
export async function openBareCharacter(
  plan: BakePlan,
  actor: BakeActor,
  tracks: readonly MorphTrack[],
  moves: boolean,
  repeats = false,
): Promise<FurFile> {
  const { times, firstFrame, lastFrame, morphTargets: maxTargets, morphStorage: storage } = plan;
  const { bytes, actor: owner, resolve } = actor.character!;
  const options = {
    name: actor.file,
    resolve,
    actor: owner,
    start: times.seconds(firstFrame),
    end: times.seconds(lastFrame),
    fps: fractionToNumber(times.fps),
    repeats: repeats && tracks.length === 0,
  };
  const morphed: MorphedCharacterOptions = { ...options, tracks, maxTargets, storage, travels: true };
  const bare =
    tracks.length > 0 ? await buildMorphedCharacter(bytes, morphed) : buildTravelledCharacter(bytes, options);
  const file = openFurCharacter(bare, moves, options);
  // The flesh moves in the character's own clip, even if the fur does not.
  return tracks.length > 0 ? { ...file, warnings: [...bare.ownClipWarnings, ...file.warnings] } : file;
}

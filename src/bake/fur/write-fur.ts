import { InputError } from '../../input-error.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { ShellsOutput } from '../../systems/system.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { writeTravelledCharacter } from '../character.ts';
import type { FrameStore } from '../frame-store.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import { writeMorphedCharacter } from '../morph/morphed-character.ts';
import type { OutputKindName } from '../output-kinds.ts';
import { frameKey, type OutputSink } from '../write-outputs.ts';
import { addFurToCharacter, type FurFile, writeFurPatch } from './fur-character.ts';
import { packedShellsBytes } from './shells-record.ts';
import { cardPoints, type MotionError, reduceStrands, type StrandMotion } from './strand-motion.ts';

/** What is known of a coat once all is written. */
export interface FurFacts {
  /** The output. */
  readonly name: string;
  /** Strands that stand for it in files; 0 where nothing grows. */
  readonly strandCount: number;
  readonly cards?: string;
  readonly morphs?: string;
  /** Clips of that file in which it moves. */
  readonly clipNames?: readonly string[];
  /** Its morph targets, and what they lose. */
  readonly targets?: number;
  readonly error?: MotionError;
}

/** Of a bake's report: what a coat came to. */
export interface FurReport extends Partial<MotionError> {
  readonly strands: number;
  readonly morphTargets?: number;
}

export function reportFur({ strandCount, targets, error }: FurFacts): FurReport {
  return { strands: strandCount, ...(targets === undefined ? {} : { morphTargets: targets }), ...error };
}

/** An output that shows shells, with the frames that were kept of it. */
interface Coat {
  readonly output: ShellsOutput;
  readonly load: (frame: number) => Uint8Array;
}

const cardKinds = ['furCards', 'furMorphs'] as const;
/** Morph targets of fur, unless the plan says how many: what every viewer plays. */
const usualTargets = 4;
/** Strands in a file of cards, at most: seven vertices each, and their motion has to lie in memory. */
const mostCards = 200_000;
const memoryLimit = 2 ** 31;

/** Throws InputError for what can be seen from the start to be too much: better now than after the work. */
export function checkFur(plan: BakePlan, output: ShellsOutput): void {
  const { name, look, vertexCount } = output;
  const frameCount = plan.lastFrame - plan.firstFrame + 1;
  const tooMuch = (what: string, remedy: string) =>
    InputError.at('outputs', `${what} of "${name}" cannot be written: ${remedy}`);
  if (packedShellsBytes(vertexCount) > memoryLimit)
    throw tooMuch('frames', `${vertexCount} vertices are more than fit into one; a coarser skin is a way`);
  if (!cardKinds.some((kind) => plan.outputs.includes(kind))) return;
  if (look.strandCount > mostCards)
    throw tooMuch(
      'cards',
      `expected at most ${mostCards} strands, got ${look.strandCount}; fewer strands, or furCurves, are a way`,
    );
  const bytes = 12 * cardPoints * look.strandCount * frameCount;
  if (bytes > memoryLimit)
    throw tooMuch(
      'cards',
      `${look.strandCount} strands on ${frameCount} frames take ${Math.ceil(bytes / 2 ** 30)} GB of memory; ` +
        'fewer strands or frames are a way',
    );
}

/** Pieces of work that `writeFur` announces. */
export function countFurWork(plan: BakePlan, simulation: Simulation): number {
  return groupCoats(plan, simulation, null).length * listCardKinds(plan).length;
}

/** Writes what the plan asks for of all outputs that show shells. tracks: the flesh of an actor, by its name. */
export async function writeFur(
  plan: BakePlan,
  simulation: Simulation,
  frames: FrameStore,
  tracks: (actor: string) => readonly MorphTrack[],
  sink: OutputSink,
  warnings: string[],
): Promise<FurFacts[]> {
  const all: FurFacts[] = [];
  for (const group of groupCoats(plan, simulation, frames))
    all.push(...(await writeGroup(plan, group, tracks, sink, warnings)));
  return all;
}

/** Coats on one character share its file; what grows in the world has its own. */
interface CoatGroup {
  readonly name: string;
  readonly actor: BakeActor | null;
  readonly coats: readonly Coat[];
}

function groupCoats(plan: BakePlan, simulation: Simulation, frames: FrameStore | null): CoatGroup[] {
  const groups = new Map<string, { name: string; actor: BakeActor | null; coats: Coat[] }>();
  for (const system of plan.systems) {
    for (const [index, output] of simulation.outputs(system.name).entries()) {
      if (output.kind !== 'shells') continue;
      const actor = plan.actors.find(({ name, character }) => name === output.actor && character) ?? null;
      const key = actor ? `actor ${actor.name}` : `output ${output.name}`;
      if (!groups.has(key)) groups.set(key, { name: actor?.name ?? output.name, actor, coats: [] });
      const load = (frame: number) => frames!.get(frameKey(system.name, index, frame));
      groups.get(key)!.coats.push({ output, load });
    }
  }
  return [...groups.values()];
}

function listCardKinds({ outputs }: BakePlan): (typeof cardKinds)[number][] {
  return cardKinds.filter((kind: OutputKindName) => outputs.includes(kind));
}

async function writeGroup(
  plan: BakePlan,
  { name, actor, coats }: CoatGroup,
  tracks: (actor: string) => readonly MorphTrack[],
  sink: OutputSink,
  warnings: string[],
): Promise<FurFacts[]> {
  type Facts = { -readonly [Key in keyof FurFacts]: FurFacts[Key] };
  const facts = new Map<string, Facts>(
    coats.map(({ output }) => [output.name, { name: output.name, strandCount: 0 }]),
  );
  let grown: StrandMotion[] | null = null;
  for (const kind of listCardKinds(plan)) {
    await sink.next(`${kind === 'furCards' ? 'cards' : 'moving cards'} of ${name}`);
    grown ??= coats.flatMap(({ output, load }) => {
      const figure = actor?.character?.actor ?? null;
      return reduceStrands(plan, output, load, figure, plan.morphTargets ?? usualTargets) ?? [];
    });
    if (grown.length === 0) continue;
    const moves = kind === 'furMorphs';
    const file = await makeFile(plan, actor, grown, moves, tracks);
    const path = `${name}-fur-${moves ? 'morphs' : 'cards'}.glb`;
    await sink.write(path, kind, file.bytes);
    warnings.push(...file.warnings.map((warning) => `${name}: ${warning}`));
    for (const fur of grown) {
      const own = facts.get(fur.output.name)!;
      own.strandCount = fur.strands.count;
      if (!moves) own.cards = path;
      else {
        Object.assign(own, { morphs: path, clipNames: file.clipNames });
        Object.assign(own, { targets: fur.motion.targets.length, error: fur.error });
        warnings.push(...describeLoss(fur));
      }
    }
  }
  for (const { name: coat, strandCount } of facts.values())
    if (grown && strandCount === 0) warnings.push(`${coat}: nothing grows, so no strand is written`);
  return [...facts.values()];
}

/** A share of the motion that is worth a word. */
const visibleLoss = 0.25;

function describeLoss({ output, motion, error }: StrandMotion): string[] {
  if (error.error.rmsShare <= visibleLoss) return [];
  const { leftOut, targets } = motion;
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
  const enough = leftOut.findIndex((share) => share <= visibleLoss);
  return [
    `${output.name}: ${targets.length} morph targets leave out ${percent(error.error.rmsShare)} of its motion; ${enough} would ` +
      `leave out ${percent(leftOut[enough])}: set morphTargets in the scene where the viewer plays more, or use furVat`,
  ];
}

async function makeFile(
  plan: BakePlan,
  actor: BakeActor | null,
  coats: readonly StrandMotion[],
  moves: boolean,
  tracks: (actor: string) => readonly MorphTrack[],
): Promise<FurFile> {
  if (!actor?.character) return writeFurPatch(coats[0], moves);
  const { times, firstFrame, lastFrame } = plan;
  const { bytes, actor: figure, resolve } = actor.character;
  const options = {
    name: actor.file,
    resolve,
    actor: figure,
    start: times.seconds(firstFrame),
    end: times.seconds(lastFrame),
    fps: fractionToNumber(times.fps),
  };
  const flesh = tracks(actor.name);
  const base =
    flesh.length > 0
      ? await writeMorphedCharacter(bytes, {
          ...options,
          tracks: flesh,
          mostTargets: plan.morphTargets,
          travels: true,
        })
      : writeTravelledCharacter(bytes, options);
  const file = addFurToCharacter(base.bytes, coats, moves, { ...options, travelled: base.clipName });
  return { ...file, warnings: [...new Set([...base.warnings, ...file.warnings])] };
}

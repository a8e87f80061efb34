import { type GroundResponseReport, reportBodyResponse } from '../bake/bake-report.ts';
import { InputError } from '../input-error.ts';
import type { Actor, ActorOptions } from '../motion/actor.ts';
import { poseSurfaces } from '../motion/pose-surfaces.ts';
import { answerActor, answerMotion } from '../motion/response/answered-motion.ts';
import { BodyResponse, maxBodySinkage } from '../motion/response/body-response.ts';
import { measureMass } from '../motion/response/estimate-mass.ts';
import { maxSinkage, maxSlip } from '../motion/response/foot-response.ts';
import type { PosedTriangles } from '../motion/response/lower-envelope.ts';
import type { RigidMotion } from '../motion/rigid-motion.ts';
import { chooseMass } from './mannequin.ts';
import type { OpenActorOptions } from './open-actor.ts';
import type { SceneActor } from './scene.ts';

/** Returns how the ground answers to the feet of an actor; undefined if it does not. Throws InputError if there is no ground that could. */
export function createResponse(
  entry: SceneActor,
  { ground, memory, path }: OpenActorOptions,
): ActorOptions['response'] {
  const { groundResponse } = entry;
  if (groundResponse === 0) return undefined;
  if (!ground) {
    throw InputError.at(
      `${path}.groundResponse`,
      'expected a ground in the scene that the actor can touch, but there is none: leave it out',
    );
  }
  return { soil: ground.soil, amount: groundResponse, mass: chooseMass(entry), memory };
}

/** An actor that sinks into the ground as a whole. */
export interface SunkActor<Moved> {
  readonly moved: Moved;
  /** Returns the report and the warnings for the duration of the scene. */
  report(): { readonly groundResponse: GroundResponseReport; readonly warnings: readonly string[] };
}

/** Lets a character without steps sink into the ground as a whole. */
export function sinkCharacter(actor: Actor, entry: SceneActor, options: OpenActorOptions): SunkActor<Actor> {
  const mass = chooseMass(entry) ?? measureMass(poseSurfaces(actor, options.startTime), options.path);
  const response = respond(mass, entry, options, (t) => poseSurfaces(actor, t));
  const lowered = (actor.travel?.softDepth ?? 0) * actor.scale;
  return {
    moved: answerActor(actor, response, entry.groundResponse, lowered),
    report: () => report(response, mass, options),
  };
}

/** Lets a rigid object sink into the ground. Null if its scene does not ask for it. Throws InputError if there is no ground that could. */
export function sinkProp(
  motion: RigidMotion,
  surfacesAt: (t: number) => readonly PosedTriangles[],
  entry: SceneActor,
  options: OpenActorOptions,
): SunkActor<RigidMotion> | null {
  if (!createResponse(entry, options)) return null;
  const mass = entry.mass ?? measureMass(surfacesAt(options.startTime), options.path);
  const response = respond(mass, entry, options, surfacesAt);
  return {
    moved: answerMotion(motion, response, entry.groundResponse),
    report: () => report(response, mass, options),
  };
}

function respond(
  mass: number,
  { groundResponse: amount }: SceneActor,
  { ground, memory, startTime }: OpenActorOptions,
  surfacesAt: (t: number) => readonly PosedTriangles[],
): BodyResponse {
  const { soil, surface } = ground!;
  return new BodyResponse({ soil, mass, floor: surface, startTime, amount, memory, surfacesAt });
}

function report(response: BodyResponse, mass: number, { startTime, endTime }: OpenActorOptions) {
  const groundResponse = reportBodyResponse(response, mass, startTime, endTime);
  const warnings = groundResponse.body!.isLimited
    ? [
        `is too heavy for the ground: it sinks at most ${toPercent(maxBodySinkage)} of its height; lower its mass or choose a firmer ground`,
      ]
    : [];
  return { groundResponse, warnings };
}

/** Returns warnings about what the ground cannot do to the feet of an actor. */
export function describeSteps(
  { response, offset }: Actor,
  { startTime, endTime }: OpenActorOptions,
): string[] {
  if (!response) return [];
  const stances = response
    .stancesBetween(startTime + offset, endTime + offset)
    .flatMap((foot) => foot.stances);
  const count = (limited: readonly unknown[]) => `in ${limited.length} of ${stances.length} steps`;
  const deepest = stances.filter(({ isDeepest }) => isDeepest);
  const sliding = stances.filter(({ shearFraction }) => shearFraction >= 1);
  return [
    ...(deepest.length > 0
      ? [
          `is too heavy for the ground ${count(deepest)}: a foot sinks at most ${toPercent(maxSinkage)} of the height of the character`,
        ]
      : []),
    ...(sliding.length > 0
      ? [
          `slides ${count(sliding)}, because the ground is too weak or too steep for the motion: ` +
            `a foot slips at most ${toPercent(maxSlip)} of the height of the character`,
        ]
      : []),
  ];
}

function toPercent(fraction: number): string {
  return `${Number((100 * fraction).toFixed(1))} %`;
}

import type { ContactPartsReport, PartTouch } from '../bake/bake-report.ts';
import { InputError } from '../input-error.ts';
import type { Actor } from '../motion/actor.ts';
import { type ActorColliders, createActorColliders } from '../motion/actor-colliders.ts';
import type { Collider, DeformingCollider } from '../motion/collider.ts';
import { findStandingLimbs } from '../motion/travel/find-standing-limbs.ts';
import { findNearestName } from '../nearest-name.ts';
import type { ColliderSet, ColliderSource } from '../simulation/simulation.ts';
import { measureTouches, partName } from './measure-touches.ts';

export interface TouchingOptions {
  /** `contactParts` of the scene. Absent: the parts on which the actor stands, see `selectContactParts`. */
  readonly contactParts?: readonly string[];
  /** The actor as it moves over level ground. If the actor does not follow a floor, this is the actor itself. */
  readonly level: Actor;
  /** Path of the actor in the scene, for messages. */
  readonly path: string;
  /** World height of the ground's surface under the actor, metres. */
  readonly floor: number;
  /** Seconds. */
  readonly startTime: number;
  readonly endTime: number;
}

export interface ContactParts {
  readonly source: ColliderSource;
  /** The parts that press the ground, and other parts that come near it. Null if all parts press it. */
  readonly report: ContactPartsReport | null;
  readonly warnings: readonly string[];
}

/** The name that stands for every part, in the list of a scene. */
const everything = '*';

/**
 * Selects the colliders of an actor, and those of them that press the ground.
 *
 * If the scene names surfaces or joints, their parts press the ground: the name of a collider is `actor/surface/joint`. Otherwise, if the
 * actor has a gait, the parts on which it stands press the ground: its feet with all of their descendants, its legs, and parts that rest on
 * the ground for a quarter of a second or touch it most of the time (the hand of a character that crawls, a body that falls after a run). A
 * hand that only swings through the ground leaves no print, and a warning reports it. For all other actors, all parts press the ground.
 *
 * Throws InputError for a name that no part has.
 */
export function selectContactParts(actor: Actor, options: TouchingOptions): ContactParts {
  const { contactParts, startTime } = options;
  const limbs = contactParts ? null : findStandingLimbs(actor.rig, actor.travel);
  const standsOn = limbs ? (node: number) => limbs.nodes.has(node) : undefined;
  const create = () => createActorColliders(actor, { startTime, standsOn });
  const first = create();
  if (contactParts) checkNames(actor, first.colliders, contactParts, options.path);
  const report = limbs && {
    standing: limbs.feet,
    others: measureOthers(actor, first, options, standsOn),
  };
  const resting = new Set(report?.others.flatMap(({ part, marks }) => (marks ? [part] : [])));
  const select = (set: ActorColliders): ColliderSet => {
    const { colliders, standing, others } = set;
    const pressing = contactParts
      ? colliders.filter((part) => contactParts.some((name) => isPartCalled(part, name, actor)))
      : [...standing, ...others.filter((part) => resting.has(partName(part.name)))];
    return { colliders, pressing, advance: (t0, t1) => set.advance(t0, t1) };
  };
  // The set that was used for the measurement is also used for the simulation. This is correct because the contents of a set depend only on
  // the step.
  let spare: ColliderSet | null = select(first);
  return {
    report,
    warnings: report ? touchWarnings(report) : [],
    source: {
      name: actor.name,
      createColliders() {
        const set = spare ?? select(create());
        spare = null;
        return set;
      },
    },
  };
}

function measureOthers(
  actor: Actor,
  parts: ActorColliders,
  { level, startTime, endTime, floor }: TouchingOptions,
  standsOn: ((node: number) => boolean) | undefined,
): PartTouch[] {
  const looked = level === actor ? parts : createActorColliders(level, { startTime, standsOn });
  return measureTouches(looked.others as readonly DeformingCollider[], (t0, t1) => looked.advance(t0, t1), {
    start: startTime,
    duration: Math.min(actor.travel!.period, endTime - startTime),
    floor,
    height: actor.height,
  });
}

/** Maximum number of parts that a message names. If there are more, the message gives their number. */
const maxNamed = 4;

function touchWarnings({ standing, others }: ContactPartsReport): string[] {
  const passing = others.filter(({ marks }) => !marks);
  const resting = others.filter(({ marks }) => marks);
  const messages: string[] = [];
  if (passing.length > 0) {
    messages.push(
      `passes through the ground without a print: ${listTouches(passing)}; only the parts on which it stands (${standing.slice(0, maxNamed).join(', ')}) ` +
        `press the ground; "contactParts": ["${everything}"] makes every part press it, a list of names only those`,
    );
  }
  if (resting.length > 0) {
    messages.push(
      `these parts rest on the ground and press it too: ${listTouches(resting)}; "contactParts" with the names of other parts excludes them`,
    );
  }
  return messages;
}

function listTouches(touches: readonly PartTouch[]): string {
  const named = touches.slice(0, maxNamed).map(({ part, timeFraction, depth }) => {
    const percent = Math.max(1, Math.round(100 * timeFraction));
    return `${part} (${percent} % of the time, up to ${Number((100 * depth).toPrecision(2))} cm deep)`;
  });
  const more = touches.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function ownName(part: Collider, actor: Actor): string {
  return part.name.slice(actor.name.length + 1);
}

function isPartCalled(part: Collider, name: string, actor: Actor): boolean {
  if (name === everything) return true;
  const own = ownName(part, actor);
  return own === name || own.startsWith(`${name}/`) || own.endsWith(`/${name}`);
}

function checkNames(
  actor: Actor,
  colliders: readonly Collider[],
  contactParts: readonly string[],
  path: string,
): void {
  const faults = contactParts.flatMap((name, index) => {
    if (colliders.some((part) => isPartCalled(part, name, actor))) return [];
    const known = [...new Set(colliders.flatMap((part) => ownName(part, actor).split('/')))];
    const suggestion = findNearestName(name, known);
    const hint = suggestion ? `did you mean "${suggestion}"?` : `known are ${known.join(', ')}`;
    return [
      {
        path: `${path}.contactParts[${index}]`,
        message: `no part of ${actor.name} is called "${name}", ${hint}`,
      },
    ];
  });
  if (faults.length > 0) throw new InputError(faults);
}

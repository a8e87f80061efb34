import type { PartTouch, TouchingReport } from '../bake/bake-report.ts';
import { InputError } from '../input-error.ts';
import type { Actor } from '../motion/actor.ts';
import { type ActorColliders, createActorColliders } from '../motion/actor-colliders.ts';
import type { Collider, DeformingCollider } from '../motion/collider.ts';
import { findStandingLimbs } from '../motion/travel/find-standing-limbs.ts';
import { findNearestName } from '../nearest-name.ts';
import type { ColliderSet, ColliderSource } from '../simulation/simulation.ts';
import { measureTouches, partName } from './measure-touches.ts';

export interface TouchingOptions {
  /** What the scene says; absent: what it stands on, see `selectTouchingParts`. */
  readonly touching?: readonly string[];
  /** The actor as it moves over level ground: itself, unless it follows a floor. */
  readonly level: Actor;
  /** The actor's place in the scene, for faults. */
  readonly path: string;
  /** World height of the ground's surface under the actor, metres. */
  readonly floor: number;
  /** Seconds. */
  readonly startTime: number;
  readonly endTime: number;
}

export interface TouchingParts {
  readonly source: ColliderSource;
  /** What marks the ground, and what else comes near; null where all of it marks. */
  readonly report: TouchingReport | null;
  readonly warnings: readonly string[];
}

/** Every part, in the list that a scene gives. */
const everything = '*';

/**
 * The colliders of an actor, and which of them mark the ground. Those that the scene names do, by surface or joint, since a
 * collider is called `actor/surface/joint`. Where it names none: of a gait what it stands on, that is its feet with all that
 * hangs below them and its legs, and parts that rest on the ground for a quarter of a second or touch it most of the time (a hand of
 * who crawls, a body that falls after a run); of everything else all parts. A hand that swings through the ground
 * leaves no mark, and a warning says so.
 *
 * Throws InputError for a name that no part bears.
 */
export function selectTouchingParts(actor: Actor, options: TouchingOptions): TouchingParts {
  const { touching, startTime } = options;
  const limbs = touching ? null : findStandingLimbs(actor.rig, actor.travel);
  const standsOn = limbs ? (node: number) => limbs.nodes.has(node) : undefined;
  const create = () => createActorColliders(actor, { startTime, standsOn });
  const first = create();
  if (touching) checkNames(actor, first.colliders, touching, options.path);
  const report = limbs && {
    standing: limbs.feet,
    others: measureOthers(actor, first, options, standsOn),
  };
  const resting = new Set(report?.others.flatMap(({ part, marks }) => (marks ? [part] : [])));
  const select = (set: ActorColliders): ColliderSet => {
    const { colliders, standing, others } = set;
    const pressing = touching
      ? colliders.filter((part) => touching.some((name) => bears(part, name, actor)))
      : [...standing, ...others.filter((part) => resting.has(partName(part.name)))];
    return { colliders, pressing, advance: (t0, t1) => set.advance(t0, t1) };
  };
  // What a set holds depends on the step alone: the one that was looked at serves for the simulation too.
  let spare: ColliderSet | null = select(first);
  return {
    report,
    warnings: report ? touchWords(report) : [],
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

/** More parts are counted only. */
const mostNamed = 4;

function touchWords({ standing, others }: TouchingReport): string[] {
  const passing = others.filter(({ marks }) => !marks);
  const resting = others.filter(({ marks }) => marks);
  const words: string[] = [];
  if (passing.length > 0) {
    words.push(
      `passes through the ground without a mark: ${listTouches(passing)}; only what it stands on (${standing.slice(0, mostNamed).join(', ')}) ` +
        `marks the ground, "touching": ["${everything}"] lets every part leave marks, a list of names those`,
    );
  }
  if (resting.length > 0) {
    words.push(
      `marks the ground as well, since it rests there: ${listTouches(resting)}; "touching" with the names of other parts leaves it out`,
    );
  }
  return words;
}

function listTouches(touches: readonly PartTouch[]): string {
  const named = touches.slice(0, mostNamed).map(({ part, timeFraction, depth }) => {
    const percent = Math.max(1, Math.round(100 * timeFraction));
    return `${part} (${percent} % of the time, up to ${Number((100 * depth).toPrecision(2))} cm deep)`;
  });
  const more = touches.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function ownName(part: Collider, actor: Actor): string {
  return part.name.slice(actor.name.length + 1);
}

function bears(part: Collider, name: string, actor: Actor): boolean {
  if (name === everything) return true;
  const own = ownName(part, actor);
  return own === name || own.startsWith(`${name}/`) || own.endsWith(`/${name}`);
}

function checkNames(
  actor: Actor,
  colliders: readonly Collider[],
  touching: readonly string[],
  path: string,
): void {
  const faults = touching.flatMap((name, index) => {
    if (colliders.some((part) => bears(part, name, actor))) return [];
    const known = [...new Set(colliders.flatMap((part) => ownName(part, actor).split('/')))];
    const suggestion = findNearestName(name, known);
    const hint = suggestion ? `did you mean "${suggestion}"?` : `there are ${known.join(', ')}`;
    return [
      {
        path: `${path}.touching[${index}]`,
        message: `no part of ${actor.name} is called "${name}", ${hint}`,
      },
    ];
  });
  if (faults.length > 0) throw new InputError(faults);
}

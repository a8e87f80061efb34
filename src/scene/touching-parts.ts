import { InputError } from '../input-error.ts';
import type { Actor } from '../motion/actor.ts';
import { createActorColliders } from '../motion/actor-colliders.ts';
import type { Collider, DeformingCollider } from '../motion/collider.ts';
import { findNearestName } from '../nearest-name.ts';
import type { ColliderSet, ColliderSource } from '../simulation/simulation.ts';

export interface TouchingOptions {
  /** What the scene says; absent: all that makes sense, see `selectTouchingParts`. */
  readonly touching?: readonly string[];
  /** The actor as it moves over level ground: itself, unless it follows a floor. */
  readonly level: Actor;
  /** The actor's place in the scene, for faults. */
  readonly path: string;
  /** World height of the ground's surface under the actor, and how deep its feet go, metres. */
  readonly floor: number;
  readonly depth: number;
  readonly startTime: number;
}

export interface TouchingParts {
  readonly source: ColliderSource;
  readonly warnings: readonly string[];
}

/** Every part, in the list that a scene gives. */
const everything = '*';

/**
 * The colliders of an actor that touch the ground: those that the scene names, by surface or joint, since a collider is
 * called `actor/surface/joint`; else all. But of a gait made on the spot, parts that dig deeper than the planted feet are
 * left out, with a warning: the swinging hand of a stooping robot was never meant to plough.
 *
 * Throws InputError for a name that no part bears.
 */
export function selectTouchingParts(actor: Actor, options: TouchingOptions): TouchingParts {
  const { touching, startTime } = options;
  const first: ColliderSet = createActorColliders(actor, { startTime });
  if (touching) checkNames(actor, first.colliders, touching, options.path);
  const deep = touching ? new Map<string, number>() : findDeepParts(actor, first, options);
  const spares = actor.travel?.kind === 'inPlace';
  const isTouching = (part: Collider): boolean => {
    if (touching) return touching.some((name) => bears(part, name, actor));
    return !spares || !deep.has(jointName(part));
  };
  const select = ({ colliders, advance }: ColliderSet): ColliderSet => ({
    colliders: colliders.filter(isTouching),
    advance,
  });
  // What a set holds depends on the step alone: the one that was looked at serves for the simulation too.
  let spare: ColliderSet | null = select(first);
  return {
    warnings: deepWords(deep, spares),
    source: {
      name: actor.name,
      createColliders() {
        const set = spare ?? select(createActorColliders(actor, { startTime }));
        spare = null;
        return set;
      },
    },
  };
}

function deepWords(deep: ReadonlyMap<string, number>, areSpared: boolean): string[] {
  if (deep.size === 0) return [];
  const names = [...deep.keys()];
  const depth = Number((-100 * Math.min(...deep.values())).toPrecision(2));
  const [go, leave, pass] = names.length === 1 ? ['goes', 'leaves', 'passes'] : ['go', 'leave', 'pass'];
  const fact = `${names.join(', ')} ${go} ${depth} cm below the surface, deeper than the feet`;
  return [
    areSpared
      ? `${fact}, and ${pass} through without a mark; "touching": ["${everything}"] lets every part leave marks`
      : `${fact}, and ${leave} marks as well; "touching" with the names of other parts is a way to be rid of them`,
  ];
}

function partName(part: Collider, actor: Actor): string {
  return part.name.slice(actor.name.length + 1);
}

function jointName(part: Collider): string {
  return part.name.split('/').at(-1)!;
}

function bears(part: Collider, name: string, actor: Actor): boolean {
  if (name === everything) return true;
  const own = partName(part, actor);
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
    const known = [...new Set(colliders.flatMap((part) => partName(part, actor).split('/')))];
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

const sampleCount = 48;
/** A part digs when it goes deeper than the feet by this share of the height. */
const digShare = 0.01;

/** Parts of a walking character that dig deeper than its feet, and how far below the surface, metres (< 0). */
function findDeepParts(
  actor: Actor,
  parts: ColliderSet,
  { floor, depth, startTime, level }: TouchingOptions,
): Map<string, number> {
  const { travel, height } = actor;
  if (!travel || travel.kind === 'still') return new Map();
  const looked = level === actor ? parts : createActorColliders(level, { startTime });
  const lowest = measureLowest(looked, floor, startTime, travel.period);
  return new Map([...lowest].filter(([, low]) => low < -depth - digShare * height));
}

/** The lowest that each part gets in a period, metres above the floor, by the name of its joint; parts that come near. */
function measureLowest(
  { colliders, advance }: ColliderSet,
  floor: number,
  startTime: number,
  period: number,
): Map<string, number> {
  const lowest = new Map<string, number>();
  const dt = period / sampleCount;
  for (let k = 0; k < sampleCount; k++) {
    advance(startTime + k * dt, startTime + (k + 1) * dt);
    for (const part of colliders as readonly DeformingCollider[]) {
      // What stays above the floor need not be posed.
      if ((part.lowest ?? Number.NEGATIVE_INFINITY) > floor) continue;
      const { end } = part;
      const name = jointName(part);
      let low = lowest.get(name) ?? 0;
      for (let v = 1; v < end.length; v += 3) low = Math.min(low, end[v] - floor);
      lowest.set(name, low);
    }
  }
  return lowest;
}

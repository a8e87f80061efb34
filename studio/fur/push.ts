import { listAt } from '../document/edit-scene.ts';
import type { SceneEntry } from '../document/studio-document.ts';
import type { HandAction } from './fur-settings.ts';
import { coatMotion, deriveFur } from './scene-fur.ts';

/** The actions of a hand, as the panel names them. */
export const handActions: Readonly<
  Record<HandAction, { readonly label: string; readonly description: string }>
> = {
  stroke: { label: 'Stroke', description: 'Moves the strands along with the pointer.' },
  part: { label: 'Part', description: 'Pushes the strands under the pointer to all sides.' },
  press: { label: 'Press', description: 'Presses the strands down, away from you, as a flat hand does.' },
};

/** A push by hand, in progress or finished: one `push` force of one system of fur. */
export interface Push {
  /** The system's name. */
  readonly system: string;
  /** Number of the push in a session. */
  readonly id: number;
  readonly force: PushForce;
}

/** The force in the form in which the scene contains it. */
export interface PushForce extends SceneEntry {
  readonly force: 'push';
  readonly radius: number;
  /** Numbers of the path: time, x, y, z of the first point, then those of the next. */
  readonly path: readonly number[];
}

type Point = readonly [number, number, number];

/** Strength of a hand, as a multiple of the force that rotates a strand of the coat by a small angle. */
const handStrength = 5;

/** Returns a push that starts at a point at a time, s. `away` is the unit view direction. */
export function beginPush(
  entry: SceneEntry,
  action: HandAction,
  { radius, time, point, away }: { radius: number; time: number; point: Point; away: Point },
): PushForce {
  const { length } = deriveFur(entry) as { length: number };
  const omega = 2 * Math.PI * coatMotion(entry).frequency;
  const strength = Number((handStrength * omega * omega * length).toPrecision(2));
  const base = { force: 'push', radius: round(radius), path: placeAt(time, point) } as const;
  switch (action) {
    case 'stroke':
      return { ...base, forward: strength };
    case 'part':
      return { ...base, outward: strength };
    case 'press':
      return { ...base, acceleration: away.map((c) => Number((strength * c).toPrecision(3))) };
  }
}

/** Returns a copy of a push, extended to a point at a later time, s. */
export function leadPush(force: PushForce, time: number, point: Point): PushForce {
  return { ...force, path: [...force.path, ...placeAt(time, point)] };
}

/** Returns the indices of pushes by hand among the forces of an entry. */
export function listPushes(entry: SceneEntry): number[] {
  return listAt(entry, 'forces').flatMap((force, index) => (spanOfPush(force) ? [index] : []));
}

/** Returns the start and end time of a push by hand. Null for other forces. */
export function spanOfPush({ force, path }: SceneEntry): readonly [number, number] | null {
  if (force !== 'push' || !Array.isArray(path) || path.length < 4) return null;
  const last = 4 * Math.floor(path.length / 4) - 4;
  return [tidy(Number(path[0])), tidy(Number(path[last]))];
}

function placeAt(time: number, point: Point): number[] {
  return [Math.round(time * 1e6) / 1e6, ...point.map(round)];
}

/** Rounds to a tenth of a millimetre. */
function round(metres: number): number {
  return Math.round(metres * 1e4) / 1e4 || 0;
}

function tidy(seconds: number): number {
  return Number(seconds.toFixed(2));
}

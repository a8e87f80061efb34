import { InputError } from '../../input-error.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { PartTasks } from './part-tasks.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isBytes: Check = (value) => value instanceof Uint8Array;
const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isMap =
  (check: Check): Check =>
  (value) =>
    value instanceof Map && [...value].every(([key, entry]) => isText(key) && check(entry));
const isTable =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([key, check]) => check((value as Record<string, unknown>)[key]));

const isPosition = isTable({ i: isInteger, j: isInteger });
const isRectangle = isTable({ i0: isInteger, j0: isInteger, i1: isInteger, j1: isInteger });
const part = { systems: isList(isText), from: isInteger, to: isInteger };

/** The form of the input of each task. */
const inputs: Readonly<Record<keyof PartTasks, Check>> = {
  outlineActor: isTable({ system: isText, actor: isText, boundaries: isList(isInteger) }),
  simulateWholePart: isTable({ ...part, snapshot: isNullOr(isBytes), firstFrames: isMap(isBytes) }),
  simulateRegionPart: isTable({
    ...part,
    actors: isList(isText),
    region: isNullOr(isList(isRectangle)),
    state: isTable({
      steps: isInteger,
      tiles: isList(isTable({ i: isInteger, j: isInteger, bytes: isNullOr(isBytes) })),
      active: isList(isPosition),
    }),
  }),
};

const results: Readonly<Record<keyof PartTasks, Check>> = {
  outlineActor: isList(isNullOr(isRectangle)),
  simulateWholePart: isTable({
    frames: isMap(isBytes),
    stepSeconds: isList(Number.isFinite),
    snapshot: isBytes,
  }),
  simulateRegionPart: (value) =>
    isTable({ leaves: isPosition })(value) ||
    isTable({
      frames: isMap(isBytes),
      stepSeconds: isList(Number.isFinite),
      tiles: isList(isTable({ i: isInteger, j: isInteger, bytes: isNullOr(isBytes) })),
      active: isList(isPosition),
      record: (record) => record !== undefined,
    })(value),
};

/**
 * Checks a task that was received from another process. Throws InputError if its input does not have the form that `PartTasks` states, or if it
 * names systems, actors or frames that the scene does not have.
 */
export function checkPartInput(
  plan: BakePlan,
  name: string,
  value: unknown,
): asserts name is keyof PartTasks {
  if (!Object.hasOwn(inputs, name)) throw refuse(`a task of this version, got "${name}"`);
  if (!inputs[name as keyof PartTasks](value)) throw refuse(`the input of a task "${name}"`);
  const { systems, system, actors, actor, from, to } = value as Record<string, unknown>;
  const has = (list: readonly { readonly name: string }[], names: unknown) =>
    (names as string[]).every((text) => list.some((entry) => entry.name === text));
  if (!has(plan.systems, systems ?? [system])) throw refuse('systems of the scene');
  const named = actors ?? (actor === undefined ? [] : [actor]);
  if (!has(plan.actors, named)) throw refuse('actors of the scene');
  const isRange =
    from === undefined || (Number(from) >= -1 && Number(from) <= Number(to) && Number(to) <= plan.lastFrame);
  if (!isRange) throw refuse(`frames of the scene, up to ${plan.lastFrame}, got ${from} to ${to}`);
}

/** Throws InputError if the result of a task does not have the form that `PartTasks` states. */
export function checkPartResult(name: keyof PartTasks, value: unknown): void {
  if (!results[name](value)) throw refuse(`the result of a task "${name}"`);
}

function refuse(expected: string): InputError {
  return InputError.at('', `expected ${expected}${expected.includes('got') ? '' : ', got something else'}`);
}

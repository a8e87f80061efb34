import type { InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findNearestName } from '../nearest-name.ts';
import { isEntry } from '../systems/map-params.ts';
import { showValue } from '../systems/param-messages.ts';
import { isNodeFile } from './node-file.ts';
import { ancestorsOf, findParentCycles } from './order-by-parents.ts';
import { actorName } from './scene-names.ts';

type Entry = Record<string, unknown>;

/** Finds the faults of actors that are rigid objects: contradictory values, missing values, unknown parents. */
export function checkProps(actors: readonly Entry[]): InputFault[] {
  return [...actors.flatMap(checkValues), ...checkParents(actors)];
}

function checkValues(actor: Entry, index: number): InputFault[] {
  const faults: InputFault[] = [];
  const add = (key: string, message: string) => faults.push({ path: `actors[${index}].${key}`, message });
  const has = (key: string) => actor[key] !== undefined;
  const follows = isNodeFile(actor.keys);
  if (has('box') && has('file')) add('box', 'expected a file or a box, got both: leave one out');
  append(faults, checkPoses(actor, index));
  if (has('keys') && has('parent')) add('parent', 'expected keys or a parent, got both: leave one out');
  else if (has('parent') && has('clip')) {
    add('clip', 'an actor with a parent moves with the parent: leave clip out, or set it for the parent');
  } else if (has('keys') && has('clip') && !follows) {
    add('keys', 'expected a clip or keys, got both: leave one out, unless keys is a .glb or .gltf');
  }
  if (has('node') && !follows) {
    add('node', 'expected keys beside it, a .glb or .gltf whose node is followed: add keys, or leave it out');
  }
  for (const key of ['joint', 'rotation']) {
    if (has(key) && !has('parent')) {
      add(
        key,
        'expected a parent beside it, the actor that this one is fixed to: add parent, or leave it out',
      );
    }
  }
  const isWheel = actor.roll === true;
  if (isWheel && !has('keys') && !has('parent') && !hasPoses(actor)) {
    add(
      'roll',
      'expected keys, poses or a parent beside it, along which the wheel rolls: add one of them, or leave it out',
    );
  }
  for (const key of ['radius', 'axle']) {
    if (has(key) && !isWheel) add(key, 'only a wheel that rolls has this: add "roll": true, or leave it out');
  }
  append(faults, checkSimulated(actor, index));
  return faults;
}

/** Values that only simulated objects have, and values that they cannot have. */
const simulatedKeys = ['releaseTime', 'velocity', 'angularVelocity', 'friction', 'restitution'];
const unsimulatedKeys = ['roll', 'groundResponse'];

function checkSimulated(actor: Entry, index: number): InputFault[] {
  const faults: InputFault[] = [];
  const add = (key: string, message: string) => faults.push({ path: `actors[${index}].${key}`, message });
  const isSimulated = actor.simulated === true;
  for (const key of isSimulated ? unsimulatedKeys : simulatedKeys) {
    if (actor[key] === undefined || actor[key] === false) continue;
    add(
      key,
      isSimulated
        ? 'a simulated object moves by itself, and the ground always answers to it: leave it out'
        : 'only a simulated object has this: add "simulated": true, or leave it out',
    );
  }
  const isHeld = actor.keys !== undefined || actor.parent !== undefined || hasPoses(actor);
  if (isSimulated && actor.releaseTime !== undefined && !isHeld) {
    add(
      'releaseTime',
      'expected keys, poses or a parent beside it, which the object follows before: add one of them, or leave it out',
    );
  }
  return faults;
}

function hasPoses({ poses }: Entry): boolean {
  return Array.isArray(poses) && poses.length > 0;
}

function checkPoses(actor: Entry, index: number): InputFault[] {
  if (!hasPoses(actor)) return [];
  const at = `actors[${index}].poses`;
  const faults: InputFault[] = [];
  for (const key of ['keys', 'parent', 'clip'] as const) {
    if (actor[key] !== undefined)
      faults.push({
        path: at,
        message: `expected poses or ${key === 'keys' ? 'keys' : `a ${key}`}, got both: leave one out`,
      });
  }
  (actor.poses as unknown[]).forEach((pose, k) => {
    if (!isEntry(pose)) return;
    const { time, rotation, heading } = pose;
    if (time === undefined && (actor.poses as unknown[]).length > 1) {
      faults.push({ path: `${at}[${k}].time`, message: 'expected the time of the pose in s, got nothing' });
    }
    if (rotation !== undefined && heading !== undefined) {
      faults.push({
        path: `${at}[${k}].heading`,
        message: 'expected a rotation or a heading, got both: leave one out',
      });
    }
    if (Array.isArray(rotation) && rotation.length > 0 && rotation.every((part) => part === 0)) {
      faults.push({
        path: `${at}[${k}].rotation`,
        message: 'expected a quaternion x, y, z, w, got one of length 0',
      });
    }
  });
  return faults;
}

function checkParents(actors: readonly Entry[]): InputFault[] {
  const named = actors.map((actor) => ({
    name: [actor.file, actor.name, actor.box].some((value) => value !== undefined) ? actorName(actor) : '',
    parent: typeof actor.parent === 'string' ? actor.parent : undefined,
  }));
  const names = named.map(({ name }) => name).filter((name) => name !== '');
  const faults: InputFault[] = [];
  named.forEach(({ name, parent }, index) => {
    if (parent === undefined || names.includes(parent)) return;
    const others = names.filter((other) => other !== name);
    const nearest = findNearestName(parent, others);
    const there =
      others.length > 0 ? `known are ${others.map(showValue).join(', ')}` : 'there is no other one';
    const hint = nearest ? `did you mean ${showValue(nearest)}?` : there;
    faults.push({
      path: `actors[${index}].parent`,
      message: `no actor is called ${showValue(parent)}, ${hint}`,
    });
  });
  const isSimulated = new Set(
    named.filter((_, index) => actors[index].simulated === true).map(({ name }) => name),
  );
  named.forEach(({ name, parent }, index) => {
    if (parent === undefined || !isSimulated.has(name)) return;
    const other = ancestorsOf(parent, named).find((ancestor) => isSimulated.has(ancestor));
    if (other !== undefined && other !== name) {
      faults.push({
        path: `actors[${index}].parent`,
        message: `expected a parent that is not simulated, but ${showValue(other)} is: a simulated object cannot be fixed to another one`,
      });
    }
  });
  for (const cycle of findParentCycles(named)) {
    const index = named.findIndex(({ name }) => name === cycle[0]);
    faults.push({
      path: `actors[${index}].parent`,
      message:
        cycle.length === 2
          ? `expected another actor, got ${showValue(cycle[0])} itself`
          : `expected an actor that is not fixed to this one, got the cycle ${cycle.map(showValue).join(' → ')}`,
    });
  }
  return faults;
}

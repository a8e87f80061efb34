import type { InputFault } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import { showValue } from '../systems/param-messages.ts';
import { isNodeFile } from './node-file.ts';
import { findParentCycles } from './order-by-parents.ts';
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
  if (isWheel && !has('keys') && !has('parent')) {
    add(
      'roll',
      'expected keys or a parent beside it, along which the wheel rolls: add one of them, or leave it out',
    );
  }
  for (const key of ['radius', 'axle']) {
    if (has(key) && !isWheel) add(key, 'only a wheel that rolls has this: add "roll": true, or leave it out');
  }
  return faults;
}

function checkParents(actors: readonly Entry[]): InputFault[] {
  const named = actors.map((actor) => ({
    name: typeof actor.file === 'string' || typeof actor.name === 'string' ? actorName(actor) : '',
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

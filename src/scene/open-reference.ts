import { InputError } from '../input-error.ts';
import { createJointMotion } from '../motion/joint-motion.ts';
import type { MotionReference } from '../motion/motion-reference.ts';
import { chainOf } from '../motion/node-motion.ts';
import type { Rig } from '../motion/rig.ts';
import { hintAtName } from '../nearest-name.ts';
import type { SimulationSystem } from '../simulation/simulation.ts';
import { findJointNodes } from '../systems/flesh/find-joint-nodes.ts';
import type { OpenedActor } from './open-actor.ts';
import { requireNode } from './require-node.ts';

/** The parameters of a system that define its reference, see `referenceParams`. */
interface ReferenceWish {
  readonly actor?: string;
  readonly joints?: readonly string[];
  readonly reference?: string | number;
  readonly referenceActor?: string;
  readonly referenceFactor?: number;
}

/**
 * The reference of a system. ownNode: the node of the reference in the rig of the system's own actor; null if the reference is something
 * else.
 */
export interface OpenedReference {
  readonly reference: MotionReference;
  readonly ownNode: { readonly rig: Rig; readonly node: number } | null;
  readonly warnings: readonly string[];
}

const inPlace = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

/**
 * Finds the body relative to whose motion a system is simulated; null if the system's parameters name none. path: path of the system in the
 * scene. Throws InputError for unknown names.
 */
export function openReference(
  { definition, params }: SimulationSystem,
  path: string,
  actors: ReadonlyMap<string, OpenedActor>,
): OpenedReference | null {
  const wish = params as ReferenceWish;
  const { reference, referenceActor, referenceFactor: factor = 0 } = wish;
  if (reference === undefined && referenceActor === undefined) {
    if (factor === 0) return null;
    throw InputError.at(
      `${path}.referenceFactor`,
      `expected a reference, without which this has no effect, got ${factor}: name one, or leave this out`,
    );
  }
  const names = [...actors.keys()];
  const own = wish.actor ?? ('actor' in definition.params && names.length === 1 ? names[0] : undefined);
  const name = referenceActor ?? own ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) {
    throw InputError.at(
      `${path}.referenceActor`,
      names.length === 0
        ? 'expected an actor in the scene that has the reference node, but there is none'
        : `expected the name of the actor that has the reference node: one of ${names.join(', ')}`,
    );
  }
  const opened = actors.get(name);
  if (!opened) {
    throw InputError.at(`${path}.referenceActor`, `no actor is called "${name}", ${hintAtName(name, names)}`);
  }
  if (opened.motion) {
    if (name === own) {
      throw InputError.at(
        `${path}.${referenceActor === undefined ? 'reference' : 'referenceActor'}`,
        `"${name}" cannot be its own reference, as nothing of it moves relative to itself: name another actor in referenceActor`,
      );
    }
    if (reference !== undefined) {
      throw InputError.at(
        `${path}.reference`,
        `"${name}" is a rigid prop without nodes, and is the reference as a whole: leave reference out`,
      );
    }
    const warnings = definition.shows === 'heightfield' ? [positionWarning(name)] : [];
    return { reference: { motion: opened.motion, factor }, ownNode: null, warnings };
  }
  const { actor } = opened.actor.character!;
  const warnings: string[] = [];
  const node = requireNode(actor.rig, reference, `${path}.reference`, warnings);
  const motion = createJointMotion(actor, node, inPlace);
  if (definition.shows === 'heightfield')
    warnings.push(positionWarning(actor.rig.nodes[node].name || `node ${node}`));
  const ownNode = name === own ? { rig: actor.rig, node } : null;
  // This fault can be detected before the long preparation.
  const chosen = ownNode ? (wish.joints ?? []).flatMap((joint) => findJointNodes(actor.rig, joint)) : [];
  if (chainOf(actor.rig, node).some((above) => chosen.includes(above)))
    throw refuseNode(path, actor.rig, node);
  return { reference: { motion, factor }, ownNode, warnings };
}

/** Returns a warning that states how positions in the files of a ground are meant, if the ground is on a moving body. */
function positionWarning(name: string): string {
  return `lies on "${name}"; its files show it at the position of "${name}" at 0 s: make "${name}" its parent in the program that shows it`;
}

/**
 * Throws InputError if the reference of a system is a part of the character that it should carry. A joint of the character is allowed only
 * if all nodes that the system moves are its descendants. The system must be prepared.
 */
export function refuseOwnParts(
  { definition, params, prepared }: SimulationSystem,
  path: string,
  { ownNode }: OpenedReference,
): void {
  if (!ownNode || !prepared) return;
  const { rig, node } = ownNode;
  const bones = [
    ...(definition.drives?.(params, prepared) ?? []).map((request) => request.node),
    ...(definition.surfaces?.(params, prepared) ?? []).flatMap(({ surfaces }) =>
      (surfaces ?? [...rig.surfaces.keys()]).flatMap((surface) => findBones(rig, surface)),
    ),
  ];
  const skins = rig.skins.filter(({ joints }) => bones.some((bone) => joints.includes(bone)));
  const parts = new Set([...bones, ...skins.flatMap(({ joints }) => [...joints])]);
  const isPart = chainOf(rig, node).some((above) => parts.has(above));
  const carriesAll = bones.every((bone) => bone !== node && chainOf(rig, bone).includes(node));
  if (isPart && !carriesAll) throw refuseNode(path, rig, node);
}

function refuseNode(path: string, { nodes }: Rig, node: number): InputError {
  return InputError.at(
    `${path}.reference`,
    'expected a node that carries the character, such as the ship that it stands on, got ' +
      `${JSON.stringify(nodes[node].name || node)}, which is a part of the character itself`,
  );
}

/** Returns the nodes that move a surface. */
function findBones({ surfaces, skins }: Rig, index: number): number[] {
  const { node, skin, influenceCount, jointIndices, jointWeights } = surfaces[index];
  if (skin < 0 || influenceCount === 0) return [node];
  const used = new Set(jointIndices.filter((_, k) => jointWeights[k] > 0));
  return [...used].map((joint) => skins[skin].joints[joint]);
}

import type { Clip, Rig } from '../rig.ts';
import type { NodePair, RigMap } from './retarget-clip.ts';

/** How a clip of one rig moves another one. */
export interface RigMatch {
  readonly map: RigMap;
  /** Names of the nodes or bones that the clip moves and that the other rig does not have. */
  readonly missing: readonly string[];
  /** Number of nodes that the clip moves and that the other rig has. */
  readonly found: number;
}

/**
 * Finds the nodes of a rig that correspond to those that a clip of another rig moves: by the bones of a humanoid if the clip is a VRM
 * animation and the rig a VRM character, otherwise by their names. If there is no node with exactly that name, upper case, punctuation and
 * the prefix of Mixamo are ignored.
 */
export function matchRigs(clip: Clip, source: Rig, target: Rig): RigMatch {
  const moved = [...new Set(clip.channels.map(({ node }) => node))];
  const bones = source.humanBones?.kind === 'animation' && target.humanBones ? target.humanBones : null;
  const boneOf = new Map([...(source.humanBones?.nodes ?? [])].map(([bone, node]) => [node, bone]));
  const labelOf = (node: number) => (bones && boneOf.get(node)) || source.nodes[node].name || `node ${node}`;
  const find = bones
    ? (node: number) => bones.nodes.get(boneOf.get(node) ?? '')
    : createFinder(
        target.nodes.map(({ name }) => name),
        source,
      );
  const pairs: NodePair[] = [];
  const missing: string[] = [];
  for (const node of moved) {
    const other = find(node);
    if (other !== undefined) pairs.push([node, other]);
    // Nodes of a VRM animation that are no bones hold expressions.
    else if (!bones || boneOf.has(node)) missing.push(labelOf(node));
  }
  if (!bones) return { map: { pairs }, missing, found: pairs.length };
  const hips = pairs.find(([node]) => boneOf.get(node) === 'hips') ?? [-1, -1];
  return { map: { pairs, hips, isReversed: bones.kind === 'VRM 0' }, missing, found: pairs.length };
}

function createFinder(names: readonly string[], source: Rig): (node: number) => number | undefined {
  const exact = new Map<string, number>();
  const plain = new Map<string, number>();
  for (const [node, name] of names.entries()) {
    if (name === '') continue;
    if (!exact.has(name)) exact.set(name, node);
    if (!plain.has(simplify(name))) plain.set(simplify(name), node);
  }
  return (node) => {
    const { name } = source.nodes[node];
    return exact.get(name) ?? plain.get(simplify(name));
  };
}

const simplify = (name: string) =>
  name
    .toLowerCase()
    .replace(/^mixamorig\d*/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

import type { Rig } from '../rig.ts';
import {
  type CharacterPoints,
  dominantNode,
  poseCharacterPoints,
  restMatrices,
  selectCharacterPoints,
} from './character-points.ts';
import { dropStub, type Foot, findFeet, lineOf } from './find-feet.ts';

/**
 * A part of a foot whose lowest point is more than this fraction of the height above the lowest point of the foot is a shin that ends low.
 */
const shinFraction = 0.012;

/** A point moves with a foot alone if the weight of all other nodes is at most this. */
const maxShared = 0.05;

/**
 * Returns the feet of a rig that rotate to a slope: the feet of `findFeet`, in the same order, without shins. A shin that ends within the
 * lowest 4 % of the height belongs to the sole on level ground, but must not rotate with a foot.
 */
export function standingFeet(rig: Rig): readonly Foot[] {
  const { feet, height } = findFeet(rig);
  const matrices = restMatrices(rig);
  return feet.map((foot) => standingFoot(rig, foot, shinFraction * height, matrices));
}

function standingFoot(rig: Rig, foot: Foot, high: number, matrices: Float64Array): Foot {
  const { sole } = foot;
  const positions = new Float64Array(3 * sole.count);
  poseCharacterPoints(positions, sole, matrices);
  const all = Array.from({ length: sole.count }, (_, p) => p);
  const lowestOf = (points: readonly number[]) =>
    points.reduce((low, p) => Math.min(low, positions[3 * p + 1]), Number.POSITIVE_INFINITY);
  const below = (node: number) => all.filter((p) => lineOf(rig, dominantNode(sole, p)).includes(node));
  const low = lowestOf(all);
  const stands = (points: readonly number[]) => lowestOf(points) <= low + high;

  let { node, leg } = foot;
  for (;;) {
    const own = all.filter((p) => dominantNode(sole, p) === node);
    const children = rig.nodes.flatMap(({ parent }, k) => (parent === node && stands(below(k)) ? [k] : []));
    // The foot is kept whole if the node has low points of its own, or if there are no or several standing branches below it.
    if (own.length === 0 || stands(own) || children.length !== 1) break;
    // The foot is also kept whole if its skin stretches from the branch to the rest, since the branch alone could not rotate the skin.
    if (below(children[0]).some((p) => weightBeside(rig, sole, p, children[0]) > maxShared)) break;
    leg = foot.attached ? [...leg, node] : leg;
    node = children[0];
  }
  const kept = below(node);
  if (kept.length === 0 || kept.length === sole.count) return foot;
  return {
    ...foot,
    name: rig.nodes[node].name,
    node,
    leg: dropStub([...leg, node], matrices).slice(0, -1),
    sole: selectCharacterPoints(sole, kept),
  };
}

/** Returns the weight of the nodes outside of a branch at a point. */
function weightBeside(
  rig: Rig,
  { starts, nodes, offsets }: CharacterPoints,
  p: number,
  branch: number,
): number {
  let weight = 0;
  for (let k = starts[p]; k < starts[p + 1]; k++) {
    if (!lineOf(rig, nodes[k]).includes(branch)) weight += offsets[4 * k + 3];
  }
  return weight;
}

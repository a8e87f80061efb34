import type { Rig } from '../rig.ts';
import {
  dominantNode,
  type FigurePoints,
  placeFigurePoints,
  restMatrices,
  selectFigurePoints,
} from './figure-points.ts';
import { dropStub, type Foot, findFeet, lineOf } from './find-feet.ts';

/** What of a foot is all higher than this share of the height above its lowest point is a shin that ends low. */
const shinShare = 0.012;

/** Of a point that moves with a foot alone, other nodes have at most this share. */
const mostShared = 0.05;

/**
 * The feet of a rig as they turn to a slope: those of `findFeet`, in the same order, without shins. A shin that ends within the
 * lowest 4 % of the height belongs to the foot's sole on level ground; a foot that turns must turn without it.
 */
export function standingFeet(rig: Rig): readonly Foot[] {
  const { feet, height } = findFeet(rig);
  const matrices = restMatrices(rig);
  return feet.map((foot) => standingFoot(rig, foot, shinShare * height, matrices));
}

function standingFoot(rig: Rig, foot: Foot, high: number, matrices: Float64Array): Foot {
  const { sole } = foot;
  const places = new Float64Array(3 * sole.count);
  placeFigurePoints(places, sole, matrices);
  const all = Array.from({ length: sole.count }, (_, p) => p);
  const lowestOf = (points: readonly number[]) =>
    points.reduce((low, p) => Math.min(low, places[3 * p + 1]), Number.POSITIVE_INFINITY);
  const below = (node: number) => all.filter((p) => lineOf(rig, dominantNode(sole, p)).includes(node));
  const low = lowestOf(all);
  const stands = (points: readonly number[]) => lowestOf(points) <= low + high;

  let { node, leg } = foot;
  for (;;) {
    const own = all.filter((p) => dominantNode(sole, p) === node);
    const children = rig.nodes.flatMap(({ parent }, k) => (parent === node && stands(below(k)) ? [k] : []));
    // A foot that has low points of its own, or none at all, or more branches than one that stand, is whole.
    if (own.length === 0 || stands(own) || children.length !== 1) break;
    // So is one whose skin stretches from the branch to the rest: the branch alone could not turn it.
    if (below(children[0]).some((p) => shareBeside(rig, sole, p, children[0]) > mostShared)) break;
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
    sole: selectFigurePoints(sole, kept),
  };
}

/** The share that nodes outside of a branch have in a point. */
function shareBeside(rig: Rig, { starts, nodes, offsets }: FigurePoints, p: number, branch: number): number {
  let share = 0;
  for (let k = starts[p]; k < starts[p + 1]; k++) {
    if (!lineOf(rig, nodes[k]).includes(branch)) share += offsets[4 * k + 3];
  }
  return share;
}

import { append } from '../../math/lists.ts';
import { cos, sin } from '../../math/portable.ts';
import type { Rig } from '../rig.ts';
import {
  type CharacterPoints,
  collectCharacterPoints,
  dominantNode,
  poseCharacterPoints,
  restMatrices,
  selectCharacterPoints,
} from './character-points.ts';
import { convexHull, hullsOverlap } from './convex-hull.ts';

/** A part of the character that stands on the ground in the rest pose. Never changes. */
export interface Foot {
  /** Name of the node that moves the foot, for messages. */
  readonly name: string;
  /** When the foot is pinned, this node and all its descendants move. */
  readonly node: number;
  /** The leg from the hip down; each node is the parent of the next. Empty if the foot is attached to the body itself. */
  readonly leg: readonly number[];
  /** True if the leg ends in the foot's node; false if the foot only follows the leg (a foot bone driven from the root). */
  readonly attached: boolean;
  readonly sole: CharacterPoints;
}

export interface Figure {
  /** Height in the rest pose, rig units. */
  readonly height: number;
  readonly feet: readonly Foot[];
  /** Nodes whose positions distinguish poses: all nodes to which points of the character are bound. */
  readonly nodes: Int32Array;
}

/** A sole contains the vertices up to this height above the lowest vertex of the rest pose, as a fraction of the height. */
const soleBand = 0.04;
/**
 * Maximum number of nodes of a leg. The upper part of a longer chain does not belong to the leg (if a character has one leg, the chain may
 * be its whole body).
 */
const legLimit = 6;
/** If the first segment is shorter than this fraction of the leg, it is not part of the leg. */
const stubFraction = 0.2;
/** A sole with more points than the limit is reduced to the extreme points in a number of directions. */
const solePointLimit = 300;
const directionCount = 400;
const goldenAngle = 2.399963229728653;

/**
 * Finds the feet of a rig in its rest pose: the vertices in the lowest 4 % of the rig's height, grouped by the joint with the largest
 * weight. If an ancestor of a joint also has such vertices, the joint belongs to the group of the nearest such ancestor. Groups whose
 * footprints (convex hulls seen from above) overlap are one foot.
 */
export function findFeet(rig: Rig): Figure {
  let character = characterOfRig.get(rig);
  if (!character) {
    character = readCharacter(rig);
    characterOfRig.set(rig, character);
  }
  return character;
}

/** Caches the result, since rigs never change, and every clip of a rig needs its feet. */
const characterOfRig = new WeakMap<Rig, Figure>();

function readCharacter(rig: Rig): Figure {
  const points = collectCharacterPoints(rig);
  const matrices = restMatrices(rig);
  const positions = new Float64Array(3 * points.count);
  poseCharacterPoints(positions, points, matrices);
  let low = Infinity;
  let high = -Infinity;
  for (let p = 0; p < points.count; p++) {
    low = Math.min(low, positions[3 * p + 1]);
    high = Math.max(high, positions[3 * p + 1]);
  }
  const height = points.count > 0 ? high - low : 0;
  const nodes = Int32Array.from(new Set(points.nodes)).sort();
  if (!(height > 0)) return { height: 0, feet: [], nodes };

  const jointOf = nearestJoint(rig);
  const byJoint = new Map<number, number[]>();
  for (let p = 0; p < points.count; p++) {
    if (positions[3 * p + 1] > low + soleBand * height) continue;
    const joint = jointOf(dominantNode(points, p));
    const list = byJoint.get(joint);
    if (list) list.push(p);
    else byJoint.set(joint, [p]);
  }
  const groups = mergeOverlapping(mergeAncestors(rig, byJoint), positions);
  const feet = groups.map((group) => {
    const others = groups.filter((other) => other !== group).flatMap((other) => other.joints);
    const lowest = group.points.reduce((a, b) => (positions[3 * b + 1] < positions[3 * a + 1] ? b : a));
    const leg = findLeg(rig, group, others, jointOf(dominantNode(points, lowest)));
    return {
      node: leg.node,
      leg: dropStub([...leg.leg, leg.node], matrices).slice(0, -1),
      attached: leg.attached,
      name: rig.nodes[leg.node].name,
      sole: selectCharacterPoints(points, keepExtremes(points, group.points, positions)),
    };
  });
  return { height, feet, nodes };
}

interface Group {
  joints: number[];
  points: number[];
}

/**
 * Returns a function that maps a node to a joint of a skin: the node itself or its nearest ancestor that is a joint; the node itself if
 * there is none.
 */
function nearestJoint(rig: Rig): (node: number) => number {
  const joints = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  return (start) => {
    for (let node = start; node >= 0; node = rig.nodes[node].parent) if (joints.has(node)) return node;
    return start;
  };
}

function mergeAncestors(rig: Rig, byJoint: ReadonlyMap<number, number[]>): Group[] {
  const groups = new Map<number, Group>();
  // Ancestors come first, so that the group of the nearest ancestor is complete when a joint is added to it.
  for (const joint of rig.order) {
    const points = byJoint.get(joint);
    if (!points) continue;
    let ancestor = rig.nodes[joint].parent;
    while (ancestor >= 0 && !byJoint.has(ancestor)) ancestor = rig.nodes[ancestor].parent;
    const group = groups.get(ancestor) ?? { joints: [], points: [] };
    group.joints.push(joint);
    append(group.points, points);
    groups.set(joint, group);
  }
  return [...new Set(groups.values())];
}

function mergeOverlapping(groups: readonly Group[], positions: Float64Array): Group[] {
  const hullOf = (group: Group) =>
    convexHull(group.points.flatMap((p) => [positions[3 * p], positions[3 * p + 2]]));
  const merged: { group: Group; hull: number[] }[] = [];
  for (const next of groups) {
    let group: Group = { joints: [...next.joints], points: [...next.points] };
    let hull = hullOf(group);
    for (let k = 0; k < merged.length; ) {
      if (!hullsOverlap(hull, merged[k].hull)) {
        k++;
        continue;
      }
      const [other] = merged.splice(k, 1);
      group = {
        joints: [...other.group.joints, ...group.joints],
        points: [...other.group.points, ...group.points],
      };
      hull = hullOf(group);
      k = 0;
    }
    merged.push({ group, hull });
  }
  return merged.map((entry) => entry.group);
}

/**
 * Finds the nodes that move a foot: the foot's own node, and the leg above. The leg ends below the first node that also moves another foot.
 */
function findLeg(
  rig: Rig,
  group: Group,
  others: readonly number[],
  lowestJoint: number,
): Omit<Foot, 'sole' | 'name'> {
  const shared = new Set(others.flatMap((joint) => lineOf(rig, joint)));
  const isTop = (joint: number) =>
    !lineOf(rig, rig.nodes[joint].parent).some((n) => group.joints.includes(n));
  const tops = group.joints.filter(isTop);
  const climb = (start: number): number[] => {
    const line = lineOf(rig, start);
    const end = line.findIndex((node) => shared.has(node) || rig.nodes[node].parent < 0);
    return line.slice(0, Math.min(end < 0 ? line.length : end, legLimit)).reverse();
  };
  const common = lineOf(rig, tops[0]).find((node) => tops.every((top) => lineOf(rig, top).includes(node)));
  if (common !== undefined && !shared.has(common)) {
    return { node: common, leg: climb(rig.nodes[common].parent), attached: true };
  }
  // No node moves the whole foot alone, so the joint of the lowest vertex is used. If that joint is attached to the body itself, another
  // branch that ends in the same footprint is the leg, and follows the foot.
  const node = tops.find((top) => lineOf(rig, lowestJoint).includes(top)) ?? tops[0];
  const leg = climb(rig.nodes[node].parent);
  const follower = tops.find((top) => top !== node);
  if (leg.length > 0 || follower === undefined) return { node, leg, attached: true };
  return { node, leg: climb(follower), attached: false };
}

/** Removes the first joints of a chain if they are very near to the next joint, such as a hip joint inside the pelvis. */
export function dropStub(chain: readonly number[], matrices: Float64Array): readonly number[] {
  const lengths = chain.slice(1).map((node, k) => {
    const [a, b] = [16 * chain[k] + 12, 16 * node + 12];
    const [x, y, z] = [0, 1, 2].map((row) => matrices[b + row] - matrices[a + row]);
    return Math.sqrt(x * x + y * y + z * z);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let first = 0;
  while (chain.length - first > 3 && lengths[first] < stubFraction * total) first++;
  return chain.slice(first);
}

/**
 * Reduces a sole to at most a few hundred points: for each joint, the extreme points in uniformly distributed directions. Whatever the
 * foot's rotation, its lowest point is one of these, to about 0.05 % of the height.
 */
function keepExtremes(points: CharacterPoints, chosen: readonly number[], positions: Float64Array): number[] {
  if (chosen.length <= solePointLimit) return [...chosen];
  const byNode = new Map<number, number[]>();
  for (const p of chosen) {
    const node = dominantNode(points, p);
    const list = byNode.get(node);
    if (list) list.push(p);
    else byNode.set(node, [p]);
  }
  const kept = new Set<number>();
  for (const list of byNode.values()) {
    const own = Float64Array.from(
      list.flatMap((p) => [positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]]),
    );
    for (let k = 0; k < directionCount; k++) {
      // A spiral from pole to pole distributes directions uniformly.
      const y = 1 - (2 * k + 1) / directionCount;
      const around = k * goldenAngle;
      const [x, z] = [Math.sqrt(1 - y * y) * cos(around), Math.sqrt(1 - y * y) * sin(around)];
      let best = 0;
      let farthest = -Infinity;
      for (let o = 0; o < own.length; o += 3) {
        const reach = x * own[o] + y * own[o + 1] + z * own[o + 2];
        if (reach <= farthest) continue;
        farthest = reach;
        best = o / 3;
      }
      kept.add(list[best]);
    }
  }
  return [...kept];
}

/** Returns a node and its ancestors, the node first. */
export function lineOf(rig: Rig, start: number): number[] {
  const line: number[] = [];
  for (let node = start; node >= 0; node = rig.nodes[node].parent) line.push(node);
  return line;
}

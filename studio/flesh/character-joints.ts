import type { Rig } from '../../src/motion/index.ts';

/** A joint that flesh can refer to by its name. */
export interface CharacterJoint {
  readonly node: number;
  readonly name: string;
  /** Number of joints above it. */
  readonly depth: number;
  /** Index of the parent joint in the list. −1 at the top. */
  readonly parent: number;
  /** Whether any vertex is bound to the joint. */
  readonly movesSkin: boolean;
}

/**
 * Returns the joints of a rig: those of its skins, or all nodes if it has no skins. Parents come before children, and siblings have the
 * order of the file. Joints without a name are left out, since a scene could not refer to them.
 */
export function listJoints(rig: Rig): CharacterJoint[] {
  const skinJoints = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  const moving = findMovingNodes(rig, skinJoints);
  const children = rig.nodes.map((): number[] => []);
  const roots: number[] = [];
  rig.nodes.forEach(({ parent }, node) => {
    (parent < 0 ? roots : children[parent]).push(node);
  });
  const joints: CharacterJoint[] = [];
  const seen = new Set<string>();
  const visit = (node: number, parent: number) => {
    const { name } = rig.nodes[node];
    const isJoint = (skinJoints.size === 0 || skinJoints.has(node)) && name !== '' && !seen.has(name);
    let above = parent;
    if (isJoint) {
      seen.add(name);
      const depth = parent < 0 ? 0 : joints[parent].depth + 1;
      above = joints.push({ node, name, depth, parent, movesSkin: moving.has(node) }) - 1;
    }
    for (const child of children[node]) visit(child, above);
  };
  for (const root of roots) visit(root, -1);
  return joints;
}

function findMovingNodes(rig: Rig, skinJoints: ReadonlySet<number>): Set<number> {
  const moving = new Set<number>();
  for (const { node, skin, influenceCount, jointIndices, jointWeights } of rig.surfaces) {
    if (skin < 0 || influenceCount === 0) {
      moving.add(findJointAbove(rig, node, skinJoints));
      continue;
    }
    const { joints } = rig.skins[skin];
    for (let k = 0; k < jointWeights.length; k++) {
      if (jointWeights[k] > 0) moving.add(joints[jointIndices[k]]);
    }
  }
  return moving;
}

/** Returns the joint that moves a node: itself, or the nearest one above it. The node itself if no skin has one. */
function findJointAbove(rig: Rig, node: number, skinJoints: ReadonlySet<number>): number {
  for (let above = node; above >= 0; above = rig.nodes[above].parent) if (skinJoints.has(above)) return above;
  return node;
}

/**
 * Returns the joint with the maximum weight at a point of a surface. The weights of the triangle's corners, each multiplied by the corner's
 * fraction, are added. Null if no joint has a name.
 */
export function heaviestJoint(
  rig: Rig,
  surface: number,
  corners: readonly number[],
  fractions: readonly number[],
): string | null {
  const { skin, node, influenceCount, jointIndices, jointWeights } = rig.surfaces[surface];
  if (skin < 0) {
    const skinJoints = new Set(rig.skins.flatMap((one) => [...one.joints]));
    return rig.nodes[findJointAbove(rig, node, skinJoints)].name || null;
  }
  const sums = new Map<number, number>();
  corners.forEach((vertex, corner) => {
    for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
      const joint = jointIndices[k];
      sums.set(joint, (sums.get(joint) ?? 0) + fractions[corner] * jointWeights[k]);
    }
  });
  let best: number | null = null;
  for (const [joint, sum] of sums) if (best === null || sum > sums.get(best)!) best = joint;
  return best === null ? null : rig.nodes[rig.skins[skin].joints[best]].name || null;
}

/**
 * Returns the topmost of the chosen joints, each of which becomes one part. Chosen joints below belong to the part of the chosen joint
 * above.
 */
export function splitJoints(joints: readonly CharacterJoint[], chosen: ReadonlySet<string>): string[][] {
  const parts = new Map<number, string[]>();
  const topOf = (index: number): number => {
    const { parent } = joints[index];
    return parent >= 0 && chosen.has(joints[parent].name) ? topOf(parent) : index;
  };
  joints.forEach(({ name }, index) => {
    if (!chosen.has(name)) return;
    const top = topOf(index);
    const part = parts.get(top);
    if (part) part.push(name);
    else parts.set(top, [name]);
  });
  return [...parts.values()];
}

/** A part of the body that is soft on many characters, and the names of its joints. */
export interface JointGroup {
  readonly label: string;
  readonly joints: readonly string[];
}

interface GroupRule {
  readonly label: string;
  /** Tests the words of a joint's name, as `wordsOf` returns them. */
  readonly pattern: RegExp;
  readonly not?: RegExp;
  /** Maximum number of joints of the group, counted from the top of the character's tree. */
  readonly max?: number;
  /** Whether only the topmost joint of each limb is used, because the other joints of a chain may have similar names. */
  readonly topOnly?: boolean;
  /** Whether each part is named after its own joint. */
  readonly hasOwnNames?: boolean;
}

const groupRules: readonly GroupRule[] = [
  {
    label: 'Thighs',
    pattern: /\b(thigh|up leg|upleg|upper leg|upperleg|leg upper|femur)\b/,
    not: /\b(twist|roll|end)\b/,
    topOnly: true,
  },
  { label: 'Belly', pattern: /\b(belly|abdomen|torso|waist|spine)\b/, max: 2 },
  { label: 'Breasts', pattern: /\b(breast|boob|bust|pec|pectoral)s?\b/ },
  { label: 'Buttocks', pattern: /\b(buttocks?|butt|glutes?|gluteus)\b/ },
  { label: 'Cheeks', pattern: /\b(cheeks?|jowls?)\b/ },
  {
    label: 'Upper arms',
    pattern: /\b(upper arm|upperarm|arm upper|humerus)\b|^(left |right |l |r )?arm( l| r| left| right)?$/,
    not: /\b(twist|roll|end|fore)\b/,
    topOnly: true,
  },
  { label: 'Tail', pattern: /\btail\b/ },
  { label: 'Ears', pattern: /\bears?\b/ },
  {
    label: 'Organs',
    pattern: /\b(liver|stomach|kidney|heart|lung|spleen)s?\b/,
    not: /\b(edge|end)\b/,
    hasOwnNames: true,
  },
];

/** Returns the soft parts that a character probably has, judging by the names of its joints. */
export function guessGroups(joints: readonly CharacterJoint[]): JointGroup[] {
  return groupRules.flatMap(({ label, pattern, not, topOnly = false, max = Number.POSITIVE_INFINITY }) => {
    const fits = joints.map(({ name, movesSkin }) => {
      const words = wordsOf(name);
      return movesSkin && pattern.test(words) && !not?.test(words);
    });
    const found = joints.filter(({ parent }, index) => fits[index] && !(topOnly && fits[parent]));
    return found.length > 0 ? [{ label, joints: found.slice(0, max).map(({ name }) => name) }] : [];
  });
}

/** Returns the words of a name: lower-case, without numbers, prefixes and signs. `mixamorig:LeftUpLeg_01` becomes `left up leg`. */
export function wordsOf(name: string): string {
  return name
    .replace(/^.*[:|]/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}]+/gu, ' ')
    .toLowerCase()
    .replace(/\b(bip|def|bone|joint|jnt|skeleton|bind|skin|b|cc base)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/**
 * Returns a name for a part with these joints: that of the group, such as `left-thigh` or `belly`, or else the words of its first joint.
 */
export function namePart(part: readonly string[], groups: readonly JointGroup[]): string {
  const words = wordsOf(part[0]);
  const side = /\b(left|l)\b/.test(words) ? 'left' : /\b(right|r)\b/.test(words) ? 'right' : '';
  const group = groups.find(
    ({ label, joints }) =>
      part.every((name) => joints.includes(name)) &&
      !groupRules.some((rule) => rule.label === label && rule.hasOwnNames),
  );
  const noun = group
    ? group.label.replace(/s$/, '').toLowerCase()
    : words.replace(/\b(left|right|l|r)\b/g, '').trim();
  return [side, noun || (side ? '' : part[0])].filter(Boolean).join('-').replace(/ +/g, '-');
}

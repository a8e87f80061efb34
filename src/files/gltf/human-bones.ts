import type { HumanBones } from '../../motion/human-bones.ts';
import { memberOf } from '../member-of.ts';
import type { JsonValue } from './json-value.ts';

const kinds = [
  ['VRMC_vrm_animation', 'animation'],
  ['VRMC_vrm', 'VRM 1'],
  ['VRM', 'VRM 0'],
] as const;

/** Reads which nodes are the bones of a humanoid, in a VRM character or a VRM animation. Null if the file names none. */
export function readHumanBones(root: JsonValue, nodeCount: number): HumanBones | null {
  const extensions = root.get('extensions').value;
  for (const [name, kind] of kinds) {
    const bones = memberOf(memberOf(memberOf(extensions, name), 'humanoid'), 'humanBones');
    // VRM 0 has a list of { bone, node }, the others an object with a member for each bone.
    const entries = Array.isArray(bones)
      ? bones.map((bone) => [memberOf(bone, 'bone'), memberOf(bone, 'node')] as const)
      : Object.entries(bones ?? {}).map(([bone, entry]) => [bone, memberOf(entry, 'node')] as const);
    const nodes = new Map<string, number>();
    for (const [bone, node] of entries) {
      if (typeof bone !== 'string' || typeof node !== 'number') continue;
      if (Number.isInteger(node) && node >= 0 && node < nodeCount)
        nodes.set(kind === 'VRM 0' ? (renamed[bone] ?? bone) : bone, node);
    }
    if (nodes.size > 0) return { kind, nodes };
  }
  return null;
}

/** The names in VRM 1 of the bones of VRM 0 that have other names there. */
const renamed: Readonly<Record<string, string>> = {
  leftThumbProximal: 'leftThumbMetacarpal',
  leftThumbIntermediate: 'leftThumbProximal',
  rightThumbProximal: 'rightThumbMetacarpal',
  rightThumbIntermediate: 'rightThumbProximal',
};

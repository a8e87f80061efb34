import type { SpringBones } from '../motion/springs/spring-bones.ts';
import type { GltfDocument } from './glb.ts';

const current = 'VRMC_springBone';
/** Extensions that are used inside of VRMC_springBone only. */
const parts = [`${current}_extended_collider`, `${current}_limit`];

/**
 * Removes the spring bones that were simulated from the VRM extension of a document, because they are keys of its clip now. Springs with a joint
 * that was not simulated stay.
 */
export function removeSprings(json: GltfDocument, { version, joints }: SpringBones): void {
  const extensions = json.extensions as Readonly<Record<string, unknown>> | undefined;
  const simulated = new Set(joints.map(({ node }) => node));
  if (version === '1') removeVersion1(json, extensions?.[current] as Version1 | undefined, simulated);
  else removeVersion0((extensions?.VRM as { secondaryAnimation?: Version0 })?.secondaryAnimation, simulated);
}

interface Version1 {
  springs?: { readonly joints?: readonly { readonly node: number }[] }[];
}

function removeVersion1(
  json: GltfDocument,
  extension: Version1 | undefined,
  simulated: ReadonlySet<number>,
): void {
  if (!extension?.springs) return;
  // The last joint of a spring is only the tail of the one before.
  extension.springs = extension.springs.filter(({ joints = [] }) =>
    joints.slice(0, -1).some(({ node }) => !simulated.has(node)),
  );
  if (extension.springs.length > 0) return;
  const { [current]: _, ...others } = json.extensions as Record<string, unknown>;
  if (Object.keys(others).length > 0) json.extensions = others;
  else delete json.extensions;
  for (const list of ['extensionsUsed', 'extensionsRequired'] as const) {
    const left = (json[list] as string[] | undefined)?.filter(
      (name) => name !== current && !parts.includes(name),
    );
    if (left?.length) json[list] = left;
    else delete json[list];
  }
}

interface Version0 {
  boneGroups?: { bones?: number[] }[];
  colliderGroups?: unknown[];
}

function removeVersion0(second: Version0 | undefined, simulated: ReadonlySet<number>): void {
  if (!second?.boneGroups) return;
  for (const group of second.boneGroups) group.bones = group.bones?.filter((node) => !simulated.has(node));
  second.boneGroups = second.boneGroups.filter(({ bones }) => bones?.length);
  if (second.boneGroups.length === 0) second.colliderGroups = [];
}

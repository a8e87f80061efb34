import { Hasher } from '../../math/hash.ts';
import type { Rig } from '../../motion/rig.ts';
import type { GeometryOptions } from './mesh/prepare-geometry.ts';
import { findCarriers } from './mesh/region-weights.ts';
import type { FleshParams } from './params.ts';
import { partVersion } from './part-file.ts';
import { resolveMaterial } from './settings.ts';

/** Returns a hash, 16 hexadecimal digits, of all data on which a prepared part depends. */
export function hashSource(params: FleshParams, rig: Rig, options: GeometryOptions): string {
  const { surfaces, joints, mask, core, tetMesh } = options;
  const carriers = findCarriers(rig, joints ?? []);
  const hasher = new Hasher();
  const content = {
    version: partVersion,
    scale: options.actorScale,
    threshold: options.threshold,
    surfaces,
    joints,
    node: options.node,
    core: core?.kind === 'mesh' ? 'mesh' : core,
    elements: options.elementCount,
    free: options.isFree,
    // Absent when it is not set, so that keys of parts without it stay the same.
    eachJoint: options.eachJoint || undefined,
    modes: params.modes,
    normalModes: params.normalModes,
    basis: params.basis,
    modalWarping: params.modalWarping || undefined,
    poisson: resolveMaterial(params).poisson,
    order: [...rig.order],
    nodes: rig.nodes.map(({ parent, translation, rotation, scale }) => [
      parent,
      translation,
      rotation,
      scale,
    ]),
    rides: rig.surfaces.map((surface, index) => [
      surface.node,
      surface.skin,
      surface.influenceCount,
      carriers[index],
    ]),
  };
  hasher.bytes(new TextEncoder().encode(JSON.stringify(content)));
  for (const skin of rig.skins) hasher.array(skin.joints).array(skin.inverseBind);
  for (const surface of rig.surfaces) {
    hasher.array(surface.positions).array(surface.indices);
    hasher.array(surface.jointIndices).array(surface.jointWeights);
    if (surface.normals) hasher.array(surface.normals);
  }
  mask?.forEach((weights, surface) => {
    if (weights) hasher.bytes(Uint8Array.of(surface & 255, (surface >> 8) & 255)).array(weights);
  });
  if (core?.kind === 'mesh') hasher.array(core.surface.positions).array(core.surface.triangles);
  if (tetMesh) {
    hasher.array(tetMesh.positions).array(tetMesh.tets);
    for (const group of tetMesh.groups) {
      hasher.bytes(new TextEncoder().encode(group.name)).array(group.nodes);
    }
  }
  return hasher.digest();
}

import type { Rig, RigSurface } from '../motion/rig.ts';
import { GlbPatch, indexTarget, vertexTarget } from './glb-patch.ts';

/**
 * Writes a rig whose surfaces are attached to nodes as a GLB: nodes with the same indices, a mesh for each node with surfaces, and clips
 * with their keys. Throws RangeError if the rig has skins, morph targets, or keys that are not linear.
 */
export function writeRigGlb(rig: Rig): Uint8Array<ArrayBuffer> {
  const glb = GlbPatch.create();
  const materials = new Map<string, number>();
  const meshes = addMeshes(glb, rig, materials);
  rig.nodes.forEach(({ name, translation, rotation, scale }, index) => {
    const children = rig.nodes.flatMap(({ parent }, child) => (parent === index ? [child] : []));
    const mesh = meshes.get(index);
    glb.add('nodes', {
      ...(name === '' ? {} : { name }),
      ...(children.length > 0 ? { children } : {}),
      ...(mesh === undefined ? {} : { mesh }),
      translation: [...translation],
      rotation: [...rotation],
      scale: [...scale],
    });
  });
  const roots = rig.nodes.flatMap(({ parent }, index) => (parent < 0 ? [index] : []));
  glb.json.scene = glb.add('scenes', { name: rig.name, nodes: roots });
  for (const clip of rig.clips) addClip(glb, clip);
  return glb.toGlb();
}

function addMeshes(glb: GlbPatch, rig: Rig, materials: Map<string, number>): Map<number, number> {
  const meshes = new Map<number, number>();
  for (const node of new Set(rig.surfaces.map((surface) => surface.node))) {
    const own = rig.surfaces.filter((surface) => surface.node === node);
    const mesh = glb.add('meshes', {
      name: own[0].name,
      primitives: own.map((surface) => {
        if (surface.skin >= 0 || surface.morphTargets.length > 0) {
          throw new RangeError(`${surface.name} has a skin or morph targets`);
        }
        return {
          attributes: {
            POSITION: glb.addAccessor(surface.positions, 'VEC3', vertexTarget),
            ...(surface.normals && { NORMAL: glb.addAccessor(surface.normals, 'VEC3', vertexTarget) }),
          },
          indices: glb.addAccessor(surface.indices, 'SCALAR', indexTarget),
          material: addMaterial(glb, surface, materials),
        };
      }),
    });
    meshes.set(node, mesh);
  }
  return meshes;
}

function addMaterial(glb: GlbPatch, { color }: RigSurface, materials: Map<string, number>): number {
  const key = color.join();
  const known = materials.get(key);
  if (known !== undefined) return known;
  const material = glb.add('materials', {
    pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor: 0, roughnessFactor: 0.8 },
  });
  materials.set(key, material);
  return material;
}

function addClip(glb: GlbPatch, { name, channels }: Rig['clips'][number]): void {
  const inputs = new Map<Float64Array, number>();
  const samplers = channels.map(({ times, values, path, interpolation }) => {
    if (interpolation !== 'LINEAR' || path === 'weights') {
      throw new RangeError(`clip "${name}" has ${interpolation} keys of ${path}`);
    }
    let input = inputs.get(times);
    if (input === undefined) {
      input = glb.addAccessor(Float32Array.from(times), 'SCALAR');
      inputs.set(times, input);
    }
    return {
      input,
      output: glb.addAccessor(values, path === 'rotation' ? 'VEC4' : 'VEC3'),
      interpolation,
    };
  });
  glb.add('animations', {
    ...(name === '' ? {} : { name }),
    samplers,
    channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  });
}

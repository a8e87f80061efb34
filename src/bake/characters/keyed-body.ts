import { GlbPatch, indexTarget, vertexTarget } from '../../files/glb-patch.ts';
import { type CreasedMesh, creaseMesh } from '../../motion/crease-mesh.ts';
import type { RigidKey, TriangleMesh } from '../../motion/keyed-collider.ts';
import { layTexcoords } from '../../motion/lay-texcoords.ts';
import { smoothNormals } from '../../pictures/perspective/smooth-normals.ts';
import type { Light } from '../../pictures/tone.ts';

export interface KeyedBody {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly keys: readonly RigidKey[];
  /** Metres per unit of the mesh. */
  readonly scale: number;
  /** Linear. */
  readonly color: Light;
  /**
   * Whether the body's normals are split at creases (`creaseMesh`). If not, normals are smooth everywhere, and vertices keep their order.
   * Default false.
   */
  readonly hasEdges?: boolean;
  /** Adds more to the finished file, whose node 0 has the mesh. */
  readonly paint?: (patch: GlbPatch, mesh: CreasedMesh) => void;
}

/**
 * Creates a GLB of a rigid body that follows keys: one mesh under one node, and a clip `keys` that moves the node. The mesh has normals,
 * and texture coordinates if the source has some. Metres. As for the body's collider, positions are interpolated linearly and rotations
 * along the short arc. If there is only one key, there is no clip.
 */
export function buildKeyedBody({
  name,
  mesh,
  keys,
  scale,
  color,
  hasEdges = false,
  paint,
}: KeyedBody): Uint8Array<ArrayBuffer> {
  const glb = GlbPatch.create();
  const shown = hasEdges ? creaseMesh(mesh) : smoothMesh(mesh, color);
  const { positions, indices, colors, normals, texcoords } = shown;
  const body = glb.add('meshes', {
    name,
    primitives: [
      {
        attributes: {
          POSITION: glb.addAccessor(Float32Array.from(positions), 'VEC3', vertexTarget),
          NORMAL: glb.addAccessor(Float32Array.from(normals), 'VEC3', vertexTarget),
          ...(colors && { COLOR_0: glb.addAccessor(colors, 'VEC3', vertexTarget) }),
          ...(texcoords && { TEXCOORD_0: glb.addAccessor(texcoords, 'VEC2', vertexTarget) }),
        },
        indices: glb.addAccessor(indices, 'SCALAR', indexTarget),
        material: glb.add('materials', {
          name,
          pbrMetallicRoughness: {
            // Viewers multiply the colours of vertices by this colour.
            baseColorFactor: [...(colors ? [1, 1, 1] : color), 1],
            metallicFactor: 0,
            roughnessFactor: 0.8,
          },
        }),
      },
    ],
  });
  const [first] = keys;
  const node = glb.add('nodes', {
    name,
    mesh: body,
    translation: [...first.position],
    rotation: [...first.rotation],
    scale: [scale, scale, scale],
  });
  glb.json.scene = glb.add('scenes', { name, nodes: [node] });
  if (keys.length > 1) addRigidKeys(glb, node, keys);
  paint?.(glb, shown);
  return glb.toGlb();
}

function smoothMesh(mesh: TriangleMesh, color: Light): CreasedMesh {
  const laid = mesh.cornerTexcoords ? layTexcoords(mesh, mesh.cornerTexcoords) : mesh;
  const { positions, indices } = laid;
  return { ...laid, normals: Float32Array.from(smoothNormals({ positions, indices, color })) };
}

/** Name of the clip that moves a body. */
export const bodyClipName = 'keys';

/** Adds a clip that moves a node through keys with ascending times. Returns the index of the clip. */
export function addRigidKeys(glb: GlbPatch, node: number, keys: readonly RigidKey[]): number {
  const input = glb.addAccessor(
    Float32Array.from(keys, (key) => key.time),
    'SCALAR',
  );
  const flat = (values: (key: RigidKey) => readonly number[]) => Float32Array.from(keys.flatMap(values));
  const outputs = {
    translation: glb.addAccessor(
      flat((key) => key.position),
      'VEC3',
    ),
    rotation: glb.addAccessor(
      flat((key) => key.rotation),
      'VEC4',
    ),
  };
  return glb.add('animations', {
    name: bodyClipName,
    samplers: Object.values(outputs).map((output) => ({ input, output, interpolation: 'LINEAR' })),
    channels: Object.keys(outputs).map((path, sampler) => ({ sampler, target: { node, path } })),
  });
}

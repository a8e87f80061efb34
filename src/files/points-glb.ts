import type { PointsFrame } from '../motion/points-frame.ts';
import { fitNames } from './fit-names.ts';
import { GlbPatch, type GltfArray, indexTarget, vertexTarget } from './glb-patch.ts';

/** A mesh of length 1 that is drawn for each particle. */
export interface InstanceMesh {
  /** [3 · count] and [3 · count], one side of it. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint16Array;
}

/** Ids above this value are not exact as 32-bit floats. */
const maxExact = 2 ** 24;

/**
 * Encodes particles as a GLB with one mesh of POINTS under a node `name`, metres, Y up. Attributes: POSITION, COLOR_0 (linear RGB and
 * opacity), _VELOCITY (m/s), _SIZE (diameter, m), _BIRTH (s), _ORIENTATION (quaternion x y z w, only if particles rotate), the user's
 * attributes in capitals after an underscore, and _ID. Vertex attributes of glTF cannot be 32-bit integers. So _ID is one float. If an id
 * exceeds 2²⁴, _ID is two floats: the largest multiple of 2¹⁶ in the id, and the remainder.
 *
 * With an `instance` the node has this mesh, with EXT_mesh_gpu_instancing: TRANSLATION, ROTATION, SCALE, and the attributes above with an
 * underscore, such as _COLOR_0.
 *
 * A frame without particles is a GLB with an empty scene, because a mesh of glTF has at least one vertex.
 */
export function encodePointsGlb(
  frame: PointsFrame,
  name: string,
  instance: InstanceMesh | null = null,
): Uint8Array<ArrayBuffer> {
  const { count, ids, positions, velocities, orientations, colors, sizes, birthTimes } = frame;
  const glb = GlbPatch.create();
  const nodes: number[] = [];
  if (count > 0) {
    const add = (array: GltfArray, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', width: number) =>
      glb.addAccessor(array.subarray(0, width * count), type, instance ? undefined : vertexTarget);
    const attributes: Record<string, number> = {
      POSITION: add(positions, 'VEC3', 3),
      COLOR_0: add(clampShares(colors, 4 * count), 'VEC4', 4),
      _VELOCITY: add(velocities, 'VEC3', 3),
      _SIZE: add(sizes, 'SCALAR', 1),
      _BIRTH: add(birthTimes, 'SCALAR', 1),
      _ID:
        ids[count - 1] < maxExact
          ? add(Float32Array.from(ids.subarray(0, count)), 'SCALAR', 1)
          : add(splitIds(ids, count), 'VEC2', 2),
    };
    if (orientations) attributes._ORIENTATION = add(orientations, 'VEC4', 4);
    const taken = Object.keys(attributes).map((attribute) => attribute.replace(/^_/, ''));
    const names = fitNames(frame.attributes.keys(), [...taken, 'ORIENTATION']);
    [...frame.attributes.values()].forEach((values, k) => {
      attributes[`_${names[k].toUpperCase().replace(/^_+/, '') || 'ATTRIBUTE'}`] = add(values, 'SCALAR', 1);
    });
    const isOpaque = !colors.subarray(0, 4 * count).some((fraction, k) => k % 4 === 3 && fraction < 1);
    const material = glb.add('materials', {
      name,
      pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 1 },
      ...(isOpaque ? {} : { alphaMode: 'BLEND' }),
      ...(instance ? { doubleSided: true } : {}),
    });
    if (instance) nodes.push(addInstances(glb, frame, name, instance, attributes, material));
    else {
      const mesh = glb.add('meshes', { name, primitives: [{ mode: 0, attributes, material }] });
      nodes.push(glb.add('nodes', { name, mesh }));
    }
  }
  glb.json.scene = glb.add('scenes', nodes.length > 0 ? { nodes } : {});
  return glb.toGlb();
}

/** Adds a node that draws a mesh for each particle. Returns its index. */
function addInstances(
  glb: GlbPatch,
  { count, orientations, sizes }: PointsFrame,
  name: string,
  { positions, normals, triangles }: InstanceMesh,
  { POSITION, COLOR_0, _ORIENTATION, ...own }: Record<string, number>,
  material: number,
): number {
  const mesh = glb.add('meshes', {
    name,
    primitives: [
      {
        attributes: {
          POSITION: glb.addAccessor(positions, 'VEC3', vertexTarget),
          NORMAL: glb.addAccessor(normals, 'VEC3', vertexTarget),
        },
        indices: glb.addAccessor(triangles, 'SCALAR', indexTarget),
        material,
      },
    ],
  });
  const rotations = orientations ?? Float32Array.from({ length: 4 * count }, (_, k) => (k % 4 === 3 ? 1 : 0));
  const attributes = {
    TRANSLATION: POSITION,
    ROTATION: _ORIENTATION ?? glb.addAccessor(rotations, 'VEC4'),
    SCALE: glb.addAccessor(
      Float32Array.from({ length: 3 * count }, (_, k) => sizes[Math.floor(k / 3)]),
      'VEC3',
    ),
    _COLOR_0: COLOR_0,
    ...own,
  };
  const extension = 'EXT_mesh_gpu_instancing';
  glb.json.extensionsUsed = [extension];
  glb.json.extensionsRequired = [extension];
  return glb.add('nodes', { name, mesh, extensions: { [extension]: { attributes } } });
}

function clampShares(values: Float32Array, length: number): Float32Array {
  return values.subarray(0, length).map((value) => Math.min(1, Math.max(0, value)));
}

function splitIds(ids: Uint32Array, count: number): Float32Array {
  const out = new Float32Array(2 * count);
  for (let k = 0; k < count; k++) {
    out[2 * k] = ids[k] >>> 16;
    out[2 * k + 1] = ids[k] & 0xffff;
  }
  return out;
}

import { InputError } from '../../input-error.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { Accessors } from './accessors.ts';
import type { BaseTexture, BaseTextures } from './base-texture.ts';
import type { JsonValue } from './json-value.ts';
import { readTriangles } from './triangles.ts';

/** The data of one mesh. All surfaces of the mesh share it, on every node. */
export interface Mesh {
  readonly name: string;
  readonly primitives: readonly Primitive[];
  readonly targetCount: number;
  /** Default morph weights. The list may be shorter than targetCount. */
  readonly weights: readonly number[];
}

type Primitive = Pick<
  RigSurface,
  | 'positions'
  | 'normals'
  | 'indices'
  | 'influenceCount'
  | 'jointIndices'
  | 'jointWeights'
  | 'morphTargets'
  | 'color'
  | 'colors'
  | 'texcoords'
  | 'normalMap'
  | 'picture'
>;

/** The readers for all meshes of a file. */
export interface MeshSource {
  readonly root: JsonValue;
  readonly accessors: Accessors;
  readonly textures: BaseTextures;
  readonly warnings: string[];
}

/** Reads the triangle primitives of one mesh. Points and lines are omitted. */
export function readMesh(mesh: JsonValue, file: MeshSource): Mesh {
  const sources = mesh.get('primitives').items();
  const primitives: Primitive[] = [];
  let targetCount = -1;
  for (const source of sources) {
    const count = source.get('targets').items().length;
    if (targetCount >= 0 && count !== targetCount) {
      throw source
        .get('targets')
        .fault(`expected ${targetCount} morph targets like the mesh's other parts, got ${count}`);
    }
    targetCount = count;
    const primitive = readPrimitive(source, file);
    if (primitive) primitives.push(primitive);
  }
  targetCount = Math.max(0, targetCount);
  // Some real files have weights although they have no targets. Such weights have no effect.
  const hasWeights = targetCount > 0 && !mesh.get('weights').absent;
  const weights = hasWeights ? mesh.get('weights').numbers(targetCount) : [];
  return { name: mesh.get('name').text(), primitives, targetCount, weights };
}

function readPrimitive(source: JsonValue, file: MeshSource): Primitive | null {
  const { accessors, warnings } = file;
  const mode = source.get('mode').integer(0, 6, 4);
  if (mode < 4) {
    warnings.push(`${source.path}: points and lines have no surface; it is omitted`);
    return null;
  }
  const attributes = source.get('attributes');
  const position = attributes.get('POSITION');
  if (position.absent) {
    warnings.push(`${source.path}: it has no positions; it is omitted`);
    return null;
  }
  const positions = accessors.readFloats(position, 'VEC3');
  const vertexCount = positions.length / 3;
  const morphTargets = source
    .get('targets')
    .items()
    .map((target) => {
      const deltas = target.get('POSITION');
      if (deltas.absent) return new Float32Array(positions.length);
      requireCount(deltas, accessors, vertexCount);
      return accessors.readFloats(deltas, 'VEC3');
    });
  const material = findMaterial(source.get('material'), file.root);
  return {
    positions,
    normals: readNormals(attributes, vertexCount, accessors, warnings),
    indices: readTriangles(source, mode, vertexCount, accessors, warnings),
    ...readInfluences(attributes, vertexCount, accessors, warnings),
    morphTargets,
    ...readColors(attributes, readColor(material), vertexCount, accessors, warnings),
    ...readTexcoords(attributes, material && file.textures.read(material), vertexCount, accessors, warnings),
  };
}

/** Returns the normals that cannot be read are omitted, because many uses of a surface do not need them. */
function readNormals(
  attributes: JsonValue,
  vertexCount: number,
  accessors: Accessors,
  warnings: string[],
): Float32Array | null {
  const reference = attributes.get('NORMAL');
  if (reference.absent) return null;
  try {
    requireCount(reference, accessors, vertexCount);
    return accessors.readFloats(reference, 'VEC3');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    warnings.push(`${error.message}; its normals are omitted`);
    return null;
  }
}

function requireCount(reference: JsonValue, accessors: Accessors, vertexCount: number): void {
  const count = accessors.count(reference);
  if (count !== vertexCount) {
    throw accessors
      .find(reference)
      .fault(`expected ${vertexCount} elements, one for each vertex, got ${count}`);
  }
}

/**
 * Reads joints and weights of all sets (JOINTS_0, JOINTS_1, …), and normalises the weights. Sets after the first that are empty are
 * omitted.
 */
function readInfluences(
  attributes: JsonValue,
  vertexCount: number,
  accessors: Accessors,
  warnings: string[],
): Pick<RigSurface, 'influenceCount' | 'jointIndices' | 'jointWeights'> {
  const sets: { joints: Uint32Array; weights: Float32Array }[] = [];
  for (let set = 0; ; set++) {
    const joints = attributes.get(`JOINTS_${set}`);
    const weights = attributes.get(`WEIGHTS_${set}`);
    if (joints.absent && weights.absent) break;
    if (joints.absent) throw joints.unexpected(`joints for WEIGHTS_${set}`);
    if (weights.absent) throw weights.unexpected(`weights for JOINTS_${set}`);
    requireCount(joints, accessors, vertexCount);
    requireCount(weights, accessors, vertexCount);
    sets.push({
      joints: accessors.readIntegers(joints, 'VEC4'),
      weights: accessors.readFloats(weights, 'VEC4'),
    });
  }
  const used = sets.filter((set, index) => index === 0 || set.weights.some((weight) => weight > 0));
  const influenceCount = 4 * used.length;
  const jointIndices = new Uint16Array(influenceCount * vertexCount);
  const jointWeights = new Float32Array(influenceCount * vertexCount);
  let unweighted = 0;
  for (let vertex = 0; vertex < vertexCount && influenceCount > 0; vertex++) {
    let sum = 0;
    for (const { weights } of used) {
      for (let k = 4 * vertex; k < 4 * vertex + 4; k++) sum += Math.max(0, weights[k]);
    }
    const first = influenceCount * vertex;
    used.forEach(({ joints, weights }, set) => {
      for (let k = 0; k < 4; k++) {
        const weight = Math.max(0, weights[4 * vertex + k]);
        // In real files, the joint index of an influence without weight can have any value. 0 is always a valid joint.
        jointIndices[first + 4 * set + k] = weight > 0 ? Math.min(joints[4 * vertex + k], 65535) : 0;
        jointWeights[first + 4 * set + k] = sum > 0 ? weight / sum : 0;
      }
    });
    if (sum > 0) continue;
    unweighted++;
    jointIndices[first] = Math.min(used[0].joints[4 * vertex], 65535);
    jointWeights[first] = 1;
  }
  if (unweighted > 0) {
    warnings.push(
      `${attributes.path}: ${unweighted} vertices have no weight; each follows its first joint alone`,
    );
  }
  return { influenceCount, jointIndices, jointWeights };
}

/**
 * Reads vertex colours (COLOR_0, three or four numbers) and multiplies them by the base colour. Colours that cannot be read are omitted.
 */
function readColors(
  attributes: JsonValue,
  base: [number, number, number],
  vertexCount: number,
  accessors: Accessors,
  warnings: string[],
): Pick<RigSurface, 'color' | 'colors'> {
  const reference = attributes.get('COLOR_0');
  if (reference.absent || vertexCount === 0) return { color: base };
  try {
    requireCount(reference, accessors, vertexCount);
    const width = accessors.find(reference).get('type').text() === 'VEC3' ? 3 : 4;
    const source = accessors.readFloats(reference, width === 3 ? 'VEC3' : 'VEC4');
    const colors = new Float32Array(3 * vertexCount);
    const mean: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < colors.length; k++) {
      const channel = k % 3;
      colors[k] = base[channel] * source[width * ((k - channel) / 3) + channel];
      mean[channel] += colors[k] / vertexCount;
    }
    return { color: mean, colors };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    warnings.push(`${error.message}; its vertex colours are omitted`);
    return { color: base };
  }
}

function findMaterial(reference: JsonValue, root: JsonValue): JsonValue | null {
  if (reference.absent) return null;
  const materials = root.get('materials').items();
  return materials[reference.index(materials.length, 'materials')];
}

function readColor(material: JsonValue | null): [number, number, number] {
  const roughness = material?.get('pbrMetallicRoughness');
  if (!roughness || roughness.absent || roughness.get('baseColorFactor').absent) return [1, 1, 1];
  const [red, green, blue] = roughness.get('baseColorFactor').numbers(4);
  return [red, green, blue];
}

/** Reads texture coordinates of vertices and applies the transform of the material. Coordinates that cannot be read are omitted. */
function readTexcoords(
  attributes: JsonValue,
  texture: BaseTexture | null,
  vertexCount: number,
  accessors: Accessors,
  warnings: string[],
): Pick<RigSurface, 'texcoords' | 'picture' | 'normalMap'> {
  const own = attributes.get(`TEXCOORD_${texture?.set ?? 0}`);
  if (own.absent && texture?.picture) {
    warnings.push(
      `${attributes.path}: its picture needs TEXCOORD_${texture.set}, which is missing; the picture is omitted`,
    );
  }
  const isShown = !own.absent;
  // If the file has no picture, these coordinates are used for the user's own maps.
  const reference = isShown ? own : attributes.get('TEXCOORD_0');
  if (reference.absent) return {};
  try {
    requireCount(reference, accessors, vertexCount);
    const texcoords = accessors.readFloats(reference, 'VEC2');
    if (!isShown || !texture) return { texcoords };
    if (texture.transform) transformTexcoords(texcoords, texture.transform, attributes);
    const { picture, normalMap } = texture;
    return { texcoords, ...(picture && { picture }), ...(normalMap && { normalMap }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    warnings.push(`${error.message}; its texture coordinates are omitted`);
    return {};
  }
}

function transformTexcoords(texcoords: Float32Array, m: readonly number[], attributes: JsonValue): void {
  for (let k = 0; k < texcoords.length; k += 2) {
    const u = texcoords[k];
    const v = texcoords[k + 1];
    texcoords[k] = m[0] * u + m[1] * v + m[2];
    texcoords[k + 1] = m[3] * u + m[4] * v + m[5];
  }
  if (!texcoords.every(Number.isFinite)) {
    throw attributes.fault('expected a KHR_texture_transform that leaves texture coordinates finite');
  }
}

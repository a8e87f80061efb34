import type { GltfDocument, GltfMesh, GltfPrimitive } from './glb.ts';
import { type GlbPatch, type SparseIndices, vertexTarget } from './glb-patch.ts';

/**
 * How morph targets are stored. `dense`: a delta for every vertex, which every reader of glTF supports. `sparse`: only the deltas that are
 * not zero, if this is smaller.
 */
export type MorphStorage = 'dense' | 'sparse';

/** The deltas of new morph targets for one primitive. */
export interface PrimitiveDeltas {
  /** Indices of the vertices that move, in increasing order. */
  readonly vertices: Uint32Array;
  /** One array [3 · vertices.length] for each target, mesh units. */
  readonly positions: readonly Float32Array[];
  /** Changes of normals and of tangents, in arrays of the same form. Null if the primitive has no normals or tangents. */
  readonly normals: readonly Float32Array[] | null;
  readonly tangents: readonly Float32Array[] | null;
}

/** Attributes of the deltas, in the order that glTF lists them. */
const deltaAttributes = [
  ['POSITION', 'positions'],
  ['NORMAL', 'normals'],
  ['TANGENT', 'tangents'],
] as const;

/**
 * Adds morph targets to a mesh, after its existing ones. Returns the index of the first new one.
 *
 * Every primitive of the mesh gets the same number of targets. A target that moves nothing consists of zeros, whose bytes are shared. All
 * targets of one primitive get the same attributes, because viewers replace a missing attribute by the base values (three.js) or ignore
 * this attribute in all targets (Babylon.js). Default weights are 0. `extras.targetNames` is kept and extended. Animations of weights must
 * be extended too: see `widenWeights`.
 */
export function addMorphTargets(
  patch: GlbPatch,
  meshIndex: number,
  names: readonly string[],
  deltas: ReadonlyMap<number, PrimitiveDeltas>,
  storage: MorphStorage,
): number {
  const mesh = patch.json.meshes![meshIndex];
  const first = mesh.primitives[0].targets?.length ?? 0;
  mesh.primitives.forEach((primitive, index) => {
    primitive.targets = [
      ...(primitive.targets ?? []),
      ...buildTargets(patch, primitive, names.length, deltas.get(index), storage),
    ];
    if (first > 0) levelAttributes(patch, primitive);
  });
  extendNames(mesh, first, names);
  for (const primitive of mesh.primitives)
    if (hasNames(primitive.extras)) extendNames(primitive, first, names);
  if (mesh.weights) mesh.weights = widened(mesh.weights, first, names.length);
  for (const node of patch.json.nodes ?? []) {
    if (node.mesh === meshIndex && node.weights) node.weights = widened(node.weights, first, names.length);
  }
  return first;
}

/**
 * Gives a node its own copy of its mesh, so that new targets affect no other node. Accessors stay shared. Returns the
 * index of the copy.
 */
export function copyMesh(patch: GlbPatch, node: number): number {
  const source = patch.json.nodes![node];
  const mesh = JSON.parse(JSON.stringify(patch.json.meshes![source.mesh!])) as GltfMesh;
  source.mesh = patch.add('meshes', mesh);
  return source.mesh;
}

function buildTargets(
  patch: GlbPatch,
  primitive: GltfPrimitive,
  targetCount: number,
  deltas: PrimitiveDeltas | undefined,
  storage: MorphStorage,
): Record<string, number>[] {
  const vertexCount = countVertices(patch.json, primitive);
  const targets = Array.from({ length: targetCount }, (): Record<string, number> => ({}));
  if (!deltas || deltas.vertices.length === 0) {
    if (targetCount === 0) return targets;
    const zeros = patch.addZeroAccessor(vertexCount, 'VEC3');
    for (const target of targets) target.POSITION = zeros;
    return targets;
  }
  const sparse =
    storage === 'sparse' && isSparseSmaller(deltas, vertexCount)
      ? patch.addSparseIndices(deltas.vertices, vertexCount)
      : null;
  for (const [attribute, member] of deltaAttributes) {
    deltas[member]?.forEach((values, target) => {
      targets[target][attribute] = addDeltas(patch, values, deltas.vertices, vertexCount, sparse);
    });
  }
  return targets;
}

function addDeltas(
  patch: GlbPatch,
  values: Float32Array,
  vertices: Uint32Array,
  vertexCount: number,
  sparse: SparseIndices | null,
): number {
  if (values.every((value) => value === 0)) return patch.addZeroAccessor(vertexCount, 'VEC3');
  if (sparse) return patch.addSparseAccessor(vertexCount, 'VEC3', sparse, values);
  const dense = new Float32Array(3 * vertexCount);
  vertices.forEach((vertex, k) => {
    dense.set(values.subarray(3 * k, 3 * k + 3), 3 * vertex);
  });
  return patch.addAccessor(dense, 'VEC3', vertexTarget);
}

function isSparseSmaller(
  { vertices, positions, normals, tangents }: PrimitiveDeltas,
  vertexCount: number,
): boolean {
  const arrayCount = positions.length + (normals?.length ?? 0) + (tangents?.length ?? 0);
  const indexBytes = vertexCount <= 2 ** 8 ? 1 : vertexCount <= 2 ** 16 ? 2 : 4;
  const zeros = 12 * vertexCount;
  return vertices.length * (12 * arrayCount + indexBytes) + zeros < 12 * arrayCount * vertexCount;
}

function countVertices(json: GltfDocument, primitive: GltfPrimitive): number {
  return json.accessors?.[primitive.attributes.POSITION]?.count ?? 0;
}

/** Adds zero attributes to targets of a primitive, so that all have the same attributes. */
function levelAttributes(patch: GlbPatch, primitive: GltfPrimitive): void {
  const vertexCount = countVertices(patch.json, primitive);
  const targets = primitive.targets!;
  for (const attribute of new Set(targets.flatMap((target) => Object.keys(target)))) {
    const lacking = targets.filter((target) => target[attribute] === undefined);
    if (lacking.length === 0) continue;
    const sample = targets.find((target) => target[attribute] !== undefined)![attribute];
    const type = patch.json.accessors![sample].type as 'VEC2' | 'VEC3' | 'VEC4';
    const zeros = patch.addZeroAccessor(vertexCount, type);
    for (const target of lacking) target[attribute] = zeros;
  }
}

function hasNames(extras: unknown): extras is { targetNames: string[] } {
  return Array.isArray((extras as { targetNames?: unknown } | null | undefined)?.targetNames);
}

/** A target without a name gets its index as name, as viewers do. */
function extendNames(owner: GltfMesh | GltfPrimitive, first: number, names: readonly string[]): void {
  const { extras } = owner;
  if (extras !== undefined && (typeof extras !== 'object' || extras === null || Array.isArray(extras)))
    return;
  const old = hasNames(extras) ? extras.targetNames : [];
  const kept = Array.from({ length: first }, (_, k) => old[k] ?? String(k));
  owner.extras = { ...extras, targetNames: [...kept, ...names] };
}

/** Weights beyond the number of targets had no effect. They must not apply to the new targets. */
function widened(weights: readonly number[], first: number, count: number): number[] {
  return Array.from({ length: first + count }, (_, k) => (k < first ? (weights[k] ?? 0) : 0));
}

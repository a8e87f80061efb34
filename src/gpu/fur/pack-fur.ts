import type { Rig } from '../../motion/rig.ts';
import type { FurState } from '../../systems/fur/state.ts';
import { WordList } from '../word-list.ts';
import { sizeFields } from './wgsl/common.ts';

/** How the bones of an actor move the vertices of a skin. */
export interface SkinBones {
  /** Max number of bones of a vertex. */
  readonly influenceCount: number;
  readonly matrixCount: number;
  /** The point of each surface's mesh to which positions are relative, so that float32 numbers suffice. [3] each */
  readonly centers: readonly Float64Array[];
  /** Positions in the mesh, relative to the centre of their surface, [3 · vertexCount]; and weights, [influenceCount · vertexCount]. */
  readonly positions: Float64Array;
  readonly joints: Uint32Array;
  readonly weights: Float64Array;
}

/** A fur as lists for the card: see `sizeFields`. */
export interface PackedFur {
  readonly sizes: WordList;
  readonly ints: WordList;
  readonly reals: WordList;
  readonly drawnCount: number;
}

/**
 * Packs what never changes. bones: null if positions are given in each frame. drawn: the vertices of the shells that are drawn, in order;
 * null: all.
 */
export function packFur(
  state: FurState,
  bones: SkinBones | null,
  drawn: ArrayLike<number> | null,
): PackedFur {
  const { solver, sizes: skinSizes, prepared } = state;
  const { topology } = solver;
  const { carrier, standing, shells, lengths, simulatedLengths, mass } = prepared;
  const { triangles, vertexCount } = carrier.mesh;
  const { vertexOf, strandCount, faceCount } = topology;
  const ints = new WordList();
  const reals = new WordList();
  const values = new Map<string, number>();
  const addInts = (name: keyof typeof sizeFields, list: ArrayLike<number>) => {
    values.set(name, ints.length);
    for (let k = 0; k < list.length; k++) ints.push(list[k]);
  };
  const addReals = (name: keyof typeof sizeFields, list: ArrayLike<number>) => {
    values.set(name, reals.length);
    reals.pushFloats(list);
  };
  const order = drawn ?? Array.from({ length: shells.vertexCount }, (_, k) => k);
  const pairs: number[] = [];
  for (let k = 0; k < order.length; k++) pairs.push(shells.meshVertexOf[order[k]], shells.strandOf[order[k]]);
  const corners = groupBy(triangles, vertexCount, (corner) => corner);
  const { edges } = topology;
  const ends = groupBy(edges, strandCount, (k) => edges[k ^ 1]);
  addInts('vertexOf', vertexOf);
  addInts('neighbors', solver.neighbors);
  addInts('triangles', triangles);
  addInts('firstCorner', corners.first);
  addInts('corners', corners.items);
  addInts('joints', bones?.joints ?? []);
  addInts('firstEdge', ends.first);
  addInts('edges', ends.items);
  addInts('drawn', pairs);
  addReals('rest', bones?.positions ?? []);
  addReals('restNormals', carrier.normals);
  addReals('restSquares', skinSizes?.rest ?? new Float64Array(vertexCount));
  addReals('weights', bones?.weights ?? []);
  addReals('combParts', standing.comb?.parts ?? []);
  addReals('combSizes', standing.comb?.sizes ?? []);
  addReals(
    'lengths',
    Array.from(vertexOf, (vertex) => simulatedLengths[vertex]),
  );
  addReals('masses', new Float64Array(strandCount).fill(mass));
  addReals(
    'scales',
    lengths.map((length, vertex) => length / simulatedLengths[vertex]),
  );
  const counts: Partial<Record<keyof typeof sizeFields, number>> = {
    vertexCount,
    strandCount,
    faceCount,
    drawnCount: order.length,
    influenceCount: bones?.influenceCount ?? 0,
    matrixCount: bones?.matrixCount ?? 0,
    maxCombAngle: standing.comb?.maxAngle ?? 0,
  };
  const sizes = new WordList();
  pushFields(sizes, sizeFields, { ...Object.fromEntries(values), ...counts });
  return { sizes, ints, reals, drawnCount: order.length };
}

/** Adds the fields of a uniform structure in their order. Those that are absent are 0. */
export function pushFields(
  words: WordList,
  fields: Readonly<Record<string, 'u32' | 'f32'>>,
  values: Readonly<Record<string, number | undefined>>,
): void {
  for (const [name, type] of Object.entries(fields)) {
    const value = values[name] ?? 0;
    if (type === 'u32') words.push(value);
    else words.pushFloats([value]);
  }
}

/** Returns for each key the items with it: those of key k are items[first[k]] … items[first[k + 1] − 1]. */
function groupBy(
  keys: ArrayLike<number>,
  keyCount: number,
  itemOf: (k: number) => number,
): { first: Uint32Array; items: Uint32Array } {
  const first = new Uint32Array(keyCount + 1);
  for (let k = 0; k < keys.length; k++) first[keys[k] + 1]++;
  for (let key = 0; key < keyCount; key++) first[key + 1] += first[key];
  const next = first.slice();
  const items = new Uint32Array(keys.length);
  for (let k = 0; k < keys.length; k++) items[next[keys[k]]++] = itemOf(k);
  return { first, items };
}

/** Returns how bones move the vertices of a skin. Null if morph targets move them too, or if the fur is a patch. */
export function findBones({ prepared: { carrier } }: FurState): SkinBones | null {
  const { skin } = carrier;
  if (!skin) return null;
  const { rig, surfaces, vertexOf } = skin;
  if (surfaces.some((index) => rig.surfaces[index].morphTargets.length > 0)) return null;
  const influenceCount = surfaces.reduce(
    (max, index) => Math.max(max, rig.surfaces[index].influenceCount),
    1,
  );
  const vertexCount = vertexOf.length;
  const firsts: number[] = [];
  let total = 0;
  for (const index of surfaces) {
    firsts.push(total);
    total += rig.surfaces[index].positions.length / 3;
  }
  const offsets = matrixOffsets(rig, surfaces);
  const centers = surfaces.map((index) => centerOf(rig.surfaces[index].positions));
  const positions = new Float64Array(3 * vertexCount);
  const joints = new Uint32Array(influenceCount * vertexCount);
  const weights = new Float64Array(influenceCount * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    let part = firsts.length - 1;
    while (firsts[part] > vertexOf[v]) part--;
    const surface = rig.surfaces[surfaces[part]];
    const o = vertexOf[v] - firsts[part];
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * v + axis] = surface.positions[3 * o + axis] - centers[part][axis];
    }
    const own = surface.skin < 0 ? 0 : surface.influenceCount;
    for (let k = 0; k < influenceCount; k++) {
      const from = own * o + k;
      joints[influenceCount * v + k] = offsets.first[part] + (k < own ? surface.jointIndices[from] : 0);
      weights[influenceCount * v + k] =
        own === 0 ? Number(k === 0) : k < own ? surface.jointWeights[from] : 0;
    }
  }
  return { influenceCount, matrixCount: offsets.count, centers, positions, joints, weights };
}

/** Returns the middle of the bounding box of positions. */
function centerOf(positions: ArrayLike<number>): Float64Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  return Float64Array.from(low, (value, axis) => (value + high[axis]) / 2);
}

/** The matrices of surfaces, one after the other: those of all joints of a skin, or that of a node. */
export function matrixOffsets(rig: Rig, surfaces: readonly number[]): { first: number[]; count: number } {
  const first: number[] = [];
  let count = 0;
  for (const index of surfaces) {
    const { skin } = rig.surfaces[index];
    first.push(count);
    count += skin < 0 ? 1 : rig.skins[skin].joints.length;
  }
  return { first, count };
}

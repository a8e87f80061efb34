import type { GlbPatch } from '../../../files/glb-patch.ts';
import { vertexTarget } from '../../../files/glb-patch.ts';
import { dracoName } from '../../../files/gltf/draco/draco-primitives.ts';
import type { GltfSource } from '../../../files/gltf/gltf-source.ts';
import { copyMesh } from '../../../files/morph-targets.ts';
import { decomposeMatrix } from '../../../math/decompose-matrix.ts';
import { createMatrix, multiplyMatrices } from '../../../math/matrix.ts';
import type { Actor } from '../../../motion/actor.ts';
import type { MorphClip } from '../../morph/add-morphs.ts';
import { listPrimitives } from '../../morph/mesh-primitives.ts';
import { settleDraco } from '../../morph/settle-draco.ts';
import { type JointFit, maxInfluences, solveTransforms } from './fit-joints.ts';
import type { FleshProblem } from './flesh-problem.ts';

/** A part of the flesh with the joints that move it. */
export interface FittedPart {
  readonly name: string;
  readonly problem: FleshProblem;
  readonly fit: JointFit;
}

/** Adds joints, weights and keys to a character's file. source: the file before the patch. Returns the warnings to report. */
export function addFleshJoints(
  patch: GlbPatch,
  source: GltfSource,
  actor: Actor,
  parts: readonly FittedPart[],
  clips: readonly MorphClip[],
): string[] {
  const { rig } = actor;
  /** For each skin, the index of the first new joint of each part. */
  const firsts = new Map<number, Map<FittedPart, number>>();
  const added = new Map<number, { nodes: number[]; inverseBind: number[] }>();
  for (const part of parts) {
    const nodes = addNodes(patch, part);
    for (const clip of clips) addKeys(patch, part, nodes, clip);
    for (const skin of new Set(part.problem.vertices.map(({ surface }) => rig.surfaces[surface].skin))) {
      const { joints, inverseBind } = rig.skins[skin];
      const own = added.get(skin) ?? { nodes: [], inverseBind: [] };
      added.set(skin, own);
      const first = firsts.get(skin) ?? new Map<FittedPart, number>();
      firsts.set(skin, first.set(part, joints.length + own.nodes.length));
      nodes.forEach((node, k) => {
        own.nodes.push(node);
        const away = translation(part.fit.centers.subarray(3 * k, 3 * k + 3), -1);
        const bind = createMatrix();
        multiplyMatrices(bind, 0, away, 0, inverseBind, 16 * joints.indexOf(part.problem.parent));
        for (const value of bind) own.inverseBind.push(value);
      });
    }
  }
  for (const [skin, { nodes, inverseBind }] of added) {
    const own = patch.json.skins![skin] as { joints: number[]; inverseBindMatrices?: number };
    own.joints = [...own.joints, ...nodes];
    const values = Float32Array.from([...rig.skins[skin].inverseBind, ...inverseBind]);
    own.inverseBindMatrices =
      own.inverseBindMatrices === undefined
        ? patch.addAccessor(values, 'MAT4')
        : patch.replaceAccessor(own.inverseBindMatrices, values, 'MAT4');
  }
  return replaceWeights(patch, source, actor, parts, firsts);
}

/** Adds the joints of a part below its parent joint, in the bind pose. */
function addNodes(patch: GlbPatch, { name, problem, fit }: FittedPart): number[] {
  const nodes = Array.from({ length: fit.centers.length / 3 }, (_, k) =>
    patch.add('nodes', {
      name: `${name} ${k + 1}`,
      translation: Array.from(fit.centers.subarray(3 * k, 3 * k + 3)),
    }),
  );
  const parent = patch.json.nodes![problem.parent];
  parent.children = [...(parent.children ?? []), ...nodes];
  return nodes;
}

function addKeys(
  patch: GlbPatch,
  { problem, fit }: FittedPart,
  nodes: readonly number[],
  { animation, times, sceneTimes }: MorphClip,
): void {
  const count = sceneTimes.length;
  const rotations = nodes.map(() => new Float32Array(4 * count));
  const translations = nodes.map(() => new Float32Array(3 * count));
  const transforms = nodes.map(() => createMatrix());
  const local = createMatrix();
  sceneTimes.forEach((seconds, key) => {
    problem.show(seconds);
    solveTransforms(problem, fit.weights, transforms);
    transforms.forEach((transform, k) => {
      multiplyMatrices(local, 0, transform, 0, translation(fit.centers.subarray(3 * k, 3 * k + 3), 1), 0);
      const { rotation, translation: moved } = decomposeMatrix(local);
      const before = rotations[k].subarray(4 * (key - 1), 4 * key);
      const isFar = key > 0 && rotation.reduce((dot, value, c) => dot + value * before[c], 0) < 0;
      rotations[k].set(isFar ? rotation.map((value) => -value) : rotation, 4 * key);
      translations[k].set(moved, 3 * key);
    });
  });
  const { samplers, channels } = patch.json.animations![animation];
  const input = patch.addAccessor(times, 'SCALAR');
  nodes.forEach((node, k) => {
    for (const [path, values, type] of [
      ['rotation', rotations[k], 'VEC4'],
      ['translation', translations[k], 'VEC3'],
    ] as const) {
      const output = patch.addAccessor(values, type);
      const sampler = samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
      channels.push({ sampler, target: { node, path } });
    }
  });
}

/** Writes the weights of all vertices that the new joints move. The others keep theirs. */
function replaceWeights(
  patch: GlbPatch,
  source: GltfSource,
  { rig }: Actor,
  parts: readonly FittedPart[],
  firsts: ReadonlyMap<number, ReadonlyMap<FittedPart, number>>,
): string[] {
  const warnings: string[] = [];
  const moved = new Set(parts.flatMap(({ problem }) => problem.vertices.map(({ surface }) => surface)));
  const nodes = [...new Set([...moved].map((surface) => rig.surfaces[surface].node))].sort((a, b) => a - b);
  // If several nodes share a mesh, all of them except the first get a copy before any mesh changes.
  const taken = new Set<number>();
  for (const node of nodes) {
    const own = patch.json.nodes![node].mesh!;
    taken.add(taken.has(own) || isShared(patch, own, node) ? copyMesh(patch, node) : own);
  }
  for (const node of nodes) {
    const mesh = patch.json.nodes![node].mesh!;
    for (const warning of settleDraco(patch, source, node, mesh)) warnings.push(warning);
    const primitives = listPrimitives(source.root, node);
    rig.surfaces
      .filter((surface) => surface.node === node)
      .forEach((surface, order) => {
        const index = rig.surfaces.indexOf(surface);
        if (!moved.has(index)) return;
        const { influenceCount, jointIndices, jointWeights, positions, skin } = surface;
        const sets = Math.max(1, influenceCount / maxInfluences);
        const joints = Uint16Array.from(jointIndices);
        const weights = Float32Array.from(jointWeights);
        for (const part of parts) {
          const first = firsts.get(skin)?.get(part);
          if (first === undefined) continue;
          part.problem.vertices.forEach((vertex, v) => {
            if (vertex.surface !== index) return;
            const at = vertex.vertex * influenceCount;
            joints.fill(0, at, at + influenceCount);
            weights.fill(0, at, at + influenceCount);
            const { pairs, pairWeights, joints: own, jointWeights: ownWeights } = part.fit.weights[v];
            pairs.forEach((pair, k) => {
              joints[at + k] = part.problem.jointOf(pair);
              weights[at + k] = pairWeights[k];
            });
            own.forEach((joint, k) => {
              joints[at + pairs.length + k] = first + joint;
              weights[at + pairs.length + k] = ownWeights[k];
            });
          });
        }
        const primitive = patch.json.meshes![mesh].primitives[primitives[order]];
        const draco = primitive.extensions?.[dracoName] as { attributes: Record<string, number> } | undefined;
        const vertexCount = positions.length / 3;
        for (let set = 0; set < sets; set++) {
          const pick = <Values extends Uint16Array | Float32Array>(values: Values) =>
            values.filter((_, k) => Math.floor((k % influenceCount) / maxInfluences) === set) as Values;
          const jointSet = pick(joints);
          if (jointSet.length !== maxInfluences * vertexCount) throw new Error('a vertex has no joints');
          const isSmall = jointSet.every((joint) => joint < 256);
          primitive.attributes[`JOINTS_${set}`] = patch.addAccessor(
            isSmall ? Uint8Array.from(jointSet) : jointSet,
            'VEC4',
            vertexTarget,
          );
          primitive.attributes[`WEIGHTS_${set}`] = patch.addAccessor(pick(weights), 'VEC4', vertexTarget);
          if (draco) for (const name of [`JOINTS_${set}`, `WEIGHTS_${set}`]) delete draco.attributes[name];
        }
      });
  }
  return warnings;
}

function isShared({ json }: GlbPatch, mesh: number, node: number): boolean {
  return json.nodes!.some((other, index) => index !== node && other.mesh === mesh);
}

function translation(center: ArrayLike<number>, sign: number): Float64Array {
  const matrix = createMatrix();
  for (let axis = 0; axis < 3; axis++) matrix[12 + axis] = sign * center[axis];
  return matrix;
}

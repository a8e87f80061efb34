import type { Pose } from './pose.ts';
import type { RigSurface } from './rig.ts';

/**
 * Writes the world positions of a surface in a pose with current world matrices. Morph targets are applied first, then the skin, or the
 * node's transform if the surface is not skinned. As in glTF, the surface's own node and its parents do not affect a skinned surface.
 *
 * out [3 · vertexCount], metres. soften: adds further displacements to the positions before skinning, mesh units. Allocates only to enlarge
 * its scratch memory.
 */
export function deformSurface(
  surface: RigSurface,
  pose: Pose,
  out: Float64Array,
  soften?: (positions: Float64Array) => void,
): void {
  const positions = applyMorphs(surface, pose.weights[surface.node], soften);
  if (surface.skin < 0)
    transformRigidly(positions, pose.world, 16 * surface.node, surface.positions.length, out);
  else skinPositions(surface, positions, pose.jointMatrices(surface.skin), out);
}

/** The fields of a surface that determine its positions, without morph targets. */
export type PosedSurface = Pick<RigSurface, 'positions' | 'influenceCount' | 'jointIndices' | 'jointWeights'>;

/**
 * Writes the world positions of a surface without morph targets to `out`. matrices: from mesh space to the world, [16 · jointCount] for all
 * joints of a skinned surface, [16] for the node of another surface.
 */
export function placeSurface(surface: PosedSurface, matrices: Float64Array, out: Float64Array): void {
  const { positions, influenceCount } = surface;
  if (influenceCount === 0) transformRigidly(positions, matrices, 0, positions.length, out);
  else skinPositions(surface, positions, matrices, out);
}

let morphed = new Float64Array(0);

function applyMorphs(
  surface: RigSurface,
  weights: Float64Array,
  soften?: (positions: Float64Array) => void,
): Float32Array | Float64Array {
  const { positions, morphTargets } = surface;
  let isCopied = false;
  const copy = () => {
    if (isCopied) return;
    if (morphed.length < positions.length) morphed = new Float64Array(positions.length);
    morphed.set(positions);
    isCopied = true;
  };
  for (let target = 0; target < morphTargets.length; target++) {
    const weight = weights[target];
    if (weight === 0) continue;
    copy();
    const out = morphed;
    const deltas = morphTargets[target];
    for (let k = 0; k < deltas.length; k++) out[k] += weight * deltas[k];
  }
  if (soften) {
    copy();
    soften(morphed);
  }
  return isCopied ? morphed : positions;
}

function transformRigidly(
  positions: Float32Array | Float64Array,
  world: Float64Array,
  o: number,
  length: number,
  out: Float64Array,
): void {
  const m0 = world[o];
  const m1 = world[o + 1];
  const m2 = world[o + 2];
  const m4 = world[o + 4];
  const m5 = world[o + 5];
  const m6 = world[o + 6];
  const m8 = world[o + 8];
  const m9 = world[o + 9];
  const m10 = world[o + 10];
  const m12 = world[o + 12];
  const m13 = world[o + 13];
  const m14 = world[o + 14];
  for (let k = 0; k < length; k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    out[k] = m0 * x + m4 * y + m8 * z + m12;
    out[k + 1] = m1 * x + m5 * y + m9 * z + m13;
    out[k + 2] = m2 * x + m6 * y + m10 * z + m14;
  }
}

/** Σ weight · jointMatrix · position. Most vertices have one or two influences, so zero weights are skipped. */
function skinPositions(
  surface: PosedSurface,
  positions: Float32Array | Float64Array,
  matrices: Float64Array,
  out: Float64Array,
): void {
  const { jointIndices, jointWeights, influenceCount } = surface;
  const length = surface.positions.length;
  let influence = 0;
  for (let k = 0; k < length; k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    let wx = 0;
    let wy = 0;
    let wz = 0;
    for (const end = influence + influenceCount; influence < end; influence++) {
      const weight = jointWeights[influence];
      if (weight === 0) continue;
      const o = 16 * jointIndices[influence];
      wx += weight * (matrices[o] * x + matrices[o + 4] * y + matrices[o + 8] * z + matrices[o + 12]);
      wy += weight * (matrices[o + 1] * x + matrices[o + 5] * y + matrices[o + 9] * z + matrices[o + 13]);
      wz += weight * (matrices[o + 2] * x + matrices[o + 6] * y + matrices[o + 10] * z + matrices[o + 14]);
    }
    out[k] = wx;
    out[k + 1] = wy;
    out[k + 2] = wz;
  }
}

import type { ShellsOutput } from '../outputs/shells.ts';
import { shrinkOf } from './carrier/skin-sizes.ts';
import type { FurParams } from './params.ts';
import type { FurPrepared } from './prepare.ts';
import type { FurState } from './state.ts';

/** Creates the output of fur. The object and its arrays never change; `showFur` overwrites roots, normals and offsets. */
export function createShells({ density, loop }: FurParams, prepared: FurPrepared): ShellsOutput {
  const { carrier, shells, lengths, colors, maps, look } = prepared;
  const { vertexCount, indices, meshVertexOf, fileVertexOf, texcoords } = shells;
  const spread = (values: ArrayLike<number>) =>
    Float32Array.from(
      { length: 3 * vertexCount },
      (_, k) => values[3 * meshVertexOf[Math.floor(k / 3)] + (k % 3)],
    );
  return {
    kind: 'shells',
    name: 'shells',
    actor: carrier.skin?.actor ?? null,
    repeats: loop,
    skin: carrier.skin && { surfaces: carrier.skin.surfaces, vertexOf: fileVertexOf! },
    vertexCount,
    indices,
    restPositions: spread(carrier.positions),
    restNormals: spread(carrier.normals),
    lengths: Float32Array.from(meshVertexOf, (vertex) => lengths[vertex]),
    densities: Float32Array.from(meshVertexOf, (vertex) => density * carrier.densities[vertex]),
    colors,
    texcoords,
    maps,
    look,
    roots: new Float32Array(3 * vertexCount),
    normals: new Float32Array(3 * vertexCount),
    offsets: new Float32Array(3 * vertexCount),
  };
}

/**
 * Writes the skin at one time to the output: positions and normals of the carrier's vertices, and simulated tips minus roots, [3 ·
 * strandCount]. The state's `fractions` must belong to these positions.
 */
export function showFur(
  { output, prepared, fractions }: FurState,
  positions: Float64Array,
  normals: Float64Array,
  offsets: Float64Array,
): void {
  const { lengths, simulatedLengths } = prepared;
  const { vertexCount, strandOf, meshVertexOf } = prepared.shells;
  for (let v = 0; v < vertexCount; v++) {
    const vertex = meshVertexOf[v];
    const scale = (shrinkOf(fractions[vertex]) * lengths[vertex]) / simulatedLengths[vertex];
    for (let axis = 0; axis < 3; axis++) {
      output.roots[3 * v + axis] = positions[3 * vertex + axis];
      output.normals[3 * v + axis] = normals[3 * vertex + axis];
      output.offsets[3 * v + axis] = scale * offsets[3 * strandOf[v] + axis];
    }
  }
}

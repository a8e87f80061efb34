import type { ShellTextures } from '../../coats/blades/shell-textures.ts';
import type { LongWork } from '../../long-work.ts';
import { type Bake, countFrames, type OutputEstimate, outputsOfKind } from '../output-definition.ts';
import { packedShellsBytes } from './shells-record.ts';
import { encodeBlades } from './vat-pictures.ts';
import { curvePoints } from './write-curves.ts';

/** Bytes of a strand as a closed mesh with three sides. */
const cardBytes = 720;
/** Bytes of a strand in a morph target. */
const cardTargetBytes = 120;
const usualTargets = 4;
/** Bytes of a texel of tips or of normals: half floats of three channels, compressed. */
const texelBytes = 6;
/** Bytes of a vertex of the shells' skin, including its triangles. */
const skinVertexBytes = 90;

/** Bytes of a contact sheet. Measured over all shipped scenes. */
const sheetBytes = 8e5;

export function* estimateShells(bake: Bake): LongWork<OutputEstimate> {
  const { plan } = bake;
  const frameCount = countFrames(plan);
  const coats = outputsOfKind(bake, 'shells').map(({ output }) => output);
  // Cards and skins are added to copies of the characters on which coats grow.
  const owners = new Set(coats.map(({ actor }) => actor));
  const ownerBytes = plan.actors
    .filter(({ name }) => owners.has(name))
    .reduce((sum, { character }) => sum + (character?.bytes.length ?? 0), 0);
  const strands = coats.reduce((sum, { look }) => sum + look.strandCount, 0);
  const vertices = coats.reduce((sum, { vertexCount }) => sum + vertexCount, 0);
  const targets = plan.morphTargets ?? usualTargets;
  const atlasBytes = plan.outputs.includes('furVat')
    ? coats.reduce((sum, { look }) => sum + estimateAtlas(look.textures), 0)
    : 0;
  return {
    files: {
      furCards: ownerBytes + cardBytes * strands,
      furMorphs: ownerBytes + (cardBytes + targets * cardTargetBytes) * strands,
      // The positions of all strands are written in every frame; widths and colours are written once.
      furCurves: curvePoints * (12 * frameCount + 16) * strands,
      furVat: ownerBytes + (texelBytes * frameCount + skinVertexBytes) * vertices + atlasBytes,
      contactSheet: sheetBytes * coats.length,
    },
    keptBytes: frameCount * coats.reduce((sum, { vertexCount }) => sum + packedShellsBytes(vertexCount), 0),
  };
}

/** Number of layers of blades that are encoded. The size of all layers is estimated from them. */
const sampledLayers = 4;

/** Returns the approximate size of the file that `encodeBlades` returns, bytes. */
function estimateAtlas(textures: ShellTextures): number {
  const { layerCount, width, height, texels } = textures;
  const count = Math.min(sampledLayers, layerCount);
  const size = 4 * width * height;
  const sample = new Uint8Array(count * size);
  for (let k = 0; k < count; k++) {
    const layer = Math.floor(((k + 0.5) * layerCount) / count);
    sample.set(texels.subarray(layer * size, (layer + 1) * size), k * size);
  }
  const { bytes } = encodeBlades({ ...textures, layerCount: count, texels: sample }, 'blades.png');
  return (bytes.length * layerCount) / count;
}

import type { LongWork } from '../../long-work.ts';
import { type Bake, countFrames, type OutputEstimate, outputsOfKind } from '../output-definition.ts';
import { packedShellsBytes } from './shells-record.ts';
import { encodeBlades } from './vat-pictures.ts';
import { curvePoints } from './write-curves.ts';

/** A strand as a closed mesh of three sides. */
const cardBytes = 720;
/** A morph target of a strand. */
const cardTargetBytes = 120;
const usualTargets = 4;
/** Half floats of three channels, compressed, of tips and of normals. */
const texelBytes = 6;
/** A vertex of the skin of the shells, with its triangles. */
const skinVertexBytes = 90;

/** A contact sheet. Measured over all shipped scenes. */
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
    ? coats.reduce((sum, { look }) => sum + encodeBlades(look.textures, 'blades.png').bytes.length, 0)
    : 0;
  return {
    files: {
      furCards: ownerBytes + cardBytes * strands,
      furMorphs: ownerBytes + (cardBytes + targets * cardTargetBytes) * strands,
      // Points of all strands on all frames. Widths and colours are written once.
      furCurves: curvePoints * (12 * frameCount + 16) * strands,
      furVat: ownerBytes + (texelBytes * frameCount + skinVertexBytes) * vertices + atlasBytes,
      contactSheet: sheetBytes * coats.length,
    },
    keptBytes: frameCount * coats.reduce((sum, { vertexCount }) => sum + packedShellsBytes(vertexCount), 0),
  };
}

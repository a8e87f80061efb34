import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import { encodeBlades } from './vat-pictures.ts';
import { curvePoints } from './write-curves.ts';
import type { EstimateContext } from '../estimate/estimate-context.ts';

/** A strand as a closed mesh of three sides. */
const cardBytes = 720;
/** A morph target of a strand. */
const cardTargetBytes = 120;
const usualTargets = 4;
/** Half floats of three channels, packed, of tips and of normals. */
const texelBytes = 6;
/** A vertex of the skin of the shells with its triangles. */
const skinVertexBytes = 90;

/** The files of the characters that coats grow on, each once: cards and skins go into copies of them. */
function ownerBytes({ plan }: EstimateContext, furs: readonly ShellsOutput[]): number {
  const owners = new Set(furs.map(({ actor }) => actor));
  return plan.actors
    .filter(({ name }) => owners.has(name))
    .reduce((sum, { character }) => sum + (character?.bytes.length ?? 0), 0);
}

function sumStrands({ furs }: EstimateContext, bytes: number): number {
  return furs.reduce((sum, { look }) => sum + bytes * look.strandCount, 0);
}

export function estimateFurCards(context: EstimateContext): number {
  return ownerBytes(context, context.furs) + sumStrands(context, cardBytes);
}

export function estimateFurMorphs(context: EstimateContext): number {
  const targets = context.plan.morphTargets ?? usualTargets;
  return ownerBytes(context, context.furs) + sumStrands(context, cardBytes + targets * cardTargetBytes);
}

/** Points of all strands on all frames; widths and colours once. */
export function estimateFurCurves(context: EstimateContext): number {
  return sumStrands(context, curvePoints * (12 * context.frameCount + 16));
}

export function estimateFurVat(context: EstimateContext): number {
  const { furs, frameCount } = context;
  return furs.reduce(
    (sum, { vertexCount, look }) =>
      sum +
      vertexCount * (texelBytes * frameCount + skinVertexBytes) +
      encodeBlades(look.textures, 'blades.png').bytes.length,
    ownerBytes(context, furs),
  );
}

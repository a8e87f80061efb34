import { highestVat, largestVat, layOutVat } from '../../coats/vat/vat-layout.ts';
import { InputError } from '../../input-error.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { BakePlan } from '../bake-plan.ts';
import { packedShellsBytes } from './shells-record.ts';
import { cardPoints } from './strand-motion.ts';
import { curvePoints } from './write-curves.ts';

/**
 * Maximum number of strands in a file of cards. It is limited because each strand has ten vertices, and the motion must fit into memory.
 */
const maxCards = 200_000;
const memoryLimit = 2 ** 31;
/** Maximum number of bytes of a file that is created in memory, and of a file that is written in chunks. */
const wholeFileLimit = 2 ** 31;
const partedFileLimit = 2 ** 40;

/**
 * Throws an `InputError` before the simulation starts if it is known that fur is too large for the plan. goesInParts: files are written in
 * chunks, so that they need not fit into memory.
 */
export function checkFur(plan: BakePlan, output: ShellsOutput, goesInParts: boolean): void {
  const { name, look, vertexCount } = output;
  const { outputs } = plan;
  const frameCount = plan.lastFrame - plan.firstFrame + 1;
  const { strandCount } = look;
  const refuse = (what: string, message: string) =>
    InputError.at('outputs', `${what} of "${name}" cannot be written: ${message}`);
  const gigabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 30)} GB`;
  if (packedShellsBytes(vertexCount) > memoryLimit)
    throw refuse('frames', `${vertexCount} vertices are more than fit into one; use a coarser skin`);
  if (outputs.includes('furCards') || outputs.includes('furMorphs')) {
    if (strandCount > maxCards)
      throw refuse(
        'cards',
        `expected at most ${maxCards} strands, got ${strandCount}; use fewer strands, or furCurves`,
      );
    const bytes = 12 * cardPoints * strandCount * frameCount;
    if (bytes > memoryLimit)
      throw refuse(
        'cards',
        `${strandCount} strands on ${frameCount} frames take ${gigabytes(bytes)} of memory; use fewer strands or frames`,
      );
  }
  if (outputs.includes('furVat')) {
    const { width, height } = layOutVat(vertexCount, frameCount, true);
    if (height > highestVat || width * height > largestVat)
      throw refuse(
        'furVat',
        `${vertexCount} vertices on ${frameCount} frames make a texture of ${width} × ${height}, and at most ${highestVat} rows ` +
          `and ${largestVat} pixels are supported; use fewer frames, or a coarser skin`,
      );
  }
  if (outputs.includes('furCurves')) {
    const bytes = 12 * curvePoints * strandCount * frameCount;
    if (bytes > (goesInParts ? partedFileLimit : wholeFileLimit))
      throw refuse(
        'furCurves',
        `${strandCount} strands on ${frameCount} frames come to ${gigabytes(bytes)} in one file, more than ` +
          `${goesInParts ? 'anything reads' : 'fits into memory here'}; use fewer strands or frames`,
      );
  }
}

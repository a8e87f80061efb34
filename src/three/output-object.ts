import type { Output } from '../systems/outputs/output.ts';
import type { OutputObject, OutputObjectOptions } from './output-drawer.ts';
import { outputDrawers } from './output-drawers.ts';

/**
 * Creates the object that draws an output, by the output's kind. Throws an `InputError` if the character that the output moves is
 * not given, and an Error for a kind that is not registered.
 */
export function createOutputObject(output: Output, options: OutputObjectOptions = {}): OutputObject {
  const drawer = outputDrawers.find(({ kind }) => kind === output.kind);
  if (!drawer) throw new Error(`nothing is registered that draws outputs of the kind "${output.kind}"`);
  return drawer.draw(output, options);
}

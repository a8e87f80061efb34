import type { Output } from '../systems/outputs/output.ts';
import type { OutputObject, OutputObjectOptions } from './output-drawer.ts';
import { outputDrawers } from './output-drawers.ts';

/**
 * Makes what draws an output, by its kind and never by its system. Throws InputError where the character that it moves is not
 * given, and Error for a kind that is not registered.
 */
export function createOutputObject(output: Output, options: OutputObjectOptions = {}): OutputObject {
  const drawer = outputDrawers.find(({ kind }) => kind === output.kind);
  if (!drawer) throw new Error(`nothing is registered that draws outputs of the kind "${output.kind}"`);
  return drawer.draw(output, options);
}

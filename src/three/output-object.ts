import type { Output, OutputKind } from '../systems/outputs/output.ts';
import { drawMorph } from './flesh/draw-morph.ts';
import { drawShells } from './fur/draw-shells.ts';
import { drawHeightfield } from './ground/draw-heightfield.ts';
import type { OutputDrawer, OutputObject, OutputObjectOptions } from './output-drawer.ts';
import { drawPoints } from './points/draw-points.ts';

/** What draws each kind of output. A new kind is one line here. */
const drawers: { readonly [Kind in OutputKind]: OutputDrawer<Kind> } = {
  heightfield: drawHeightfield,
  morph: drawMorph,
  points: drawPoints,
  shells: drawShells,
};

/**
 * Makes what draws an output, by its kind and never by its system. Throws InputError where the character that it moves is not
 * given, and Error for a kind that is not registered.
 */
export function createOutputObject(output: Output, options: OutputObjectOptions = {}): OutputObject {
  const draw = drawers[output.kind] as OutputDrawer<OutputKind> | undefined;
  if (!draw) throw new Error(`nothing is registered that draws outputs of the kind "${output.kind}"`);
  return draw(output, options);
}

import type { FurParams } from './params.ts';

/** Faults that single ranges do not catch. */
export function checkFur(params: FurParams): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const refuse = (path: string, message: string) => faults.push({ path, message });
  const { texels, actor } = params;
  if (texels !== undefined && (texels & (texels - 1)) !== 0) {
    const below = 2 ** Math.floor(Math.log2(texels));
    refuse('texels', `expected a power of two, got ${texels}: ${below} or ${2 * below} are`);
  }
  if (actor === undefined) {
    for (const name of ['surfaces', 'joints', 'except'] as const) {
      if (params[name] === undefined) continue;
      refuse(name, 'expected an actor that has them: name it, or leave this out on a patch of ground');
    }
    if (params.colorFrom === 'skin') {
      refuse('colorFrom', 'expected an actor with a skin: a patch of ground has the colours of its coat');
    }
    if (params.loop) refuse('loop', 'expected an actor whose clip repeats: a patch of ground has none');
  }
  if (params.colorMap !== undefined && params.colorFrom !== 'auto') {
    refuse(
      'colorMap',
      `expected not to be set with "colorFrom": it stands in place of "${params.colorFrom}"`,
    );
  }
  if (params.paper && params.bend === 'tangential') {
    refuse('bend', 'expected "literal" with "paper", which is eq. 4 as printed: leave one out');
  }
  return faults;
}

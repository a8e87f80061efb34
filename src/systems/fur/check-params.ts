import { append } from '../../math/lists.ts';
import { checkUses, isGiven, type ParamUse } from '../check-uses.ts';
import { furForceKinds } from './force-params.ts';
import { type FurForceParams, type FurParams, furParams } from './params.ts';
import type { ForceOf } from './wind/air-field.ts';

type Refuse = (path: string, message: string) => void;

/** Maximum number of texels of all slices: 256 MB, four bytes per texel. */
const maxTexels = 2 ** 26;

const uses: readonly ParamUse<FurParams>[] = [
  {
    names: ['size', 'center', 'spacing', 'boundaryWidth'],
    needs: 'actor',
    expected: 'a patch of ground, without an actor',
    isMet: ({ actor }) => actor === undefined,
  },
  {
    names: ['stickingMass'],
    needs: 'actor',
    expected: 'an actor, to whose skin a ground sticks',
    isMet: ({ actor }) => actor !== undefined,
  },
  {
    names: ['teleport'],
    needs: 'actor',
    expected: 'an actor, since a patch of ground does not jump',
    isMet: ({ actor }) => actor !== undefined,
  },
  {
    names: ['maxCombAngle'],
    needs: 'comb',
    expected: 'a comb or a combMap',
    isMet: ({ comb, combMap }) => comb !== undefined || combMap !== undefined,
  },
  {
    names: ['edgeSpring'],
    needs: 'topology',
    expected: 'a topology of prisms, which has springs between tips',
    isMet: ({ topology }) => topology === 'prisms' || topology === 'separablePrisms',
  },
  {
    names: ['exponent'],
    needs: 'bend',
    expected: 'bend "literal" or "tangential"',
    isMet: ({ bend, paper }) => bend !== 'arc' || paper,
  },
];

/** Parameters that the literal method does not have: it does not limit strands, and nothing touches them. */
const absentFromPaper = ['maxLean', 'collide', 'treadHalfLife', 'treadSpread'] as const;

const pushUses: readonly ParamUse<ForceOf<'push'>>[] = [
  {
    names: ['to'],
    needs: 'from',
    expected: 'from and until, between which the centre moves',
    isMet: ({ from, until }) => from !== undefined && until !== undefined,
  },
  {
    names: ['forward'],
    needs: 'path',
    expected: 'a centre that moves, by to or path',
    isMet: ({ to, path }) => to !== undefined || path !== undefined,
  },
  {
    names: ['along'],
    needs: 'outward',
    expected: 'an outward acceleration',
    isMet: ({ outward }) => outward !== 0,
  },
];

/** Returns the errors that the ranges of single parameters do not catch. */
export function checkFur(params: FurParams): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const refuse: Refuse = (path, message) => faults.push({ path, message });
  const { texels, layerCount, actor, colorFrom, maxCombAngle, maxLean } = params;
  if (texels !== undefined && (texels & (texels - 1)) !== 0) {
    let below = 1;
    while (2 * below < texels) below *= 2;
    refuse('texels', `expected a power of two, got ${texels}: use ${below} or ${2 * below}`);
  }
  if (texels !== undefined && layerCount !== undefined && layerCount * texels * texels > maxTexels) {
    let smaller = texels;
    while (layerCount * smaller * smaller > maxTexels) smaller /= 2;
    refuse(
      'texels',
      `expected layers · texels² up to ${maxTexels}, got ${layerCount} · ${texels}²: use ${Math.floor(smaller)} texels with ${layerCount} layers`,
    );
  }
  if (actor === undefined) {
    for (const name of ['surfaces', 'joints', 'except'] as const) {
      if (params[name] === undefined) continue;
      refuse(name, 'expected an actor that has them: name it, or leave this out on a patch of ground');
    }
    for (const name of ['reference', 'referenceActor'] as const) {
      if (params[name] === undefined) continue;
      refuse(
        name,
        'expected fur on an actor: this is a patch of ground, which does not move; omit this option',
      );
    }
    if (colorFrom === 'skin') {
      refuse('colorFrom', 'expected an actor with a skin: a patch of ground has the colours of its coat');
    }
    if (params.loop) refuse('loop', 'expected an actor whose clip repeats: a patch of ground has none');
  }
  if (params.colorMap !== undefined && colorFrom !== 'auto') {
    refuse('colorMap', `expected not to be set with "colorFrom": it replaces "${colorFrom}"`);
  }
  if ((params.comb !== undefined || params.combMap !== undefined) && maxCombAngle > maxLean) {
    refuse('maxCombAngle', `expected at most "maxLean", ${maxLean}, the maximum angle, got ${maxCombAngle}`);
  }
  const maxTilt = Math.min(maxCombAngle, maxLean);
  if (params.tiltVariation > maxTilt) {
    refuse(
      'tiltVariation',
      `expected at most ${maxTilt}, the smaller of "maxCombAngle" and "maxLean", got ${params.tiltVariation}`,
    );
  }
  if (params.loop && params.stickingMass > 0) {
    refuse(
      'stickingMass',
      'expected none beside "loop": what sticks to the skin does not repeat with the clip',
    );
  }
  if (params.paper && params.bend === 'tangential') {
    refuse('bend', 'expected "literal" with "paper", which is eq. 4 as printed: leave one out');
  }
  append(faults, checkUses(furParams, params, uses));
  for (const name of absentFromPaper) {
    if (!params.paper || !isGiven(furParams, params, name)) continue;
    refuse(name, `expected none beside "paper", whose fur touches nothing and has no limits: leave one out`);
  }
  params.forces.forEach((force, k) => {
    checkForce(force, `forces[${k}]`, refuse);
  });
  return faults;
}

function checkForce(force: FurForceParams, path: string, refuse: Refuse): void {
  const { from, until } = force;
  if (from !== undefined && until !== undefined && !(from < until)) {
    refuse(`${path}.until`, `expected a time after "from", ${from} s, got ${until} s`);
  }
  if (force.force === 'whirl' && force.axis.every((part) => part === 0)) {
    refuse(`${path}.axis`, 'expected a direction, got 0, 0, 0: [0, 1, 0] is a vertical axis');
  }
  if (force.force !== 'push') return;
  for (const fault of checkUses(furForceKinds.push.fields, force, pushUses, path)) {
    refuse(fault.path, fault.message);
  }
  if (force.path === undefined) return;
  if (force.to !== undefined || force.center.some((part) => part !== 0)) {
    refuse(
      `${path}.path`,
      'expected "path" or "center" and "to", got both: the path already contains the positions of the centre',
    );
  }
  checkPath(force.path, `${path}.path`, refuse);
}

/** `numbers` contains time, x, y, z, time, x, y, z …, with ascending times. */
function checkPath(numbers: readonly number[], path: string, refuse: Refuse): void {
  if (numbers.length === 0 || numbers.length % 4 !== 0) {
    refuse(path, `expected time, x, y and z for each position, got ${numbers.length} numbers`);
    return;
  }
  for (let k = 4; k < numbers.length; k += 4) {
    if (numbers[k] > numbers[k - 4]) continue;
    refuse(`${path}[${k}]`, `expected a time after ${numbers[k - 4]} s, got ${numbers[k]} s`);
    return;
  }
}

import type { InputFault } from '../../../input-error.ts';
import { checkUses, isGiven, type ParamUse } from '../../check-uses.ts';
import { keyFields } from '../key-params.ts';
import type { KeyParams } from '../params.ts';

const uses: readonly ParamUse<KeyParams>[] = [
  {
    names: ['law', 'assign', 'sampling', 'randomness', 'ease', 'hold', 'colors'],
    needs: 'to',
    expected: 'a shape in "to"',
    isMet: ({ to }) => to !== undefined,
  },
  {
    names: ['staggerBy'],
    needs: 'to',
    expected: 'a shape in "to" for "distance"',
    isMet: ({ to, staggerBy }) => to !== undefined || staggerBy !== 'distance',
  },
  {
    names: ['selection'],
    needs: 'to',
    expected: 'a shape in "to" for "nearest"',
    isMet: ({ to, selection }) => to !== undefined || selection !== 'nearest',
  },
  {
    names: ['selection'],
    needs: 'fraction',
    expected: 'a fraction below 1, or counts',
    isMet: ({ fraction, counts }) => fraction < 1 || counts !== undefined,
  },
  {
    names: ['staggerBy'],
    needs: 'stagger',
    expected: 'a stagger above 0 s',
    isMet: ({ stagger }) => stagger > 0,
  },
  {
    names: ['refine'],
    needs: 'kind',
    expected: 'kind "density"',
    isMet: ({ kind }) => kind === 'density',
  },
  {
    names: [
      'lookAhead',
      'judgeEvery',
      'level',
      'accept',
      'acceptance',
      'distanceSpread',
      'sharpness',
      'smoothness',
    ],
    needs: 'attempts',
    expected: 'attempts above 1',
    isMet: ({ attempts }) => attempts > 1,
  },
  {
    names: ['judgeEvery', 'level', 'accept', 'acceptance', 'sharpness', 'smoothness'],
    needs: 'kind',
    expected: 'kind "fill"',
    isMet: ({ kind }) => kind === 'fill',
  },
  {
    names: ['attempts'],
    needs: 'refine',
    expected: 'refine "paired" or "own"',
    isMet: ({ kind, refine }) => kind === 'fill' || refine !== 'never',
  },
  {
    names: ['sharpness'],
    needs: 'confinement',
    expected: 'confinement "morph"',
    isMet: ({ confinement }) => confinement === 'morph',
  },
];

/** Rules that `paper` sets. It also sets `refine` to "own", except if that is "never". */
const paperRules = ['law', 'assign', 'sampling', 'randomPer', 'judgeEvery'] as const;

/**
 * Refuses parameters of a key that another one leaves without effect. `path` is that of the key. `pointShapes`: the names of shapes that
 * have positions of their own.
 */
export function checkUnused(key: KeyParams, path: string, pointShapes: readonly string[]): InputFault[] {
  const hasPoints = key.to?.every((name) => pointShapes.includes(name)) ?? false;
  const sampled: ParamUse<KeyParams> = {
    names: ['sampling'],
    needs: 'to',
    expected: 'a shape that is not a list of points',
    isMet: () => !hasPoints,
  };
  const faults = checkUses(keyFields, key, [...uses, sampled], path);
  if (!key.paper) return faults;
  for (const name of paperRules) {
    if (!isGiven(keyFields, key, name)) continue;
    faults.push({
      path: `${path}.${name}`,
      message: `expected none beside "paper", which sets this rule, got ${key[name]}; leave one of them out`,
    });
  }
  return faults;
}

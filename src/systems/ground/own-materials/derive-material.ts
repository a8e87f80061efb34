import type { InputFault } from '../../../input-error.ts';
import type { ParamInput, ParamValues } from '../../params.ts';
import { showQuantity } from '../../quantity.ts';
import type { groundParams } from '../params.ts';
import { type MaterialName, materials } from '../rules/materials.ts';
import { defaultWallHeight, measuredParams, ownMaterialParams } from './material-params.ts';
import { findSteepestWall } from './steepest-wall.ts';

/** A material of one's own, with texts such as `33deg` already read. */
export type OwnMaterial = Partial<ParamValues<typeof ownMaterialParams>>;
/** A material of one's own as a scene or a program gives it. */
export type OwnMaterialInput = ParamInput<typeof ownMaterialParams>;

type Measured = Partial<ParamValues<typeof measuredParams>>;
type Derived = Partial<Record<keyof typeof groundParams, unknown>>;

/** The measured quantities that determine a parameter of the ground. */
const sources = {
  outsideSlope: ['reposeAngle', 'frictionAngle'],
  liquidity: ['avalancheAngle'],
  insideSlope: ['frictionAngle', 'cohesion', 'density', 'wallHeight'],
  displacedFraction: ['compactionFraction'],
  looseDepth: ['compactedDensity', 'density', 'looseLayer', 'compactionFraction'],
  layerDepth: ['looseLayer'],
} as const satisfies { readonly [Param in keyof typeof groundParams]?: readonly (keyof Measured)[] };

/** The measured quantities that are also parameters of a ground: they determine how it carries weight. */
const sharedNames = ['frictionAngle', 'cohesion', 'density'] as const;

/** The measured quantities that have an effect only beside others. */
const needs: readonly { readonly name: keyof Measured; readonly all: readonly (keyof Measured)[] }[] = [
  { name: 'cohesion', all: ['frictionAngle', 'density'] },
  { name: 'wallHeight', all: ['cohesion'] },
  { name: 'compactedDensity', all: ['density', 'looseLayer'] },
  { name: 'looseLayer', all: ['compactedDensity'] },
];

/**
 * Computes the parameters of a ground of a material. `chain`: the material, its base, the base of that one and so on, without the built-in
 * material `root` at the end. Measured quantities are inherited, and a parameter is computed again from all of them by each material that
 * gives one of them. Faults have paths relative to the first material of the chain.
 */
export function deriveMaterial(
  chain: readonly OwnMaterial[],
  root: MaterialName,
): { readonly params: Derived; readonly faults: InputFault[] } {
  let measured: Measured = {};
  let params: Derived = {};
  for (const material of [...chain].reverse()) {
    const given = Object.fromEntries(
      Object.keys(measuredParams).flatMap((name) => {
        const value = material[name as keyof Measured];
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Measured;
    measured = { ...measured, ...given };
    const own = Object.fromEntries(
      Object.entries(material).filter(
        ([name, value]) =>
          value !== undefined &&
          name !== 'base' &&
          Object.hasOwn(ownMaterialParams, name) &&
          !Object.hasOwn(measuredParams, name),
      ),
    ) as Derived;
    params = { ...params, ...own };
    for (const name of sharedNames) if (given[name] !== undefined) params[name] = given[name];
    const isNew = (param: keyof typeof sources) => sources[param].some((name) => given[name] !== undefined);
    for (const [param, value] of Object.entries(compute(measured, params, root))) {
      if (isNew(param as keyof typeof sources)) params[param as keyof Derived] = value;
    }
  }
  return { params, faults: findFaults(chain[0], measured, params, root) };
}

/** Computes the parameters that the measured quantities determine. */
function compute(measured: Measured, params: Derived, root: MaterialName): Derived {
  const { reposeAngle, avalancheAngle, frictionAngle, cohesion = 0, density = 1 } = measured;
  const { wallHeight = defaultWallHeight, compactionFraction, compactedDensity, looseLayer } = measured;
  const displaced =
    compactionFraction === undefined ? undefined : Number((1 - compactionFraction).toPrecision(15));
  const compacted =
    1 - (displaced ?? (params.displacedFraction as number) ?? materials[root].displacedFraction);
  return defined({
    layerDepth: looseLayer,
    outsideSlope: reposeAngle ?? frictionAngle,
    liquidity: avalancheAngle,
    insideSlope:
      frictionAngle === undefined
        ? undefined
        : findSteepestWall({ frictionAngle, cohesion, density }, wallHeight),
    displacedFraction: displaced,
    // A column of the layer shrinks until it has the compacted density. Of what is pressed, only this fraction is compacted.
    looseDepth:
      compactedDensity === undefined || looseLayer === undefined || !(compacted > 0)
        ? undefined
        : (looseLayer * (1 - density / compactedDensity)) / compacted,
  });
}

function findFaults(
  material: OwnMaterial,
  measured: Measured,
  params: Derived,
  root: MaterialName,
): InputFault[] {
  const faults: InputFault[] = [];
  for (const [param, names] of Object.entries(sources)) {
    const [first] = names.filter((name) => material[name as keyof OwnMaterial] !== undefined);
    // Density sets the inside slope only with cohesion, and the compaction fraction the loose depth only with a layer.
    if (param === 'insideSlope' && measured.frictionAngle === undefined) continue;
    if (param === 'looseDepth' && measured.compactedDensity === undefined) continue;
    if (first === undefined || material[param as keyof OwnMaterial] === undefined) continue;
    faults.push({
      path: param,
      message: `expected this or ${first}, which determines it, got both: leave one out`,
    });
  }
  for (const { name, all } of needs) {
    const missing = all.filter((other) => measured[other] === undefined);
    if (material[name] === undefined || missing.length === 0) continue;
    faults.push({
      path: name,
      message: `expected ${missing.join(' and ')} beside it, got none: give ${missing.length > 1 ? 'them' : 'it'} too, or leave this out`,
    });
  }
  const { density, cohesion, compactedDensity, avalancheAngle } = measured;
  if (material.density !== undefined && cohesion === undefined && compactedDensity === undefined) {
    faults.push({
      path: 'density',
      message: 'expected cohesion or compactedDensity beside it, without which it has no effect, got none',
    });
  }
  if (compactedDensity !== undefined && density !== undefined && compactedDensity <= density) {
    faults.push({
      path: 'compactedDensity',
      message: `expected more than the density (${density} kg/m³), got ${compactedDensity}`,
    });
  }
  const displaced = (params.displacedFraction ?? materials[root].displacedFraction) as number;
  if (compactedDensity !== undefined && displaced >= 1) {
    faults.push({
      path: 'compactedDensity',
      message: 'expected a compactionFraction above 0 beside it, got 0: then nothing is compacted',
    });
  }
  const outside = (params.outsideSlope ?? materials[root].outsideSlope) as number;
  if (avalancheAngle !== undefined && avalancheAngle < outside) {
    faults.push({
      path: 'avalancheAngle',
      message: `expected at least the angle of repose (${showQuantity(outside, 'rad')}), got ${showQuantity(avalancheAngle, 'rad')}`,
    });
  }
  return faults;
}

function defined(values: Derived): Derived {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

import { findSystem } from '../systems/index.ts';
import { listKeyedParams } from '../systems/keyed-params.ts';
import type { Interpolation, ValueKey } from '../systems/keyed-values.ts';
import { isEntry } from '../systems/map-params.ts';
import type { ParamTable } from '../systems/params.ts';
import { ownMaterialNames, sceneMaterials } from './own-materials.ts';
import { systemName } from './scene-names.ts';
import { windParams } from './scene-params.ts';

/** The report of `inspect` about a parameter of a scene that changes over time. */
export interface KeyedParamInspection {
  /** The name of the system. Null for a value of the scene: its wind, a material. */
  readonly system: string | null;
  /** `stiffness`, `forces[0].velocity`, `wind.velocity`, `materials.dune.insideSlope`. */
  readonly parameter: string;
  /** The unit of the values; empty for pure numbers. */
  readonly unit: string;
  readonly interpolation: Interpolation;
  /** In ascending order of time, in seconds. */
  readonly keys: readonly ValueKey[];
}

/** Lists the parameters of a scene that have keys over time. The scene is valid, and its texts with units are numbers. */
export function inspectKeyedParams(scene: unknown): KeyedParamInspection[] {
  if (!isEntry(scene)) return [];
  const { wind, materials, systems } = scene;
  return [
    ...list(null, windParams, wind, 'wind'),
    ...ownMaterialNames(scene).flatMap((name) =>
      list(null, sceneMaterials.params, (materials as Record<string, unknown>)[name], `materials.${name}`),
    ),
    ...(Array.isArray(systems) ? systems : []).flatMap((system) =>
      list(systemName(system), findSystem(system.system)!.params, system),
    ),
  ];
}

function list(
  system: string | null,
  table: ParamTable,
  values: unknown,
  owner?: string,
): KeyedParamInspection[] {
  if (!isEntry(values)) return [];
  return listKeyedParams(table, values).map(({ path, spec, value }) => ({
    system,
    parameter: showPath(owner === undefined ? path : [owner, ...path]),
    unit: 'unit' in spec ? spec.unit : '',
    interpolation: value.interpolation ?? 'linear',
    keys: value.keys,
  }));
}

function showPath(path: readonly (string | number)[]): string {
  return path
    .map((part, k) => (typeof part === 'number' ? `[${part}]` : k === 0 ? part : `.${part}`))
    .join('');
}

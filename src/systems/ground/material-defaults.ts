import type { NumberParam, ParamTable } from '../params.ts';
import { showQuantity } from '../quantity.ts';
import { soils } from './bearing/soils.ts';
import { beyondMaterials } from './beyond/beyond-materials.ts';
import { materialNames, materials } from './rules/materials.ts';
import { sprayMaterials } from './spray/spray-materials.ts';

const tables: readonly (typeof materials | typeof beyondMaterials | typeof sprayMaterials | typeof soils)[] =
  [materials, beyondMaterials, sprayMaterials, soils];

/**
 * Adds a sentence with the default of each material, `Sand 45.8°, mud 90°, snow 90°.`, to the parameters that have one. Live grounds do
 * without it, since texts make programs in the browser larger.
 */
export function describeMaterialDefaults<Table extends ParamTable>(params: Table): Table {
  const entries = Object.entries(params).map(([key, spec]) => {
    const table = tables.find(({ sand }) => key in sand) as
      | Readonly<Record<string, Readonly<Record<string, number>>>>
      | undefined;
    if (!table) return [key, spec];
    const { unit } = spec as NumberParam;
    const values = materialNames.map((name) => `${name} ${showQuantity(table[name][key], unit)}`).join(', ');
    return [
      key,
      { ...spec, description: `${spec.description} ${values[0].toUpperCase()}${values.slice(1)}.` },
    ];
  });
  return Object.fromEntries(entries) as Table;
}

import { InputError } from '../../../input-error.ts';
import { faultMessage } from '../../param-messages.ts';
import { readParams } from '../../read-params.ts';
import type { OwnMaterials } from '../../system.ts';
import { soilParams } from '../bearing/soil-params.ts';
import type { GroundInput } from '../params.ts';
import { type MaterialName, materialNames, materials } from '../rules/materials.ts';
import { deriveMaterial, type OwnMaterial, type OwnMaterialInput } from './derive-material.ts';
import { ownMaterialParams } from './material-params.ts';

/** Materials of grounds that a scene defines. */
export const groundMaterials: OwnMaterials = {
  names: materialNames,
  params: ownMaterialParams,
  derive: (chain, root) => deriveMaterial(chain as readonly OwnMaterial[], root as MaterialName),
};

/**
 * Returns the parameters of a ground of a measured material, for `createGround` and live grounds. Those that only scenes read
 * (`soilParams`) are left out. `base` is a built-in material. Throws an
 * InputError for unknown keys, values out of range, and quantities that contradict each other.
 */
export function groundMaterial(material: OwnMaterialInput): GroundInput {
  const read: OwnMaterial = readParams({ params: ownMaterialParams }, material);
  const { base = 'sand' } = read;
  if (!Object.hasOwn(materials, base))
    throw InputError.at('base', faultMessage(materialNames.join(' or '), base, materialNames));
  const { params, faults } = deriveMaterial([read], base as MaterialName);
  if (faults.length > 0) throw new InputError(faults);
  const own = Object.entries(params).filter(([name]) => !Object.hasOwn(soilParams, name));
  return { ...Object.fromEntries(own), material: base as MaterialName } as GroundInput;
}

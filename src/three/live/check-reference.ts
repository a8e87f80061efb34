import type { Object3D } from 'three';
import { InputError } from '../../input-error.ts';
import type { ReferenceOptions } from './object-reference.ts';

/**
 * Checks a reference's options without the objects that it carries. Throws an `InputError` if the reference is not an object of three.js,
 * and if the factor is out of range.
 */
export function checkReferenceOptions(
  { reference, referenceFactor = 0 }: ReferenceOptions,
  owner: string,
): void {
  if (!(referenceFactor >= 0 && referenceFactor <= 1)) {
    throw InputError.at(
      `${owner}.referenceFactor`,
      `expected a number from 0 to 1: 0 feels nothing of how the reference moves, 1 all of it; got ${referenceFactor}`,
    );
  }
  if (reference && !(reference as Partial<Object3D>).isObject3D) {
    throw InputError.at(
      `${owner}.reference`,
      `expected an object of three's scene, got ${JSON.stringify(reference)}: find it by its name with \`getObjectByName\``,
    );
  }
}

import { InputError } from '../../input-error.ts';
import type { Picture } from '../../motion/picture.ts';

/** Returns the picture that a parameter names. Throws an `InputError` if the user has not given it. */
export function findPicture(
  pictures: ReadonlyMap<string, Picture> | undefined,
  file: string,
  path: string,
): Picture {
  const picture = pictures?.get(file);
  if (picture) return picture;
  const known = [...(pictures?.keys() ?? [])].map((name) => `"${name}"`).join(', ') || 'none';
  throw InputError.at(path, `expected a picture among \`pictures\`, got "${file}", which is not in ${known}`);
}

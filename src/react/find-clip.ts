import type { AnimationClip } from 'three';
import { InputError } from '../input-error.ts';
import { hintAtName } from '../nearest-name.ts';

/** Returns null if the file has no clips. Throws an `InputError` if it has no such clip. */
export function findClip(
  clips: readonly AnimationClip[],
  wanted: string | number,
  src: string,
): AnimationClip | null {
  const clip = typeof wanted === 'number' ? clips[wanted] : clips.find(({ name }) => name === wanted);
  if (clip) return clip;
  if (wanted === 0) return null;
  const known = clips.map(({ name }) => name);
  throw InputError.at(
    'Character.clip',
    typeof wanted === 'number'
      ? `expected a number below ${clips.length}, the number of clips in ${src}, got ${wanted}`
      : `expected a clip of ${src}, got "${wanted}": ${hintAtName(wanted, known)}`,
  );
}

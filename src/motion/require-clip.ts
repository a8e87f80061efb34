import { InputError } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import type { Clip, Rig } from './rig.ts';

/**
 * Returns the clip that the user requested by exact name or by index. Default: the first one.
 *
 * path: location of the request, such as `actors[0].clip`. Throws an InputError if the rig has no animation, or no such clip (the message
 * lists the existing ones).
 */
export function requireClip(rig: Rig, wanted: string | number | undefined, path: string): Clip {
  if (rig.clips.length === 0) {
    throw InputError.at(
      path,
      `expected a character with an animation, but ${rig.name} holds no clip: export it with its animation`,
    );
  }
  if (wanted === undefined) return rig.clips[0];
  const clip = typeof wanted === 'number' ? rig.clips[wanted] : rig.clips.find(({ name }) => name === wanted);
  if (clip) return clip;
  const names = rig.clips.map(({ name }) => name).filter((name) => name !== '');
  const nearest = typeof wanted === 'string' ? findNearestName(wanted, names) : null;
  const list = rig.clips
    .map(({ name }, index) => (name === '' ? `${index} (unnamed)` : JSON.stringify(name)))
    .join(', ');
  throw InputError.at(
    path,
    `expected a clip of ${rig.name}, got ${JSON.stringify(wanted)}` +
      `${nearest ? `: did you mean ${JSON.stringify(nearest)}?` : ':'} it has ${list}`,
  );
}

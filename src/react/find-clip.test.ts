import { AnimationClip } from 'three';
import { expect, test } from 'vitest';
import { findClip } from './find-clip.ts';

const clips = ['walk', 'run'].map((name) => new AnimationClip(name, 1, []));

test('a clip is found by its name or its number; a file without clips has no first one', () => {
  expect(findClip(clips, 0, 'a.glb')?.name).toBe('walk');
  expect(findClip(clips, 1, 'a.glb')?.name).toBe('run');
  expect(findClip(clips, 'run', 'a.glb')?.name).toBe('run');
  expect(findClip([], 0, 'a.glb')).toBeNull();
});

test.each([
  ['rum', 'Character.clip: expected a clip of a.glb, got "rum": did you mean "run"?'],
  [2, 'Character.clip: expected a number below 2, the number of clips in a.glb, got 2'],
])('clip %j is refused', (wanted, message) => {
  expect(() => findClip(clips, wanted, 'a.glb')).toThrow(message);
});

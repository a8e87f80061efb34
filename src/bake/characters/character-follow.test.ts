import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { createActor } from '../../motion/actor.ts';
import { originOf } from '../../motion/travel/origin-of.ts';
import { planTravel } from '../../motion/travel/plan-travel.ts';
import { standingFeet } from '../../motion/travel/standing-feet.ts';
import { sharedPath } from '../../testing/shared.ts';
import { writeTravelledCharacter } from './travelled-character.ts';

const mannequin = fileURLToPath(new URL('../../../scenes/assets/mannequin.glb', import.meta.url));
const fox = sharedPath('assets/glb-fox/Fox.glb');

const cases: [string, string | null, string, number][] = [
  ['mannequin', mannequin, 'walk', 1.75],
  ['fox', fox, 'Walk', 0.7],
];

describe.each(cases)('%s', (name, path, clip, height) => {
  const reason = path ? '' : ' (skipped: no shared/assets beside the checkout)';
  test.skipIf(!path)(`the file holds the motion over a slope, feet and pitch included${reason}`, async () => {
    const bytes = readFileSync(path!);
    const rig = await readGltf(bytes, { name });
    const travel = planTravel(rig, rig.clips.find((own) => own.name === clip)!);
    const floor = (x: number, z: number) => 0.25 * z - 0.1 * x + 0.02 * Math.sin(3 * z);
    const actor = createActor(rig, {
      name,
      clip,
      travel,
      height,
      floor,
      heading: 0.3,
      position: [1, 0.2, 2],
    });
    const written = writeTravelledCharacter(bytes, { actor, name, start: 0, end: 1.5, fps: 30 });
    expect((await validateGltf(written.bytes)).filter(({ severity }) => severity === 0)).toEqual([]);

    const back = await readGltf(written.bytes, { name });
    const replayed = createActor(back, { name, clip: written.clipName!, scale: 1, travel: null });
    for (const t of [0, 0.4, 0.9, 1.5]) {
      const own = actor.poseAt(t).world.slice();
      const read = replayed.poseAt(t).world;
      for (const { node, leg } of standingFeet(rig)) {
        for (const joint of [node, ...leg]) {
          const [a, b] = [originOf(own, joint), originOf(read, joint)];
          expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(1e-4);
        }
      }
    }
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { openScene } from '../../scene/open-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { createMemoryCache } from '../../systems/memory-cache.ts';
import type { MorphOutput } from '../../systems/outputs/morph.ts';
import { sharedPath } from '../../testing/shared.ts';
import { bakeScene } from '../bake-scene.ts';
import { largestDistance, liveSurface } from '../testing/live-surface.ts';
import { playInThree } from '../testing/play-in-three.ts';

const path = sharedPath('assets/glb-cesium-man/CesiumMan.glb');

test.skipIf(!path)(
  "CesiumMan's belly, walking: three plays the live run within the reported error, normals within 0.5° (skips without the shared folder)",
  async () => {
    const scene = parseScene({
      version: 1,
      time: { end: 1, fps: 24 },
      actors: [{ name: 'man', file: 'man.glb' }],
      systems: [
        {
          system: 'flesh',
          name: 'belly',
          joints: ['Skeleton_torso_joint_1', 'Skeleton_torso_joint_2'],
          elements: 600,
        },
      ],
      outputs: ['character'],
    });
    const plan = await openScene(scene, { read: () => readFileSync(path!) }, {});
    const files = new Map<string, Uint8Array>();
    const report = await bakeScene(plan, { write: (name, bytes) => void files.set(name, bytes) });
    const [{ error, motion, normals, targets }] = report.actors[0].morphs!;
    expect(targets).toBe(5);
    expect(motion.maxMetres).toBeGreaterThan(0.003);
    expect(error.rmsFraction).toBeLessThan(0.05);
    expect(normals!.largestDegrees).toBeLessThan(0.5);

    const player = await playInThree(files.get('man-travel.glb')!);
    const { actor } = plan.actors[0].character!;
    const live = new Simulation({
      systems: plan.systems,
      actors: plan.actors.map(({ colliders }) => colliders),
      seed: plan.seed,
      start: plan.times.start,
    });
    for (const frame of [0, 7, 15, 23]) {
      live.advanceTo(plan.times.time(frame));
      const { surfaces, amplitudes } = live.outputs('belly')[0] as MorphOutput;
      player.show(0, plan.times.seconds(frame));
      actor.rig.surfaces.forEach((surface, index) => {
        const moved = surfaces.find((part) => part.surface === index);
        const expected = liveSurface(surface, moved, amplitudes, actor.poseAt(plan.times.seconds(frame)));
        const played = player.positions(player.meshesOf(surface.node)[0]);
        expect(largestDistance(played, expected)).toBeLessThan(error.maxMetres + 1e-5);
      });
    }
  },
  60_000,
);

const fox = sharedPath('assets/glb-fox/Fox.glb');

test.skipIf(!fox)(
  "Fox's tail, running: the loop closes; at 24 and 240 frames a second it is the same (skips without the shared folder)",
  async () => {
    const cache = createMemoryCache();
    const bake = async (fps: number) => {
      const scene = parseScene({
        version: 1,
        time: { end: 1.5, fps },
        actors: [{ name: 'fox', file: 'fox.glb', clip: 'Run' }],
        systems: [
          {
            system: 'flesh',
            name: 'tail',
            joints: ['b_Tail02_013', 'b_Tail03_014'],
            elements: 400,
            stiffness: 60000,
            loop: true,
          },
        ],
        outputs: ['morphTargets'],
      });
      const plan = await openScene(scene, { read: () => readFileSync(fox!) }, { cache });
      let bytes: Uint8Array = new Uint8Array(0);
      const report = await bakeScene(plan, {
        write(name, data) {
          if (name === 'fox-flesh.glb') bytes = data;
        },
      });
      const { clips, surfaces } = await readGltf(bytes, { name: 'fox' });
      const weights = clips[0].channels.find(({ path }) => path === 'weights')!;
      return { report: report.actors[0].morphs![0], weights, targets: surfaces[0].morphTargets };
    };
    const [slow, fast] = [await bake(24), await bake(240)];
    expect(slow.report.loopMetres).toBeLessThan(1e-9);
    const { values, width } = slow.weights;
    for (let k = 0; k < width; k++) expect(values[k]).toBeCloseTo(values[values.length - width + k], 6);
    expect(slow.targets).toEqual(fast.targets);
    for (let frame = 0; frame < 27; frame++) {
      const [key, other] = [slow, fast].map(({ weights }) =>
        weights.times.findIndex((time) => Math.abs(time - frame / 24) < 1e-6),
      );
      expect(values.subarray(key * width, (key + 1) * width)).toEqual(
        fast.weights.values.subarray(other * width, (other + 1) * width),
      );
    }
  },
  60_000,
);

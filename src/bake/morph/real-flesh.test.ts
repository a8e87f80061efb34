import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openScene } from '../../scene/open-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { MorphOutput } from '../../systems/system.ts';
import { sharedPath } from '../../testing/shared.ts';
import { bakeScene } from '../bake-scene.ts';
import { largestDistance, liveSurface } from '../testing/live-surface.ts';
import { playInThree } from '../testing/play-in-three.ts';

const path = sharedPath('assets/glb-cesium-man/CesiumMan.glb');

test.skipIf(!path)(
  "CesiumMan's belly, walking: three plays the live run within the error told, normals within 0.5° (skips without the shared folder)",
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
    expect(targets).toBe(4);
    expect(motion.largestMetres).toBeGreaterThan(0.003);
    expect(error.rmsShare).toBeLessThan(0.05);
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
      player.show(player.clipNames.length - 1, plan.times.seconds(frame));
      actor.rig.surfaces.forEach((surface, index) => {
        const moved = surfaces.find((part) => part.surface === index);
        const expected = liveSurface(surface, moved, amplitudes, actor.poseAt(plan.times.seconds(frame)));
        const played = player.positions(player.meshesOf(surface.node)[0]);
        expect(largestDistance(played, expected)).toBeLessThan(error.largestMetres + 1e-5);
      });
    }
  },
  60_000,
);

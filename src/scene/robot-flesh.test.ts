import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toFraction } from '../simulation/fraction.ts';
import { sharedPath } from '../testing/shared.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { simulatePlan } from './testing/simulate-plan.ts';

const robot = sharedPath('assets/glb-robot-expressive/RobotExpressive.glb');

test.skipIf(!robot)(
  'flesh on the joint "Torso" of a robot moves the torso and not the head (needs shared assets)',
  async () => {
    const scene = parseScene({
      version: 1,
      time: { start: 0, end: 0.5 },
      actors: [{ name: 'robot', file: 'robot.glb', clip: 'Running' }],
      systems: [{ system: 'flesh', name: 'flesh', joints: ['Torso'], elements: 400 }],
    });
    const plan = await openScene(scene, { read: () => new Uint8Array(readFileSync(robot!)) });
    const simulation = simulatePlan(plan);
    simulation.advanceTo(toFraction(0.5));
    const { selection, warnings } = simulation.report('flesh') as {
      selection: { surfaces: { name: string; areaFraction: number; peakDisplacement: number }[] };
      warnings: string[];
    };
    expect(selection.surfaces.map(({ name }) => name)).toEqual(['Torso 0', 'Torso 1']);
    for (const { areaFraction, peakDisplacement } of selection.surfaces) {
      expect(areaFraction).toBe(1);
      expect(peakDisplacement).toBeGreaterThan(0.005);
    }
    expect(warnings.filter((message) => message.includes('hardly'))).toEqual([]);
  },
);

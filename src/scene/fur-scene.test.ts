import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { BakePlan } from '../bake/bake-plan.ts';
import { deformSurface } from '../motion/deform-surface.ts';
import { toFraction } from '../simulation/fraction.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { measureShells } from '../systems/fur/testing/measure-shells.ts';
import { createMemoryCache } from '../systems/memory-cache.ts';
import type { ShellsOutput } from '../systems/outputs/shells.ts';
import { sharedPath } from '../testing/shared.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { simulatePlan } from './testing/simulate-plan.ts';

const cache = createMemoryCache();
const keys = JSON.stringify([
  { time: 0, position: [0, 1, 0] },
  { time: 0.4, position: [0.2, 1.3, 0.5], rotation: [0, 0.38268, 0, 0.92388] },
]);

interface FurScene {
  readonly actor?: Record<string, unknown>;
  readonly fur?: Record<string, unknown>;
  readonly systems?: readonly Record<string, unknown>[];
}

/** Opens a coat that takes little time to grow, on a file of the shared folder. */
function openFur(file: string | null, { actor, fur, systems = [] }: FurScene = {}): Promise<BakePlan> {
  const name = file?.split('/').at(-1);
  const scene = {
    version: 1,
    // If the gait does not matter, the character is opened without travel, which is faster.
    actors: name
      ? [{ name: 'animal', file: name, ...(actor?.keys ? {} : { travel: 'still' }), ...actor }]
      : [],
    systems: [
      ...systems,
      {
        system: 'fur',
        name: 'coat',
        ...(name ? { actor: 'animal' } : {}),
        layerCount: 12,
        texels: 16,
        rate: 60,
        ...fur,
      },
    ],
  };
  const files = {
    read: (wanted: string) =>
      wanted === name
        ? new Uint8Array(readFileSync(file!))
        : wanted === 'keys.json'
          ? new TextEncoder().encode(keys)
          : undefined,
  };
  return openScene(parseScene(scene), files, { cache });
}

const shellsOf = (simulation: Simulation) => simulation.outputs('coat')[0] as ShellsOutput;

const real: [string, string, FurScene, { vertices: number; picture: boolean }][] = [
  [
    'Fox, Run',
    'glb-fox/Fox.glb',
    { actor: { clip: 'Run', travel: 'auto' } },
    { vertices: 434, picture: true },
  ],
  [
    'fox that jumps',
    'glb-mesh2motion/fox-animations.glb',
    { fur: { topology: 'prisms', comb: [0, 0, -1] } },
    { vertices: 1250, picture: true },
  ],
  [
    'horse, Run',
    'glb-mesh2motion/horse-animations.glb',
    { actor: { clip: 'Run' }, fur: { coat: 'dog' } },
    { vertices: 2111, picture: true },
  ],
  [
    'closed horse that does not move, in the wind',
    'glb-mesh2motion/model-horse.glb',
    { fur: { coat: 'dog', forces: [{ force: 'wind' }] } },
    { vertices: 2111, picture: true },
  ],
  [
    'RobotExpressive: two skins, nineteen surfaces',
    'glb-robot-expressive/RobotExpressive.glb',
    { actor: { clip: 'Running' } },
    { vertices: 1820, picture: false },
  ],
  [
    'cow that follows keys',
    'mesh-spot/spot_triangulated.obj',
    { actor: { keys: 'keys.json', height: 1.4 }, fur: { topology: 'separableSticks' } },
    { vertices: 17568, picture: false },
  ],
  [
    'CesiumMan',
    'glb-cesium-man/CesiumMan.glb',
    { fur: { colorFrom: 'coat' } },
    { vertices: 2338, picture: false },
  ],
];

describe.each(real)('%s', (_, name, scene, { vertices, picture }) => {
  const path = sharedPath(`assets/${name}`);

  test.skipIf(!path)('fur rides on its skin and stays above it (needs shared assets)', async () => {
    const plan = await openFur(path, scene);
    const simulation = simulatePlan(plan);
    const shells = shellsOf(simulation);
    expect(shells.vertexCount).toBe(vertices);
    expect(shells.maps.color !== null).toBe(picture);
    const { actor } = plan.actors[0].character!;
    for (const time of [0.1, 0.25, 0.4]) {
      simulation.advanceTo(toFraction(time));
      const { allFinite, peakLean, stretch, normalFault } = measureShells(shells);
      expect(allFinite).toBe(true);
      expect(normalFault).toBeLessThan(1e-5);
      expect(peakLean).toBeLessThan(1.4835 + 2e-3);
      expect(stretch).toBeLessThan(0.101);
      const pose = actor.poseAt(time);
      const skin = shells.skin!.surfaces.flatMap((index) => {
        const surface = actor.rig.surfaces[index];
        const positions = new Float64Array(surface.positions.length);
        deformSurface(surface, pose, positions);
        return [...positions];
      });
      let farthest = 0;
      shells.skin!.vertexOf.forEach((vertex, v) => {
        for (let axis = 0; axis < 3; axis++) {
          farthest = Math.max(farthest, Math.abs(shells.roots[3 * v + axis] - skin[3 * vertex + axis]));
        }
      });
      expect(farthest).toBeLessThan(1e-5);
    }
  });
});

describe('fur in scenes', () => {
  const fox = sharedPath('assets/glb-fox/Fox.glb');

  test.skipIf(!fox)('except: paws stay bare, and fur fades towards them (needs shared assets)', async () => {
    const simulation = simulatePlan(
      await openFur(fox, { fur: { except: ['b_Head_05'], topology: 'sticks' } }),
    );
    const { lengths, restPositions, vertexCount } = shellsOf(simulation);
    expect(vertexCount).toBeLessThan(434);
    const front = Math.max(...Array.from({ length: vertexCount }, (_, v) => restPositions[3 * v + 2]));
    expect(front).toBeLessThan(0.6);
    expect(Math.min(...lengths)).toBeLessThan(0.001);
    expect(Math.max(...lengths)).toBeCloseTo(0.032, 6);
  });

  test.skipIf(!fox)(
    'a loop closes: the fox has the state of one period before (needs shared assets)',
    async () => {
      const plan = await openFur(fox, { actor: { clip: 'Run' }, fur: { loop: true } });
      const { period } = plan.actors[0].character!.actor.travel!;
      const simulation = simulatePlan(plan);
      const shells = shellsOf(simulation);
      const begin = shells.offsets.slice();
      simulation.advanceTo(toFraction(Number(period.toFixed(9)) + 1e-6));
      begin.forEach((value, k) => {
        expect(shells.offsets[k]).toBeCloseTo(value, 4);
      });
    },
  );

  test('grass has its roots on sand; beyond the boundary of the sand it keeps its own height', async () => {
    const simulation = simulatePlan(
      await openFur(null, {
        systems: [{ system: 'ground', name: 'sand', size: [1.2, 8], center: [0, 0] }],
        fur: { reads: ['sand'], size: [2, 1], spacing: 0.25, center: [0, 7, 0] },
      }),
    );
    simulation.advanceTo(toFraction(0.1));
    const { roots, vertexCount } = shellsOf(simulation);
    for (let v = 0; v < vertexCount; v++) {
      if (Math.abs(roots[3 * v]) < 0.55) expect(Math.abs(roots[3 * v + 1])).toBeLessThan(0.2);
      else if (Math.abs(roots[3 * v]) > 0.65) expect(roots[3 * v + 1]).toBe(7);
    }
    expect(simulation.report('coat').warnings).toEqual([expect.stringContaining('is outside of the ground')]);
  });

  test('a stone that falls into grass on sand presses both, and continuing from a snapshot gives the same result', async () => {
    const stone = [
      'v 0.2 0 0\nv -0.2 0 0\nv 0 0.2 0\nv 0 -0.2 0\nv 0 0 0.2\nv 0 0 -0.2',
      ...['1 3 5', '3 2 5', '2 4 5', '4 1 5', '3 1 6', '2 3 6', '4 2 6', '1 4 6'].map((face) => `f ${face}`),
    ].join('\n');
    const fall = JSON.stringify([
      { time: 0, position: [0, 0.4, 0] },
      { time: 0.2, position: [0, 0.15, 0] },
      { time: 0.3, position: [0, 0.15, 0] },
      { time: 0.5, position: [1, 1, 0] },
    ]);
    const plan = await openScene(
      parseScene({
        version: 1,
        actors: [{ name: 'stone', file: 'stone.obj', keys: 'fall.json' }],
        systems: [
          { system: 'ground', name: 'sand', size: [1.6, 1.6], center: [0, 0], cell: 0.02, noiseAmplitude: 0 },
          {
            system: 'fur',
            name: 'coat',
            reads: ['sand'],
            size: [1, 1],
            spacing: 0.1,
            layerCount: 12,
            texels: 16,
          },
        ],
      }),
      { read: (name) => new TextEncoder().encode(name === 'stone.obj' ? stone : fall) },
      { cache },
    );
    const whole = simulatePlan(plan);
    whole.advanceTo(toFraction(0.31));
    const bytes = whole.save('x');
    const pressed = whole.report('coat');
    expect(pressed.troddenFraction).toBeGreaterThan(0.02);
    whole.advanceTo(toFraction(0.6));
    const later = simulatePlan(plan);
    later.load(bytes);
    later.advanceTo(toFraction(0.6));
    expect(later.hash('coat')).toBe(whole.hash('coat'));
    const { roots, normals, vertexCount } = shellsOf(whole);
    const nearest = Array.from({ length: vertexCount }, (_, v) => v).reduce((best, v) =>
      Math.hypot(roots[3 * v], roots[3 * v + 2]) < Math.hypot(roots[3 * best], roots[3 * best + 2])
        ? v
        : best,
    );
    // The ground below the stone has sunk, and the trodden grass is still pressed down.
    expect(roots[3 * nearest + 1]).toBeLessThan(-0.02);
    const lying = Math.max(
      ...Array.from({ length: vertexCount }, (_, v) => Math.acos(Math.min(1, normals[3 * v + 1]))),
    );
    expect(lying).toBeGreaterThan(0.5);
  });

  test('all invalid values of fur are reported at once', async () => {
    const faults = async (fur: Record<string, unknown>) => {
      try {
        await openFur(null, { fur });
      } catch (error) {
        return (error as Error).message.split('\n');
      }
      return [];
    };
    expect(
      await faults({ texels: 100, surfaces: ['fur'], loop: true, colorFrom: 'skin', colorMap: 'a.png' }),
    ).toEqual([
      expect.stringContaining('systems[0].texels: expected a power of two, got 100: use 64 or 128'),
      expect.stringContaining('systems[0].surfaces: expected an actor'),
      expect.stringContaining('systems[0].colorFrom: expected an actor'),
      expect.stringContaining('systems[0].loop: expected an actor'),
      expect.stringContaining('systems[0].colorMap: expected not to be set with "colorFrom"'),
    ]);
    expect(await faults({ actor: 'nobody' })).toEqual([expect.stringContaining('systems[0].actor')]);
    expect(await faults({ spacing: 0.001 })).toEqual([
      expect.stringContaining('systems[0].spacing: expected at most 250000 strands on 2 × 2 m, got 4004001'),
    ]);
    expect(await faults({ solver: 'explicit', spring: 1e9 })).toEqual([
      expect.stringContaining('systems[0].solver: expected "implicit" for such stiff fur'),
    ]);
    expect(await faults({ layerCount: 5 })).toHaveLength(1);
    expect(await faults({ forces: [{ force: 'storm' }] })).toHaveLength(1);
  });

  test.skipIf(!fox)(
    'names that the character does not have are reported with the nearest known name (needs shared assets)',
    async () => {
      await expect(openFur(fox, { fur: { surfaces: ['fur'] } })).rejects.toThrow(
        'systems[0].surfaces[0]: no surface of animal',
      );
      await expect(openFur(fox, { fur: { except: ['b_Head_5'] } })).rejects.toThrow(
        'did you mean "b_Head_05"?',
      );
      await expect(openFur(fox, { fur: { lengthMap: 'none.png' } })).rejects.toThrow(
        'systems[0].lengthMap: no file "none.png"',
      );
    },
  );
});

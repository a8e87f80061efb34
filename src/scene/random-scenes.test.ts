import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BakeReport } from '../bake/bake-report.ts';
import { bakeScene } from '../bake/bake-scene.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { systemEntries } from '../systems/index.ts';
import type { NumberParam } from '../systems/params.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { buildHopper } from './testing/hopper.ts';

const hopper = buildHopper().toGlb();

async function bake(scene: unknown): Promise<{ report: BakeReport; mesh: Uint8Array }> {
  const plan = await openScene(parseScene(scene), { read: () => hopper });
  let mesh: Uint8Array = new Uint8Array(0);
  const report = await bakeScene(plan, {
    write(name, bytes) {
      if (name.endsWith('.glb')) mesh = bytes;
    },
  });
  return { report, mesh };
}

/** Returns a random value in the range of a parameter, limited so that scenes stay small. */
function anyNumber(name: string): fc.Arbitrary<number | undefined> {
  const spec = systemEntries[0].params[name] as NumberParam;
  return fc.option(fc.double({ min: spec.min, max: spec.max, noNaN: true }), { nil: undefined });
}

const ground = fc.record({
  system: fc.constant('ground'),
  material: fc.constantFrom('sand', 'mud', 'snow'),
  cell: fc.double({ min: 0.03, max: 0.1, noNaN: true }),
  rate: fc.integer({ min: 24, max: 300 }),
  insideSlope: anyNumber('insideSlope'),
  outsideSlope: anyNumber('outsideSlope'),
  roughness: anyNumber('roughness'),
  liquidity: anyNumber('liquidity'),
  displacedFraction: anyNumber('displacedFraction'),
  noiseAmplitude: fc.double({ min: 0, max: 0.3, noNaN: true }),
  size: fc.option(
    fc.tuple(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.double({ min: 0.5, max: 2, noNaN: true })),
    {
      nil: undefined,
    },
  ),
  contour: fc.constantFrom('chamfer', 'eight-way', 'four-way'),
  limitFlow: fc.boolean(),
  contactRule: fc.constantFrom('touching', 'moved'),
  insideSlopeRule: fc.constantFrom('pressed', 'contact'),
});

const actor = fc.record({
  file: fc.constant('hopper.glb'),
  clip: fc.constantFrom('Run', 'Wait'),
  scale: fc.double({ min: 0.3, max: 2, noNaN: true }),
  softDepth: fc.double({ min: 0, max: 0.2, noNaN: true }),
  heading: fc.double({ min: -3, max: 3, noNaN: true }),
  position: fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -0.1, max: 0.1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
  ),
});

const scenes = fc.record({
  version: fc.constant(1),
  seed: fc.nat(),
  time: fc.record({
    start: fc.double({ min: 0, max: 0.5, noNaN: true }),
    end: fc.double({ min: 0.6, max: 1, noNaN: true }),
    fps: fc.constantFrom(10, 23.976, '30000/1001', 60),
  }),
  actors: fc
    .array(actor, { minLength: 1, maxLength: 2 })
    .map((list) => list.map((entry, k) => ({ ...entry, name: `hopper ${k}` }))),
  systems: ground.map((entry) => [entry]),
  outputs: fc.constant(['groundMesh']),
});

test('random scenes (seed 7): the ledger is exact, nothing is NaN, and a second bake is the same', async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      // The scene is converted to JSON and back, like a file. This removes undefined values.
      const value = JSON.parse(JSON.stringify(scene));
      const first = await bake(value);
      const [system] = first.report.systems;
      const ledger = system.ledger as Record<string, string>;
      expect(ledger.error).toBe('0');
      const sum = ['heights', 'compacted', 'attached', 'airborne', 'outside'].reduce(
        (total, term) => total + BigInt(ledger[term]),
        0n,
      );
      expect(sum).toBe(BigInt(ledger.initial));
      // JSON cannot represent NaN: it would be null here.
      expect(JSON.stringify(first.report.systems)).not.toContain('null');
      const [surface] = (await readGltf(first.mesh, { name: 'mesh' })).surfaces;
      expect(surface.positions.length).toBeGreaterThan(9);
      expect(surface.positions.every((coordinate) => Number.isFinite(coordinate))).toBe(true);
      const second = await bake(value);
      expect(second.report.systems[0].stateHash).toBe(system.stateHash);
      expect(second.mesh).toEqual(first.mesh);
    }),
    { seed: 7, numRuns: 8 },
  );
});

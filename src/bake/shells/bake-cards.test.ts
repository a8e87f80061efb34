import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { GltfDocument } from '../../files/glb.ts';
import { openContainer } from '../../files/gltf/container.ts';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { sharedPath } from '../../testing/shared.ts';
import { type BakeOptions, bakeScene } from '../bake-scene.ts';
import { createMemoryStore, type FrameStore } from '../frame-store.ts';
import { type CoatPlanOptions, planCoat } from '../testing/coat-system.ts';
import { leaveOutPictures } from '../testing/leave-out-pictures.ts';
import { largestDistance } from '../testing/live-surface.ts';
import { playInBabylon } from '../testing/play-in-babylon.ts';
import { playInThree } from '../testing/play-in-three.ts';
import { cardSides } from './card-mesh.ts';
import { growStrands, traceFur } from './fur-strands.ts';
import { unpackShells } from './shells-record.ts';
import { cardPoints } from './strand-motion.ts';

const bar = buildSkinnedBar().toGlb();
const fox = sharedPath('assets/glb-fox/Fox.glb');
const cards: CoatPlanOptions = { outputs: ['furCards', 'furMorphs'] };

async function bake(bytes: Uint8Array | null, options: CoatPlanOptions, run: Partial<BakeOptions> = {}) {
  const plan = await planCoat(bytes, options);
  const files = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, { ...run, write: (name, data) => void files.set(name, data) });
  return { plan, report, files };
}

async function faultsOf(bytes: Uint8Array): Promise<string[]> {
  return (await validateGltf(bytes)).filter(({ severity }) => severity <= 1).map(({ message }) => message);
}

function jsonOf(bytes: Uint8Array): GltfDocument {
  return openContainer(bytes, 'file').json as GltfDocument;
}

/** Returns the centre lines of all cards, computed from their vertices: three numbers for each point, strand by strand. */
function middles(positions: ArrayLike<number>): Float64Array {
  const perStrand = cardSides * (cardPoints - 1) + 1;
  const count = positions.length / 3 / perStrand;
  const out = new Float64Array(3 * cardPoints * count);
  for (let k = 0; k < cardPoints * count; k++) {
    const v = Math.floor(k / cardPoints) * perStrand + cardSides * (k % cardPoints);
    const sides = k % cardPoints < cardPoints - 1 ? cardSides : 1;
    for (let c = 0; c < 3; c++)
      for (let side = 0; side < sides; side++) out[3 * k + c] += positions[3 * (v + side) + c] / sides;
  }
  return out;
}

describe.each([
  ['a skinned bar', () => bar, { clip: 'Bend' }],
  [
    'the fox',
    fox && (() => readFileSync(fox)),
    { clip: 'Run', height: 0.6, length: 0.03, rate: 30, end: 1.2 },
  ],
] as const)('%s (files of the shared folder are skipped without it)', (_, make, options) => {
  test.skipIf(!make)(
    'has its coat as cards, and both viewers play them as simulated',
    async () => {
      const source = (make as () => Uint8Array)();
      const frames = createMemoryStore();
      const { plan, files, report } = await bake(
        source,
        { ...cards, ...options, morphTargets: 9 },
        { frames },
      );
      expect([...files.keys()]).toEqual([
        'figure-fur-cards.glb',
        'figure-fur-morphs.glb',
        'import-blender.py',
        'README.txt',
        'report.json',
      ]);
      expect(report.warnings).toEqual([]);
      for (const name of ['figure-fur-cards.glb', 'figure-fur-morphs.glb'])
        expect(await faultsOf(files.get(name)!)).toEqual(await faultsOf(source));
      const bytes = files.get('figure-fur-morphs.glb')!;
      const { nodes, animations } = jsonOf(bytes);
      const node = nodes!.findIndex(({ name }) => name === 'fur cards');
      const clip = 0;
      expect(animations![clip].name).toContain('(travelled)');
      const [three, babylon] = await Promise.all([
        playInThree(bytes),
        playInBabylon(leaveOutPictures(bytes)),
      ]);
      const mesh = three.meshesOf(node)[0];
      const theirs = babylon.meshes.find(({ name }) => name.includes('fur cards'))!;
      const first = frames.get('fur-0-0');
      for (const frame of [0, 11, 23, 29]) {
        const time = plan.times.seconds(frame);
        three.show(clip, time);
        const positions = three.positions(mesh);
        babylon.show(clip, time);
        expect(largestDistance(babylon.positions(theirs), positions)).toBeLessThan(2e-5);
        const wanted = expectedPoints(frames, first, frame, await planCoat(source, { ...cards, ...options }));
        // The deviation is within the reported error of the reduction.
        const { error } = report.systems[0].fur as never as {
          error: { maxMetres: number; rmsFraction: number };
        };
        expect(error.rmsFraction).toBeLessThan(0.12);
        expect(largestDistance(middles(positions), wanted)).toBeLessThan(error.maxMetres + 1e-5);
      }
      babylon.dispose();
    },
    30_000,
  );
});

/** Returns the strands of the kept frame, in the world. */
function expectedPoints(
  frames: FrameStore,
  first: Uint8Array,
  frame: number,
  plan: Awaited<ReturnType<typeof planCoat>>,
): Float64Array {
  const { definition } = plan.systems[0];
  const skins = plan.actors[0].colliders.createSkins!();
  const surfaces = [skins.add({ surfaces: null })];
  const state = definition.create({}, { surfaces } as never, 1);
  const [output] = definition.outputs(state);
  if (output.kind !== 'shells') throw new Error('no shells');
  const strands = growStrands(output, output.look.strandCount, cardPoints)!;
  const out = new Float64Array(3 * cardPoints * strands.count);
  const record = frames.get(`fur-0-${frame}`);
  traceFur(out, strands, output, unpackShells(record, output.vertexCount, frame === 0 ? null : first));
  return out;
}

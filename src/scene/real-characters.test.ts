import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { decodePng16 } from '../files/png-read.ts';
import { casesOf } from '../testing/long.ts';
import { sharedPath } from '../testing/shared.ts';
import { createCharacterScene } from './character-scene.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

// Bakes in memory like `aftermotion bake FILE`: a ground that suits the character, 1.2 s of its gait. Columns: file, clip, minimum number
// of prints, kind of travel.
const characters: [string, string | number, number, ('inPlace' | 'travelling' | 'still')?][] = [
  ['glb-robot-expressive/RobotExpressive.glb', 'Running', 2],
  ['glb-robot-expressive/RobotExpressive.glb', 'Walking', 2],
  ['glb-fox/Fox.glb', 'Run', 4],
  ['glb-mesh2motion/horse-animations.glb', 'Run', 4],
  ['glb-cesium-man/CesiumMan.glb', 0, 1],
  ['bvh-cmu-12-01-walk/cmu_12_01_walk.bvh', 0, 2, 'travelling'],
  ['bvh-cmu-01-01-hops/cmu_01_01.bvh', 0, 2, 'still'],
  ['bvh-animateddrawings/jumping_jacks.bvh', 0, 2, 'still'],
];

/** The short form has each format and each kind of travel. */
const tested = casesOf(characters, ([name, clip]) => clip !== 'Walking' && !/horse|hops/.test(name));

describe.each(tested)('%s, clip %s', (name, clip, minPrints, kind = 'inPlace') => {
  const path = sharedPath(`assets/${name}`);

  test.skipIf(!path)('leaves separate prints as deep as the sand is soft (needs shared assets)', async () => {
    const bytes = readFileSync(path!);
    const time = { end: 1.2, fps: 10 };
    const scene = await createCharacterScene(name, bytes, () => undefined, { actor: { clip }, time });
    const plan = await openScene(parseScene({ ...(scene as object), outputs: ['heightPng'] }), {
      read: () => bytes,
    });
    const maps = new Map<string, Uint8Array>();
    const report = await bakeScene(plan, { write: (file, data) => void maps.set(file, data) });
    const [actor] = report.actors;
    expect(actor.travel?.kind).toBe(kind);
    if (kind !== 'still') {
      expect(actor.travel!.slide).toBeLessThanOrEqual(0.015);
      expect(actor.travel!.correction).toBeLessThanOrEqual(0.1);
    }
    expect(report.systems[0].ledger).toMatchObject({ error: '0' });

    const depth = 0.015 * actor.height;
    const before = decodeHeights(maps.get('ground-png/height.0001.png')!);
    const after = decodeHeights(maps.get('ground-png/height.0013.png')!);
    const lowered = after.heights.map((height, k) => before.heights[k] - height);
    // Prints are not deeper than the soles, with a tolerance of 1 % of the height and for the swells of the ground.
    expect(lowered.reduce((max, low) => Math.max(max, low))).toBeLessThan(1.4 * depth + 0.01 * actor.height);
    const prints = measurePatches(
      lowered.map((low) => low > depth / 2),
      after.width,
    );
    expect(prints.length).toBeGreaterThanOrEqual(minPrints);
    // The prints do not merge into a trench: no connected patch is longer than a third of the height of the character.
    const cell = Number(after.text['aftermotion:cellMetres']);
    expect(Math.max(...prints) * cell).toBeLessThan(actor.height / 3);
  });
});

function decodeHeights(png: Uint8Array): { heights: number[]; width: number; text: Record<string, string> } {
  const { samples, width, text } = decodePng16(png);
  const [min, max] = [Number(text['aftermotion:minMetres']), Number(text['aftermotion:maxMetres'])];
  return { heights: [...samples].map((sample) => min + (sample / 65535) * (max - min)), width, text };
}

/** Returns the length in cells of the longer side of the bounding box of every connected patch. */
function measurePatches(isSet: boolean[], width: number): number[] {
  const left = new Set([...isSet.keys()].filter((k) => isSet[k]));
  const lengths: number[] = [];
  while (left.size > 0) {
    const [first] = left;
    const stack = [first];
    left.delete(first);
    const [columns, rows]: number[][] = [[], []];
    for (let k = stack.pop(); k !== undefined; k = stack.pop()) {
      columns.push(k % width);
      rows.push(Math.floor(k / width));
      for (const near of [k - width, k + width, k - 1, k + 1]) if (left.delete(near)) stack.push(near);
    }
    // A patch with only a few columns does not count as a print.
    const length =
      1 + Math.max(Math.max(...columns) - Math.min(...columns), Math.max(...rows) - Math.min(...rows));
    if (columns.length > 12) lengths.push(length);
  }
  return lengths;
}

import { expect, test } from 'vitest';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import type { GroundParams } from '../params.ts';
import { stepGround } from '../step.ts';
import { makeGround } from '../testing/grounds.ts';
import { makeScene, runScene } from '../testing/scenes.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';

/** Each option alone, and all together. */
const single: { readonly [name: string]: Partial<GroundParams> } = {
  'compaction memory': { looseDepth: 0.02 },
  'a leaning ridge': { forwardBias: 0.9 },
  wetness: { waterLevel: -0.001, capillaryRise: 0.02, dryingHalfLife: 0.2 },
  'water that weakens mud': {
    material: 'mud',
    waterLevel: 0,
    capillaryRise: 0.01,
    wetSlope: 0.3,
    outsideSlope: 0.9,
  },
  stones: { stonesPerSquareMetre: 12, stoneRadius: [0.03, 0.1], stones: [{ position: [0, 0], radius: 0.1 }] },
};
const switches: { readonly [name: string]: Partial<GroundParams> } = {
  ...single,
  all: Object.assign({}, ...Object.values(single), { material: 'sand', outsideSlope: 0.436, spray: true }),
};
const rules = { insideSlopeRule: 'pressed' } as const;
const reference = () => createGroundKernel({ implementation: 'reference' });

test.each(Object.keys(switches))(
  '%s: exact ledger, same bytes with the reference kernel and in any order, and different from the default',
  (name) => {
    const overrides = { ...switches[name], ...rules };
    let different = 0;
    // The bodies of each scene have distinct names, by which spray distinguishes them.
    for (const seed of [2, 5, 8]) {
      const state = runScene(seed, 16, undefined, undefined, overrides);
      const hash = hashGround(state);
      expect(sumGround(state).ledger.error).toBe(0n);
      expect(hashGround(runScene(seed, 16, undefined, (bodies) => bodies.reverse(), overrides))).toBe(hash);
      expect(hashGround(runScene(seed, 4, reference(), undefined, overrides))).toBe(
        hashGround(runScene(seed, 4, undefined, undefined, overrides)),
      );
      const plain = {
        ...rules,
        ...(name.includes('mud') && { material: 'mud' as const, outsideSlope: 0.9 }),
      };
      const sums = [overrides, plain].map(
        (each) => sumGround(runScene(seed, 16, undefined, undefined, each)).ledger,
      );
      if (sums[0].heights !== sums[1].heights || sums[0].compacted !== sums[1].compacted) different++;
    }
    expect(different).toBeGreaterThan(0);
  },
);

test.each(Object.keys(switches))(
  '%s: saving and loading at any step does not change later results',
  (name) => {
    const overrides = { ...switches[name], ...rules };
    for (const seed of [2, 5]) {
      const whole = runScene(seed, 36, undefined, undefined, overrides);
      const scene = makeScene(seed);
      let state = makeGround({ ...scene.params, ...overrides }, undefined, seed);
      for (let n = 1; n <= 36; n++) {
        scene.advance(n);
        stepGround(state, [...scene.bodies]);
        if (n % 7 !== 0) continue;
        const hash = hashGround(state);
        state = loadGround(() => state.settings, createGroundKernel(), saveGround(state));
        expect(hashGround(state)).toBe(hash);
      }
      expect(hashGround(state)).toBe(hashGround(whole));
    }
  },
);

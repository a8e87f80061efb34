import { expect, test } from 'vitest';
import { appearanceOf } from '../bake/heightfield/mesh/ground-appearance.ts';
import type { SurfaceLook } from '../systems/outputs/heightfield.ts';
import { groundLook as liveLook } from '../three/ground/ground-look.ts';
import { groundLook } from './ground-look.ts';
import { shadeRelief } from './shade-relief.ts';

const size = 32;
/** Returns the bytes of a gentle slope that faces the sun, seen from above. */
function draw(material: string, look?: SurfaceLook): Uint8Array {
  const heights = Float32Array.from({ length: size * size }, (_, k) => 0.0003 * (k % size));
  return shadeRelief(heights, size, size, 0.002, { look: groundLook(material, look) }).rgb;
}

const mean = (rgb: Uint8Array, channel: number) =>
  rgb.reduce((sum, value, k) => (k % 3 === channel ? sum + value : sum), 0) / (rgb.length / 3);

const materials = ['sand', 'mud', 'snow', 'gravel'];

test('a ground without choices looks like its material, in pictures, on the page and in glTF', () => {
  for (const material of materials) {
    expect(draw(material, {})).toEqual(draw(material));
    expect(liveLook(material, {})).toEqual(liveLook(material));
    expect(appearanceOf(material, {})).toEqual(appearanceOf(material));
  }
  // The values that are documented as those of the material change nothing either.
  const own = {
    sand: { dampness: 0 },
    mud: { dampness: 0.55, sparkle: 0 },
    snow: { dampness: 0, sparkle: 1 },
  };
  for (const [material, look] of Object.entries(own)) {
    expect(groundLook(material, { ...look, grain: 1 })).toMatchObject({
      ...groundLook(material),
      sparkleFromAbove: expect.any(Number),
    });
    expect(liveLook(material, { ...look, grain: 1 })).toEqual(liveLook(material));
    expect(appearanceOf(material, look)).toEqual(appearanceOf(material));
  }
});

test('a red ground is red in pictures, on the page and in glTF', () => {
  const look = { color: [0.8, 0.3, 0.2] };
  for (const material of materials) {
    const rgb = draw(material, look);
    expect(mean(rgb, 0)).toBeGreaterThan(mean(rgb, 1) + 40);
    expect(liveLook(material, look).albedo[0]).toBeCloseTo(groundLook(material, look).albedo[0], 9);
    const { baseColorFactor } = appearanceOf(material, look);
    expect(baseColorFactor[0]).toBeCloseTo(groundLook(material, look).albedo[0], 9);
    expect(baseColorFactor[1]).toBeCloseTo(groundLook(material, look).albedo[1], 9);
  }
});

test('dampness makes every material darker and glossier step by step, from dry to a film of water', () => {
  for (const material of materials) {
    const steps = [0, 0.25, 0.55, 0.8, 1].map((dampness) => {
      const look = { dampness };
      const { baseColorFactor, roughnessFactor } = appearanceOf(material, look);
      const live = liveLook(material, look);
      const { gloss, wetness } = groundLook(material, look);
      return {
        dark: [-mean(draw(material, { ...look, grain: 0 }), 1), -baseColorFactor[1]],
        glossy: [gloss + wetness, 0 - roughnessFactor, live.wetness - live.roughness],
      };
    });
    steps.slice(1).forEach((step, k) => {
      for (const [n, value] of step.dark.entries()) expect(value).toBeGreaterThanOrEqual(steps[k].dark[n]);
      for (const [n, value] of step.glossy.entries()) expect(value).toBeGreaterThan(steps[k].glossy[n]);
    });
    expect(steps[4].dark[0]).toBeGreaterThan(steps[0].dark[0] + 20);
  }
});

test('sparkle adds bright points, grain changes how much neighbouring points differ', () => {
  const bright = (look: SurfaceLook) => draw('mud', look).reduce((top, value) => Math.max(top, value), 0);
  expect(bright({ sparkle: 4 })).toBeGreaterThan(bright({}) + 60);
  const roughness = (grain: number) => {
    const rgb = draw('sand', { grain });
    let sum = 0;
    for (let k = 3; k < rgb.length; k++) sum += Math.abs(rgb[k] - rgb[k - 3]);
    return sum;
  };
  expect(roughness(0)).toBeLessThan(0.2 * roughness(1));
  expect(roughness(3)).toBeGreaterThan(2 * roughness(1));
  expect(liveLook('snow', { grain: 2, sparkle: 3 })).toMatchObject({ grain: 0.1, bump: 0.36, sparkle: 3 });
});

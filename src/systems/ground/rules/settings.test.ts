import { expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { defaultParams } from '../../params.ts';
import { checkGround } from '../check-ground.ts';
import { type GroundParams, groundParams } from '../params.ts';
import { never } from '../records.generated.ts';
import { createGround } from '../system.ts';
import { materials } from './materials.ts';
import { resolveSettings } from './resolve-settings.ts';
import { warnOfSettings } from './settings.ts';
import { tabulateErosion } from './thresholds.ts';

const params = (overrides: Partial<GroundParams> = {}) =>
  ({ ...(defaultParams(groundParams) as GroundParams), ...overrides }) as GroundParams;

test('the defaults give a ground of sand without faults or warnings', () => {
  expect(checkGround(params())).toEqual([]);
  const settings = resolveSettings(params(), 1);
  expect(settings).toMatchObject({
    material: 'sand',
    cell: 0.01,
    extent: null,
    tolerance: 512,
    rules: { hasWalls: true, passesPerSecond: 480 },
  });
  expect(settings.alpha16).toBe(Math.round(0.3 * 65536));
  expect(warnOfSettings(settings)).toEqual([]);
});

test('a material sets the five parameters of table 1, and each can be overridden', () => {
  const { sand, snow } = materials;
  const slopes = (of: typeof sand) => ({
    insideSlope: of.insideSlope,
    outsideSlope: of.outsideSlope,
    liquidity: of.liquidity,
    roughness: of.roughness,
    limitFlow: false,
  });
  expect(resolveSettings(params({ material: 'snow' }), 1).erosion).toEqual(
    tabulateErosion(slopes(snow), 0.01),
  );
  expect(resolveSettings(params({ material: 'snow' }), 1).erosion.axisOutside).toBe(never);
  const gentle = resolveSettings(params({ outsideSlope: 0.2 }), 1).erosion;
  expect(gentle).toEqual(tabulateErosion({ ...slopes(sand), outsideSlope: 0.2 }, 0.01));
  expect(resolveSettings(params({ displacedFraction: 0 }), 1).alpha16).toBe(0);
});

test('the extent is centred and has columns on both boundaries', () => {
  const { extent } = resolveSettings(params({ size: [8, 2], center: [1, -3] }), 1);
  expect(extent).toEqual({ i0: -300, j0: -400, columns: 801, rows: 201 });
});

test.each([
  ['noiseAmplitude', { noiseAmplitude: 900 }, /within 1023 m of the datum, got up to \d+ m; lower it/],
  ['cell', { cell: 0.0001 }, /at least 0\.0005 m.*got 0\.0001/],
  ['size', { size: [0.001, 3] as const }, /at least one cell/],
  ['size', { size: [1e7, 1e7] as const, cell: 0.001 }, /within 2³⁰ cells of the origin.*larger cell/],
])('a fault in %s is found before the preparation', (path, overrides, message) => {
  const faults = checkGround(params(overrides));
  expect(faults).toEqual([{ path, message: expect.stringMatching(message) }]);
  expect(() => resolveSettings(params(overrides), 1)).toThrow(InputError);
});

test.each([
  ['terrain', { terrain: 'dunes.png' }],
  ['wetnessMap', { wetnessMap: 'wet.png', size: [4, 4] as const }],
  ['stoneMap', { stoneMap: 'rock.png', size: [4, 4] as const }],
])('%s that was not read is refused, with a remedy', (path, overrides) => {
  for (const prepared of [null, { terrain: null }]) {
    const make = () => createGround(params(overrides), 1, undefined, prepared);
    expect(make).toThrow(InputError);
    expect(make).toThrow(new RegExp(`^${path}: "\\w+\\.png" has not been read: .*prepareGround`));
  }
});

test('warns of noise that is steeper than the slope of sand', () => {
  const steep = params({ noiseAmplitude: 0.1, noiseWavelength: 0.4 });
  expect(warnOfSettings(resolveSettings(steep, 1))).toEqual([expect.stringMatching(/lower noiseAmplitude/)]);
  expect(warnOfSettings(resolveSettings({ ...steep, material: 'snow' }, 1))).toEqual([]);
});

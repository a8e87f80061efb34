import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { terrainLines } from '../cli/terrain-lines.ts';
import { encodePng8, encodePng16 } from '../files/png.ts';
import { isTerrainFile } from '../files/terrain/is-terrain-file.ts';
import { writeTiff } from '../files/terrain/testing/write-tiff.ts';
import { InputError } from '../input-error.ts';
import { sharedPath } from '../testing/shared.ts';
import { inspectTerrain } from './inspect-terrain.ts';

const grey16 = encodePng16(Uint16Array.of(3, 3, 7, 9), 2, 2);

describe('inspect a terrain', () => {
  test('a PNG of 16 bits of grey, an EXR and a TIFF are terrains, other PNGs pictures', () => {
    expect(isTerrainFile(grey16)).toBe(true);
    expect(isTerrainFile(writeTiff({ columns: 1, rows: 1, samples: [[1]] }))).toBe(true);
    expect(isTerrainFile(Uint8Array.of(0x76, 0x2f, 0x31, 0x01))).toBe(true);
    expect(isTerrainFile(encodePng8(Uint8Array.of(1, 2, 3), 1, 1))).toBe(false);
    expect(isTerrainFile(new Uint8Array(0))).toBe(false);
  });

  test('levels without a range: both parameters are requested, none is guessed', () => {
    const inspection = inspectTerrain(grey16, 'map.png');
    expect(inspection).toMatchObject({
      format: '16-bit PNG',
      levels: { min: 3, max: 9, greatest: 65535 },
      heights: null,
      distinct: 3,
      spacing: null,
      size: null,
      needs: ['terrainMax', 'terrainSpacing'],
    });
    expect(terrainLines(inspection)).toEqual([
      'map.png: terrain, 16-bit PNG, 2 × 2 samples',
      'Levels 3 to 9, 3 different values, of 0 to 65535.',
      '',
      '2 notes:',
      '  it does not define the heights of its levels: set terrainMax (and terrainMin)',
      '  it does not define the spacing of its samples: set terrainSpacing',
    ]);
  });

  test('masked samples are counted, heights are those of the others', () => {
    const bytes = writeTiff({ columns: 2, rows: 2, samples: [[1, 2, Number.NaN, 4]] });
    const inspection = inspectTerrain(bytes, 'dem.tif');
    expect(inspection).toMatchObject({ masked: 1, heights: { min: 1, max: 4 }, distinct: 3, levels: null });
    expect(terrainLines(inspection)).toContain('1 masked sample.');
    expect(JSON.parse(JSON.stringify(inspection))).toEqual(inspection);
  });

  test('other files are refused', () => {
    expect(() => inspectTerrain(new TextEncoder().encode('<svg/>'), 'a.svg')).toThrow(InputError);
  });

  const dem = sharedPath('assets/terrain-dem-gz/dem_squared.tif');
  test.skipIf(!dem)('the description of a real elevation model (skips without the shared folder)', () => {
    expect(terrainLines(inspectTerrain(readFileSync(dem!), 'dem_squared.tif')).slice(0, 3)).toEqual([
      'dem_squared.tif: terrain, GeoTIFF (32-bit float), 129 × 129 samples',
      expect.stringMatching(/^Heights 65\.36 to 318\.4 m, \d+ different values\.$/),
      'Spacing of samples 24.4 × 30.83 m, total size 3124 × 3947 m (x × z).',
    ]);
  });
});

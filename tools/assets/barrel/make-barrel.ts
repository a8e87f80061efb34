/** Makes the barrel, the ball and the slope: `npx tsx tools/assets/barrel/make-barrel.ts`. It writes the same bytes every time. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { encodePng16 } from '../../../src/files/png.ts';
import { cos, sin } from '../../../src/math/portable.ts';
import { type ProfilePoint, SolidBuilder } from '../bicycle/solids.ts';
import { type NamedPart, writeMaterials, writeObj } from '../rolling-wheel/build-wheel.ts';
import type { Surface } from '../shapes/build-surface.ts';
import type { Vector } from '../shapes/level-set.ts';

/** Radius of the barrel in the middle and at its ends, and its length, m. */
const [bulge, end, length] = [0.3, 0.235, 0.84];
/** Where its hoops begin and end, m from the middle, and how far they stand out. */
const hoops = [
  [0.1, 0.15],
  [0.35, 0.41],
] as const;
const hoopHeight = 0.006;
const staveCount = 24;

/** Radius of the ball, m. */
const ballRadius = 0.12;
const panelCount = 6;

/** Samples of the slope across and down, their spacing in metres, and the height of the maximum level in metres. */
const [columns, rows, spacing, high] = [121, 141, 0.1, 1.6];

function radiusAt(along: number): number {
  const u = (2 * along) / length;
  return end + (bulge - end) * (1 - u * u);
}

/** A barrel about the origin whose axle is along z. */
function buildBarrel(): NamedPart[] {
  const z: Vector = [0, 0, 1];
  const points = Array.from({ length: 21 }, (_, k) => (length * (k - 10)) / 20);
  const rim = 0.018;
  const profile: ProfilePoint[] = [
    [rim - length / 2, 0],
    [rim - length / 2, end - 0.02],
    [-length / 2, end - 0.02],
    ...points.map((at): ProfilePoint => [at, radiusAt(at)]),
    [length / 2, end - 0.02],
    [length / 2 - rim, end - 0.02],
    [length / 2 - rim, 0],
  ];
  const wood = new SolidBuilder().lathe([0, 0, 0], z, profile, 2 * staveCount);
  const steel = new SolidBuilder();
  for (const [from, to] of hoops) {
    for (const [a, b] of [
      [from, to],
      [-to, -from],
    ]) {
      const ring: ProfilePoint[] = [
        [a, radiusAt(a) - 0.01],
        [a, radiusAt(a) + hoopHeight],
        [b, radiusAt(b) + hoopHeight],
        [b, radiusAt(b) - 0.01],
        [a, radiusAt(a) - 0.01],
      ];
      steel.lathe([0, 0, 0], z, ring, 2 * staveCount, true);
    }
  }
  return [
    { material: 'wood', surface: wood.build() },
    { material: 'steel', surface: steel.build() },
  ];
}

/** A ball about the origin, with panels of two colours. */
function buildBall(): NamedPart[] {
  const [around, down] = [8 * panelCount, 24];
  const at = (i: number, j: number): Vector => {
    const [u, v] = [(2 * Math.PI * (i % around)) / around, (Math.PI * j) / down];
    return [ballRadius * sin(v) * cos(u), ballRadius * cos(v), -ballRadius * sin(v) * sin(u)];
  };
  return ['red', 'white'].map((material, parity) => {
    const [positions, normals, indices]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < around; i++) {
      if (Math.floor(i / 8) % 2 !== parity) continue;
      for (let j = 0; j < down; j++) {
        const first = positions.length / 3;
        for (const [a, b] of [
          [i, j],
          [i, j + 1],
          [i + 1, j + 1],
          [i + 1, j],
        ]) {
          const point = at(a, b);
          positions.push(...point);
          normals.push(...point.map((part) => part / ballRadius));
        }
        if (j < down - 1) indices.push(first, first + 1, first + 2);
        if (j > 0) indices.push(first, first + 2, first + 3);
      }
    }
    const surface: Surface = {
      positions: Float64Array.from(positions),
      normals: Float64Array.from(normals),
      indices: Uint32Array.from(indices),
    };
    return { material, surface };
  });
}

/** Creates the 16-bit PNG of a slope of 17° down to level ground. Row 0 is the far (-Z) edge, column 0 is -X. */
function makeSlope(): Uint8Array {
  const samples = new Uint16Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const x = (i - (columns - 1) / 2) * spacing;
      const z = (j - (rows - 1) / 2) * spacing;
      // The foot of the slope is rounded, and the slope has low swells.
      const fall = -1.2 - x;
      const height = 0.155 * (fall + Math.sqrt(fall * fall + 0.5));
      const swell = 0.015 * sin(1.1 * x + 0.7 * z) + 0.012 * sin(1.7 * z - 0.6 * x + 2);
      samples[j * columns + i] = Math.round(((height + swell + 0.03) / high) * 65535);
    }
  }
  return encodePng16(samples, columns, rows);
}

/** Creates all files by name. */
export function makeFiles(): Map<string, string | Uint8Array> {
  const colors = {
    wood: [0.3, 0.15, 0.06],
    steel: [0.2, 0.2, 0.21],
    red: [0.6, 0.04, 0.03],
    white: [0.8, 0.78, 0.72],
  };
  return new Map<string, string | Uint8Array>([
    ['barrel.obj', writeObj(buildBarrel(), 'barrel.mtl', 'A barrel, 0.84 m long, axle z')],
    ['ball.obj', writeObj(buildBall(), 'barrel.mtl', 'A ball, radius 0.12 m')],
    ['barrel.mtl', writeMaterials(colors)],
    ['slope.png', makeSlope()],
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, content] of makeFiles())
    writeFileSync(new URL(`../../../scenes/barrel/${name}`, import.meta.url), content);
}

/** A wheel with a lugged tyre, and a handcart, as text of OBJ files. Their pieces are closed. Metres, Y up, axles along x. */
import { cos, sin } from '../../../src/math/portable.ts';
import { type ProfilePoint, SolidBuilder } from '../bicycle/solids.ts';
import type { Surface } from '../shapes/build-surface.ts';
import type { Vector } from '../shapes/level-set.ts';

/** Radius to the tips of the lugs, m. */
export const wheelRadius = 0.3;
export const wheelWidth = 0.13;

const around = 192;
const lugCount = 16;
const lugHeight = 0.022;
/** Distance from the middle of a lug to its shoulders, counted in sides of the tyre. */
const lean = 7;

export interface NamedPart {
  readonly material: string;
  readonly surface: Surface;
}

/** Creates tyre, rim, five spokes and a hub about the origin. */
export function buildWheel(): NamedPart[] {
  const x: Vector = [1, 0, 0];
  const metal = new SolidBuilder();
  metal.lathe([0, 0, 0], x, ring(0.1, 0.2, 0.215), 64);
  metal.tube([-0.07, 0, 0], [0.07, 0, 0], 0.045, 0.045, 24);
  for (let spoke = 0; spoke < 5; spoke++) {
    const [c, s] = [cos((2 * Math.PI * spoke) / 5), sin((2 * Math.PI * spoke) / 5)];
    metal.box([0, 0.125 * c, 0.125 * s], [0.02, 0, 0], [0, -0.014 * s, 0.014 * c], [0, 0.085 * c, 0.085 * s]);
  }
  return [
    { material: 'rubber', surface: buildTyre() },
    { material: 'steel', surface: metal.build() },
  ];
}

/** Creates an axle with a platform and two shafts that drag behind on the ground. It moves along +z. */
export function buildCart(height: number): NamedPart[] {
  const steel = new SolidBuilder().tube([-0.52, 0, 0], [0.52, 0, 0], 0.022, 0.022, 16);
  const wood = new SolidBuilder().box([0, 0.06, 0.05], [0.36, 0, 0], [0, 0.02, 0], [0, 0, 0.45]);
  for (const side of [-0.3, 0.3]) {
    wood.tube([side, 0.02, 0.4], [side, 0, -0.2], 0.02, 0.02, 12);
    wood.tube([side, 0, -0.2], [side * 0.8, -height, -1.25], 0.02, 0.024, 12);
  }
  return [
    { material: 'steel', surface: steel.build() },
    { material: 'wood', surface: wood.build() },
  ];
}

/** Returns the parts as an OBJ that names a library of materials. Corners at the same position become one vertex. */
export function writeObj(parts: readonly NamedPart[], library: string, comment: string): string {
  const lines = [`# ${comment}`, `mtllib ${library}`];
  let before = 0;
  for (const { material, surface } of parts) {
    const vertices = new Map<string, number>();
    const vertexOf: number[] = [];
    lines.push(`g ${material}`);
    for (let k = 0; k < surface.positions.length; k += 3) {
      const text = Array.from(surface.positions.subarray(k, k + 3), showCoordinate).join(' ');
      let vertex = vertices.get(text);
      if (vertex === undefined) {
        vertex = before + vertices.size + 1;
        vertices.set(text, vertex);
        lines.push(`v ${text}`);
      }
      vertexOf.push(vertex);
    }
    before += vertices.size;
    lines.push(`usemtl ${material}`);
    for (let k = 0; k < surface.indices.length; k += 3) {
      const corners = Array.from(surface.indices.subarray(k, k + 3), (corner) => vertexOf[corner]);
      if (new Set(corners).size === 3) lines.push(`f ${corners.join(' ')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Linear colours of the wheel and the cart. */
export const wheelColors = {
  rubber: [0.03, 0.03, 0.035],
  steel: [0.42, 0.44, 0.47],
  wood: [0.36, 0.2, 0.09],
};

/** Returns a library of materials with the given linear colours. */
export function writeMaterials(colors: Readonly<Record<string, readonly number[]>>): string {
  return Object.entries(colors)
    .map(([name, color]) => `newmtl ${name}\nKd ${color.join(' ')}\n`)
    .join('\n');
}

function showCoordinate(value: number): string {
  // Adding 0 turns −0 into 0.
  return String(Number(value.toFixed(5)) + 0);
}

/** Returns a closed ring with a rectangular cross-section, from the inner to the outer radius. */
function ring(width: number, inner: number, outer: number): ProfilePoint[] {
  const half = width / 2;
  return [
    [-half, inner],
    [-half, outer],
    [half, outer],
    [half, inner],
    [-half, inner],
  ];
}

/** Creates the tyre: a rounded tube with lugs in a chevron pattern on its tread. */
function buildTyre(): Surface {
  const half = wheelWidth / 2;
  const tread = [-1, -0.94, -0.6, -0.3, -0.08, 0.08, 0.3, 0.6, 0.94, 1];
  const base = wheelRadius - lugHeight;
  const profile: ProfilePoint[] = [
    [-0.8 * half, 0.205],
    [-half, 0.235],
    ...tread.map((across): ProfilePoint => [across * half, base - 0.012 * across * across]),
    [half, 0.235],
    [0.8 * half, 0.205],
    [-0.8 * half, 0.205],
  ];
  const period = around / lugCount;
  const relief = (point: number, side: number) => {
    const across = tread[point - 2];
    if (across === undefined || Math.abs(across) > 0.97) return 0;
    // Left and right lugs alternate, as on a tractor tyre, and meet in the middle.
    const shift = lean * Math.abs(across) + (across > 0 ? period / 2 : 0);
    const phase = (((side + shift) % period) + period) % period;
    return phase < period * 0.42 ? lugHeight + 0.012 * across * across : 0;
  };
  return new SolidBuilder().lathe([0, 0, 0], [1, 0, 0], profile, around, false, relief).build();
}

import { radiusAt } from '../../coats/blades/blade-curve.ts';
import { shadeFur } from '../../coats/blades/shade-fur.ts';
import type { ShellTextures } from '../../coats/blades/shell-textures.ts';
import type { ShellsMotion } from '../../coats/shells.ts';
import { shownLength } from '../../coats/shown-length.ts';
import { placeStrands, type Strands } from '../../coats/strands/place-strands.ts';
import { type StrandVariety, traceStrands } from '../../coats/strands/trace-strands.ts';
import { exp } from '../../math/portable.ts';
import type { Picture } from '../../motion/picture.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';

/** Strands that represent a coat of shells, as curves of a few points, root first. */
export interface FurStrands {
  /** Positions of the strands' roots on the shells' triangles. */
  readonly roots: Strands;
  readonly count: number;
  /** Points for each strand. */
  readonly pointCount: number;
  /** Diameter at each point, metres, [count · pointCount]. */
  readonly widths: Float32Array;
  /** Linear colours, as `shadeFur` computes them without a light, [3 · count · pointCount]. */
  readonly colors: Float32Array;
  readonly variety: StrandVariety;
}

/** Maximum width of a strand as a fraction of its length. It also applies if few strands represent many blades. */
const widest = 0.1;

/**
 * Grows strands on shells in their rest shape. They are distributed evenly by area, with the density and length of the shells. If there are
 * fewer strands than blades, the strands are wider, so that they cover about the same area. Null if nothing grows because length or density
 * is 0 everywhere.
 */
export function growStrands(output: ShellsOutput, count: number, pointCount: number): FurStrands | null {
  const { look, restPositions, indices, lengths } = output;
  const densities = findDensities(output);
  const bladeCount = countBlades(output);
  if (!(bladeCount > 0)) return null;
  const { blades } = look.coat;
  const mesh = { positions: Float64Array.from(restPositions), indices };
  const roots = thinByMap(output, placeStrands(mesh, { count, seed: look.seed, densities }));
  if (roots.count === 0) return null;
  const usual = mean(lengths, densities);
  const tilesPerLength = usual > 0 ? look.tile / usual : 0;
  const variety: StrandVariety = {
    seed: look.seed,
    length: blades.length,
    lean: [blades.lean[0] * tilesPerLength, blades.lean[1] * tilesPerLength],
    bend: (blades.bend[0] + blades.bend[1]) / 2,
  };
  const widening = Math.max(1, Math.sqrt(bladeCount / roots.count));
  return {
    roots,
    count: roots.count,
    pointCount,
    variety,
    widths: measureWidths(output, roots, pointCount, widening),
    colors: colorStrands(output, roots, pointCount),
  };
}

/** Returns the number of long blades that the coat has on its whole skin. 0 if nothing grows. */
export function countBlades(output: ShellsOutput): number {
  const { look, restPositions, indices } = output;
  return (
    (look.coat.blades.count / look.tile ** 2) * measureArea(restPositions, indices, findDensities(output))
  );
}

/** Returns the densities of the shells, set to 0 where the length is 0. */
function findDensities({ densities, lengths }: ShellsOutput): Float32Array {
  return Float32Array.from(densities, (density, k) => (lengths[k] > 0 ? density : 0));
}

/** Computes the strands for the current state of the shells. out: positions, m, [3 · count · pointCount]. */
export function traceFur(
  out: Float64Array | Float32Array,
  { roots, pointCount, variety }: FurStrands,
  { lengths, look }: ShellsOutput,
  motion: ShellsMotion,
): void {
  const { roots: positions, normals, offsets } = motion;
  const directions = new Float64Array(offsets.length);
  const shown = Float64Array.from(lengths);
  for (let k = 0; k < offsets.length; k += 3) {
    const length = Math.sqrt(offsets[k] ** 2 + offsets[k + 1] ** 2 + offsets[k + 2] ** 2);
    shown[k / 3] = shownLength(lengths[k / 3], length);
    const source = length > 0 ? offsets : normals;
    for (let c = 0; c < 3; c++) directions[k + c] = source[k + c] / (length > 0 ? length : 1);
  }
  const skin = { positions, normals, directions, lengths: shown, form: look.bend, exponent: look.exponent };
  traceStrands(out, roots, pointCount, skin, variety);
}

/** Interpolates a value of the shells' vertices at a strand's root. */
export function atRoot(
  values: ArrayLike<number>,
  { corners, weights }: Strands,
  strand: number,
  width: number,
  component: number,
): number {
  let sum = 0;
  for (let c = 0; c < 3; c++)
    sum += weights[3 * strand + c] * values[width * corners[3 * strand + c] + component];
  return sum;
}

/** Returns the area of the skin in its rest shape, weighted by density, m². */
function measureArea(p: Float32Array, indices: Uint32Array, densities: Float32Array): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const density = (densities[a / 3] + densities[b / 3] + densities[c / 3]) / 3;
    sum += (density * Math.sqrt(x * x + y * y + z * z)) / 2;
  }
  return sum;
}

function mean(values: Float32Array, weights: Float32Array): number {
  let sum = 0;
  let total = 0;
  for (let k = 0; k < values.length; k++) {
    sum += weights[k] * values[k];
    total += weights[k];
  }
  return total > 0 ? sum / total : 0;
}

/** Thins out strands where the density map is low: a strand is removed if its own number is above the density. */
function thinByMap(output: ShellsOutput, strands: Strands): Strands {
  const { density } = output.maps;
  if (!density) return strands;
  const kept: number[] = [];
  for (let i = 0; i < strands.count; i++)
    if (strands.tones[i] < readMap(density, placeInMap(output, strands, i), 1)) kept.push(i);
  const pick = (values: ArrayLike<number>, width: number) =>
    kept.flatMap((i) => Array.from({ length: width }, (_, c) => values[width * i + c]));
  return {
    count: kept.length,
    corners: Uint32Array.from(pick(strands.corners, 3)),
    weights: Float64Array.from(pick(strands.weights, 3)),
    // The tone is scaled to 0 to 1 again, since only strands with low numbers are left.
    tones: Float64Array.from(
      kept,
      (i) => strands.tones[i] / readMap(density, placeInMap(output, strands, i), 1),
    ),
  };
}

/**
 * Returns the position of a strand's root in the maps. If a triangle spans half of a map, it crosses a seam of the map. In this case its
 * nearest corner is used.
 */
function placeInMap(
  { texcoords }: ShellsOutput,
  strands: Strands,
  strand: number,
): readonly [number, number] {
  if (!texcoords) return [0, 0];
  const { corners, weights } = strands;
  const at = (corner: number, c: number) => texcoords[2 * corners[3 * strand + corner] + c];
  const spans = (c: number) =>
    Math.max(at(0, c), at(1, c), at(2, c)) - Math.min(at(0, c), at(1, c), at(2, c));
  if (spans(0) < 0.5 && spans(1) < 0.5)
    return [atRoot(texcoords, strands, strand, 2, 0), atRoot(texcoords, strands, strand, 2, 1)];
  const own = weights.subarray(3 * strand, 3 * strand + 3);
  const nearest = own[0] >= own[1] && own[0] >= own[2] ? 0 : own[1] >= own[2] ? 1 : 2;
  return [at(nearest, 0), at(nearest, 1)];
}

/** Returns the pixel at a position. Coordinates repeat. */
function readMap(
  { width, height, pixels }: Picture,
  [u, v]: readonly [number, number],
  channel: number,
): number {
  const wrap = (x: number, size: number) =>
    Math.min(size - 1, Math.max(0, Math.floor((x - Math.floor(x)) * size)));
  return pixels[4 * (wrap(v, height) * width + wrap(u, width)) + channel];
}

function measureWidths(
  { look, lengths }: ShellsOutput,
  roots: Strands,
  pointCount: number,
  widening: number,
): Float32Array {
  const { radius, taper, point } = look.coat.blades;
  const out = new Float32Array(roots.count * pointCount);
  for (let i = 0; i < roots.count; i++) {
    const own = radius[0] + (radius[1] - radius[0]) * roots.tones[i];
    const length = atRoot(lengths, roots, i, 1, 0);
    const thick = Math.min(2 * own * look.tile * widening, widest * length) / own;
    for (let j = 0; j < pointCount; j++) {
      const along = j / (pointCount - 1);
      // The tip is always sharp, even if the blade is blunt, because the tip is a single vertex.
      const radius = j < pointCount - 1 ? radiusAt(own, taper, 1, point, along) : 0;
      out[i * pointCount + j] = thick * radius;
    }
  }
  return out;
}

function colorStrands(output: ShellsOutput, roots: Strands, pointCount: number): Float32Array {
  const { look, colors, maps, lengths } = output;
  const light = measureLight(look.textures);
  const [min, max] = look.coat.blades.length;
  const longest = lengths.reduce((largest, length) => Math.max(largest, length), 0);
  const out = new Float32Array(3 * roots.count * pointCount);
  const shade = [0, 0, 0];
  const style = { ...look.shading, diffuse: false };
  for (let i = 0; i < roots.count; i++) {
    const position = placeInMap(output, roots, i);
    const depth = longest > 0 ? atRoot(lengths, roots, i, 1, 0) / longest : 1;
    for (let j = 0; j < pointCount; j++) {
      const along = j / (pointCount - 1);
      const layer = Math.floor(((along * (min + max)) / 2) * light.length);
      const texel = { tone: roots.tones[i], along, light: light[Math.min(light.length - 1, layer)] };
      shadeFur(shade, style, look.colors, texel, 1, depth);
      for (let c = 0; c < 3; c++) {
        const own = colors ? atRoot(colors, roots, i, 3, c) : 1;
        const painted = maps.color ? readMap(maps.color, position, c) : 1;
        out[3 * (i * pointCount + j) + c] = Math.min(1, Math.max(0, shade[c] * own * painted));
      }
    }
  }
  return out;
}

/** Returns the factor of the coat's colour at a vertex, for red, green or blue, linear. */
export function paintOfVertex(
  { colors, maps, texcoords }: ShellsOutput,
  vertex: number,
  channel: number,
): number {
  const own = colors ? colors[3 * vertex + channel] : 1;
  if (!maps.color || !texcoords) return own;
  return own * readMap(maps.color, [texcoords[2 * vertex], texcoords[2 * vertex + 1]], channel);
}

/** Returns the mean light that reaches each layer, 0 to 1. If the textures do not contain it, a formula is used. */
function measureLight({ texels, layerCount, width, height }: ShellTextures): Float64Array {
  const size = 4 * width * height;
  return Float64Array.from({ length: layerCount }, (_, layer) => {
    let sum = 0;
    let total = 0;
    for (let k = layer * size; k < (layer + 1) * size; k += 4) {
      sum += texels[k] * texels[k + 3];
      total += texels[k];
    }
    return total > 0 ? sum / (255 * total) : 1 - exp((-3 * (layer + 1)) / layerCount);
  });
}

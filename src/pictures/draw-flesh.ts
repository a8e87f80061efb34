import { cos, sin } from '../math/portable.ts';
import { createDepthBuffer, drawTriangles } from './depth-buffer.ts';
import { smoothNormals } from './perspective/smooth-normals.ts';
import { type Color, createPicture, type Picture } from './picture.ts';
import { figureBounds, type PosedMesh, triangleColor } from './posed-mesh.ts';
import { encodeSrgb, type Light, lightOf } from './tone.ts';

/** A mesh, and for each vertex the displacement that its flesh adds to the pose of the bones. */
export interface FleshFigure extends PosedMesh {
  /** Displacement of each vertex, metres, [vertexCount]. Negative if the vertex has no flesh. */
  readonly distances: ArrayLike<number>;
}

/**
 * The part of the world in a picture of a character: a square around a point, seen horizontally from `heading` (radians
 * about +Y).
 */
export interface FleshView {
  readonly center: readonly [number, number, number];
  /** Height of the picture in metres. */
  readonly size: number;
  readonly heading: number;
}

/** Number of samples along each side of a pixel. */
const fineness = 2;
const bone: Light = lightOf(176, 172, 166);
/** Fraction of the mesh's own colour where there is no flesh. The rest is grey, so that the colours of flesh are clearly visible. */
const ownColor = 0.6;

/** Colours of flesh, from no displacement to the maximum. */
const ramp: readonly Light[] = [
  lightOf(244, 226, 204),
  lightOf(250, 186, 110),
  lightOf(232, 102, 52),
  lightOf(150, 24, 42),
];

/** Returns the colour of a displacement, given as a fraction of the maximum, 0..1. */
export function fleshColor(fraction: number): Light {
  const at = Math.min(1, Math.max(0, fraction)) * (ramp.length - 1);
  const k = Math.min(ramp.length - 2, Math.floor(at));
  const mix = (c: number) => ramp[k][c] + (at - k) * (ramp[k + 1][c] - ramp[k][c]);
  return [mix(0), mix(1), mix(2)];
}

/** Returns the colour of `fleshColor` as sRGB bytes. */
export function fleshColorBytes(fraction: number): Color {
  const [red, green, blue] = fleshColor(fraction);
  return [encodeSrgb(red), encodeSrgb(green), encodeSrgb(blue)];
}

/**
 * Draws meshes without perspective, in even light. The colour of flesh shows its displacement. `largest`: the displacement with the darkest
 * colour, metres.
 */
export function drawFlesh(
  figures: readonly FleshFigure[],
  view: FleshView,
  largest: number,
  width: number,
  height: number,
  paper: Color,
): Picture {
  const [w, h] = [width * fineness, height * fineness];
  const buffer = createDepthBuffer(w, h);
  const right = [cos(view.heading), 0, -sin(view.heading)];
  const toEye = [sin(view.heading), 0, cos(view.heading)];
  const scale = h / view.size;
  const shades: Float32Array[] = [];
  let first = 0;
  for (const figure of figures) {
    const { positions, indices } = figure;
    const points = new Float64Array(positions.length);
    for (let k = 0; k < positions.length; k += 3) {
      const [x, y, z] = [0, 1, 2].map((axis) => positions[k + axis] - view.center[axis]);
      points[k] = w / 2 + (x * right[0] + z * right[2]) * scale;
      points[k + 1] = h / 2 - y * scale;
      points[k + 2] = -(x * toEye[0] + z * toEye[2]);
    }
    drawTriangles(buffer, points, indices, first);
    shades.push(shadeTriangles(figure, largest, right, toEye));
    first += indices.length / 3;
  }
  return resolve(buffer.triangle, shades, width, height, paper);
}

/** If the character is more than this many times as large as its moving part, only the surroundings of the part are shown. */
const wholeRange = 6;

/** Returns the view that shows the whole character, or the surroundings of its moving part if this part is small. */
export function frameFlesh(figures: readonly FleshFigure[], heading: number, aspect: number): FleshView {
  const all = figureBounds(figures);
  const moved = figureBounds(
    figures.map((figure) => ({
      ...figure,
      positions: Array.from(figure.positions, (value, k) =>
        figure.distances[Math.floor(k / 3)] >= 0 ? value : Number.NaN,
      ),
    })),
  );
  const bounds = moved ?? all;
  if (!bounds || !all) return { center: [0, 0, 0], size: 1, heading };
  const [across, along] = [Math.abs(cos(heading)), Math.abs(sin(heading))];
  const size = ({ min, max }: typeof bounds) =>
    Math.max(max[1] - min[1], (across * (max[0] - min[0]) + along * (max[2] - min[2])) / aspect);
  const isWhole = size(all) <= wholeRange * size(bounds);
  const shown = isWhole ? all : bounds;
  const center = (axis: number) => (shown.min[axis] + shown.max[axis]) / 2;
  return {
    center: [center(0), center(1), center(2)],
    size: isWhole ? 1.08 * size(all) : 2 * size(bounds),
    heading,
  };
}

/** Returns the light of each triangle [3 · triangleCount]: a lamp beside the eye, brighter from above. */
function shadeTriangles(
  figure: FleshFigure,
  largest: number,
  right: readonly number[],
  toEye: readonly number[],
): Float32Array {
  const { indices, distances } = figure;
  const normals = smoothNormals(figure);
  const lamp = [0, 1, 2].map((axis) => 0.45 * right[axis] + 0.62 * toEye[axis] + (axis === 1 ? 0.64 : 0));
  const shades = new Float32Array(indices.length);
  for (let k = 0; k < indices.length; k += 3) {
    let distance = 0;
    let lit = 0;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[k + corner];
      distance += distances[vertex] / 3;
      const n = 3 * vertex;
      lit += (normals[n] * lamp[0] + normals[n + 1] * lamp[1] + normals[n + 2] * lamp[2]) / 3;
    }
    const flesh = distance >= 0 ? fleshColor(largest > 0 ? distance / largest : 0) : null;
    const light = 0.34 + 0.66 * Math.max(0, 0.5 + 0.5 * lit) ** 1.6;
    for (let c = 0; c < 3; c++) {
      const own = bone[c] + ownColor * (triangleColor(figure, k / 3, c) - bone[c]);
      shades[k + c] = (flesh ? flesh[c] : own) * light;
    }
  }
  return shades;
}

function resolve(
  triangles: Int32Array,
  shades: readonly Float32Array[],
  width: number,
  height: number,
  paper: Color,
): Picture {
  const all = new Float32Array(shades.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of shades) {
    all.set(part, offset);
    offset += part.length;
  }
  const back = lightOf(...paper);
  const picture = createPicture(width, height, paper);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0];
      let covered = 0;
      for (let s = 0; s < fineness * fineness; s++) {
        const row = y * fineness + Math.floor(s / fineness);
        const triangle = triangles[row * width * fineness + x * fineness + (s % fineness)];
        if (triangle >= 0) covered++;
        for (let c = 0; c < 3; c++) sum[c] += triangle < 0 ? back[c] : all[3 * triangle + c];
      }
      if (covered === 0) continue;
      for (let c = 0; c < 3; c++) picture.rgb[3 * (y * width + x) + c] = encodeSrgb(sum[c] / fineness ** 2);
    }
  }
  return picture;
}

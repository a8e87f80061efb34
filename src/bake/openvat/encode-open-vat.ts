import type { LongWork } from '../../long-work.ts';
import type { MovingMesh, PosedPrimitive } from './moving-mesh.ts';
import { layOutOpenVat, type OpenVatLayout, type OpenVatOptions, openVatPixel } from './open-vat-layout.ts';

/** The content of the pictures of a mesh. */
export interface EncodedOpenVat {
  readonly layout: OpenVatLayout;
  /** The mesh in the first frame: positions and normals of each primitive, [3 · vertexCount], Y up. */
  readonly base: readonly { readonly positions: Float32Array; readonly normals: Float32Array }[];
  /** Minimum and maximum displacement from the base, along Blender's axes, metres. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  /** Values 0 to 1 of red, green and blue, [3 · width · height]. */
  readonly values: Float32Array;
  /** Normals in a picture of their own, likewise. Null if they are in `values`. */
  readonly normalValues: Float32Array | null;
  /** Maximum distance between a decoded and a simulated position, metres. */
  readonly maxErrorMetres: number;
  /** Whether the last frame equals the first, so that the motion can repeat. */
  readonly repeats: boolean;
}

/** The largest integer of a 16-bit picture. */
export const maxSample = 65535;
/** If no vertex is further from its place in the first frame, the motion repeats, metres. */
const repeatTolerance = 1e-3;

/**
 * Encodes the motion of a mesh: displacements from the first frame, each axis scaled to its range, and normals. OpenVAT writes both along
 * Blender's axes: x, −z and y of glTF.
 */
export function* encodeOpenVat(
  mesh: MovingMesh,
  firstFrame: number,
  frames: number,
  options: OpenVatOptions,
): LongWork<EncodedOpenVat> {
  const vertexCount = mesh.primitives.reduce((sum, primitive) => sum + primitive.vertexCount, 0);
  const layout = layOutOpenVat(vertexCount, frames, options);
  const { width, height, normalRow } = layout;
  const base = mesh.pose(firstFrame).map(({ positions, normals }) => ({
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
  }));
  const values = new Float32Array(3 * width * height);
  const normalValues = options.normals === 'separate' ? new Float32Array(values.length) : null;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const moved = [0, 0, 0];
  let furthest = 0;
  for (let frame = 0; frame < frames; frame++) {
    furthest = 0;
    eachVertex(mesh.pose(firstFrame + frame), (primitive, k, vertex, { positions, normals }) => {
      const pixel = 3 * openVatPixel(layout, vertex, frame);
      const still = base[primitive].positions;
      setBlender(
        moved,
        positions[k] - still[k],
        positions[k + 1] - still[k + 1],
        positions[k + 2] - still[k + 2],
      );
      furthest = Math.max(furthest, Math.hypot(moved[0], moved[1], moved[2]));
      for (let c = 0; c < 3; c++) {
        values[pixel + c] = moved[c];
        min[c] = Math.min(min[c], moved[c]);
        max[c] = Math.max(max[c], moved[c]);
      }
      setBlender(moved, normals[k], normals[k + 1], normals[k + 2]);
      const [out, at] = normalValues ? [normalValues, pixel] : [values, pixel + 3 * normalRow * width];
      for (let c = 0; c < 3; c++) out[at + c] = 0.5 + 0.5 * moved[c];
    });
    yield;
  }
  let maxErrorMetres = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let frame = 0; frame < frames; frame++) {
      const pixel = 3 * openVatPixel(layout, vertex, frame);
      let error = 0;
      for (let c = 0; c < 3; c++) {
        const range = max[c] - min[c];
        const exact = values[pixel + c];
        const fraction = range > 0 ? Math.min(1, Math.max(0, (exact - min[c]) / range)) : 0;
        values[pixel + c] = fraction;
        const stored =
          options.format === 'png' ? Math.round(maxSample * fraction) / maxSample : values[pixel + c];
        error += (min[c] + range * stored - exact) ** 2;
      }
      maxErrorMetres = Math.max(maxErrorMetres, Math.sqrt(error));
    }
    if (vertex % 1024 === 0) yield;
  }
  return {
    layout,
    base,
    min,
    max,
    values,
    normalValues,
    maxErrorMetres,
    repeats: furthest <= repeatTolerance,
  };
}

function setBlender(out: number[], x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = -z;
  out[2] = y;
}

/** Calls a function with the index of the primitive, the index of the vertex's numbers in it, and the index of the vertex in the mesh. */
function eachVertex(
  posed: readonly PosedPrimitive[],
  visit: (primitive: number, k: number, vertex: number, posed: PosedPrimitive) => void,
): void {
  let vertex = 0;
  posed.forEach((one, primitive) => {
    for (let k = 0; k < one.positions.length; k += 3) visit(primitive, k, vertex++, one);
  });
}

import { buildSkinFrame, crossAxis, toSkinFrame } from '../../coats/vat/skin-frame.ts';
import { layOutVat, type VatLayout, vatPixel } from '../../coats/vat/vat-layout.ts';
import { createMatrix } from '../../math/matrix.ts';
import type { Actor } from '../../motion/actor.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type BoundPoints, bindPoints, pointMatrix } from './bind-points.ts';
import { type Coat, loadShells } from './group-coats.ts';
import {
  createSkinSpace,
  fillLost,
  type PointSpace,
  setDirection,
  visitFirstKnown,
  worldSpace,
} from './point-space.ts';
import { averageFrames } from './reduce-motion.ts';

/** The motion of shells as a texture over a mesh of their skin. */
export interface VatMotion {
  readonly coat: Coat;
  /** How the skin follows the character. Null for a skin in the world. */
  readonly bound: BoundPoints | null;
  /** Unit normals and unit tangents of the mesh before skinning, [3 · vertexCount]. */
  readonly normals: Float32Array;
  readonly tangents: Float32Array;
  /** Positions of the mesh in the same space: the mean of all frames. [3 · vertexCount] */
  readonly positions: Float32Array;
  readonly layout: VatLayout;
  /** Values of the texture, [3 · width · height]. */
  readonly texels: Float32Array;
}

/** If roots are within this distance of the mesh, no roots are written. It is a fraction of the longest strand. */
const restful = 1e-3;

/** Returns the motion of a coat over the kept frames. actor: the owner of the skin, null for a patch. */
export function encodeVat(plan: BakePlan, coat: Coat, actor: Actor | null): VatMotion {
  const { output } = coat;
  const { vertexCount, skin } = output;
  const { firstFrame, lastFrame } = plan;
  const bound =
    actor && skin
      ? bindPoints(
          actor,
          skin,
          Uint32Array.from({ length: 3 * vertexCount }, (_, k) => Math.floor(k / 3)),
          Float64Array.from({ length: 3 * vertexCount }, (_, k) => (k % 3 === 0 ? 1 : 0)),
        )
      : null;
  const space = bound ? createSkinSpace(actor!, bound, 1) : worldSpace;
  const times = Float64Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) =>
    plan.times.seconds(firstFrame + k),
  );
  const axes = findAxes((k) => loadShells(plan, coat, firstFrame + k), space, times);
  const lost: (readonly number[])[] = [];
  const skins = Array.from(times, (seconds, k) => {
    const local = Float64Array.from(loadShells(plan, coat, firstFrame + k).roots);
    lost.push(space.toLocal(local, seconds));
    return Float32Array.from(local);
  });
  fillLost(skins, lost, 1);
  const positions = averageFrames(skins);
  const strays = skins.map((skin, k) => {
    const away = Float64Array.from(skin, (value, o) => value - positions[o]);
    space.toWorldVectors(away, times[k]);
    return away;
  });
  const longest = output.lengths.reduce((max, length) => Math.max(max, length), 0);
  const hasRoots = strays.some((away) => away.some((value) => Math.abs(value) > restful * longest));
  const layout = layOutVat(vertexCount, times.length, hasRoots);
  const texels = new Float32Array(3 * layout.width * layout.height);
  const matrix = createMatrix();
  const frame = new Float64Array(9);
  times.forEach((seconds, k) => {
    const { normals, offsets } = loadShells(plan, coat, firstFrame + k);
    const pose = bound ? actor!.poseAt(seconds) : null;
    const parts = [offsets, normals, ...(hasRoots ? [strays[k]] : [])];
    for (let v = 0; v < vertexCount; v++) {
      const o = 3 * v;
      if (bound && pose) pointMatrix(matrix, bound, pose, v);
      buildSkinFrame(frame, carry(matrix, axes.normals, o), carry(matrix, axes.tangents, o));
      parts.forEach((values, part) => {
        const pixel = 3 * vatPixel(layout, v, k, part);
        toSkinFrame(texels, pixel, frame, values[o], values[o + 1], values[o + 2]);
      });
    }
  });
  return { coat, bound, ...axes, positions, layout, texels };
}

/** Returns the normal of each vertex of the mesh in the first frame in which the vertex has one, and arbitrary tangents. */
function findAxes(
  load: (frame: number) => { roots: Float32Array; normals: Float32Array },
  space: PointSpace,
  times: Float64Array,
): { normals: Float32Array; tangents: Float32Array } {
  const { length } = load(0).roots;
  const normals = Float32Array.from({ length }, (_, k) => (k % 3 === 1 ? 1 : 0));
  const starts = new Float64Array(length);
  const ends = new Float64Array(length);
  visitFirstKnown(
    length / 3,
    times.length,
    (frame) => {
      const { roots, normals: world } = load(frame);
      starts.set(roots);
      for (let k = 0; k < length; k++) ends[k] = roots[k] + world[k];
      space.toLocal(ends, times[frame]);
      return space.toLocal(starts, times[frame]);
    },
    (v) => setDirection(normals, 3 * v, starts.subarray(3 * v), ends.subarray(3 * v)),
  );
  const tangents = new Float32Array(length);
  for (let o = 0; o < length; o += 3) {
    tangents.set(crossAxis(normals[o], normals[o + 1], normals[o + 2]), o);
  }
  return { normals, tangents };
}

function carry(m: Float64Array, v: Float32Array, o: number): [number, number, number] {
  const [x, y, z] = [v[o], v[o + 1], v[o + 2]];
  return [m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z];
}

import type { Actor } from '../../../motion/actor.ts';
import type { RigSurface } from '../../../motion/rig.ts';
import { gatherShapes } from '../../morph/gather-shapes.ts';
import type { MorphTrack } from '../../morph/morph-track.ts';
import { RotatedNormals, type ShownShapes } from '../../morph/rotated-normals.ts';
import type { StageShape } from './stage-motion.ts';

type NamelessShape = Omit<StageShape, 'name'>;

/** Changes of a normal below this value are left out. */
const noticeable = 1e-5;

/**
 * Returns the shape of a morph target of a file on each surface of its node, with the index of the surface. Normals are exact at weight 1.
 */
export function shapesOfTarget(
  surfaces: readonly RigSurface[],
  node: number,
  target: number,
): [surface: number, shape: NamelessShape][] {
  const shown = surfaces.flatMap((surface, index) =>
    surface.node === node && surface.morphTargets[target] ? [{ surface, index }] : [],
  );
  const shapes: ShownShapes = {
    modeCount: 1,
    parts: shown.map(({ surface }) => ({
      surface,
      vertices: Uint32Array.from({ length: surface.positions.length / 3 }, (_, k) => k),
      shapes: surface.morphTargets[target],
    })),
  };
  const normals = measureNormals(shapes, 0, [0, 1]);
  return shown.map(({ surface, index }, k) => [
    index,
    packShape(shapes.parts[k].vertices, surface.morphTargets[target], normals[k]),
  ]);
}

/**
 * Returns the shapes of flesh on all surfaces. The change of a normal is not proportional to the weight: it is measured between the largest
 * weight of the bake and its opposite.
 */
export function* shapesOfFlesh(
  actor: Actor,
  tracks: readonly MorphTrack[],
): Generator<
  NamelessShape & { readonly track: MorphTrack; readonly mode: number; readonly surface: number }
> {
  if (tracks.length === 0) return;
  for (const shapes of gatherShapes(actor, tracks, tracks[0].times[0])) {
    let own = 0;
    for (const track of shapes.tracks) {
      for (let mode = 0; mode < track.modeCount; mode++, own++) {
        let peak = 0;
        for (let k = mode; k < track.amplitudes.length; k += track.modeCount)
          peak = Math.max(peak, Math.abs(track.amplitudes[k]));
        const normals = measureNormals(shapes, own, peak > 0 ? [-peak, peak] : [0, 1]);
        for (const [k, { surface, vertices, shapes: all }] of shapes.parts.entries()) {
          const stride = 3 * vertices.length;
          const offsets = all.subarray(own * stride, (own + 1) * stride);
          yield {
            track,
            mode,
            surface: actor.rig.surfaces.indexOf(surface),
            ...packShape(vertices, offsets, normals[k]),
          };
        }
      }
    }
  }
}

/** Returns the change of the normals of each part between two weights of one shape, per unit of weight. Null without normals. */
function measureNormals(
  shapes: ShownShapes,
  mode: number,
  [from, to]: readonly [number, number],
): (Float32Array | null)[] {
  const turned = new RotatedNormals(shapes);
  const amplitudes = new Float64Array(shapes.modeCount);
  const [before, after] = [from, to].map((weight) => {
    amplitudes[mode] = weight;
    turned.measure(amplitudes, 0);
    return turned.values.map((values) => values && unitVectors(values));
  });
  return before.map((start, k) => start?.map((value, c) => (after[k]![c] - value) / (to - from)) ?? null);
}

function unitVectors(values: ArrayLike<number>): Float32Array {
  const out = new Float32Array(values.length);
  for (let k = 0; k < values.length; k += 3) {
    const length = Math.hypot(values[k], values[k + 1], values[k + 2]) || 1;
    for (let c = k; c < k + 3; c++) out[c] = values[c] / length;
  }
  return out;
}

/** Returns a shape without the vertices that it leaves unchanged. */
function packShape(
  vertices: Uint32Array,
  offsets: Float32Array,
  normals: Float32Array | null,
): NamelessShape {
  const kept: number[] = [];
  for (let k = 0; k < vertices.length; k++) {
    const own = [3 * k, 3 * k + 1, 3 * k + 2];
    if (own.some((c) => offsets[c] !== 0 || Math.abs(normals?.[c] ?? 0) > noticeable)) kept.push(k);
  }
  const pick = (values: Float32Array) => {
    const out = new Float32Array(3 * kept.length);
    kept.forEach((k, at) => {
      out.set(values.subarray(3 * k, 3 * k + 3), 3 * at);
    });
    return out;
  };
  return {
    vertices: Int32Array.from(kept, (k) => vertices[k]),
    offsets: pick(offsets),
    normalOffsets: normals && pick(normals),
  };
}

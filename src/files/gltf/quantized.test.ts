import { describe, expect, test } from 'vitest';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { posedPoints } from '../testing/posing.ts';
import { cube } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

/** Displacement of the cube's last corner by the morph target, in widths of the cube. */
const reach = 3;
const corner = 7;

/** Conversion of integers to metres: value = least + step · integer. */
interface Stored {
  readonly Integers:
    | Int8ArrayConstructor
    | Uint8ArrayConstructor
    | Int16ArrayConstructor
    | Uint16ArrayConstructor;
  readonly step: number;
  readonly min: number;
  /** Divisor of a normalised integer; 1 for a plain one. */
  readonly divisor: number;
}

/**
 * Creates a cube of 1 m on a joint that rotates it by 90° about Z and lifts it by 1 m, with a morph target that moves a corner by three
 * widths. If `stored` is null, positions are floats. Otherwise they are integers that the inverse bind matrix converts, which is how tools
 * quantise skinned meshes.
 */
function buildCube(stored: Stored | null): Uint8Array {
  const builder = new GltfBuilder();
  const deltas: number[] = new Array(24).fill(0);
  deltas[3 * corner] = reach;
  const add = (values: readonly number[], min: number) => {
    if (!stored) return builder.addAccessor('VEC3', values);
    const integers = new stored.Integers(values.length);
    integers.set(values.map((value) => Math.round((value - min) / stored.step)));
    return builder.addAccessor('VEC3', integers, { normalized: stored.divisor > 1 });
  };
  const min = stored?.min ?? 0;
  builder.json.meshes.push({
    primitives: [
      {
        attributes: {
          POSITION: add(cube.positions, min),
          JOINTS_0: builder.addAccessor('VEC4', new Uint8Array(32)),
          WEIGHTS_0: builder.addAccessor('VEC4', new Array(8).fill([1, 0, 0, 0]).flat()),
        },
        indices: builder.addAccessor('SCALAR', Uint16Array.from(cube.indices)),
        targets: [{ POSITION: add(deltas, 0) }],
      },
    ],
    weights: [1],
  });
  const s = stored ? stored.step * stored.divisor : 1;
  const skin = builder.addSkin([0], [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, min, min, min, 1]);
  builder.addNode({ translation: [0, 1, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
  builder.addNode({ mesh: 0, skin });
  if (stored) builder.json.extensionsRequired = builder.json.extensionsUsed = ['KHR_mesh_quantization'];
  return builder.toGlb();
}

describe('base, deltas and inverse binds of quantised meshes end in one space', () => {
  test.each<[string, Stored]>([
    ['int16, normalised', { Integers: Int16Array, step: 4 / 32767, min: 0, divisor: 32767 }],
    ['int8, normalised', { Integers: Int8Array, step: 4 / 127, min: 0, divisor: 127 }],
    ['uint16, plain', { Integers: Uint16Array, step: 1 / 16383, min: -0.5, divisor: 1 }],
    ['uint8, plain', { Integers: Uint8Array, step: 1 / 64, min: -0.5, divisor: 1 }],
  ])('%s: the max error of a vertex is one step', async (_, stored) => {
    const exact = posedPoints(await readGltf(buildCube(null), { name: 'cube.glb' }));
    const points = posedPoints(await readGltf(buildCube(stored), { name: 'cube.glb' }));
    // The corner at (0.5, 0.5, 0.5) is moved by 3 along x, then rotated so that x becomes y, then lifted by 1.
    exact[corner].forEach((value, axis) => {
      expect(value).toBeCloseTo([-0.5, 4.5, 0.5][axis], 6);
    });
    points.forEach((point, vertex) => {
      for (let axis = 0; axis < 3; axis++)
        expect(Math.abs(point[axis] - exact[vertex][axis])).toBeLessThanOrEqual(stored.step);
    });
  });
});

import type { KernelMemory } from '../../kernel-memory.ts';
import { MemoryViews } from '../../memory-views.ts';
import type { ForceKernel } from '../kernel.ts';
import {
  baseRow,
  fieldLayers,
  fieldRow,
  fieldSize,
  particleStoreIndex as index,
  octaveBytes,
  octaveIndex,
} from '../records.generated.ts';

const { fround } = Math;
const mask15 = fieldSize - 1;
/** Strides of rows, layers and components in float32. Each pair holds two. */
const row = 2 * fieldRow;
const layer = row * fieldSize;
const component = layer * fieldLayers;
const baseLayer = 2 * baseRow * fieldSize;
const baseComponent = baseLayer * fieldSize;

/** Creates curl noise. Every sum and product is rounded to single precision, as in the kernel. */
export function createReferenceTurbulence(
  memory: KernelMemory,
): Pick<ForceKernel, 'blendField' | 'addTurbulence'> {
  const views = new MemoryViews(memory);
  return {
    blendField(field, base, weight0, x0, y0, z0, weight1, x1, y1, z1) {
      const { floats } = views;
      const [w0, w1] = [fround(weight0), fround(weight1)];
      const first = [x0, y0, z0];
      const second = [x1, y1, z1];
      let out = field / 4;
      for (let axis = 0; axis < 3; axis++) {
        const from = base / 4 + axis * baseComponent;
        const [a0, b0, c0] = [0, 1, 2].map((k) => first[(axis + k) % 3]);
        const [a1, b1, c1] = [0, 1, 2].map((k) => second[(axis + k) % 3]);
        for (let a = 0; a < fieldLayers; a++) {
          for (let b = 0; b < fieldSize; b++) {
            const p = from + ((a + a0) & mask15) * baseLayer + 2 * (((b + b0) & mask15) * baseRow + c0);
            const q = from + ((a + a1) & mask15) * baseLayer + 2 * (((b + b1) & mask15) * baseRow + c1);
            for (let k = 0; k < row; k++) {
              floats[out++] = fround(w0 * floats[p + k]) + fround(w1 * floats[q + k]);
            }
          }
        }
      }
    },

    addTurbulence(store, mask, field, octaves, octaveCount, first, end) {
      const { doubles, floats, words } = views;
      const planes = (first: number) => [0, 1, 2].map((axis) => words[store / 4 + first + axis] >>> 3);
      const [x, y, z] = planes(index.position);
      const [ax, ay, az] = planes(index.acceleration);
      const cohorts = words[store / 4 + index.cohort] >>> 2;
      const sources = words[store / 4 + index.source] >>> 2;
      for (let i = first; i < end; i++) {
        if (words[cohorts + i] < 0) continue;
        const px = doubles[x + i];
        const py = doubles[y + i];
        const pz = doubles[z + i];
        let sx = 0;
        let sy = 0;
        let sz = 0;
        for (let octave = 0; octave < octaveCount; octave++) {
          const record = octaves + octave * octaveBytes;
          const p = record / 8 + octaveIndex.matrix;
          const q = record / 8 + octaveIndex.offset;
          const lx = doubles[p] * px + doubles[p + 4] * py + doubles[p + 8] * pz + doubles[q];
          const ly = doubles[p + 1] * px + doubles[p + 5] * py + doubles[p + 9] * pz + doubles[q + 1];
          const lz = doubles[p + 2] * px + doubles[p + 6] * py + doubles[p + 10] * pz + doubles[q + 2];
          const cx = Math.floor(lx);
          const cy = Math.floor(ly);
          const cz = Math.floor(lz);
          const fx = fround(lx - cx);
          const fy = fround(ly - cy);
          const fz = fround(lz - cz);
          const i0 = wrap(cx);
          const j0 = wrap(cy);
          const k0 = wrap(cz);
          const at = field / 4;
          const ux = sample(floats, at, i0, fx, j0, fy, k0, fz);
          const uy = sample(floats, at + component, j0, fy, k0, fz, i0, fx);
          const uz = sample(floats, at + 2 * component, k0, fz, i0, fx, j0, fy);
          const r = record / 4 + octaveIndex.rotation;
          sx = fround(sx + turn(floats, r, ux, uy, uz));
          sy = fround(sy + turn(floats, r + 1, ux, uy, uz));
          sz = fround(sz + turn(floats, r + 2, ux, uy, uz));
        }
        const own = mask === 0 ? 1 : doubles[mask / 8 + words[sources + i]];
        doubles[ax + i] += own * sx;
        doubles[ay + i] += own * sy;
        doubles[az + i] += own * sz;
      }
    },
  };
}

function turn(floats: Float32Array, r: number, ux: number, uy: number, uz: number): number {
  return fround(fround(fround(ux * floats[r]) + fround(uy * floats[r + 4])) + fround(uz * floats[r + 8]));
}

/** Returns a cell of the field. Cells beyond 2³¹ saturate, as in the kernel. */
function wrap(cell: number): number {
  return Math.min(2147483647, Math.max(-2147483648, cell)) & mask15;
}

/** Samples a component, which is quadratic along its own axis and linear along the other two. */
function sample(
  floats: Float32Array,
  from: number,
  quad: number,
  f: number,
  linear: number,
  g: number,
  last: number,
  h: number,
): number {
  const r = fround(1 - f);
  const q0 = fround(fround(0.5 * r) * r);
  const q1 = fround(0.5 + fround(f * r));
  const q2 = fround(fround(0.5 * f) * f);
  const at = from + quad * layer + linear * row + 2 * last;
  const [gRest, hRest] = [fround(1 - g), fround(1 - h)];
  const corner = (k: number, weight: number) => {
    const near = fround(fround(q0 * floats[at + k]) + fround(q1 * floats[at + layer + k]));
    return fround(fround(near + fround(q2 * floats[at + 2 * layer + k])) * weight);
  };
  const even = fround(corner(0, fround(gRest * hRest)) + corner(2, fround(gRest * h)));
  const odd = fround(corner(1, fround(g * hRest)) + corner(3, fround(g * h)));
  return fround(even + odd);
}

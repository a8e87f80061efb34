import type { KernelMemory } from '../../kernel-memory.ts';
import { baseRow, type ForceKernel, fieldRow, fieldSize } from '../kernel.ts';
import { MemoryViews } from './memory-views.ts';

const mask15 = fieldSize - 1;
const fieldLayer = fieldRow * fieldSize;
const fieldComponent = fieldLayer * fieldSize;
const baseLayer = baseRow * fieldSize;
const baseComponent = baseLayer * fieldSize;

/** Curl noise. */
export function createTwinTurbulence(
  memory: KernelMemory,
): Pick<ForceKernel, 'blendField' | 'addTurbulence'> {
  const views = new MemoryViews(memory);
  return {
    blendField(field, base, w0, x0, y0, z0, w1, x1, y1, z1) {
      const { doubles } = views;
      const first = [x0, y0, z0];
      const second = [x1, y1, z1];
      let out = field / 8;
      for (let component = 0; component < 3; component++) {
        const from = base / 8 + component * baseComponent;
        const [a0, b0, c0] = [0, 1, 2].map((k) => first[(component + k) % 3]);
        const [a1, b1, c1] = [0, 1, 2].map((k) => second[(component + k) % 3]);
        for (let a = 0; a < fieldSize; a++) {
          for (let b = 0; b < fieldSize; b++) {
            const p = from + ((a + a0) & mask15) * baseLayer + ((b + b0) & mask15) * baseRow + c0;
            const q = from + ((a + a1) & mask15) * baseLayer + ((b + b1) & mask15) * baseRow + c1;
            for (let k = 0; k < fieldRow; k++) doubles[out++] = w0 * doubles[p + k] + w1 * doubles[q + k];
          }
        }
      }
    },

    addTurbulence(store, mask, field, octaves, octaveCount, first, end) {
      const { doubles, words } = views;
      const [x, y, z, ax, ay, az] = [0, 1, 2, 12, 13, 14].map((k) => words[store / 4 + k] >>> 3);
      const cohorts = words[store / 4 + 18] >>> 2;
      const sources = words[store / 4 + 19] >>> 2;
      const component = field / 8;
      for (let i = first; i < end; i++) {
        if (words[cohorts + i] < 0) continue;
        const px = doubles[x + i];
        const py = doubles[y + i];
        const pz = doubles[z + i];
        let sx = 0;
        let sy = 0;
        let sz = 0;
        for (let octave = 0; octave < octaveCount; octave++) {
          const p = octaves / 8 + 14 * octave;
          const scale = doubles[p + 9];
          const lx = (doubles[p] * px + doubles[p + 1] * py + doubles[p + 2] * pz) * scale + doubles[p + 10];
          const ly =
            (doubles[p + 3] * px + doubles[p + 4] * py + doubles[p + 5] * pz) * scale + doubles[p + 11];
          const lz =
            (doubles[p + 6] * px + doubles[p + 7] * py + doubles[p + 8] * pz) * scale + doubles[p + 12];
          const cx = Math.floor(lx);
          const cy = Math.floor(ly);
          const cz = Math.floor(lz);
          const fx = lx - cx;
          const fy = ly - cy;
          const fz = lz - cz;
          const i0 = wrap(cx);
          const j0 = wrap(cy);
          const k0 = wrap(cz);
          const ux = sample(doubles, component, i0, fx, j0, fy, k0, fz);
          const uy = sample(doubles, component + fieldComponent, j0, fy, k0, fz, i0, fx);
          const uz = sample(doubles, component + 2 * fieldComponent, k0, fz, i0, fx, j0, fy);
          const strength = doubles[p + 13];
          sx += strength * (doubles[p] * ux + doubles[p + 3] * uy + doubles[p + 6] * uz);
          sy += strength * (doubles[p + 1] * ux + doubles[p + 4] * uy + doubles[p + 7] * uz);
          sz += strength * (doubles[p + 2] * ux + doubles[p + 5] * uy + doubles[p + 8] * uz);
        }
        const own = mask === 0 ? 1 : doubles[mask / 8 + words[sources + i]];
        doubles[ax + i] += own * sx;
        doubles[ay + i] += own * sy;
        doubles[az + i] += own * sz;
      }
    },
  };
}

/** Beyond 2³¹ cells it stands still, as in the kernel. */
function wrap(cell: number): number {
  return Math.min(2147483647, Math.max(-2147483648, cell)) & mask15;
}

/** Along its own axis a component is quadratic, along the other two linear. */
function sample(
  doubles: Float64Array,
  component: number,
  quad: number,
  f: number,
  linear: number,
  g: number,
  last: number,
  h: number,
): number {
  const rest = 1 - f;
  const q0 = 0.5 * rest * rest;
  const q1 = 0.5 + f * rest;
  const q2 = 0.5 * f * f;
  const layer0 = component + quad * fieldLayer + last + 1;
  const layer1 = component + ((quad + 1) & mask15) * fieldLayer + last + 1;
  const layer2 = component + ((quad + 2) & mask15) * fieldLayer + last + 1;
  const row0 = ((linear + 1) & mask15) * fieldRow;
  const row1 = ((linear + 2) & mask15) * fieldRow;
  const a0 = q0 * doubles[layer0 + row0] + q1 * doubles[layer1 + row0] + q2 * doubles[layer2 + row0];
  const a1 = q0 * doubles[layer0 + row1] + q1 * doubles[layer1 + row1] + q2 * doubles[layer2 + row1];
  const b0 =
    q0 * doubles[layer0 + row0 + 1] + q1 * doubles[layer1 + row0 + 1] + q2 * doubles[layer2 + row0 + 1];
  const b1 =
    q0 * doubles[layer0 + row1 + 1] + q1 * doubles[layer1 + row1 + 1] + q2 * doubles[layer2 + row1 + 1];
  const a = (1 - g) * a0 + g * a1;
  const b = (1 - g) * b0 + g * b1;
  return (1 - h) * a + h * b;
}

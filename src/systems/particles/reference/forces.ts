import type { KernelMemory } from '../../kernel-memory.ts';
import { MemoryViews } from '../../memory-views.ts';
import type { ForceKernel } from '../kernel.ts';
import {
  AttractorParamsRecord,
  BuoyancyParamsRecord,
  DragParamsRecord,
  particleStoreIndex as index,
  VortexParamsRecord,
  WindParamsRecord,
} from '../records.generated.ts';

const log2e = Math.LOG2E;
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;
/** 1 / 13! … 1 / 2!, 1, 1. */
const series = [
  1.6059043836821613e-10, 2.08767569878681e-9, 2.505210838544172e-8, 2.755731922398589e-7,
  2.7557319223985893e-6, 2.48015873015873e-5, 1.984126984126984e-4, 1.388888888888889e-3,
  8.333333333333333e-3, 4.1666666666666664e-2, 1.6666666666666666e-1, 0.5, 1, 1,
];

/** Returns e to the power x, for x ≤ 0. The result is at least e⁻⁷⁰⁰. */
function decay(exponent: number): number {
  const x = Math.max(-700, exponent);
  const k = Math.floor(x * log2e + 0.5);
  const r = x - k * ln2High - k * ln2Low;
  let sum = series[0];
  for (let n = 1; n < series.length; n++) sum = sum * r + series[n];
  power.setInt32(0, (k + 1023) << 20);
  return sum * power.getFloat64(0);
}

const power = new DataView(new ArrayBuffer(8));

/** Creates the forces that depend on the position. */
export function createReferenceForces(
  memory: KernelMemory,
): Pick<ForceKernel, 'addVortex' | 'addAttractor' | 'addDrag' | 'addBuoyancy' | 'addWind'> {
  const views = new MemoryViews(memory);

  /** Calls `add` for each particle with its index and its mask. Whole pairs are processed, as in the kernel. */
  function forPairs(
    store: number,
    mask: number,
    first: number,
    end: number,
    add: (i: number, own: number) => void,
  ): void {
    const { doubles, words } = views;
    const sources = words[store / 4 + index.source] >>> 2;
    const last = end + (end & 1);
    for (let i = first & ~1; i < last; i++) add(i, mask === 0 ? 1 : doubles[mask / 8 + words[sources + i]]);
  }

  function forEach(
    store: number,
    mask: number,
    first: number,
    end: number,
    add: (i: number, own: number) => void,
  ): void {
    const { doubles, words } = views;
    const sources = words[store / 4 + index.source] >>> 2;
    const cohorts = words[store / 4 + index.cohort] >>> 2;
    for (let i = first; i < end; i++) {
      if (words[cohorts + i] >= 0) add(i, mask === 0 ? 1 : doubles[mask / 8 + words[sources + i]]);
    }
  }

  const planes = (store: number, from: number) =>
    [0, 1, 2].map((axis) => views.words[store / 4 + from + axis] >>> 3);

  return {
    addVortex(store, mask, params, first, end) {
      const { doubles } = views;
      const [x, y, z] = planes(store, index.position);
      const [ax, ay, az] = planes(store, index.acceleration);
      const vortex = new VortexParamsRecord(memory.buffer, params);
      const { along, inward, inverseSquareRadius: inverse } = vortex;
      const [cx, cy, cz] = vortex.center;
      const [nx, ny, nz] = vortex.axis;
      forPairs(store, mask, first, end, (i, own) => {
        const rx = doubles[x + i] - cx;
        const ry = doubles[y + i] - cy;
        const rz = doubles[z + i] - cz;
        const h = rx * nx + ry * ny + rz * nz;
        const px = rx - h * nx;
        const py = ry - h * ny;
        const pz = rz - h * nz;
        const factor = own / (1 + (px * px + py * py + pz * pz) * inverse);
        const turn = factor * along;
        const pull = factor * inward;
        doubles[ax + i] += turn * (ny * pz - nz * py) - pull * px;
        doubles[ay + i] += turn * (nz * px - nx * pz) - pull * py;
        doubles[az + i] += turn * (nx * py - ny * px) - pull * pz;
      });
    },

    addAttractor(store, mask, params, power, first, end) {
      const { doubles } = views;
      const [x, y, z] = planes(store, index.position);
      const [ax, ay, az] = planes(store, index.acceleration);
      const attractor = new AttractorParamsRecord(memory.buffer, params);
      const { strength, squareRadius } = attractor;
      const [cx, cy, cz] = attractor.center;
      forPairs(store, mask, first, end, (i, own) => {
        const rx = cx - doubles[x + i];
        const ry = cy - doubles[y + i];
        const rz = cz - doubles[z + i];
        const near = Math.min(1, squareRadius / (rx * rx + ry * ry + rz * rz));
        let factor = own * strength;
        if (power & 1) factor *= Math.sqrt(near);
        for (let k = power >> 1; k > 0; k--) factor *= near;
        doubles[ax + i] += factor * rx;
        doubles[ay + i] += factor * ry;
        doubles[az + i] += factor * rz;
      });
    },

    addDrag(store, mask, params, first, end) {
      const { doubles } = views;
      const [x, y, z] = planes(store, index.velocity);
      const [ax, ay, az] = planes(store, index.acceleration);
      const { coefficient, stepCoefficient } = new DragParamsRecord(memory.buffer, params);
      forPairs(store, mask, first, end, (i, own) => {
        const vx = doubles[x + i];
        const vy = doubles[y + i];
        const vz = doubles[z + i];
        const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
        const factor = -(own * ((coefficient * speed) / (1 + stepCoefficient * speed)));
        doubles[ax + i] += factor * vx;
        doubles[ay + i] += factor * vy;
        doubles[az + i] += factor * vz;
      });
    },

    addBuoyancy(store, mask, params, first, end) {
      const { doubles } = views;
      const births = views.words[store / 4 + index.birthTime] >>> 3;
      const [, ay] = planes(store, index.acceleration);
      const { acceleration, time, rate } = new BuoyancyParamsRecord(memory.buffer, params);
      forPairs(store, mask, first, end, (i, own) => {
        const age = Math.max(0, time - doubles[births + i]);
        doubles[ay + i] += own * (acceleration * decay(-age * rate));
      });
    },

    addWind(store, mask, params, gusts, first, end) {
      const { doubles } = views;
      const [x, y, z] = planes(store, index.position);
      const [ax, ay, az] = planes(store, index.acceleration);
      const wind = new WindParamsRecord(memory.buffer, params);
      const { gustFraction, shift } = wind;
      const [wx, wy, wz] = wind.acceleration;
      const [ux, uy, uz] = wind.wave;
      forEach(store, mask, first, end, (i, own) => {
        const phase = doubles[x + i] * ux + doubles[y + i] * uy + doubles[z + i] * uz - shift;
        const cell = Math.floor(phase);
        const f = phase - cell;
        const g = 1 - f;
        const at = gusts / 8 + (cell - 256 * Math.floor(cell / 256));
        const gust =
          0.5 * g * g * doubles[at] + (0.5 + f * g) * doubles[at + 1] + 0.5 * f * f * doubles[at + 2];
        const factor = own * (1 + gustFraction * gust);
        doubles[ax + i] += factor * wx;
        doubles[ay + i] += factor * wy;
        doubles[az + i] += factor * wz;
      });
    },
  };
}

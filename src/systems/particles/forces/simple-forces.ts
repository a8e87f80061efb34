import { gustCount } from '../kernel.ts';
import { type ForceMemory, KernelNumbers, type LocalForce, type ParamsOf } from './local-force.ts';

/** The same everywhere, but not for all. */
export function createSteady(memory: ForceMemory, acceleration: readonly number[]): LocalForce {
  const { kernel } = memory;
  const numbers = new KernelNumbers(memory, 8);
  // Wind without gusts.
  const noGusts = new KernelNumbers(memory, gustCount);
  return {
    prepare() {
      numbers.set([...acceleration, 0, 0, 0, 0, 0]);
      noGusts.view.fill(0);
    },
    add(store, mask, first, end) {
      kernel.addWind(store, mask, numbers.pointer, noGusts.pointer, first, end);
    },
  };
}

/** Round an axis: linear inside the radius, strongest at it, dying away as 1 / distance. */
export function createVortex(memory: ForceMemory, params: ParamsOf<'vortex'>): LocalForce {
  const { kernel } = memory;
  const numbers = new KernelNumbers(memory, 9);
  const { center, axis, acceleration, inward, radius } = params;
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  // 2 ρ/R / (1 + ρ²/R²) is 1 at the radius.
  const values = [
    ...center,
    ...axis.map((c) => c / length),
    (2 * acceleration) / radius,
    (2 * inward) / radius,
    1 / (radius * radius),
  ];
  return {
    prepare() {
      numbers.set(values);
    },
    add(store, mask, first, end) {
      kernel.addVortex(store, mask, numbers.pointer, first, end);
    },
  };
}

/** Toward a point: linear inside the radius, beyond it as 1 / distance^falloff. */
export function createAttractor(memory: ForceMemory, params: ParamsOf<'attractor'>): LocalForce {
  const { kernel } = memory;
  const numbers = new KernelNumbers(memory, 5);
  const { center, acceleration, radius, falloff } = params;
  return {
    prepare() {
      numbers.set([...center, acceleration / radius, radius * radius]);
    },
    add(store, mask, first, end) {
      kernel.addAttractor(store, mask, numbers.pointer, falloff + 1, first, end);
    },
  };
}

/** By the square of the speed; stable for any step. */
export function createDrag(memory: ForceMemory, params: ParamsOf<'drag'>): LocalForce {
  const { kernel } = memory;
  const numbers = new KernelNumbers(memory, 2);
  return {
    prepare(_t, dt) {
      numbers.set([params.coefficient, params.coefficient * dt]);
    },
    add(store, mask, first, end) {
      kernel.addDrag(store, mask, numbers.pointer, first, end);
    },
  };
}

/** Upward, less with age. */
export function createBuoyancy(memory: ForceMemory, params: ParamsOf<'buoyancy'>): LocalForce {
  const { kernel } = memory;
  const numbers = new KernelNumbers(memory, 3);
  return {
    prepare(t) {
      numbers.set([params.acceleration, t, 1 / params.cooling]);
    },
    add(store, mask, first, end) {
      kernel.addBuoyancy(store, mask, numbers.pointer, first, end);
    },
  };
}

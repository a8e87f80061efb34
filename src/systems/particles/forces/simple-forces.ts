import {
  AttractorParamsRecord,
  attractorParamsBytes,
  BuoyancyParamsRecord,
  buoyancyParamsBytes,
  DragParamsRecord,
  dragParamsBytes,
  gustPeriod,
  VortexParamsRecord,
  vortexParamsBytes,
  WindParamsRecord,
  windParamsBytes,
} from '../records.generated.ts';
import {
  type ForceMemory,
  KernelNumbers,
  KernelRecord,
  type LocalForce,
  type ParamsOf,
} from './local-force.ts';

/** Creates a force that is the same everywhere, but acts only on some sources. */
export function createSteady(memory: ForceMemory): LocalForce<ParamsOf<'gravity'>> {
  const { kernel } = memory;
  const record = new KernelRecord(memory, windParamsBytes, WindParamsRecord);
  // Wind without gusts.
  const noGusts = new KernelNumbers(memory, gustPeriod + 2);
  return {
    prepare({ acceleration }) {
      const { view } = record;
      view.acceleration.set(acceleration);
      view.gustFraction = 0;
      view.wave.fill(0);
      view.shift = 0;
      noGusts.view.fill(0);
    },
    add(store, mask, first, end) {
      kernel.addWind(store, mask, record.pointer, noGusts.pointer, first, end);
    },
    get prepared() {
      return { kind: 'wind', record: record.view, gusts: noGusts.view } as const;
    },
  };
}

/** Creates a rotation about an axis: linear inside the radius, max at it, and decreasing as 1 / distance. */
export function createVortex(memory: ForceMemory): LocalForce<ParamsOf<'vortex'>> {
  const { kernel } = memory;
  const record = new KernelRecord(memory, vortexParamsBytes, VortexParamsRecord);
  return {
    prepare({ center, axis, acceleration, inward, radius }) {
      const { view } = record;
      view.center.set(center);
      const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
      view.axis.set(axis.map((c) => c / length));
      // 2 ρ/R / (1 + ρ²/R²) is 1 at the radius.
      view.along = (2 * acceleration) / radius;
      view.inward = (2 * inward) / radius;
      view.inverseSquareRadius = 1 / (radius * radius);
    },
    add(store, mask, first, end) {
      kernel.addVortex(store, mask, record.pointer, first, end);
    },
    get prepared() {
      return { kind: 'vortex', record: record.view } as const;
    },
  };
}

/** Creates an attraction to a point: linear inside the radius, beyond it 1 / distance^falloff. */
export function createAttractor(memory: ForceMemory): LocalForce<ParamsOf<'attractor'>> {
  const { kernel } = memory;
  const record = new KernelRecord(memory, attractorParamsBytes, AttractorParamsRecord);
  let power = 0;
  return {
    prepare({ center, acceleration, radius, falloff }) {
      const { view } = record;
      power = falloff + 1;
      view.center.set(center);
      view.strength = acceleration / radius;
      view.squareRadius = radius * radius;
    },
    add(store, mask, first, end) {
      kernel.addAttractor(store, mask, record.pointer, power, first, end);
    },
    get prepared() {
      return { kind: 'attractor', record: record.view, power } as const;
    },
  };
}

/** Creates drag that is proportional to the square of the speed; stable for any step. */
export function createDrag(memory: ForceMemory): LocalForce<ParamsOf<'drag'>> {
  const { kernel } = memory;
  const record = new KernelRecord(memory, dragParamsBytes, DragParamsRecord);
  return {
    prepare({ coefficient }, _t, dt) {
      const { view } = record;
      view.coefficient = coefficient;
      view.stepCoefficient = coefficient * dt;
    },
    add(store, mask, first, end) {
      kernel.addDrag(store, mask, record.pointer, first, end);
    },
    get prepared() {
      return { kind: 'drag', record: record.view } as const;
    },
  };
}

/** Creates an upward acceleration that decreases with age. */
export function createBuoyancy(memory: ForceMemory): LocalForce<ParamsOf<'buoyancy'>> {
  const { kernel } = memory;
  const record = new KernelRecord(memory, buoyancyParamsBytes, BuoyancyParamsRecord);
  return {
    prepare({ acceleration, cooling }, t) {
      const { view } = record;
      view.acceleration = acceleration;
      view.time = t;
      view.rate = 1 / cooling;
    },
    add(store, mask, first, end) {
      kernel.addBuoyancy(store, mask, record.pointer, first, end);
    },
    get prepared() {
      return { kind: 'buoyancy', record: record.view } as const;
    },
  };
}

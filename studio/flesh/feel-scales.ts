import { type SliderScale, sliderSteps } from '../panels/field-model.ts';

/** A familiar term (such as softness) for a physical quantity, on a scale from 0 to 1. */
export interface Feel {
  /** The parameter that the term stands for. */
  readonly param: 'stiffness' | 'damping' | 'halfLife' | 'density';
  readonly label: string;
  /** The name of the physical quantity. */
  readonly physical: string;
  /** The physical values at 0 and at 1. The scale between them is logarithmic. */
  readonly from: number;
  readonly to: number;
  /** Labels of the scale, from 0 to 1. */
  readonly degrees: readonly string[];
}

export const softness: Feel = {
  param: 'stiffness',
  label: 'Softness',
  physical: 'stiffness',
  from: 1e6,
  to: 1e3,
  degrees: ['hard rubber', 'firm', 'muscle', 'fat', 'jelly', 'very soft'],
};

export const bounciness: Feel = {
  param: 'damping',
  label: 'Bounciness',
  physical: 'damping ratio',
  from: 1,
  to: 0.01,
  degrees: ['returns slowly', 'one swing', 'a few swings', 'many swings', 'rings long'],
};

/** The scale of bounciness that is used if the scene gives a half-life instead of a damping ratio. */
export const lastingBounciness: Feel = {
  param: 'halfLife',
  label: 'Bounciness',
  physical: 'half-life',
  from: 0.02,
  to: 5,
  degrees: bounciness.degrees,
};

export const weight: Feel = {
  param: 'density',
  label: 'Weight',
  physical: 'density',
  from: 100,
  to: 10000,
  degrees: ['foam', 'light', 'water', 'heavy', 'iron'],
};

/** Returns the physical value at a position of the scale, 0 to 1. */
export function feelToPhysical({ from, to }: Feel, fraction: number): number {
  return Number((from * (to / from) ** Math.max(0, Math.min(1, fraction))).toPrecision(3));
}

/** Returns the position on the scale of a physical value: 0 or 1 for values beyond its ends. */
export function physicalToFeel({ from, to }: Feel, value: number): number {
  if (!(value > 0)) return value === 0 && from < to ? 0 : value === 0 ? 1 : Number.NaN;
  return Math.max(0, Math.min(1, Math.log(value / from) / Math.log(to / from)));
}

/** Returns a description of a physical value. */
export function describeFeel(feel: Feel, value: number): string {
  const fraction = physicalToFeel(feel, value);
  if (!Number.isFinite(fraction)) return '';
  const { degrees } = feel;
  return degrees[Math.min(degrees.length - 1, Math.floor(fraction * degrees.length))];
}

/** Returns the scale of the slider for a term: the slider's positions are those of the term's scale. */
export function feelScale(feel: Feel): SliderScale {
  return {
    min: Math.min(feel.from, feel.to),
    max: Math.max(feel.from, feel.to),
    toValue: (position) => feelToPhysical(feel, position / sliderSteps),
    toPosition: (value) => Math.round(100 * sliderSteps * (physicalToFeel(feel, value) || 0)) / 100,
    describe: (value) => describeFeel(feel, value),
  };
}

import type { FieldSpec } from '../../src/scene/index.ts';
import { expectedValue, type NumberParam } from '../../src/systems/index.ts';

/** One parameter as the page shows it, derived from the table of the system. */
export interface FieldModel {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly spec: FieldSpec;
  /** A description of valid values: `an angle from 0 to 1.57 rad`. */
  readonly expected: string;
  /** The value in the scene. Undefined if the scene does not set it. */
  readonly given: unknown;
  /** The effective value: the scene's value, or else the default, or else the value that the system chooses. */
  readonly effective: unknown;
  /** Whether the value differs from that of the opened scene, so that it can be reset. */
  readonly isChanged: boolean;
  /** The value that a reset writes into the scene. Undefined removes the value. */
  readonly resetValue: unknown;
  /** The scale of the slider, for numbers; otherwise null. */
  readonly slider: SliderScale | null;
  /** The available names, for references to other things in the scene. */
  readonly choices?: readonly string[];
  /** Name of the physical quantity, if the label is a more familiar term: `stiffness` for softness. */
  readonly physical?: string;
}

export interface FieldSources {
  /** The entry of the scene that contains the values: as it is now, and as it was opened. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly opened: Readonly<Record<string, unknown>>;
  /** Values that the system chooses if the scene sets none, such as those of a material. */
  readonly derived?: Readonly<Record<string, unknown>>;
}

export function createFieldModel(name: string, spec: FieldSpec, sources: FieldSources): FieldModel {
  const { entry, opened, derived = {} } = sources;
  const standard = 'default' in spec ? spec.default : undefined;
  const given = entry[name];
  const effective = given ?? standard ?? derived[name];
  const reference = opened[name] ?? standard ?? derived[name];
  return {
    name,
    label: labelOf(name),
    description: spec.description,
    spec,
    expected: expectedValue(spec),
    given,
    effective,
    isChanged: JSON.stringify(given) !== JSON.stringify(opened[name]),
    resetValue: opened[name],
    slider:
      spec.type === 'number' || spec.type === 'integer'
        ? createSliderScale(spec, typeof reference === 'number' ? reference : undefined)
        : null,
  };
}

/** Converts `insideSlope` to `Inside slope`. */
export function labelOf(name: string): string {
  const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label[0].toUpperCase() + label.slice(1);
}

/** Number of positions of a slider. */
export const sliderSteps = 200;

/** How the positions of a slider, 0 to `sliderSteps`, map to values. */
export interface SliderScale {
  readonly min: number;
  readonly max: number;
  toValue(position: number): number;
  toPosition(value: number): number;
  /** Returns a description of a value, for scales on which numbers are not meaningful. */
  describe?(value: number): string;
}

/** If the range is at most this many times the effective value, the scale is linear. */
const evenRange = 12;
/**
 * A longer range is limited to this multiple of the effective value. Larger values can be typed into the number field beside the slider.
 */
const reach = 5;

/**
 * Creates a scale over the useful part of a parameter's range, around the value of the opened scene. (Valid ranges only prevent overflow
 * and are far too wide for a slider.) Sizes that cannot be 0 have a logarithmic scale.
 */
export function createSliderScale(spec: NumberParam, reference: number | undefined): SliderScale {
  const { min, max, open = false } = spec;
  const middle = reference ?? (max - min <= 20 ? (min + max) / 2 : Math.max(min, Math.min(1, max)));
  const isWhole = spec.type === 'integer';
  if (open && middle > 0 && max > evenRange * middle) {
    const low = middle / reach;
    return ratioScale(Math.max(low, min), Math.min(middle * reach, max));
  }
  const size = Math.max(Math.abs(middle - min), Math.abs(middle), 1e-6);
  // If the minimum itself is not allowed, the scale starts one step above it.
  const lowest = open ? min + (max - min) / sliderSteps : min;
  if (max - min <= evenRange * size) return evenScale(lowest, max, isWhole);
  if (middle <= 0) return evenScale(Math.max(min, middle - 10), Math.min(max, middle + 10), isWhole);
  return evenScale(min >= 0 ? min : -reach * middle, Math.min(max, reach * middle), isWhole);
}

function evenScale(min: number, max: number, isWhole: boolean): SliderScale {
  return {
    min,
    max,
    toValue: (position) => {
      const value = min + ((max - min) * position) / sliderSteps;
      const rounded = isWhole ? Math.round(value) : roundTo(value, (max - min) / sliderSteps);
      return Math.max(min, Math.min(max, rounded));
    },
    toPosition: (value) => clampPosition(((value - min) / (max - min)) * sliderSteps),
  };
}

function ratioScale(min: number, max: number): SliderScale {
  const span = Math.log(max / min);
  return {
    min,
    max,
    toValue: (position) => Number((min * Math.exp((span * position) / sliderSteps)).toPrecision(2)),
    toPosition: (value) => clampPosition((Math.log(Math.max(value, 1e-12) / min) / span) * sliderSteps),
  };
}

function clampPosition(position: number): number {
  return Math.round(Math.max(0, Math.min(sliderSteps, position)) * 100) / 100;
}

/** Rounds a value to the digits that a slider's steps distinguish. */
function roundTo(value: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return Number(value.toFixed(Math.min(12, digits)));
}

/** Formats a value with few digits. An angle is also given in degrees. */
export function showNumber(value: number, unit: string): string {
  const text = String(Number(value.toPrecision(4)));
  if (unit === 'rad') return `${text} rad · ${Math.round((value * 180) / Math.PI)}°`;
  return unit ? `${text} ${unit}` : text;
}

import type { FieldSpec } from '../../src/scene/index.ts';
import type { NumberParam } from '../../src/systems/index.ts';
import { expectedValue } from '../../src/systems/index.ts';

/** One parameter as the page shows it, made from a system's own table. */
export interface FieldModel {
  readonly name: string;
  readonly label: string;
  readonly words: string;
  readonly spec: FieldSpec;
  /** What it must be, in words: `an angle from 0 to 1.57 rad`. */
  readonly expected: string;
  /** What the scene says; undefined where it leaves the choice to the system. */
  readonly given: unknown;
  /** What holds: the scene's value, else the default, else what the system chooses. */
  readonly effective: unknown;
  /** True where the scene as it was opened said something else: there is something to reset. */
  readonly isChanged: boolean;
  /** What a reset puts into the scene; undefined takes the value out. */
  readonly resetValue: unknown;
  /** For numbers. */
  readonly slider: SliderScale | null;
  /** For names of other things in the scene: those that there are, to choose from. */
  readonly choices?: readonly string[];
  /** What the number itself is called, where the label is a word that people know better: `stiffness` for softness. */
  readonly physical?: string;
}

export interface FieldSources {
  /** The entry of the scene that holds the values, now and as it was opened. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly opened: Readonly<Record<string, unknown>>;
  /** Values that the system chooses where the scene gives none: a material's own. */
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
    words: spec.words,
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

/** `insideSlope` as `Inside slope`. */
export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}

/** Positions of a slider, and how many there are. */
export const sliderSteps = 200;

/** How a slider's positions, 0 to `sliderSteps`, stand for values. */
export interface SliderScale {
  readonly min: number;
  readonly max: number;
  toValue(position: number): number;
  toPosition(value: number): number;
  /** What a value is like, in words, where numbers tell little. */
  describe?(value: number): string;
}

/** A range up to so many times the value that holds can be laid out evenly. */
const evenRange = 12;
/** A longer range is cut to so many times the value that holds: the number beside the slider takes the rest. */
const reach = 5;

/**
 * The part of a parameter's range in which people move, around the value that the scene was opened with: ranges guard
 * against overflow and are far too wide for a slider. Sizes that cannot be 0 are laid out by ratio.
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
  // What must be above its least value begins a step above it.
  const least = open ? min + (max - min) / sliderSteps : min;
  if (max - min <= evenRange * size) return evenScale(least, max, isWhole);
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

/** A value with no more digits than a slider's steps tell apart. */
function roundTo(value: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return Number(value.toFixed(Math.min(12, digits)));
}

/** A value for people: few digits, an angle in degrees too. */
export function showNumber(value: number, unit: string): string {
  const text = String(Number(value.toPrecision(4)));
  if (unit === 'rad') return `${text} rad · ${Math.round((value * 180) / Math.PI)}°`;
  return unit ? `${text} ${unit}` : text;
}

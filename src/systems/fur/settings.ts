import type { BladeCoat } from '../../coats/blades/blade-coat.ts';
import { type FurColors, furShadings } from '../../coats/blades/shade-fur.ts';
import type { SliceOptions } from '../../coats/blades/slice-blades.ts';
import { InputError } from '../../input-error.ts';
import { linearOfSrgb } from '../../math/srgb.ts';
import { type FurMotion, type FurPreset, furPresets } from './fur-presets.ts';
import type { FurParams } from './params.ts';
import type { FurForces } from './solve/kernel-params.ts';
import { stableStep } from './solve/stable-step.ts';
import type { FurTopology } from './topology/topology.ts';
import { wetCoat, wetColors } from './wet-coat.ts';

/** A coat after the parameters were applied. Parameters that are missing have the preset's values. */
export interface ResolvedCoat {
  readonly coat: BladeCoat;
  readonly colors: FurColors;
  readonly shading: (typeof furShadings)[keyof typeof furShadings];
  /** Length of strands, m. */
  readonly length: number;
  /** Side of the tile, m. */
  readonly tile: number;
  readonly slices: SliceOptions;
  readonly motion: FurMotion;
}

/**
 * Applies the parameters to a preset. takesSkinColors: whether the coat makes the colours of the skin darker and lighter and has no colours
 * of its own.
 */
export function resolveCoat(params: FurParams, isPatch: boolean, takesSkinColors: boolean): ResolvedCoat {
  const preset = presetOf(params, isPatch);
  const length = lengthOf(params, isPatch);
  const texels = params.texels ?? preset.texels;
  return {
    coat: wetCoat(preset.coat, params.wetness),
    colors: wetColors(resolveColors(params, preset.colors, takesSkinColors), params.wetness),
    shading: furShadings[params.shading as keyof typeof furShadings],
    length,
    tile: params.tile ?? (preset.tile * length) / preset.height,
    slices: {
      layerCount: params.layerCount ?? preset.layerCount,
      width: texels,
      height: texels,
      lightDepth: preset.lightDepth,
      lightSpread: preset.lightSpread,
    },
    motion: resolveMotion(params, isPatch),
  };
}

/** Returns how the strands of a coat move. */
export function resolveMotion(params: FurParams, isPatch: boolean): FurMotion {
  const { motion } = presetOf(params, isPatch);
  return {
    frequency: params.frequency ?? motion.frequency,
    damping: params.damping ?? motion.damping,
    airDrag: params.airDrag ?? motion.airDrag,
    gravity: params.gravity ?? motion.gravity,
  };
}

function presetOf({ coat }: FurParams, isPatch: boolean): FurPreset {
  const name = coat === 'auto' ? (isPatch ? 'grass' : 'fox') : coat;
  return furPresets[name as keyof typeof furPresets];
}

/** Returns the length of strands, m. */
export function lengthOf(params: FurParams, isPatch: boolean): number {
  return params.length ?? presetOf(params, isPatch).height;
}

type Color = readonly [number, number, number];

function resolveColors(
  { rootColor, tipColor, gloss, translucency, selfShadow, paper }: FurParams,
  colors: FurColors,
  takesSkinColors: boolean,
): FurColors {
  const linear = (color: readonly number[]): Color =>
    [linearOfSrgb(color[0]), linearOfSrgb(color[1]), linearOfSrgb(color[2])] as const;
  // On colours of the skin, the coat is a ramp of greys up to white at the tips. The grey of the roots is the brightness of the root colour
  // divided by that of the tip colour.
  const dark = brightnessOf(colors.root) / brightnessOf(colors.tip);
  const root: Color = takesSkinColors ? [dark, dark, dark] : colors.root;
  const tip: Color = takesSkinColors ? [1, 1, 1] : colors.tip;
  return {
    ...colors,
    root: rootColor ? linear(rootColor) : root,
    tip: tipColor ? linear(tipColor) : tip,
    shadow: selfShadow ?? colors.shadow,
    // The paper has diffuse shading only.
    gloss: gloss ?? (paper ? 0 : colors.gloss),
    translucency: translucency ?? (paper ? 0 : colors.translucency),
  };
}

/** Returns the luminance of a linear colour, Rec. 709. */
function brightnessOf([red, green, blue]: Color): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Default stiffness of the springs from root to tip, and between tips, as a multiple of w/L. */
const springFraction = 50;
const edgeFraction = 2;

/**
 * Returns forces with which strands of 1 kg (dry) and of the coat's length oscillate with the wanted frequency: √(β w / m L) = 2π ·
 * frequency. The printed force has no such frequency. The same w is used for it.
 */
export function resolveForces(
  params: FurParams,
  { motion, length }: Pick<ResolvedCoat, 'motion' | 'length'>,
): FurForces {
  const omega = 2 * Math.PI * motion.frequency;
  // With a stiffness of 0 near rest there is no oscillation. In this case, the scale is that of 0.1, as sharp as the paper's force at large
  // angles.
  const fraction = params.restStiffness > 0 ? params.restStiffness : 0.1;
  const perLength = (omega * omega) / fraction;
  return {
    stiffness: params.spring ?? springFraction * perLength,
    edgeStiffness: params.edgeSpring ?? edgeFraction * perLength,
    restoring: perLength * length,
    form: params.paper ? 'printed' : 'corrected',
    restStiffness: params.restStiffness,
    maxLean: params.maxLean,
    damping: motion.damping,
    airDrag: motion.airDrag,
    wind: [0, 0, 0],
    gravity: [0, -motion.gravity, 0],
  };
}

/** Returns the mass of a strand's tip, kg. Water makes it heavier. */
export function massOf({ wetness }: FurParams): number {
  return 1 + wetness;
}

/** Strands are simulated with at least this fraction of the coat's length, since shorter strands oscillate too fast to be visible. */
export const minLengthFraction = 0.05;

/** Explicit steps are kept below this fraction of the longest stable step. */
const stableFraction = 0.9;
const maxSubsteps = 64;

/** Returns the number of solver steps per step: the requested number, or more if explicit steps need it for stability. */
export function chooseSubsteps(
  params: FurParams,
  topology: FurTopology,
  forces: FurForces,
  lengths: Float64Array,
  mass: number,
  path = '',
): number {
  if (params.solver !== 'explicit') return params.substeps;
  const shortest = lengths.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const longest = stableFraction * stableStep(topology, forces, shortest, mass);
  const needed = Math.ceil(1 / (params.rate * longest));
  if (needed <= maxSubsteps) return Math.max(params.substeps, needed);
  throw InputError.at(
    path ? `${path}.solver` : 'solver',
    `expected "implicit" for such stiff fur: explicit steps must be shorter than ${Number(longest.toPrecision(2))} s, ` +
      `${needed} in each step; or use a softer spring, less damping or a lower frequency`,
  );
}

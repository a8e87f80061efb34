import { maxOf } from '../../math/lists.ts';
import { dampingRatio } from './damping.ts';
import type { FleshSelection } from './measure-selection.ts';
import { shownShapes } from './modal-warp.ts';
import type { FleshState } from './state.ts';

/**
 * Returns the entries of flesh in `report.json`. If there are several parts, the entries are sums, and `parts` contains the entries of each
 * part. Lengths are in metres, frequencies in Hz.
 */
export function reportParts(states: readonly FleshState[]): Record<string, unknown> {
  if (states.length === 1) return reportPart(states[0]);
  const parts = states.map((state) => ({ name: state.part.name, ...reportPart(state) }));
  const sum = (key: 'nodes' | 'elements' | 'fixedNodes' | 'mass' | 'volume') =>
    round(parts.reduce((total, part) => total + part[key], 0));
  return {
    parts,
    nodes: sum('nodes'),
    elements: sum('elements'),
    fixedNodes: sum('fixedNodes'),
    mass: sum('mass'),
    volume: sum('volume'),
    peakDisplacement: maxOf(parts.map((part) => part.peakDisplacement)),
    warnings: states.flatMap(({ part }, k) => {
      const bone = part.quality.selection?.bone;
      const label = bone === undefined ? `part ${k + 1}` : `part ${k + 1}, on "${bone}"`;
      return parts[k].warnings.map((warning) => `${label}: ${warning}`);
    }),
  };
}

function reportPart(state: FleshState) {
  const { part, totals, settings, bank } = state;
  const { quality } = part;
  const maxima = measureMaxima(state);
  const largest = maxOf(maxima, 0);
  return {
    part: part.key,
    ...(quality.selection && { selection: addMaxima(quality.selection, maxima) }),
    ...(quality.copies && { copies: quality.copies }),
    nodes: quality.nodeCount,
    elements: quality.tetCount,
    fixedNodes: quality.fixedNodeCount,
    mass: round(quality.mass),
    volume: round(quality.volume),
    worstElement: round(quality.worstElement),
    meanElement: round(quality.meanElement),
    frequencies: quality.frequencies.map(round),
    dampingRatios: [...part.omega2].map((value) =>
      round(dampingRatio(settings.damping, Math.sqrt(Math.max(value, 0)))),
    ),
    effectiveMass: quality.effectiveMass.map(round),
    expectedError: round(quality.expectedError),
    peakDisplacement: round(largest),
    limit: round(settings.maxDisplacement),
    limitedSteps: totals.limited,
    overloadedSteps: totals.overloads,
    maxOverload: round(totals.maxOverload),
    cuts: totals.cuts,
    ...(state.touch && {
      touchedSteps: totals.touched,
      maxTouchForce: round(totals.maxTouchForce ?? 0),
      touchedBy: state.touched!.shapes,
    }),
    method: settings.method,
    kernel: bank.kernel.implementation,
    warnings: [
      ...quality.warnings,
      ...(state.touched?.warnings ?? []),
      ...warnOfRun(state, largest),
      ...warnOfStill(quality.selection, maxima, largest),
    ],
  };
}

/** Displacements below this are invisible, metres. */
const unseen = 1e-5;

function warnOfRun({ part, totals, settings }: FleshState, largest: number): string[] {
  const warnings: string[] = [];
  const percentOf = (steps: number) =>
    `${Math.ceil((100 * steps) / Math.max(totals.steps, 1))} % of the time`;
  if (part.quality.fixedNodeCount === 0 && totals.steps > 0 && largest < unseen) {
    warnings.push(
      'nothing holds it, so it moves as a whole and only rotation deforms it: hold it somewhere (coreRadius, core, or a ' +
        'group "fixed" in its mesh) to see it lag behind',
    );
  }
  if (totals.limited > 0) {
    warnings.push(
      `${percentOf(totals.limited)} its limit of ${metres(settings.maxDisplacement)} reduces its displacement, which would be up to ` +
        `${metres(largest)}: use stiffer flesh, more damping or a larger limit`,
    );
  }
  if (totals.overloads > 0) {
    warnings.push(
      `${percentOf(totals.overloads)} it is accelerated more than maxAcceleration allows, up to ` +
        `${Number(totals.maxOverload.toPrecision(2))} times`,
    );
  }
  if (totals.buckled > 0) {
    warnings.push(
      `${percentOf(totals.buckled)} it spins so fast that it would fly off the bone; the softening by spin is reduced there`,
    );
  }
  return warnings;
}

/** Adds the maximum displacement of each surface, metres, to the selection. */
function addMaxima(selection: FleshSelection, maxima: readonly number[]): Record<string, unknown> {
  const surfaces = selection.surfaces.map((one, k) => ({ ...one, peakDisplacement: round(maxima[k]) }));
  return { ...selection, surfaces };
}

/**
 * A warning is reported for a surface that has at least the fraction `largePart` of the moving area, but moves by less than `hardlyMoves`
 * times the maximum displacement.
 */
const largePart = 0.2;
const hardlyMoves = 0.02;

function warnOfStill(
  selection: FleshSelection | undefined,
  maxima: readonly number[],
  largest: number,
): string[] {
  if (!selection || largest < unseen) return [];
  const still = selection.surfaces.flatMap(({ name, movingFraction }, k) =>
    movingFraction >= largePart && maxima[k] < hardlyMoves * largest
      ? [`"${name}" (${metres(maxima[k])})`]
      : [],
  );
  if (still.length === 0) return [];
  const rest = selection.surfaces.filter((_, k) => maxima[k] === largest).map(({ name }) => `"${name}"`);
  return [
    `${still.join(', ')} hardly ${still.length === 1 ? 'moves' : 'move'} while ${rest.join(', ')} moves up to ${metres(largest)}: ` +
      'prepare them as flesh of their own, or name other joints or surfaces',
  ];
}

/** Returns for each surface of the part the maximum displacement of its vertices before the limit is applied, metres. */
function measureMaxima({ part, largestAmplitudes }: FleshState): number[] {
  return shownShapes(part).surfaces.map(({ vertices, shapes }) => {
    let largest = 0;
    const stride = 3 * vertices.length;
    for (let k = 0; k < stride; k += 3) {
      let [x, y, z] = [0, 0, 0];
      for (let mode = 0, at = k; mode < largestAmplitudes.length; mode++, at += stride) {
        x += largestAmplitudes[mode] * shapes[at];
        y += largestAmplitudes[mode] * shapes[at + 1];
        z += largestAmplitudes[mode] * shapes[at + 2];
      }
      largest = Math.max(largest, x * x + y * y + z * z);
    }
    return Math.sqrt(largest) * part.scale;
  });
}

function metres(value: number): string {
  return value < 1 ? `${Number((100 * value).toPrecision(2))} cm` : `${Number(value.toPrecision(2))} m`;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}

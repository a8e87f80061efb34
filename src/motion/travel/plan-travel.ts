import { InputError } from '../../input-error.ts';
import type { Clip, Rig } from '../rig.ts';
import { type Carry, carryByFeet, carryByRoot } from './carry.ts';
import { type ClipCycle, layOutCycle } from './clip-cycle.ts';
import { describeRise } from './describe-rise.ts';
import { type Figure, findFeet } from './find-feet.ts';
import { holdStill } from './hold-still.ts';
import { pinFeet } from './pin-feet.ts';
import { type Gait, readGait } from './read-gait.ts';
import { type SoleTrack, trackSoles } from './track-soles.ts';
import type { Travel } from './travel.ts';

/** How one clip moves across the ground. */
export type ClipKind = Exclude<Travel['kind'], 'sequence'>;

/** The planned motion of one clip. */
export interface PlannedClip extends Travel {
  readonly kind: ClipKind;
}

/** Options of `planTravel`. Lengths are in rig units: a caller that has metres divides them by the actor's scale. */
export interface TravelOptions {
  /** The kind of motion of the clip. `auto` (the default) detects it. */
  readonly kind?: 'auto' | ClipKind;
  /** Mean speed of an in-place gait, rig units / s, > 0. Default: derived from the planted feet. */
  readonly speed?: number;
  /** Depth of planted soles below the floor, rig units, ≥ 0. Default: 0.015 of the character's height. */
  readonly softDepth?: number;
  /** Location of these options in the scene, for error messages: `actors[0]`. Default: `travel`. */
  readonly path?: string;
}

/**
 * A clip is an in-place gait if its planted feet move backward faster than this, heights / s. Measured: gaits ≥ 0.4, other clips ≤ 0.11.
 */
const gaitSpeed = 0.2;
/** Default depth of planted soles, as a fraction of the height. */
const defaultSoftDepth = 0.015;
const samplesPerSecond = 240;
const minSamples = 32;
const maxSamples = 7200;

/** What is known of a clip before its feet are pinned. */
export interface ClipTravel {
  readonly cycle: ClipCycle;
  readonly kind: ClipKind;
  readonly softDepth: number;
  /** Tracks of the soles, and what follows from them. Null if the character has no feet, or the clip is one pose. */
  readonly gait: { readonly tracks: readonly SoleTrack[]; readonly gait: Gait } | null;
  /** Displacement of the character. Null if it stays in place. */
  readonly carry: Carry | null;
  /** Why the character stays in place. Null if it does not. */
  readonly stillReason: string | null;
  readonly warnings: readonly string[];
}

/**
 * Detects how a clip's character moves across the ground and plans its poses for any t ≥ 0. See README.md in this folder.
 *
 * Everything is in rig units and rig space. The result is applied before the actor's own scale, position and heading. Throws an
 * InputError for a speed or softDepth out of range.
 */
export function planTravel(rig: Rig, clip: Clip, options: TravelOptions = {}): PlannedClip {
  const { cycle, kind, softDepth, gait, carry, stillReason, warnings } = readClipTravel(rig, clip, options);
  const character = findFeet(rig);
  if (kind === 'still' || !gait || !carry) {
    const held = holdStill(
      cycle,
      character.height,
      gait?.gait.floor ?? 0,
      softDepth,
      stillReason ?? '',
      warnings,
    );
    return { ...held, kind: 'still' };
  }
  const isPinned = kind === 'travelling' || !standsOnBody(character);
  const pinned = pinFeet(rig, character, cycle, gait.tracks, gait.gait, carry, kind, softDepth, isPinned);
  const unpinned = isPinned
    ? []
    : [
        `stands on a single part without a leg, ${JSON.stringify(character.feet[0].name)}: pinning it would pin the whole character, so the character is ` +
          'moved at its speed and nothing is pinned',
      ];
  return { ...pinned, kind, warnings: [...warnings, ...unpinned, ...pinned.warnings] };
}

/** Reads how the character of a clip moves across the ground. Throws like `planTravel`. */
export function readClipTravel(rig: Rig, clip: Clip, options: TravelOptions = {}): ClipTravel {
  checkOptions(options);
  const character = findFeet(rig);
  const { height, feet } = character;
  const cycle = layOutCycle(rig, clip, character.nodes, height);
  const softDepth = options.softDepth ?? defaultSoftDepth * height;
  const warnings = describeCycle(cycle);
  const still = (stillReason: string, gait: ClipTravel['gait']): ClipTravel => {
    return { cycle, kind: 'still', softDepth, gait, carry: null, stillReason, warnings };
  };
  if (feet.length === 0 || !(cycle.period > 0)) {
    return still(feet.length === 0 ? 'it has no surface to stand on' : 'its clip is one pose', null);
  }
  const { period } = cycle;
  const count = Math.min(maxSamples, Math.max(minSamples, Math.round(period * samplesPerSecond)));
  const tracks = trackSoles(rig, feet, height, period, count, (pose, i) => {
    cycle.sample(pose, (i * period) / count);
  });
  if (!cycle.joins) forgetWrap(tracks);
  const rise = describeRise(tracks, height, period);
  if (rise !== null) warnings.push(rise);
  const gait = readGait(tracks, height);
  const kind = chooseKind(character, cycle, gait, options);
  if (kind === 'still') return still(describeStill(character, gait, options), { tracks, gait });
  const rate = count / period;
  const carry =
    kind === 'inPlace' ? carryByFeet(tracks, gait, height, rate, options.speed) : carryByRoot(cycle, count);
  if (!cycle.joins) warnings.push('the end of the clip does not join its start: each repeat is a jump');
  return { cycle, kind, softDepth, gait: { tracks, gait }, carry, stillReason: null, warnings };
}

function checkOptions({ speed, softDepth, path = 'travel' }: TravelOptions): void {
  if (speed !== undefined && !(Number.isFinite(speed) && speed > 0)) {
    throw InputError.at(`${path}.speed`, `expected a speed > 0, got ${speed}: leave it out to detect it`);
  }
  if (softDepth !== undefined && !(Number.isFinite(softDepth) && softDepth >= 0)) {
    throw InputError.at(`${path}.softDepth`, `expected a depth ≥ 0, got ${softDepth}`);
  }
}

function chooseKind(character: Figure, cycle: ClipCycle, gait: Gait, options: TravelOptions): ClipKind {
  if (options.kind && options.kind !== 'auto') return options.kind;
  if (cycle.way[0] !== 0 || cycle.way[1] !== 0) return 'travelling';
  // A single foot may be any object: a wheel, a skirt, a box.
  const walks = character.feet.length > 1 && gait.touchingSpeed >= gaitSpeed * character.height;
  return walks || options.speed !== undefined ? 'inPlace' : 'still';
}

/**
 * Returns whether the body itself stands on the ground: there is one foot without a leg above it, such as a box, a skirt, a hovering
 * object.
 */
export function standsOnBody({ feet }: Figure): boolean {
  return feet.length === 1 && feet[0].leg.length === 0;
}

/** Explains why a clip stays in place, and how to make it travel. */
function describeStill({ feet, height }: Figure, gait: Gait, { kind }: TravelOptions): string {
  if (kind === 'still') return 'travel is "still"';
  const remedy = 'give a speed if it should travel';
  if (feet.length === 1) {
    return `it stands on a single part, ${JSON.stringify(feet[0].name)}, which is not a gait: ${remedy}`;
  }
  const speed = Number((gait.touchingSpeed / height).toPrecision(2));
  return `its feet move backward at ${speed} of its height per second, those of a gait at ${gaitSpeed} or more: ${remedy}`;
}

/** Sets the motion from the last sample to the first to 0, since a repeat that is a cut is not a motion. */
function forgetWrap(tracks: readonly SoleTrack[]): void {
  for (const track of tracks) {
    track.velocityX[track.low.length - 1] = 0;
    track.velocityZ[track.low.length - 1] = 0;
  }
}

function describeCycle(cycle: ClipCycle): string[] {
  return cycle.skipsFirst ? ['the first frame is a separate pose, like a T-pose, and is left out'] : [];
}

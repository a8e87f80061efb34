import { InputError, type InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { requireClip } from '../motion/require-clip.ts';
import type { Clip, Rig } from '../motion/rig.ts';
import { type GroundPath, layGroundPath } from '../motion/travel/ground-path.ts';
import { planSequence, type SequenceClip } from '../motion/travel/plan-sequence.ts';
import type { TravelOptions } from '../motion/travel/plan-travel.ts';
import type { Travel } from '../motion/travel/travel.ts';
import { toClipIndex } from './choose-clip.ts';
import type { SceneActor } from './scene.ts';

/** Corners of a path of lines are rounded within this fraction of the height of the character. */
const pathRounding = 0.5;

/** Returns whether an actor plays several clips or walks along a path. */
export function isSequence({ clips, path }: SceneActor): boolean {
  return clips.length > 0 || path !== undefined;
}

export interface OpenSequenceOptions {
  /** Options that a single clip has too. Their path is that of the actor in the scene. */
  readonly planned: TravelOptions & { readonly path: string };
  /** Index of the clip of an actor without a list of clips. */
  readonly single: number;
  /** Metres per rig unit, and the height of the character in rig units. */
  readonly unitSize: number;
  readonly restHeight: number;
  /** See `SequenceOptions`. */
  readonly lead: number;
  /** End of the simulation, seconds. */
  readonly endTime: number;
}

/** Plans the motion of an actor that plays several clips or walks along a path. Throws InputError with all faults of its clips. */
export function openSequence(
  rig: Rig,
  entry: SceneActor,
  { planned, single, unitSize, restHeight, lead, endTime }: OpenSequenceOptions,
): { travel: Travel; warnings: string[] } {
  const groundPath = openPath(entry, unitSize, restHeight);
  const { travel, distance } = planSequence(rig, {
    ...planned,
    clips: openClips(rig, entry, single, planned.path),
    groundPath,
    pathStart: entry.pathStart / unitSize,
    pathTime: entry.offset,
    lead,
    to: entry.offset + endTime,
  });
  return { travel, warnings: groundPath ? describePathEnd(entry, groundPath, distance, unitSize) : [] };
}

/** Returns the clips that an actor plays, with their times. */
function openClips(rig: Rig, entry: SceneActor, single: number, path: string): SequenceClip[] {
  if (entry.clips.length === 0) {
    return [{ clip: rig.clips[single], start: 0, playSpeed: 1, loop: true, blend: 0 }];
  }
  const faults: InputFault[] = [];
  const clips: SequenceClip[] = [];
  entry.clips.forEach((written, k) => {
    const at = `${path}.clips[${k}]`;
    try {
      const clip = requireClip(rig, toClipIndex(rig, written.clip), `${at}.clip`);
      append(faults, checkPart(clip, written, at));
      const { playSpeed, loop, blend, from, to } = written;
      clips.push({
        clip,
        start: written.start ?? followOn(clips.at(-1), blend),
        playSpeed,
        loop,
        blend,
        from,
        to,
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(faults, error.faults);
    }
  });
  if (faults.length > 0) throw new InputError(faults);
  return clips;
}

/** Returns the start of a clip that has faded in when the clip before it ends. */
function followOn(before: SequenceClip | undefined, blend: number): number {
  if (!before) return 0;
  const { clip, start, playSpeed, from = clip.start, to = clip.end } = before;
  return start + Math.max(0, (to - from) / playSpeed - blend);
}

function checkPart(clip: Clip, written: SceneActor['clips'][number], at: string): InputFault[] {
  const { from = clip.start, to = clip.end } = written;
  const faults: InputFault[] = [];
  const range = `${clip.start} to ${clip.end} s`;
  for (const [key, value] of [['from', from] as const, ['to', to] as const]) {
    if (value >= clip.start && value <= clip.end) continue;
    faults.push({
      path: `${at}.${key}`,
      message: `expected a time of the clip ${JSON.stringify(clip.name)}, ${range}, got ${value}`,
    });
  }
  if (faults.length === 0 && from >= to && clip.end > clip.start) {
    faults.push({
      path: `${at}.to`,
      message: `expected a time after ${from} s in the clip, ${range}, got ${to}`,
    });
  }
  return faults;
}

/** Returns the path of an actor in rig units; null for an actor without a path. height: of the character, rig units. */
function openPath(
  { path, pathShape, pathClosed }: SceneActor,
  scale: number,
  height: number,
): GroundPath | null {
  if (path === undefined) return null;
  return layGroundPath({
    points: path.map((coordinate) => coordinate / scale),
    isClosed: pathClosed,
    rounding: pathShape === 'lines' ? pathRounding * height : 0,
  });
}

/** Returns a warning if the path of an actor ends before the scene. distance: position on the path at the end of the scene. */
function describePathEnd(
  { pathClosed }: SceneActor,
  path: GroundPath,
  distance: number,
  scale: number,
): string[] {
  const beyond = (distance - path.length) * scale;
  if (pathClosed || beyond < shortestBeyond) return [];
  const show = (metres: number) => `${Number(metres.toPrecision(3))} m`;
  return [
    `its path is ${show(path.length * scale)} long; at the end of the scene it is ${show(beyond)} beyond, straight ahead: ` +
      'make the path longer, or add a clip without travel that starts before',
  ];
}

/** A character that is this far beyond its path, metres, gets a warning. */
const shortestBeyond = 0.5;

import { join } from 'node:path';
import type { ActorReport, BakeReport, SystemReport, WrittenFile } from '../bake/bake-report.ts';
import { append, maxOf } from '../math/lists.ts';
import type { JoinCounts } from '../motion/join-surface.ts';
import type { FleshSelection } from '../systems/flesh/measure-selection.ts';
import { selectionLines } from './selection-lines.ts';

/** Prints a summary of a bake and its folder. */
export function showReport(report: BakeReport, out: string): void {
  for (const line of reportLines(report, out)) console.log(line);
}

/** Returns the lines that `showReport` prints. */
export function reportLines(report: BakeReport, out: string): string[] {
  const { count, fps } = report.frames;
  const lines = joinNames(report.actors.map((actor) => ({ name: actor.name, text: describeActor(actor) })));
  for (const system of report.systems) {
    append(lines, [...fleshLines(system as FleshReport), ...keyLines(system)]);
  }
  append(
    lines,
    joinNames(report.warnings.map((warning) => splitName(warning, report))).map((line) => `note: ${line}`),
  );
  lines.push(
    `${count} ${count === 1 ? 'frame' : 'frames'} at ${fps} fps in ${report.wallSeconds.toFixed(1)} s, written to ${out}:`,
  );
  const groups = groupFiles(report.outputs);
  const width = maxOf(groups.map(({ name }) => name.length));
  for (const { name, bytes } of groups) lines.push(`  ${name.padEnd(width)}  ${formatSize(bytes)}`);
  lines.push(
    `${join(out, 'README.txt')} explains how to import these files into Blender, Houdini and game engines.`,
  );
  return lines;
}

/** A text about something with a name. */
interface NamedText {
  /** Empty if the text is about nothing in particular. */
  readonly name: string;
  readonly text: string;
}

/** If more names than this have the same text, only the first ones are listed. */
const maxNames = 3;

/** Returns lines such as `rider-1, rider-2, rider-3 and 997 more: 1.8 m tall`: one for each text, in the order of their first names. */
function joinNames(entries: readonly NamedText[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, text } of entries) {
    const found = names.get(text);
    if (found) found.push(name);
    else names.set(text, [name]);
  }
  return [...names].flatMap(([text, all]) => {
    if (all[0] === '') return all.map(() => text);
    // A single name is not longer than "and 1 more".
    if (all.length <= maxNames + 1) return `${all.join(', ')}: ${text}`;
    return `${all.slice(0, maxNames).join(', ')} and ${all.length - maxNames} more: ${text}`;
  });
}

/** Separates a warning from the name of the actor or system that it begins with. */
function splitName(warning: string, { actors, systems }: BakeReport): NamedText {
  const end = warning.indexOf(': ');
  const name = warning.slice(0, Math.max(0, end));
  const isKnown = [...actors, ...systems].some((one) => one.name === name);
  return isKnown ? { name, text: warning.slice(end + 2) } : { name: '', text: warning };
}

/** For every part of the flesh, lists the surfaces that it moves, with the fraction of each surface that moves. */
function fleshLines({ name, selection, copies, parts }: FleshReport): string[] {
  if (parts) {
    return [
      `${name}: ${parts.length} separate bodies, a part of flesh for each`,
      ...parts.flatMap(fleshLines),
    ];
  }
  return [...selectedLines(name, selection), ...copyLines(name, copies)];
}

interface FleshReport {
  readonly name: string;
  readonly selection?: FleshSelection;
  readonly copies?: JoinCounts;
  readonly parts?: readonly FleshReport[];
}

function selectedLines(name: string, selection: FleshSelection | undefined): string[] {
  if (!selection) return [];
  const [first, ...rest] = selectionLines(selection);
  return [`${name}: ${first[0].toLowerCase()}${first.slice(1)}`, ...rest];
}

/** Reports the number of duplicate vertices that were joined, if some vertices with equal positions were not joined. */
function copyLines(name: string, copies: JoinCounts | undefined): string[] {
  if (!copies) return [];
  const { joined, moveDifferently, otherSurface } = copies;
  const reasons = [
    ...(moveDifferently > 0 ? [`${moveDifferently} that follow other joints`] : []),
    ...(otherSurface > 0 ? [`${otherSurface} of another surface or of the back of a sheet`] : []),
  ];
  if (reasons.length === 0) return [];
  return [
    `${name}: ${joined} duplicate vertices were joined; not joined, although at the same position: ${reasons.join(', ')}`,
  ];
}

/** Returns the results of the keys of particles, one line for each: `smoke: key "Howdy": 11520 of 11520 arrived at 2.3 s`. */
function keyLines({ name, keys }: SystemReport): string[] {
  if (!Array.isArray(keys)) return [];
  return (keys as readonly KeyReport[]).flatMap((key) => {
    const { count, arrived, phase, maxPathLength, maxPositionError } = key;
    // A key that has not ended, and a key that only changes colours, have no arrivals to report.
    if (phase === 'waiting' || (arrived === 0 && (phase === 'leading' || maxPathLength === 0))) return [];
    const miss =
      arrived < count && maxPositionError > 0 ? `, the furthest is ${metres(maxPositionError)} away` : '';
    return [`${name}: key "${key.name}": ${arrived} of ${count} arrived at ${key.end} s${miss}`];
  });
}

interface KeyReport {
  readonly name: string;
  readonly count: number;
  readonly arrived: number;
  readonly end: number;
  readonly phase: string;
  readonly maxPathLength: number;
  readonly maxPositionError: number;
}

/** Describes how an actor moves across the ground: `1.75 m tall, in-place clip, moved forward at 3.10 m/s`. */
export function describeActor(
  actor: Pick<
    ActorReport,
    'height' | 'scale' | 'travel' | 'joints' | 'roll' | 'isStatic' | 'isSimulated' | 'isExact'
  >,
): string {
  const { travel, height, scale, roll, isExact } = actor;
  const size = `${metres(height)} tall${scale === 1 ? '' : ` (scale ${Number(scale.toPrecision(4))})`}`;
  if (roll)
    return `${size}, rolls ${Number(roll.turns.toPrecision(3))} rotations on a radius of ${metres(roll.radius)}`;
  if (isExact) return `${size}, plays its clip exactly as it is`;
  if (actor.isSimulated) return `${size}, is simulated`;
  if (!travel) return `${size}, ${actor.joints > 0 || actor.isStatic ? 'does not move' : 'follows keys'}`;
  switch (travel.kind) {
    case 'still':
      return `${size}, stays in place${travel.stillReason === undefined ? '' : `: ${travel.stillReason}`}`;
    case 'travelling':
      return `${size}, its clip travels at ${travel.speed.toFixed(2)} m/s`;
    case 'sequence':
      return `${size}, plays ${travel.title}, moves at ${travel.speed.toFixed(2)} m/s on average${describeSlide(travel.slide)}`;
    case 'inPlace':
      return `${size}, in-place clip, moved forward at ${travel.speed.toFixed(2)} m/s${describeSlide(travel.slide)}`;
  }
}

function describeSlide(slide: number | null): string {
  return slide === null ? '' : `, feet slide at most ${(100 * slide).toFixed(2)} % of its height`;
}

function metres(value: number): string {
  return value < 1 ? `${Number((100 * value).toPrecision(3))} cm` : `${Number(value.toPrecision(3))} m`;
}

/**
 * Groups files into lines: the frames of a sequence become `beach-png/height.0001.png … height.0091.png`, and similarly the tiles of a
 * ground.
 */
function groupFiles(files: readonly WrittenFile[]): { name: string; bytes: number }[] {
  const groups = new Map<string, { first: string; last: string; count: number; bytes: number }>();
  for (const { file, bytes } of files) {
    const key = file.replace(/\d{4,}(?=\.\w+$)/, '#').replace(/\/tile-\d+-\d+\//, '/tile-COLUMN-ROW/');
    const group = groups.get(key);
    groups.set(key, {
      first: group?.first ?? file,
      last: file,
      count: 1 + (group?.count ?? 0),
      bytes: bytes + (group?.bytes ?? 0),
    });
  }
  return [...groups].map(([key, { first, last, count, bytes }]) => {
    if (first === last) return { name: first, bytes };
    const isTiled = key.includes('/tile-COLUMN-ROW/');
    const name = isTiled
      ? `${key.replace('#', 'FRAME')} (${count} files)`
      : `${first} … ${last.replace(/^.*\//, '')}`;
    return { name, bytes };
  });
}

function formatSize(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

import { InputError } from '../../input-error.ts';
import { type MeshCursor, parseReal, quote } from '../mesh-cursor.ts';
import type { BvhJoint, BvhTake } from './bvh-take.ts';
import { describeDecimalComma } from './describe-decimal-comma.ts';
import { type Hierarchy, largestNumber } from './read-hierarchy.ts';

type Motion = Pick<BvhTake, 'frameCount' | 'frameTime' | 'values' | 'warnings'>;

/** Seconds between frames, at most and at least. */
const longestStep = 1000;
const shortestStep = 1e-6;

/**
 * Reads what follows MOTION: rows of `columnCount` numbers. The rows that are there count, whatever the file says of them; half
 * a row at the end is dropped. Rows broken into several lines are taken where their numbers come to as many frames as stated.
 * A value that is no number is refused with its joint, its channel and its frame, counted from 1.
 */
export function readMotion(cursor: MeshCursor, { joints, columnCount }: Hierarchy): Motion {
  const lines = new NumberedLines(cursor);
  const stated = readStatedCount(lines);
  const frameTime = readFrameTime(lines);
  const values: number[] = [];
  /** Of each line that holds numbers: where it stands, and where its numbers end. */
  const lineNumbers: number[] = [];
  const ends: number[] = [];
  for (let line = lines.next(); line !== null; line = lines.next()) {
    for (const word of line.split(/\s+/)) {
      values.push(readValue(word, lines, () => describeColumn(joints, columnCount, values.length)));
    }
    lineNumbers.push(lines.number);
    ends.push(values.length);
  }
  const warnings: string[] = [];
  const frameCount = countFrames();
  if (frameCount === 0) {
    throw InputError.at(
      cursor.name,
      columnCount === 0
        ? 'expected a take that moves, got joints without CHANNELS'
        : 'expected at least one frame after "Frame Time:", got none: export it again',
    );
  }
  if (stated !== frameCount) {
    warnings.push(
      `it says Frames: ${stated ?? 'not a number'} but holds ${frameCount}; all that are there are read`,
    );
  }
  return {
    frameCount,
    frameTime,
    values: Float64Array.from(values).subarray(0, frameCount * columnCount),
    warnings,
  };

  function countFrames(): number {
    if (columnCount === 0) return 0;
    const wrong = ends.findIndex((end, row) => end !== (row + 1) * columnCount);
    if (wrong < 0) return ends.length;
    const whole = Math.floor(values.length / columnCount);
    const isBroken = values.length % columnCount === 0 && whole === stated;
    if (isBroken) return whole;
    const found = ends[wrong] - wrong * columnCount;
    if (wrong === ends.length - 1 && found < columnCount) {
      warnings.push(
        `line ${lineNumbers[wrong]}: the last frame has ${found} numbers of ${columnCount}; it is left out`,
      );
      return whole;
    }
    throw InputError.at(
      `${cursor.name} line ${lineNumbers[wrong]}`,
      `expected ${columnCount} numbers, one a channel, got ${found}`,
    );
  }
}

/** The lines after a cursor that are not blank, trimmed, and where they stand. */
class NumberedLines {
  /** Of the line that was given last, from 1. */
  number: number;
  private readonly lines: readonly string[];
  private at = 0;

  constructor(private readonly cursor: MeshCursor) {
    this.number = Number(/\d+$/.exec(cursor.place())?.[0]) - 1;
    this.lines = new TextDecoder().decode(cursor.bytes.subarray(cursor.at)).split(/\r\n|\r|\n/);
  }

  next(): string | null {
    while (this.at < this.lines.length) {
      const line = trimBlanks(this.lines[this.at++]);
      this.number++;
      if (line !== '') return line;
    }
    return null;
  }

  fault(message: string): InputError {
    return InputError.at(`${this.cursor.name} line ${this.number}`, message);
  }
}

/** Zeros at the end of a file are blanks too: some tools fill up with them. */
function trimBlanks(line: string): string {
  return line.replaceAll('\0', ' ').trim();
}

/** Null where what stands there is no number. */
function readStatedCount(lines: NumberedLines): number | null {
  const line = lines.next();
  const match = /^frames\s*:?\s*(.*)$/i.exec(line ?? '');
  if (!match) throw lines.fault(`expected "Frames: COUNT" after MOTION, got ${describeLine(line)}`);
  return /^[+-]?\d+$/.test(match[1]) ? Number(match[1]) : null;
}

function readFrameTime(lines: NumberedLines): number {
  const line = lines.next();
  const match = /^frame\s*time\s*:?\s*(\S*)/i.exec(line ?? '');
  if (!match) throw lines.fault(`expected "Frame Time: SECONDS", got ${describeLine(line)}`);
  const value = parseReal(match[1]);
  if (value >= shortestStep && value <= longestStep) return value;
  throw lines.fault(
    `expected a Frame Time of ${shortestStep} to ${longestStep} s, got ${quote(match[1])}: what is the rate of the take? ` +
      `Write the seconds between its frames there, such as 0.0083333 for 120 a second${describeDecimalComma(match[1])}`,
  );
}

/** A number of a row. `describe` says in words which one it is, for a fault. */
function readValue(word: string, lines: NumberedLines, describe: () => string): number {
  const value = parseReal(word);
  if (Math.abs(value) <= largestNumber) return value;
  throw lines.fault(
    Number.isNaN(value)
      ? `expected a number for ${describe()}, got ${quote(word)}${describeDecimalComma(word)}`
      : `expected a number of at most ${largestNumber} for ${describe()}, got ${quote(word)}`,
  );
}

/** Joint, channel and frame of the value with this index among all values, in words. */
function describeColumn(joints: readonly BvhJoint[], columnCount: number, index: number): string {
  const frame = columnCount > 0 ? Math.floor(index / columnCount) + 1 : 1;
  const column = index - (frame - 1) * columnCount;
  for (const { name, channels } of joints) {
    const channel = channels.find((one) => one.column === column);
    if (channel) return `${'XYZ'[channel.axis]}${channel.kind} of joint ${quote(name)} in frame ${frame}`;
  }
  return `a channel of an End Site in frame ${frame}`;
}

function describeLine(line: string | null): string {
  return line === null ? 'the end of the file' : quote(line);
}

import { InputError } from '../../input-error.ts';
import { type MeshCursor, parseReal, quote } from '../mesh-cursor.ts';
import type { BvhJoint, BvhRecording } from './bvh-recording.ts';
import { describeDecimalComma } from './describe-decimal-comma.ts';
import { type Hierarchy, maxNumber } from './read-hierarchy.ts';

type Motion = Pick<BvhRecording, 'frameCount' | 'frameTime' | 'values' | 'warnings'>;

/** Maximum and minimum number of seconds between frames. */
const longestStep = 1000;
const shortestStep = 1e-6;

/**
 * Reads the part after MOTION: rows of `columnCount` numbers. All rows in the file are used, even if the file states another count. An
 * incomplete row at the end is dropped. Rows that are split into several lines are accepted if their numbers give as many frames as stated.
 * Throws InputError for a value that is not a number, with its joint, channel and frame, counted from 1.
 */
export function readMotion(cursor: MeshCursor, { joints, columnCount }: Hierarchy): Motion {
  const lines = new NumberedLines(cursor);
  const stated = readStatedCount(lines);
  const frameTime = readFrameTime(lines);
  const values: number[] = [];
  /** For each line that contains numbers: its line number, and the total number of values up to the end of the line. */
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
        ? 'expected a recording with motion, got joints without CHANNELS'
        : 'expected at least one frame after "Frame Time:", got none: export it again',
    );
  }
  if (stated !== frameCount) {
    warnings.push(
      `it says Frames: ${stated ?? 'not a number'} but holds ${frameCount}; all rows of the file are read`,
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

/** The lines after a cursor that are not blank, trimmed, with their line numbers. */
class NumberedLines {
  /** Number of the line that was returned last, counted from 1. */
  number: number;
  private readonly lines: readonly string[];
  private at = 0;

  constructor(private readonly cursor: MeshCursor) {
    this.number = Number(/\d+$/.exec(cursor.location())?.[0]) - 1;
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

/** Zero bytes at the end of a file count as blanks too: some tools fill the file with them. */
function trimBlanks(line: string): string {
  return line.replaceAll('\0', ' ').trim();
}

/** Reads the count that the file states. Null if there is no number at this position. */
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
    `expected a Frame Time of ${shortestStep} to ${longestStep} s, got ${quote(match[1])}: what is the frame rate of the recording? ` +
      `Write the seconds between its frames there, such as 0.0083333 for 120 a second${describeDecimalComma(match[1])}`,
  );
}

/** Reads a number of a row. `describe` names the number in an error message. */
function readValue(word: string, lines: NumberedLines, describe: () => string): number {
  const value = parseReal(word);
  if (Math.abs(value) <= maxNumber) return value;
  throw lines.fault(
    Number.isNaN(value)
      ? `expected a number for ${describe()}, got ${quote(word)}${describeDecimalComma(word)}`
      : `expected a number of at most ${maxNumber} for ${describe()}, got ${quote(word)}`,
  );
}

/** Describes a value by its joint, channel and frame. `index` is its index among all values. */
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

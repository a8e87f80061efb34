import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../input-error.ts';
import { openRecord, type RecordKind, recordHeadBytes, recordLength, sealRecord } from '../sealed-record.ts';
import { DiskWriter, nodeDisk } from './disk.ts';
import { showPath } from './disk-files.ts';

const remedy = 'bake without --resume to start over';
const frameRecord: RecordKind = { kind: 'FRAM', version: 1, description: 'simulated frames', remedy };

/** Position of a frame on the disk. */
export interface FramePlace {
  /** Index of the file, counted from 0. */
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Simulated frames on disk. Each file (segment) contains all frames between two checkpoints, with one sealed record for each frame. If two
 * frames have the same key, the later one is valid.
 */
export class FrameSegments {
  private readonly positions = new Map<string, FramePlace>();
  private readonly sizes: number[] = [];

  constructor(
    private readonly folder: string,
    private readonly writer: DiskWriter,
  ) {}

  /** Returns a reader of frames in another thread. places: the position of each frame on the disk. */
  static of(folder: string, places: Iterable<readonly [key: string, place: FramePlace]>): FrameSegments {
    const segments = new FrameSegments(folder, new DiskWriter(nodeDisk));
    segments.note(places);
    return segments;
  }

  /** Adds the positions of frames that another thread has written. */
  note(places: Iterable<readonly [key: string, place: FramePlace]>): void {
    for (const [key, place] of places) this.positions.set(key, place);
  }

  /** Positions of all frames on the disk, by their keys. */
  get places(): ReadonlyMap<string, FramePlace> {
    return this.positions;
  }

  /** Sizes of all segments, bytes. `load` needs these sizes to find the same frames again. */
  get fileSizes(): readonly number[] {
    return this.sizes;
  }

  /** Writes frames as one new segment. Writes nothing if there are no frames. */
  add(frames: ReadonlyMap<string, Uint8Array>): void {
    if (frames.size === 0) return;
    const segment = this.sizes.length;
    const records = [...frames].map(([key, bytes]) =>
      sealRecord(frameRecord, nameFrame(segment, key), bytes),
    );
    this.writer.replace(this.pathOf(segment), ...records);
    let offset = 0;
    for (const [index, key] of [...frames.keys()].entries()) {
      const { length } = records[index];
      this.positions.set(key, { segment, offset, length });
      offset += length;
    }
    this.sizes.push(offset);
  }

  /** Reads the index of segments that an interrupted bake wrote. Throws InputError if a segment is missing, damaged or of another size. */
  load(sizes: readonly number[]): void {
    for (const [segment, size] of sizes.entries()) {
      const path = this.pathOf(segment);
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.size !== size) {
        const what = found
          ? `frames of ${size} bytes in ${showPath(path)}, got ${found.size}`
          : `frames in ${showPath(path)}, got none`;
        throw InputError.at('resume', `expected ${what}: the interrupted bake is damaged, ${remedy}`);
      }
      for (let offset = 0; offset < size; ) {
        const { name, length } = this.read({ segment, offset, length: -1 });
        const [number, key] = splitName(name);
        if (number !== segment) throw damaged(path);
        this.positions.set(key, { segment, offset, length });
        offset += length;
      }
      this.sizes.push(size);
    }
  }

  /** Returns the frame with this key; undefined if there is none. Throws InputError if the frame is damaged. */
  get(key: string): Uint8Array | undefined {
    const location = this.positions.get(key);
    if (!location) return undefined;
    const { name, body } = this.read(location);
    if (name !== nameFrame(location.segment, key)) throw damaged(this.pathOf(location.segment));
    return body;
  }

  /** Reads the record at a position. If `length` is −1, the length is taken from the header of the record. */
  private read({ segment, offset, length }: FramePlace): { name: string; body: Uint8Array; length: number } {
    const path = this.pathOf(segment);
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') throw damaged(path);
      throw error;
    }
    try {
      const end = fstatSync(file).size;
      const take = (count: number): Uint8Array => {
        // If the header is damaged, the length may have any value.
        if (!(offset + count <= end)) throw damaged(path);
        const bytes = new Uint8Array(count);
        for (let at = 0; at < count; ) {
          const taken = readSync(file, bytes, at, count - at, offset + at);
          if (taken === 0) throw damaged(path);
          at += taken;
        }
        return bytes;
      };
      const whole = length < 0 ? recordLength(take(recordHeadBytes)) : length;
      const kind = { ...frameRecord, description: `simulated frames in ${showPath(path)}` };
      return { ...openRecord(take(whole), kind, 'resume'), length: whole };
    } finally {
      closeSync(file);
    }
  }

  private pathOf(segment: number): string {
    return join(this.folder, String(segment).padStart(5, '0'));
  }
}

const nameFrame = (segment: number, key: string) => `${segment} ${key}`;

function splitName(name: string): [segment: number, key: string] {
  const at = name.indexOf(' ');
  return [Number(name.slice(0, at)), name.slice(at + 1)];
}

function damaged(path: string): InputError {
  return InputError.at(
    'resume',
    `frames of the interrupted bake in ${showPath(path)} are damaged: ${remedy}`,
  );
}

import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { FrameStore } from '../../bake/frame-store.ts';
import { type FramePlace, FrameSegments } from '../frame-segments.ts';

/** Size of a block of shared memory, bytes. A larger frame has a block of its own. */
const blockBytes = 2 ** 24;
/** Frames start at multiples of this number of bytes, so that typed arrays can view them. */
const alignment = 8;

/** Blocks of memory that all threads can read without a copy. Each block holds frames, one after the other. */
export class SharedBlocks {
  readonly blocks: SharedArrayBuffer[] = [];
  private used = blockBytes;

  /** Copies bytes into a block. Returns the copy. */
  add(bytes: Uint8Array): Uint8Array {
    let at = Math.ceil(this.used / alignment) * alignment;
    let block = this.blocks.at(-1);
    if (!block || at + bytes.length > block.byteLength) {
      block = new SharedArrayBuffer(Math.max(blockBytes, bytes.length));
      this.blocks.push(block);
      at = 0;
    }
    const copy = new Uint8Array(block, at, bytes.length);
    copy.set(bytes);
    this.used = at + bytes.length;
    return copy;
  }
}

/** Describes frames that other threads can read. Some are in shared memory, the others on the disk. */
export interface SharedFrames {
  readonly blocks: readonly SharedArrayBuffer[];
  /** A `FrameIndex` as JSON, in shared memory: otherwise the index of many frames would be copied for each task. */
  readonly index: Uint8Array;
}

/** The positions of all frames. */
interface FrameIndex {
  /** Folder of the segments on the disk. */
  readonly folder: string;
  readonly onDisk: readonly (readonly [key: string, place: FramePlace])[];
  readonly inMemory: readonly (readonly [key: string, block: number, offset: number, length: number])[];
}

/** Describes frames for other threads. inMemory: frames that are in `blocks`. onDisk: the positions of frames in the segments in `folder`. */
export function describeFrames(
  { blocks }: SharedBlocks,
  inMemory: ReadonlyMap<string, Uint8Array>,
  folder: string,
  onDisk: ReadonlyMap<string, FramePlace>,
): SharedFrames {
  const numbers = new Map<ArrayBufferLike, number>(blocks.map((block, number) => [block, number]));
  const index: FrameIndex = {
    folder,
    onDisk: [...onDisk].filter(([key]) => !inMemory.has(key)),
    inMemory: [...inMemory].map(([key, { buffer, byteOffset, length }]) => [
      key,
      numbers.get(buffer)!,
      byteOffset,
      length,
    ]),
  };
  return { blocks, index: share(new TextEncoder().encode(JSON.stringify(index))) };
}

/** Returns a reader of the frames that another thread has kept. */
export function readFrames(frames: SharedFrames): Pick<FrameStore, 'get'> {
  const { kept, segments } = openFrames(frames);
  return {
    get(key) {
      const frame = kept.get(key) ?? segments.get(key);
      if (!frame) throw new RangeError(`no frame "${key}" was kept`);
      return frame;
    },
  };
}

function openFrames({ blocks, index }: SharedFrames) {
  // TextDecoder does not accept shared memory, so the bytes are copied.
  const text = new TextDecoder().decode(new Uint8Array(index));
  const { folder, onDisk, inMemory } = JSON.parse(text) as FrameIndex;
  const segments = FrameSegments.of(folder, onDisk);
  const kept = new Map<string, Uint8Array>(
    inMemory.map(([key, block, offset, length]) => [key, new Uint8Array(blocks[block], offset, length)]),
  );
  return { kept, segments };
}

/** A change of the kept frames: a new frame in memory, frames that are now on the disk, or the end of the simulation. */
type FrameChange =
  | { readonly key: string; readonly bytes: Uint8Array }
  | { readonly moved: readonly (readonly [key: string, place: FramePlace])[] }
  | { readonly end: true };

/** Receives the changes of kept frames, see `FrameSender`. */
export interface FrameFeed {
  readonly port: MessagePort;
  /** The number of changes that have been sent. */
  readonly count: Int32Array;
}

/** Sends the changes of kept frames to another thread, which may wait for them. */
export class FrameSender {
  readonly feed: FrameFeed;
  private readonly own: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.own = port1;
    this.own.unref();
    this.feed = { port: port2, count: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  }

  /** Sends a frame. Its bytes are in shared memory. */
  put(key: string, bytes: Uint8Array): void {
    this.send({ key, bytes });
  }

  move(moved: Iterable<readonly [key: string, place: FramePlace]>): void {
    this.send({ moved: [...moved] });
  }

  end(): void {
    this.send({ end: true });
  }

  close(): void {
    this.own.close();
  }

  private send(change: FrameChange): void {
    this.own.postMessage(change);
    Atomics.add(this.feed.count, 0, 1);
    Atomics.notify(this.feed.count, 0);
  }
}

/** Returns a reader of the frames that another thread keeps. It waits for frames that are not kept yet. */
export function followFrames(frames: SharedFrames, { port, count }: FrameFeed): Pick<FrameStore, 'get'> {
  const { kept, segments } = openFrames(frames);
  let isComplete = false;
  const receive = () => {
    for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
      const change = received.message as FrameChange;
      if ('end' in change) isComplete = true;
      else if ('key' in change) kept.set(change.key, change.bytes);
      else {
        segments.note(change.moved);
        for (const [key] of change.moved) kept.delete(key);
      }
    }
  };
  return {
    get(key) {
      for (;;) {
        const seen = Atomics.load(count, 0);
        receive();
        const frame = kept.get(key) ?? segments.get(key);
        if (frame) return frame;
        if (isComplete) throw new RangeError(`no frame "${key}" was kept`);
        Atomics.wait(count, 0, seen);
      }
    },
  };
}

/** Returns a copy of the bytes in a new shared buffer. */
export function share(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

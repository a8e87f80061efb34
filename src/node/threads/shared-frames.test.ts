import { afterAll, expect, test } from 'vitest';
import { DiskWriter, nodeDisk } from '../disk.ts';
import { FrameSegments } from '../frame-segments.ts';
import { Workshop } from '../testing/workshop.ts';
import { describeFrames, FrameSender, followFrames, SharedBlocks } from './shared-frames.ts';
import { followTask } from './testing/test-tasks.ts';
import { createThreadPool } from './thread-pool.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

let keeperCount = 0;

/** Keeps frames, like a bake. */
class Keeper {
  readonly folder = workshop.path(`frames-${keeperCount++}`);
  readonly sender = new FrameSender();
  private readonly segments: FrameSegments;
  private readonly blocks = new SharedBlocks();
  private readonly fresh = new Map<string, Uint8Array>();

  constructor() {
    const writer = new DiskWriter(nodeDisk);
    writer.makeFolder(this.folder);
    this.segments = new FrameSegments(this.folder, writer);
  }

  put(key: string): void {
    const bytes = this.blocks.add(new TextEncoder().encode(`bytes of ${key}`));
    this.fresh.set(key, bytes);
    this.sender.put(key, bytes);
  }

  describe() {
    return describeFrames(this.blocks, this.fresh, this.folder, this.segments.places);
  }

  moveToDisk(): void {
    this.segments.add(this.fresh);
    this.sender.move([...this.fresh.keys()].map((key) => [key, this.segments.places.get(key)!]));
    this.fresh.clear();
  }
}

test('a thread waits for frames that are kept later, in memory or on the disk', async () => {
  const keeper = new Keeper();
  const { sender } = keeper;
  keeper.put('a');
  const frames = keeper.describe();
  const pool = await createThreadPool(1, { file: new URL('./testing/test-worker.ts', import.meta.url) });
  try {
    const seen: unknown[] = [];
    const keys = ['a', 'b', 'c', 'd', 'missing'];
    const done = pool.run(
      followTask,
      { frames, feed: sender.feed, keys },
      (text) => {
        seen.push(text);
        // The thread now waits for the next frame.
        if (text === 'bytes of a') setTimeout(() => keeper.put('b'), 20);
        if (text === 'bytes of b') {
          keeper.put('c');
          keeper.put('d');
          keeper.moveToDisk();
        }
        if (text === 'bytes of d') setTimeout(() => sender.end(), 20);
      },
      [sender.feed.port],
    );
    expect(await done).toBe('no frame "missing" was kept');
    expect(seen).toEqual(['bytes of a', 'bytes of b', 'bytes of c', 'bytes of d']);
  } finally {
    await pool.stop();
    sender.close();
  }
});

test('a thread that waits for a frame can be ended', async () => {
  const keeper = new Keeper();
  const pool = await createThreadPool(1, { file: new URL('./testing/test-worker.ts', import.meta.url) });
  keeper.put('a');
  const frames = keeper.describe();
  const { feed } = keeper.sender;
  const waits = new Promise<void>((begin) => {
    const run = pool.run(followTask, { frames, feed, keys: ['a', 'never'] }, () => begin(), [feed.port]);
    run.catch(() => {});
  });
  await waits;
  await pool.stop();
  keeper.sender.close();
});

test('frames that were moved to the disk are read from there', () => {
  const keeper = new Keeper();
  keeper.put('a');
  const read = followFrames(keeper.describe(), keeper.sender.feed);
  const inMemory = read.get('a');
  keeper.moveToDisk();
  expect(inMemory.buffer).toBeInstanceOf(SharedArrayBuffer);
  const onDisk = read.get('a');
  expect(onDisk).toEqual(new Uint8Array(inMemory));
  expect(onDisk.buffer).not.toBeInstanceOf(SharedArrayBuffer);
  keeper.sender.close();
});

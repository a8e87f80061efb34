import { dirname, join } from 'node:path';
import type { BakePlan } from '../../bake/bake-plan.ts';
import { bakeTasks } from '../../bake/bake-tasks.ts';
import type { Bake } from '../../bake/output-definition.ts';
import type { FileSink } from '../../bake/output-sink.ts';
import { InputError } from '../../input-error.ts';
import { openScene } from '../../scene/open-scene.ts';
import { Clock } from '../../simulation/clock.ts';
import { nameOutputs } from '../../simulation/name-outputs.ts';
import { decodeSnapshot } from '../../simulation/snapshot.ts';
import type { Output } from '../../systems/outputs/output.ts';
import type { PrepareCache } from '../../systems/prepare-context.ts';
import { readParams } from '../../systems/read-params.ts';
import { DiskWriter, nodeDisk } from '../disk.ts';
import { createDiskFiles } from '../disk-files.ts';
import { hashBytes, hashParts } from '../own-files.ts';
import { createDiskCache } from '../prepare-cache.ts';
import type { BakeCall, BakeMessage, SharedState, ThreadScene } from './bake-call.ts';
import { type FrameFeed, followFrames, readFrames } from './shared-frames.ts';
import { takeClaim } from './task-queue.ts';

/** The bake of the last call. */
let current: { readonly number: number; readonly plan: Promise<BakePlan> } | null = null;
/** The bake in the last state that was sent. */
let shown: { readonly plan: BakePlan; readonly version: number; readonly bake: Bake } | null = null;

/** The end of the last call. */
let last: Promise<unknown> = Promise.resolve();

/** Runs a task of a bake in this thread. Opens the scene first if this is the first call of a bake. Calls run one after the other. */
export function runBakeCall(
  call: BakeCall,
  send: (message: unknown) => void,
): Promise<{ readonly result: unknown } | null> {
  const answer = last.then(() => runNext(call, send));
  last = answer.catch(() => {});
  return answer;
}

async function runNext(
  { bake: number, source, work }: BakeCall,
  send: (message: unknown) => void,
): Promise<{ readonly result: unknown } | null> {
  if (current?.number !== number) current = { number, plan: openSame(source) };
  if (work && !takeClaim(work.claim)) return null;
  const plan = await current.plan;
  if (!work) return null;
  if (plan.hash !== work.hash)
    throw InputError.at('', 'a file of the scene was changed while it was opened: bake it again');
  const task = bakeTasks.find((one) => one.name === work.task);
  if (!task) throw new Error(`no task of bakes is named "${work.task}"`);
  const run = await task.load();
  const { state, feed, input, out } = work;
  const bake = state && feed ? followBake(plan, state, feed) : showBake(plan, state);
  return { result: await run(bake, input, createFolderSink(out, send)) };
}

/** Opens the same scene as the main thread. */
function openSame({ scene, folder, outsideFiles, prepared, ...options }: ThreadScene): Promise<BakePlan> {
  return openScene(scene, createDiskFiles(folder, { outsideFiles }), {
    ...options,
    cache: createWaitingCache(prepared),
    isCopy: true,
  });
}

/** Milliseconds between two looks into the cache. */
const waitingInterval = 30;

/** Returns the cache of the disk. Until the main thread has opened the scene, it waits for parts that are not there. */
function createWaitingCache(prepared: Int32Array): PrepareCache {
  const cache = createDiskCache();
  return {
    ...cache,
    async get(key) {
      for (;;) {
        const isComplete = Atomics.load(prepared, 0) === 1;
        const bytes = await cache.get(key);
        if (bytes || isComplete) return bytes;
        await new Promise((done) => setTimeout(done, waitingInterval));
      }
    },
  };
}

/** Returns the bake in a state of its simulation. Without a state, it has no outputs. */
function showBake(plan: BakePlan, state: SharedState | null): Bake {
  if (!state) return { plan, simulation: { outputs: () => [] }, frames: { get: refuseFrame } };
  if (shown?.plan !== plan || shown.version !== state.version) {
    const bake = { plan, simulation: showSnapshot(plan, state.snapshot), frames: readFrames(state.frames) };
    shown = { plan, version: state.version, bake };
  }
  return shown.bake;
}

/** Returns the bake in an earlier state, with frames that are still simulated. */
function followBake(plan: BakePlan, { snapshot, frames }: SharedState, feed: FrameFeed): Bake {
  return { plan, simulation: showSnapshot(plan, snapshot), frames: followFrames(frames, feed) };
}

function refuseFrame(key: string): never {
  throw new RangeError(`the frame "${key}" is not known yet`);
}

/** Returns the outputs of a saved simulation. Each system is loaded when its outputs are first needed. */
function showSnapshot(plan: BakePlan, bytes: Uint8Array): Bake['simulation'] {
  const { systems } = decodeSnapshot(new Uint8Array(bytes));
  const known = new Map<string, readonly Output[]>();
  return {
    outputs(name) {
      let outputs = known.get(name);
      if (!outputs) {
        const { definition, params, prepared, timed } = plan.systems.find((system) => system.name === name)!;
        const saved = systems.find((system) => system.name === name)!;
        const all = readParams(definition, params, name);
        const state: unknown = definition.load(all, saved.bytes, prepared, timed);
        const clock = new Clock(definition.rate(all, prepared), plan.times.start);
        if (timed) definition.setTime?.(state, clock.secondsOf(saved.tick), clock.dt);
        outputs = nameOutputs(name, definition.outputs(state));
        known.set(name, outputs);
      }
      return outputs;
    },
  };
}

/** Returns a sink that writes files into a folder, and reports each file to the main thread. */
function createFolderSink(out: string, send: (message: BakeMessage) => void): FileSink {
  const writer = new DiskWriter(nodeDisk);
  const pathOf = (file: string) => {
    const path = join(out, file);
    writer.makeFolder(dirname(path));
    return path;
  };
  return {
    async write(file, kind, bytes) {
      writer.write(pathOf(file), bytes);
      send({ wrote: { file, kind, bytes: bytes.length, sha256: hashBytes(bytes) } });
    },
    async writeParts(file, kind, parts) {
      const { hashed, finish } = hashParts(parts);
      await writer.writeParts(pathOf(file), hashed);
      send({ wrote: { file, kind, ...finish() } });
    },
    async next(message) {
      send({ next: message });
    },
  };
}

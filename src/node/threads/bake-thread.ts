import { dirname, join } from 'node:path';
import type { BakePlan } from '../../bake/bake-plan.ts';
import { bakeTasks } from '../../bake/bake-tasks.ts';
import type { Bake } from '../../bake/output-definition.ts';
import type { FileSink } from '../../bake/output-sink.ts';
import { InputError } from '../../input-error.ts';
import { openScene } from '../../scene/open-scene.ts';
import { nameOutputs } from '../../simulation/name-outputs.ts';
import { decodeSnapshot } from '../../simulation/snapshot.ts';
import type { Output } from '../../systems/outputs/output.ts';
import { readParams } from '../../systems/read-params.ts';
import { DiskWriter, nodeDisk } from '../disk.ts';
import { createDiskFiles } from '../disk-files.ts';
import { hashBytes, hashParts } from '../own-files.ts';
import { createDiskCache } from '../prepare-cache.ts';
import type { BakeCall, BakeMessage, SharedState, ThreadScene } from './bake-call.ts';
import { readFrames } from './shared-frames.ts';

/** The bake of the last call. */
let current: { readonly number: number; readonly plan: Promise<BakePlan> } | null = null;
/** The bake in the last state that was sent. */
let shown: { readonly plan: BakePlan; readonly version: number; readonly bake: Bake } | null = null;

/** Runs a task of a bake in this thread. Opens the scene first if this is the first call of a bake. */
export async function runBakeCall(
  { bake: number, source, state, out, task: name, input }: BakeCall,
  send: (message: unknown) => void,
): Promise<unknown> {
  if (current?.number !== number) current = { number, plan: openSame(source) };
  const plan = await current.plan;
  if (name === null) return null;
  const task = bakeTasks.find((one) => one.name === name);
  if (!task) throw new Error(`no task of bakes is named "${name}"`);
  const work = await task.load();
  return work(showBake(plan, state), input, createFolderSink(out, send));
}

/** Opens the same scene as the main thread. Throws an InputError if a file of the scene has changed since. */
async function openSame({ scene, folder, outsideFiles, hash, ...options }: ThreadScene): Promise<BakePlan> {
  const plan = await openScene(scene, createDiskFiles(folder, { outsideFiles }), {
    ...options,
    cache: createDiskCache(),
  });
  if (plan.hash === hash) return plan;
  throw InputError.at('', 'a file of the scene was changed while it was opened: bake it again');
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
        const { definition, params, prepared } = plan.systems.find((system) => system.name === name)!;
        const saved = systems.find((system) => system.name === name)!;
        const state: unknown = definition.load(readParams(definition, params, name), saved.bytes, prepared);
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

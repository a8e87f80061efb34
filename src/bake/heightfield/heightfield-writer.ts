import { InputError } from '../../input-error.ts';
import { joinBytes } from '../../join-bytes.ts';
import type { HeightfieldOutput, LiveHeightfield } from '../../systems/outputs/heightfield.ts';
import { roundNumbers } from '../bake-report.ts';
import {
  type Bake,
  describeOutput,
  type OutputWriter,
  outputsOfKind,
  type ShownOutput,
} from '../output-definition.ts';
import type { OutputKindName } from '../output-kinds.ts';
import type { OutputSink } from '../output-sink.ts';
import { cacheFileName, cacheKinds, countCacheWork, listCacheKinds } from './cache/write-ground-cache.ts';
import { describeOmitted } from './describe-omitted.ts';
import { estimateHeightfields } from './estimate-heightfield.ts';
import { explainGrounds, type GroundFacts } from './explain-grounds.ts';
import {
  type HeightExtension,
  type HeightSequenceFacts,
  heightFileName,
  heightMapLimit,
} from './height-sequence.ts';
import { HeightfieldReplay, packChanges } from './heightfield-frame.ts';
import { heightfieldOfFrame } from './heightfield-of-frame.ts';
import {
  groundCacheTask,
  groundMeshTask,
  groundSheetTask,
  groundStateTask,
  groundVatTask,
  heightRegionTask,
  snowCapsTask,
} from './heightfield-tasks.ts';
import { keepsFrames } from './keeps-frames.ts';
import { groundMeshLimit } from './mesh/build-ground-mesh.ts';
import { chooseGroundRectangle } from './mesh/ground-region.ts';
import { groundStage } from './stage-ground.ts';
import { TouchedArea } from './touched-area.ts';
import { groundVatFiles } from './vat/write-ground-vat.ts';
import {
  countHeightWork,
  countOpenColumns,
  heightFolder,
  heightKinds,
  listHeightExtensions,
  writeHeights,
} from './write-heights.ts';

export const heightfieldWriter: OutputWriter = {
  check: checkWhole,

  listPaths(bake, add) {
    for (const { output } of outputsOfKind(bake, 'heightfield')) {
      const { name } = output;
      const writer = describeOutput(output);
      for (const extension of listHeightExtensions(bake.plan))
        add(heightKinds[extension], `${name}-${extension}`, writer, (number) =>
          heightFileName(number, extension),
        );
      add('groundMesh', `${name}.glb`, writer);
      const [cacheKind] = listCacheKinds(bake.plan);
      if (cacheKind) add(cacheKind, cacheFileName(name, 'obj'), writer);
      for (const kind of listCacheKinds(bake.plan))
        add(kind, cacheFileName(name, cacheKinds[kind].extension), writer);
      for (const file of Object.values(groundVatFiles(name))) add('groundVat', file, writer);
      if (output.readSnow) add('snowCaps', `${name}-snow.glb`, writer);
      if (output.encodeState) add('groundState', `${name}.ground`, writer);
      add('contactSheet', `${name}-contact-sheet.png`, writer);
    }
  },

  countWork(bake) {
    const { plan } = bake;
    const asked = (kind: OutputKindName) => (plan.outputs.includes(kind) ? 1 : 0);
    return outputsOfKind(bake, 'heightfield').reduce(
      (sum, { output }) =>
        sum +
        countHeightWork(plan) +
        countCacheWork(plan) +
        asked('groundVat') +
        asked('groundMesh') +
        asked('contactSheet') +
        (output.readSnow ? asked('snowCaps') : 0) +
        (output.encodeState ? asked('groundState') : 0),
      0,
    );
  },

  estimate: estimateHeightfields,

  stage: groundStage,

  record(shown, { plan }) {
    const output = () => shown.output as LiveHeightfield;
    const discard = () => void output().takeChanges();
    if (!keepsFrames(plan)) {
      return {
        take() {
          discard();
          return new Uint8Array(0);
        },
        skip: discard,
        join: joinBytes,
      };
    }
    const area = new TouchedArea(plan, shown.output as LiveHeightfield);
    return {
      take: () => packChanges(output()),
      skip: discard,
      inspect: (bytes) => area.add(bytes),
      join: joinBytes,
    };
  },

  async write(bake, sink) {
    const grounds = await Promise.all(
      outputsOfKind(bake, 'heightfield').map((shown) => writeHeightfield(bake, shown, sink)),
    );
    const facts = grounds.map((ground) => ground.facts);
    const warnings = grounds.flatMap((ground) => ground.warnings);
    return {
      warnings,
      systemResults: new Map(
        facts.map(({ name, heights, meshFacts, cache, vat }) => [
          name,
          {
            ...(heights && { heights }),
            ...(meshFacts && { mesh: roundNumbers(meshFacts) }),
            ...(cache && { cache }),
            ...(vat && { vat }),
          },
        ]),
      ),
      explain: (frames) => explainGrounds(facts, frames),
    };
  },
};

/** Returns the ground that is shown together with a system's particles, in its state at a frame. Undefined if there is none. */
export function findGround(bake: Bake, system: string): ((frame: number) => HeightfieldOutput) | undefined {
  const ground: ShownOutput<'heightfield'> | undefined = outputsOfKind(bake, 'heightfield').find(
    (shown) => shown.system === system,
  );
  if (!ground) return undefined;
  const { output, load } = ground;
  const replay = new HeightfieldReplay(output, bake.plan.firstFrame, load);
  return (frame) => heightfieldOfFrame(output, replay.show(frame));
}

/** Throws an `InputError` if the plan selects a whole ground that is too large. */
function checkWhole(bake: Bake): void {
  const { outputs, meshPart } = bake.plan;
  if (meshPart !== 'whole') return;
  const hasMesh = outputs.includes('groundMesh') || listCacheKinds(bake.plan).length > 0;
  if (!hasMesh && listHeightExtensions(bake.plan).length === 0) return;
  const limit = hasMesh ? groundMeshLimit : heightMapLimit;
  for (const { system, output } of outputsOfKind(bake, 'heightfield')) {
    const { columns, rows } = chooseGroundRectangle(output, null, meshPart);
    if (columns * rows <= limit) continue;
    throw InputError.at(
      'meshPart',
      `expected "touched", since all of "${system}" is ${columns} × ${rows} columns and at most ${limit} can be written; ` +
        'or make the ground smaller, or its cells larger',
    );
  }
}

/** Writes all files of a ground. Each kind of file is a separate task, and the tasks can run at the same time. */
async function writeHeightfield(
  bake: Bake,
  shown: ShownOutput<'heightfield'>,
  sink: OutputSink,
): Promise<{ facts: GroundFacts; warnings: string[] }> {
  const { plan } = bake;
  const { output, system, index } = shown;
  const { name, material } = output;
  const reference = { system, index };
  const wants = (kind: OutputKindName) => plan.outputs.includes(kind);
  const extensions = listHeightExtensions(plan);
  const cacheList = listCacheKinds(plan);
  const [heights, mesh, cache, vat, snow, state, picture] = await Promise.all([
    extensions.length > 0 ? writeMaps(bake, shown, sink.branch()) : null,
    wants('groundMesh') ? sink.run(groundMeshTask, reference) : null,
    cacheList.length > 0 ? sink.run(groundCacheTask, reference) : null,
    wants('groundVat') ? sink.run(groundVatTask, reference) : null,
    wants('snowCaps') && output.readSnow ? sink.run(snowCapsTask, reference) : null,
    wants('groundState') && output.encodeState ? sink.run(groundStateTask, reference) : null,
    wants('contactSheet') ? sink.run(groundSheetTask, reference) : null,
  ]);
  const folderOf = (extension: HeightExtension) =>
    heights?.facts && extensions.includes(extension) ? heightFolder(plan, output, extension) : undefined;
  const facts: GroundFacts = {
    name,
    material,
    ...(output.look && { look: output.look }),
    ...(heights?.facts && { heights: heights.facts }),
    ...(folderOf('png') && { pngFolder: folderOf('png') }),
    ...(folderOf('exr') && { exrFolder: folderOf('exr'), exrChannels: plan.exrChannels }),
    ...(folderOf('tif') && { tiffFolder: folderOf('tif') }),
    ...(mesh?.written && { mesh: mesh.written.file, meshFacts: mesh.written.facts }),
    ...(cache?.written && { cache: cache.written }),
    ...(vat?.written && { vat: vat.written }),
    ...(snow !== null && { snow }),
    ...(state !== null && { state }),
    ...(picture !== null && { picture }),
  };
  // The touched area is known only at the end. If an output is too large, it is omitted with a warning.
  const warnings: string[] = [];
  if (heights && !heights.facts) {
    for (const extension of extensions)
      warnings.push(describeOmitted(bake, output, heightKinds[extension], heights.columns, heightMapLimit));
  }
  if (mesh && !mesh.written)
    warnings.push(describeOmitted(bake, output, 'groundMesh', mesh.columns, groundMeshLimit));
  if (cache && !cache.written) {
    for (const kind of cacheList)
      warnings.push(describeOmitted(bake, output, kind, cache.columns, groundMeshLimit));
  }
  if (vat && !vat.written) {
    warnings.push(
      vat.columns > groundMeshLimit
        ? describeOmitted(bake, output, 'groundVat', vat.columns, groundMeshLimit)
        : `${output.name}: groundVat is left out, since its tiles have ${vat.states} different states and at most ` +
            `${vat.maxStates} fit into a texture; bake fewer frames, or use larger cells`,
    );
  }
  return { facts, warnings };
}

/** The height maps of a ground. `facts` is null if the height maps would be too large. */
interface WrittenMaps {
  /** Number of columns that the height maps of one frame would have. */
  readonly columns: number;
  readonly facts: HeightSequenceFacts | null;
}

async function writeMaps(
  bake: Bake,
  shown: ShownOutput<'heightfield'>,
  sink: OutputSink,
): Promise<WrittenMaps> {
  const { system, index } = shown;
  const region = await sink.run(heightRegionTask, { system, index });
  const columns = countOpenColumns(region);
  const facts = columns <= heightMapLimit ? await writeHeights(bake, shown, region, sink) : null;
  return { columns, facts };
}

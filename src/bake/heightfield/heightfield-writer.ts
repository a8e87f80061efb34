import { InputError } from '../../input-error.ts';
import type {
  ColumnRectangle,
  HeightfieldOutput,
  LiveHeightfield,
} from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
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
import { placeOutput } from '../place-output.ts';
import { estimateHeightfields } from './estimate-heightfield.ts';
import { explainGrounds, type GroundFacts } from './explain-grounds.ts';
import { heightFileName, heightMapLimit } from './height-sequence.ts';
import type { HeightChanges } from './height-tiles.ts';
import { HeightfieldReplay, joinChanges, packChanges } from './heightfield-frame.ts';
import { heightfieldOfFrame } from './heightfield-of-frame.ts';
import { findLastTouched } from './last-touched.ts';
import { groundMeshLimit } from './mesh/build-ground-mesh.ts';
import { chooseGroundRectangle, touchedMargin } from './mesh/ground-region.ts';
import { TouchedArea } from './touched-area.ts';
import { findMeshRegion, makeGroundMesh } from './write-ground-mesh.ts';
import {
  countHeightWork,
  countOpenColumns,
  findChanges,
  findHeightRegion,
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
        asked('groundMesh') +
        asked('contactSheet') +
        (output.encodeState ? asked('groundState') : 0),
      0,
    );
  },

  estimate: estimateHeightfields,

  record(shown, { plan }) {
    const area = new TouchedArea(plan, shown.output as LiveHeightfield);
    const output = () => shown.output as LiveHeightfield;
    return {
      take: () => packChanges(output()),
      skip: () => void output().takeChanges(),
      inspect: (bytes) => area.add(bytes),
      join: joinChanges,
    };
  },

  async write(bake, sink) {
    const { plan } = bake;
    const warnings: string[] = [];
    const facts: GroundFacts[] = [];
    for (const { output, load } of outputsOfKind(bake, 'heightfield')) {
      const replay = new HeightfieldReplay(output, plan.firstFrame, load);
      facts.push(await writeHeightfield(plan, output, replay, sink, warnings));
    }
    return {
      warnings,
      systemResults: new Map(
        facts.map(({ name, heights, meshFacts }) => [
          name,
          { ...(heights && { heights }), ...(meshFacts && { mesh: roundNumbers(meshFacts) }) },
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
  const hasMesh = outputs.includes('groundMesh');
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

async function writeHeightfield(
  plan: BakePlan,
  output: HeightfieldOutput,
  replay: HeightfieldReplay,
  sink: OutputSink,
  warnings: string[],
): Promise<GroundFacts> {
  // At this time, the simulation is at the last frame.
  const { outputs, meshPart } = plan;
  const { name } = output;
  const touched = output.changed();
  const rectangle = chooseGroundRectangle(output, touched, meshPart);
  let changes: HeightChanges | null = null;
  const listChanges = () => {
    changes ??= findChanges(plan, replay);
    return changes;
  };
  const facts: { -readonly [Key in keyof GroundFacts]: GroundFacts[Key] } = {
    name,
    material: output.material,
    ...(output.look && { look: output.look }),
  };
  // The touched area is known only at the end. If an output is too large, it is omitted with a warning.
  const wants = (kind: OutputKindName, columns: number, limit: number) => {
    if (!outputs.includes(kind) || columns <= limit) return outputs.includes(kind);
    warnings.push(
      `${name}: ${kind} is left out, since it would have ${columns} columns of the ${rectangle.columns} × ${rectangle.rows} ` +
        `that were touched, and at most ${limit} can be written; use larger cells, or bake parts separately`,
    );
    return false;
  };
  const asked = listHeightExtensions(plan);
  let extensions = asked;
  if (asked.length > 0) {
    const region = findHeightRegion(plan, rectangle, listChanges, Math.ceil(touchedMargin / output.cell));
    const columns = countOpenColumns(region);
    extensions = asked.filter((extension) => wants(heightKinds[extension], columns, heightMapLimit));
    if (extensions.length > 0)
      facts.heights = await writeHeights(plan, output, region, replay, extensions, sink);
    if (extensions.includes('png')) facts.pngFolder = heightFolder(plan, output, 'png');
    if (extensions.includes('exr')) {
      facts.exrFolder = heightFolder(plan, output, 'exr');
      facts.exrChannels = plan.exrChannels;
    }
    if (extensions.includes('tif')) facts.tiffFolder = heightFolder(plan, output, 'tif');
  }
  if (outputs.includes('groundMesh')) {
    await sink.next(`mesh of ${name}`);
    const shown = findMeshRegion(plan, rectangle, output, replay);
    if (wants('groundMesh', countColumns(shown.region.blocks), groundMeshLimit)) {
      const { bytes, facts: meshFacts } = makeGroundMesh(plan, output, shown, replay);
      facts.mesh = placeOutput(plan, 'groundMesh', `${name}.glb`);
      facts.meshFacts = meshFacts;
      await sink.write(facts.mesh, 'groundMesh', bytes);
    }
  }
  if (outputs.includes('groundState') && output.encodeState) {
    await sink.next(`state of ${name}`);
    facts.state = placeOutput(plan, 'groundState', `${name}.ground`);
    await sink.write(facts.state, 'groundState', output.encodeState());
  }
  if (outputs.includes('contactSheet')) {
    await sink.next(`picture of ${name}`);
    facts.picture = placeOutput(plan, 'contactSheet', `${name}-contact-sheet.png`);
    const part = findLastTouched(touched, listChanges);
    const { drawGroundSheet } = await import('./draw-ground-sheet.ts');
    await sink.write(facts.picture, 'contactSheet', drawGroundSheet(plan, output, replay, part));
  }
  return facts;
}

function countColumns(rectangles: readonly ColumnRectangle[]): number {
  return rectangles.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}

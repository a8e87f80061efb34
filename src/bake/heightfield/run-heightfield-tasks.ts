import { type Bake, findOutput, type OutputReference } from '../output-definition.ts';
import type { FileSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { drawGroundSheet } from './draw-ground-sheet.ts';
import { findLastTouched } from './last-touched.ts';
import { groundMeshLimit } from './mesh/build-ground-mesh.ts';
import { countRegionColumns, touchedMargin } from './mesh/ground-region.ts';
import { openGround } from './open-ground.ts';
import { findMeshRegion, type GroundMeshFacts, makeGroundMesh } from './write-ground-mesh.ts';
import { findChanges, findHeightRegion, type HeightRegion } from './write-heights.ts';

/** The result of writing the mesh of a ground. `written` is null if the mesh would be too large. */
export interface WrittenMesh {
  /** Number of columns that the mesh has, or would have. */
  readonly columns: number;
  readonly written: { readonly file: string; readonly facts: GroundMeshFacts } | null;
}

export function runRegion(bake: Bake, reference: OutputReference): HeightRegion {
  const { plan } = bake;
  const { output, rectangle, createReplay } = openGround(bake, reference);
  const margin = Math.ceil(touchedMargin / output.cell);
  return findHeightRegion(plan, rectangle, () => findChanges(plan, createReplay()), margin);
}

export async function runMesh(bake: Bake, reference: OutputReference, sink: FileSink): Promise<WrittenMesh> {
  const { plan } = bake;
  const { output, rectangle, createReplay } = openGround(bake, reference);
  await sink.next(`mesh of ${output.name}`);
  const replay = createReplay();
  const shown = findMeshRegion(plan, rectangle, output, replay);
  const columns = countRegionColumns(shown.region);
  if (columns > groundMeshLimit) return { columns, written: null };
  const { bytes, facts } = makeGroundMesh(plan, output, shown, replay);
  const file = placeOutput(plan, 'groundMesh', `${output.name}.glb`);
  await sink.write(file, 'groundMesh', bytes);
  return { columns, written: { file, facts } };
}

export async function runState(bake: Bake, reference: OutputReference, sink: FileSink): Promise<string> {
  const { output } = findOutput(bake, 'heightfield', reference);
  await sink.next(`state of ${output.name}`);
  const file = placeOutput(bake.plan, 'groundState', `${output.name}.ground`);
  await sink.write(file, 'groundState', output.encodeState!());
  return file;
}

export async function runSheet(bake: Bake, reference: OutputReference, sink: FileSink): Promise<string> {
  const { plan } = bake;
  const { output, createReplay } = openGround(bake, reference);
  await sink.next(`picture of ${output.name}`);
  const file = placeOutput(plan, 'contactSheet', `${output.name}-contact-sheet.png`);
  const replay = createReplay();
  const part = findLastTouched(output.changed(), () => findChanges(plan, replay));
  await sink.write(file, 'contactSheet', drawGroundSheet(plan, reference.system, output, replay, part));
  return file;
}

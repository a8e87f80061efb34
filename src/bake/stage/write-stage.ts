import { fitNames } from '../../files/fit-names.ts';
import { writeCrate } from '../../files/usd/crate-layer.ts';
import { usdPrimName } from '../../files/usd/prim-usd.ts';
import type { UsdLayerMetadata, UsdPrim } from '../../files/usd/usd-layer.ts';
import { writeUsdz, type ZipEntry } from '../../files/usd/usdz.ts';
import { joinBytes } from '../../join-bytes.ts';
import { append } from '../../math/lists.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { Bake } from '../output-definition.ts';
import type { FileSink } from '../output-sink.ts';
import { sampleCameras } from '../views/sample-cameras.ts';
import { loadStageParts } from './load-stage-parts.ts';
import { buildCamera, buildSceneCamera } from './stage-camera.ts';
import { emptyBounds, growBounds, type StageTexture } from './stage-part.ts';
import type { PartReference } from './stage-tasks.ts';

/** A part of a stage whose layer is written. */
export interface WrittenPart {
  /** Name of the prim in the layer. Null if there is nothing to show. */
  readonly prim: string | null;
  readonly bounds: Float64Array;
  readonly warnings: readonly string[];
}

export interface WrittenPackage {
  readonly warnings: readonly string[];
}

export const stageFile = 'scene.usda';
export const packageFile = 'scene.usdz';
const folder = 'scene-usd';
const textureFolder = 'textures';

/** Returns the file of the layer of a part. */
export function partFile({ group, name }: PartReference): string {
  return `${folder}/${group}/${name}.usdc`;
}

/** Returns the file of a texture. */
export function textureFile(group: string, texture: string): string {
  return `${folder}/${group}/${textureFolder}/${texture}`;
}

/** Returns what all layers of a stage state. */
export function describeStage({
  times,
  firstFrame,
  lastFrame,
}: BakePlan): Omit<UsdLayerMetadata, 'defaultPrim'> {
  return {
    upAxis: 'Y',
    metersPerUnit: 1,
    startTimeCode: times.number(firstFrame),
    endTimeCode: times.number(lastFrame),
    timeCodesPerSecond: fractionToNumber(times.fps),
  };
}

/** Writes the layer of one part, and its textures. */
export async function writePart(
  bake: Bake,
  { group, name }: PartReference,
  sink: FileSink,
): Promise<WrittenPart> {
  const { plan } = bake;
  const stage = (await loadStageParts()).find((one) => one.group === group)!;
  await sink.next(`stage: ${name}`);
  const built = await stage.build(bake, name, {
    parent: '',
    characters: plan.usdCharacters ?? 'skel',
    isForPhones: false,
    jointNames: new Set(),
    textureFolder: `./${textureFolder}`,
  });
  const { prim, bounds, textures = [], warnings = [] } = built;
  if (!prim) return { prim: null, bounds, warnings };
  // Another kind of output writes the file. Only the bounds are needed.
  if (stage.existing?.(bake, name)) return { prim: prim.name, bounds, warnings };
  const metadata = { ...describeStage(plan), defaultPrim: prim.name };
  await sink.writeParts(partFile({ group, name }), 'usdStage', writeCrate({ metadata, prims: [prim] }));
  for (const { name: texture, bytes } of textures)
    await sink.write(textureFile(group, texture), 'usdStage', bytes);
  return { prim: prim.name, bounds, warnings };
}

/** Writes all parts that phones can show as one package. */
export async function writePackage(bake: Bake, _input: null, sink: FileSink): Promise<WrittenPackage> {
  const { plan } = bake;
  const root = usdPrimName(plan.name);
  const groups: UsdPrim[] = [];
  const textures: StageTexture[] = [];
  const warnings: string[] = [];
  const bounds = emptyBounds();
  const jointNames = new Set<string>();
  for (const stage of await loadStageParts()) {
    const prims: UsdPrim[] = [];
    for (const name of stage.list(bake)) {
      await sink.next(`package for phones: ${name}`);
      const built = await stage.build(bake, name, {
        parent: `/${root}/${stage.group}`,
        characters: 'skel',
        isForPhones: true,
        jointNames,
        textureFolder,
      });
      append(warnings, built.warnings ?? []);
      if (!built.prim) continue;
      prims.push(built.prim);
      append(textures, built.textures ?? []);
      growBounds(bounds, built.bounds);
    }
    if (prims.length > 0)
      groups.push({ name: stage.group, typeName: 'Xform', kind: 'group', children: prims });
  }
  const prim: UsdPrim = {
    name: root,
    typeName: 'Xform',
    kind: 'assembly',
    children: [...groups, ...buildCameras(plan, bounds)],
  };
  const metadata = { ...describeStage(plan), defaultPrim: root };
  const layer: Uint8Array[] = [];
  for await (const part of writeCrate({ metadata, prims: [prim] })) layer.push(part);
  const entries: ZipEntry[] = [
    { name: 'scene.usdc', bytes: joinBytes(layer) },
    ...textures.map(({ name, bytes }) => ({ name: `${textureFolder}/${name}`, bytes })),
  ];
  await sink.write(packageFile, 'usdz', writeUsdz(entries));
  return { warnings };
}

/** Returns the prim with the cameras of a stage: those of the scene, and one that sees everything. Empty if there is nothing to see. */
export function buildCameras(plan: BakePlan, bounds: Float64Array): UsdPrim[] {
  const { times, firstFrame, lastFrame } = plan;
  const timeCodes = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) =>
    times.number(firstFrame + k),
  );
  const own = sampleCameras(plan).map((camera) => buildSceneCamera(camera, timeCodes));
  const overview = bounds[0] <= bounds[3] ? [buildCamera('overview', bounds)] : [];
  const prims = [...own, ...overview];
  const names = fitNames(prims.map(({ name }) => name));
  const children = prims.map((prim, k) => ({ ...prim, name: names[k] }));
  return children.length > 0 ? [{ name: 'cameras', typeName: 'Xform', kind: 'group', children }] : [];
}

import { usdPrimName } from '../../files/usd/prim-usd.ts';
import type { UsdPrim, UsdProperty } from '../../files/usd/usd-layer.ts';
import { encodeUsda } from '../../files/usd/usda.ts';
import { append } from '../../math/lists.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { Bake, OutputWriter } from '../output-definition.ts';
import type { OutputSink } from '../output-sink.ts';
import { explainStage } from './explain-stage.ts';
import { loadStageParts } from './load-stage-parts.ts';
import { buildLights } from './stage-lights.ts';
import { emptyBounds, growBounds, type StageParts } from './stage-part.ts';
import { stagePartTask, usdzTask } from './stage-tasks.ts';
import { buildCameras, describeStage, packageFile, partFile, stageFile, textureFile } from './write-stage.ts';

/** Creates the writer of the stage from what the outputs of the other definitions add to it. */
export async function loadStageWriter(): Promise<OutputWriter> {
  const stages = await loadStageParts();
  return {
    listPaths(bake, add) {
      add('usdz', packageFile, 'the package for phones');
      add('usdStage', stageFile, 'the USD stage');
      for (const stage of stages) {
        for (const name of listOwnParts(bake, stage)) {
          const writer = `the USD stage of ${JSON.stringify(name)}`;
          add('usdStage', partFile({ group: stage.group, name }), writer);
          for (const texture of stage.listTextures?.(bake, name) ?? [])
            add('usdStage', textureFile(stage.group, texture), writer);
        }
      }
    },

    countWork(bake) {
      const parts = (list: (stage: StageParts) => readonly string[]) =>
        stages.reduce((sum, stage) => sum + list(stage).length, 0);
      const { outputs } = bake.plan;
      return (
        (outputs.includes('usdStage') ? parts((stage) => stage.list(bake)) + 1 : 0) +
        (outputs.includes('usdz') ? parts((stage) => stage.list(bake)) : 0)
      );
    },

    *estimate(bake) {
      let bytes = 0;
      for (const stage of stages) bytes += yield* stage.estimate(bake);
      return { files: { usdStage: bytes, usdz: bytes }, keptBytes: 0 };
    },

    async write(bake, sink) {
      const { outputs } = bake.plan;
      const [written, packed] = await Promise.all([
        outputs.includes('usdStage') ? writeStage(bake, stages, sink.branch()) : null,
        outputs.includes('usdz') ? sink.run(usdzTask, null) : null,
      ]);
      const warnings = new Set([...(written?.warnings ?? []), ...(packed?.warnings ?? [])]);
      return {
        warnings: [...warnings],
        explain: () => explainStage(bake.plan, written?.groups ?? [], packed !== null),
      };
    },
  };
}

/** Returns the parts whose layers the stage writes itself. */
function listOwnParts(bake: Bake, stage: StageParts): string[] {
  return stage.list(bake).filter((name) => !stage.existing?.(bake, name));
}

async function writeStage(
  bake: Bake,
  stages: readonly StageParts[],
  sink: OutputSink,
): Promise<{ groups: readonly UsdPrim[]; warnings: readonly string[] }> {
  const warnings: string[] = [];
  const bounds = emptyBounds();
  const parts = await Promise.all(
    stages.map((stage) =>
      Promise.all(
        stage.list(bake).map(async (name) => {
          const part = { group: stage.group, name };
          const written = await sink.run(stagePartTask, part);
          append(warnings, written.warnings);
          growBounds(bounds, written.bounds);
          return written.prim === null
            ? []
            : reference(written.prim, stage.existing?.(bake, name) ?? partFile(part));
        }),
      ),
    ),
  );
  const groups = stages.flatMap(({ group }, k): UsdPrim[] => {
    const children = parts[k].flat();
    return children.length > 0 ? [{ name: group, typeName: 'Xform', kind: 'group', children }] : [];
  });
  await sink.next('stage');
  const text = encodeStage(bake.plan, [
    ...groups,
    ...buildCameras(bake.plan, bounds),
    ...buildLights(bake.plan.lights),
  ]);
  await sink.write(stageFile, 'usdStage', new TextEncoder().encode(text));
  return { groups, warnings };
}

function reference(name: string, file: string): UsdPrim {
  return { name, kind: 'component', references: [`./${file}`] };
}

/** Encodes the layer that refers to all parts. */
function encodeStage(plan: BakePlan, children: readonly UsdPrim[]): string {
  const root = usdPrimName(plan.name);
  const isZUp = plan.usdUp === 'z';
  const rotation: UsdProperty[] = [
    { name: 'xformOp:rotateX', typeName: 'float', value: 90 },
    { name: 'xformOpOrder', typeName: 'token[]', isUniform: true, value: ['xformOp:rotateX'] },
  ];
  return encodeUsda({
    metadata: { ...describeStage(plan), upAxis: isZUp ? 'Z' : 'Y', defaultPrim: root },
    prims: [
      {
        name: root,
        typeName: 'Xform',
        kind: 'assembly',
        documentation: `Baked by Aftermotion from ${plan.name}. To change something, put this file under a layer of your own: the next bake replaces it.`,
        properties: isZUp ? rotation : [],
        children,
      },
    ],
  });
}

import { openScene } from '../../../scene/open-scene.ts';
import { parseScene } from '../../../scene/parse-scene.ts';
import { busyScene, busySceneFiles } from '../../../scene/testing/busy-scene.ts';
import type { BakePlan } from '../../bake-plan.ts';
import type { BakeReport } from '../../bake-report.ts';
import { bakeScene } from '../../bake-scene.ts';

/** Opens the busy scene with a box on the back of one hopper. */
export function openStageScene(): Promise<BakePlan> {
  const busy = busyScene();
  const box = {
    name: 'box',
    file: 'core.obj',
    parent: 'digger',
    joint: 'body',
    position: [0, 0.4, 0],
    scale: 1,
  };
  const actors = [...(busy.actors as unknown[]), box];
  const scene = parseScene({ ...busy, actors, heightTiles: 'never' });
  return openScene(scene, { read: (name) => busySceneFiles.get(name) }, { name: 'busy scene' });
}

/** The files of a bake in memory, by their paths. */
export interface StageBake {
  readonly plan: BakePlan;
  readonly files: Map<string, Uint8Array>;
  readonly report: BakeReport;
}

/** Bakes a plan in memory. */
export async function bakeInMemory(plan: BakePlan): Promise<StageBake> {
  const files = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, { write: (name, bytes) => void files.set(name, bytes) });
  return { plan, files, report };
}

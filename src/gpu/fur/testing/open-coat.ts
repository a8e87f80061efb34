import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createDiskFiles } from '../../../node/disk-files.ts';
import { openScene } from '../../../scene/open-scene.ts';
import { parseSceneText } from '../../../scene/parse-scene.ts';
import type { FurParams } from '../../../systems/fur/params.ts';
import type { FurPrepared } from '../../../systems/fur/prepare.ts';
import { FurRun } from '../../../systems/fur/testing/fur-run.ts';

/** Opens the coat of a shipped scene, on its animal. The working folder is that of the repository, as for all benchmarks. */
export async function openCoat(scene: string): Promise<FurRun> {
  const file = resolve('scenes', scene, 'scene.json');
  const plan = await openScene(
    parseSceneText(readFileSync(file, 'utf8'), file),
    createDiskFiles(dirname(file)),
    {
      name: scene,
      sceneFile: file,
    },
  );
  const { params, prepared } = plan.systems.find(({ name }) => name === 'coat') as unknown as {
    params: FurParams;
    prepared: FurPrepared;
  };
  return new FurRun(params, prepared, { actor: prepared.actor! });
}

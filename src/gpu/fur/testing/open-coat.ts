import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDiskFiles } from '../../../node/disk-files.ts';
import { openScene } from '../../../scene/open-scene.ts';
import { parseSceneText } from '../../../scene/parse-scene.ts';
import type { FurParams } from '../../../systems/fur/params.ts';
import type { FurPrepared } from '../../../systems/fur/prepare.ts';
import { FurRun } from '../../../systems/fur/testing/fur-run.ts';

/** Opens the coat of a shipped scene, on its animal. */
export async function openCoat(scene: string): Promise<FurRun> {
  const file = fileURLToPath(new URL(`../../../../scenes/${scene}/scene.json`, import.meta.url));
  const folder = file.slice(0, file.lastIndexOf('/'));
  const plan = await openScene(parseSceneText(readFileSync(file, 'utf8'), file), createDiskFiles(folder), {
    name: scene,
    sceneFile: file,
  });
  const { params, prepared } = plan.systems.find(({ name }) => name === 'coat') as unknown as {
    params: FurParams;
    prepared: FurPrepared;
  };
  return new FurRun(params, prepared, { actor: prepared.actor! });
}

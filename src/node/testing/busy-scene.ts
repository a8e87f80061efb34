import { busyScene, busySceneFiles } from '../../scene/testing/busy-scene.ts';
import type { Workshop } from './workshop.ts';

/** Writes a scene that every system has a part in, with its files. Returns the scene file's path. */
export function writeBusyScene(workshop: Workshop): string {
  for (const [name, bytes] of busySceneFiles) workshop.write(`yard/${name}`, bytes);
  return workshop.write('yard/busy.json', JSON.stringify(busyScene()));
}

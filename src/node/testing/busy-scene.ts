import { busyScene, busySceneFiles } from '../../scene/testing/busy-scene.ts';
import type { Workshop } from './workshop.ts';

/** Writes a scene in which every system is active, and its files. Returns the path of the scene file. */
export function writeBusyScene(workshop: Workshop): string {
  for (const [name, bytes] of busySceneFiles) workshop.write(`yard/${name}`, bytes);
  return workshop.write('yard/busy.json', JSON.stringify(busyScene()));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContactSheet, momentTimes } from '../../src/pictures/contact-sheet.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { startScene } from './bake-moment.ts';
import { scenesFolder } from './checkout.ts';

/** Draws the contact sheet of a scene, as a bake writes it. */
export async function drawSceneSheet(name: string): Promise<Picture> {
  const folder = join(scenesFolder, name);
  const scene = await startScene(JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8')), folder, name);
  const { times, lastFrame } = scene.plan;
  const clip = scene.plan.actors[0].character?.actor.clip?.name;
  const sheet = createContactSheet({ title: name, note: clip });
  for (const t of momentTimes(times.seconds(0), times.seconds(lastFrame))) {
    scene.advanceTo(t);
    sheet.addMoment(t, scene.ground(), scene.posedMeshesAt(t));
  }
  return sheet.render();
}

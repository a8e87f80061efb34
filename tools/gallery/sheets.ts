import { createContactSheet, momentTimes } from '../../src/pictures/contact-sheet.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { startShipped } from './shipped-scene.ts';

/** Draws the contact sheet of a scene, as a bake writes it. */
export async function drawSceneSheet(name: string): Promise<Picture> {
  const scene = await startShipped(name);
  const { times, lastFrame } = scene.plan;
  const clip = scene.plan.actors[0].character?.actor.clip?.name;
  const sheet = createContactSheet({ title: name, note: clip });
  for (const t of momentTimes(times.seconds(0), times.seconds(lastFrame))) {
    scene.advanceTo(t);
    sheet.addMoment(t, scene.ground(), scene.posedMeshesAt(t));
  }
  return sheet.render();
}

import { encodePng8 } from '../../files/png.ts';
import { describePlayed } from '../../motion/actor.ts';
import { createContactSheet, momentTimes } from '../../pictures/contact-sheet.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
import { paintedMeshes } from '../characters/painted-meshes.ts';
import { listActors } from '../division/find-units.ts';
import type { HeightfieldReplay } from './heightfield-frame.ts';
import { heightfieldOfFrame } from './heightfield-of-frame.ts';
import { createResponseGraphs } from './response-graphs.ts';

/**
 * Draws the contact sheet of a ground as a PNG. `system`: name of the ground. `part`: the rectangle to show. Null: everything that was touched.
 */
export function drawGroundSheet(
  plan: BakePlan,
  system: string,
  output: HeightfieldOutput,
  replay: HeightfieldReplay,
  part: ColumnRectangle | null,
): Uint8Array {
  const { times, firstFrame, lastFrame } = plan;
  const names = listActors(plan, system);
  const actors = plan.actors.filter(({ name }) => names.includes(name));
  const note = actors
    .map(({ name, character }) => [
      name === plan.name ? '' : name,
      character && describePlayed(character.actor),
    ])
    .map((parts) => parts.filter(Boolean).join(' · '))
    .join(', ');
  const sheet = createContactSheet({
    title: plan.name,
    note,
    label: (t) => times.label(t),
    part,
    graphs: createResponseGraphs(plan, system),
  });
  const wanted = momentTimes(times.seconds(firstFrame), times.seconds(lastFrame));
  const nearest = wanted.map((time) => nearestFrame(plan, time));
  for (const frame of new Set(nearest)) {
    const time = times.seconds(frame);
    const meshes = actors.flatMap((actor) => (actor.isShown ? paintedMeshes(actor, time) : []));
    sheet.addMoment(time, heightfieldOfFrame(output, replay.show(frame)), meshes);
  }
  const picture = sheet.render();
  return encodePng8(picture.rgb, picture.width, picture.height);
}

function nearestFrame({ times, firstFrame, lastFrame }: BakePlan, time: number): number {
  let best = firstFrame;
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    if (Math.abs(times.seconds(frame) - time) < Math.abs(times.seconds(best) - time)) best = frame;
  }
  return best;
}

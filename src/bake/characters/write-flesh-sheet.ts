import { encodePng8 } from '../../files/png.ts';
import { atan2 } from '../../math/portable.ts';
import { type Actor, describePlayed } from '../../motion/actor.ts';
import { deformSurface } from '../../motion/deform-surface.ts';
import type { FleshFigure } from '../../pictures/draw-flesh.ts';
import { drawFleshSheet } from '../../pictures/flesh-sheet.ts';
import type { BakeActor, BakeCharacter, BakePlan } from '../bake-plan.ts';
import { gatherShapes } from '../morph/gather-shapes.ts';
import { measureMotion } from '../morph/measure-reduction.ts';
import { type MorphTrack, sampleTrack, sampleTracksAt } from '../morph/morph-track.ts';
import { surfaceColors } from './painted-meshes.ts';

/** Maximum number of points of the graph. */
const graphPoints = 240;
const momentCount = 4;

/** Draws one contact sheet of an actor's flesh over a bake, as PNG. */
export function writeFleshSheet(
  plan: BakePlan,
  { name }: BakeActor,
  character: BakeCharacter,
  tracks: readonly MorphTrack[],
): Uint8Array {
  const { times, firstFrame, lastFrame } = plan;
  const [start, end] = [times.seconds(firstFrame), times.seconds(lastFrame)];
  const count = Math.max(momentCount, Math.min(graphPoints, tracks[0].times.length));
  const graphTimes = Float64Array.from(
    { length: count },
    (_, k) => start + ((end - start) * k) / (count - 1),
  );
  const distances = measureDistances(character, tracks, graphTimes);
  const moments = chooseMoments(character.actor, graphTimes, distances).map((t) => {
    const figures = showFlesh(character, tracks, t);
    const { root } = character.actor.poseAt(t);
    return { t, figures, front: atan2(root[8], root[10]) };
  });
  const clip = describePlayed(character.actor);
  const note = [name, clip, tracks.map((track) => track.name).join(', ')].filter(Boolean).join('  ·  ');
  const sheet = drawFleshSheet({
    title: plan.name,
    note,
    label: (t) => times.label(t),
    moments,
    times: graphTimes,
    distances,
  });
  return encodePng8(sheet.rgb, sheet.width, sheet.height);
}

/** Returns, at each time, the maximum distance of a vertex from the position that the bones alone would give it, metres. */
function measureDistances(
  { actor }: BakeCharacter,
  tracks: readonly MorphTrack[],
  times: Float64Array,
): Float64Array {
  const nodes = gatherShapes(actor, tracks, times[0]).map((shapes) => ({
    shapes,
    amplitudes: sampleTracksAt(shapes.tracks, times),
  }));
  return times.map((_, k) =>
    nodes.reduce((max, { shapes, amplitudes }) => {
      const now = amplitudes.subarray(k * shapes.modeCount, (k + 1) * shapes.modeCount);
      return Math.max(max, measureMotion(shapes, now).maxMetres);
    }, 0),
  );
}

/**
 * Returns the times for pictures with different poses. If the clip repeats: four times that are a quarter of a cycle apart; one of them is
 * the time of the maximum displacement. Otherwise: the time of the maximum displacement in each quarter of the duration.
 */
function chooseMoments({ travel }: Actor, times: Float64Array, distances: Float64Array): number[] {
  const [start, end] = [times[0], times[times.length - 1]];
  if (!(end > start)) return [start];
  const furthest = (first: number, last: number) => {
    let best = first;
    for (let k = first; k < last; k++) if (distances[k] > distances[best]) best = k;
    return times[best];
  };
  const step = travel?.repeats ? travel.period / momentCount : 0;
  const peak = furthest(0, times.length);
  if (step > 0 && end - start >= momentCount * step) {
    const before = Math.max(0, Math.ceil((peak + (momentCount - 1) * step - end) / step));
    return Array.from({ length: momentCount }, (_, k) => peak + (k - before) * step);
  }
  const at = (quarter: number) => Math.floor((quarter * times.length) / momentCount);
  return Array.from({ length: momentCount }, (_, quarter) => furthest(at(quarter), at(quarter + 1)));
}

/** Returns the character's surfaces with their flesh at a time, and the maximum displacement relative to the bones alone. */
function showFlesh(
  { actor }: BakeCharacter,
  tracks: readonly MorphTrack[],
  time: number,
): (FleshFigure & { distances: Float64Array })[] {
  const pose = actor.poseAt(time);
  return actor.rig.surfaces.map((surface, index) => {
    const moved = Float32Array.from(surface.positions);
    const distances = new Float64Array(surface.positions.length / 3).fill(-1);
    for (const track of tracks) {
      const amplitudes = new Float64Array(track.modeCount);
      sampleTrack(track, time, amplitudes, 0);
      for (const part of track.surfaces) {
        if (part.surface !== index) continue;
        part.vertices.forEach((vertex, k) => {
          distances[vertex] = 0;
          for (let mode = 0; mode < amplitudes.length; mode++) {
            const o = 3 * (mode * part.vertices.length + k);
            for (let axis = 0; axis < 3; axis++)
              moved[3 * vertex + axis] += amplitudes[mode] * part.shapes[o + axis];
          }
        });
      }
    }
    const positions = new Float64Array(moved.length);
    const plain = new Float64Array(moved.length);
    deformSurface({ ...surface, positions: moved }, pose, positions);
    deformSurface(surface, pose, plain);
    for (let vertex = 0; vertex < distances.length; vertex++) {
      if (distances[vertex] < 0) continue;
      const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * vertex + axis] - plain[3 * vertex + axis]);
      distances[vertex] = Math.sqrt(x * x + y * y + z * z);
    }
    return {
      positions,
      indices: surface.indices,
      color: surface.color,
      colors: surfaceColors(surface),
      distances,
    };
  });
}

import type { ShellsMotion } from '../../coats/shells.ts';
import { encodePng8 } from '../../files/png.ts';
import { maxOf } from '../../math/lists.ts';
import { acos, atan2 } from '../../math/portable.ts';
import { describePlayed } from '../../motion/actor.ts';
import { joinSurface } from '../../motion/join-surface.ts';
import { measureNormals } from '../../motion/measure-normals.ts';
import { drawFurSheet, type FurMoment } from '../../pictures/fur-sheet.ts';
import type { PosedMesh } from '../../pictures/posed-mesh.ts';
import { lightOf } from '../../pictures/tone.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { paintedMeshes } from '../characters/painted-meshes.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import { atRoot, countBlades, growStrands, paintOfVertex, traceFur } from './fur-strands.ts';
import { type Coat, loadShells } from './group-coats.ts';

/** Number of pictures on a sheet. */
const momentCount = 5;
const pointCount = 5;
/** Minimum and maximum number of strands in a picture. Within these limits, there are as many strands as blades. */
const strandRange = [2000, 20_000] as const;
/** Camera directions: a character is seen from the side of its front and slightly from above, a patch from higher above. */
const characterView = { beside: 0.85, elevation: 0.22 };
const ofPatch = { azimuth: 0.5, elevation: 0.42 };

/**
 * Draws one contact sheet of a coat over a bake, as PNG. tracks: the flesh of the actor, which displaces the skin below the coat. Null if
 * nothing grows.
 */
export function writeFurSheet(
  plan: BakePlan,
  coat: Coat,
  actor: BakeActor | null,
  tracks: readonly MorphTrack[],
): Uint8Array | null {
  const { output } = coat;
  const { times, firstFrame, lastFrame, actors } = plan;
  const [least, most] = strandRange;
  const strands = growStrands(
    output,
    Math.round(Math.min(most, Math.max(least, countBlades(output)))),
    pointCount,
  );
  if (!strands) return null;
  const frames = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) => firstFrame + k);
  const { vertexOf } = joinSurface(Float64Array.from(output.restPositions), output.indices);
  const leans = frames.map((frame) => measureLeans(output, loadShells(plan, coat, frame), vertexOf));
  const chosen = chooseFrames(leans.map(({ mean }) => mean));
  const { roots, count, widths, colors } = strands;
  const { gloss, translucency } = output.look.colors;
  const moments = chosen.frames.map((k): FurMoment => {
    const t = times.seconds(frames[k]);
    const motion = loadShells(plan, coat, frames[k]);
    const positions = new Float64Array(3 * pointCount * count);
    traceFur(positions, strands, output, motion);
    const normals = Float64Array.from({ length: 3 * count }, (_, i) =>
      atRoot(motion.normals, roots, Math.floor(i / 3), 3, i % 3),
    );
    const figures: PosedMesh[] = actors
      .filter(({ isShown }) => isShown)
      .flatMap((each) => paintedMeshes(each, t, each === actor ? tracks : []));
    figures.push(drawGround(output, motion));
    return {
      t,
      strands: { pointCount, positions, widths, colors, normals, gloss, translucency },
      figures,
      direction: lookAt(actor, t),
      soil: output.actor === null ? bareSoil : undefined,
    };
  });
  const clip = actor?.character && describePlayed(actor.character.actor);
  const parts = [output.name === plan.name ? '' : output.name, actor?.name, clip, `${count} strands`];
  const sheet = drawFurSheet({
    title: plan.name,
    note: parts.filter(Boolean).join('  ·  '),
    label: (t) => times.label(t),
    moments,
    main: chosen.main,
    times: frames.map((frame) => times.seconds(frame)),
    leans: { mean: leans.map(({ mean }) => mean), max: leans.map(({ max: furthest }) => furthest) },
  });
  return encodePng8(sheet.rgb, sheet.width, sheet.height);
}

function lookAt(actor: BakeActor | null, t: number) {
  if (!actor?.character) return ofPatch;
  const { root } = actor.character.actor.poseAt(t);
  return { azimuth: atan2(root[8], root[10]) + characterView.beside, elevation: characterView.elevation };
}

/** Short hair fills the gaps between strands up to this fraction of their length. */
const fill = 0.12;

const earth = lightOf(74, 62, 48);
/** The dry soil around a patch of grass. */
const bareSoil = lightOf(126, 110, 90);

/** Draws the surface that is visible between strands: skin or soil, and the short hair on it, in the dark colour of roots. */
function drawGround(output: ShellsOutput, { roots, normals }: ShellsMotion): PosedMesh {
  const { lengths, densities, indices, look } = output;
  const { root, shadow } = look.colors;
  const high = look.coat.undercoat ? fill : 0;
  const colors = new Float32Array(roots.length);
  const positions = Float32Array.from(roots, (value, k) => {
    const vertex = Math.floor(k / 3);
    const own = paintOfVertex(output, vertex, k % 3);
    const lit = root[k % 3] * own * (1 - 0.5 * shadow);
    colors[k] = output.actor === null ? 0.3 * lit + 0.7 * earth[k % 3] : lit;
    return value + high * lengths[vertex] * normals[k];
  });
  const grown = indices.filter((_, k) => {
    const t = k - (k % 3);
    return [t, t + 1, t + 2].every((c) => lengths[indices[c]] > 0 && densities[indices[c]] > 0);
  });
  return { positions, indices: grown, color: [root[0], root[1], root[2]], colors };
}

/**
 * Returns the angles between strands and the normals of their skin, degrees. (The normals of the shells themselves lean where the coat is
 * trodden.)
 */
function measureLeans(
  { lengths, indices }: ShellsOutput,
  { roots, offsets }: ShellsMotion,
  vertexOf: Uint32Array,
): { mean: number; max: number } {
  const normals = new Float64Array(roots.length);
  measureNormals(normals, roots, indices, vertexOf);
  let [sum, count, max] = [0, 0, 0];
  for (let v = 0; v < lengths.length; v++) {
    const k = 3 * v;
    const [x, y, z] = offsets.subarray(k, k + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(lengths[v] > 0 && length > 0)) continue;
    const up = (x * normals[k] + y * normals[k + 1] + z * normals[k + 2]) / length;
    const lean = (180 / Math.PI) * acos(Math.min(1, Math.max(-1, up)));
    sum += lean;
    count++;
    if (lean > max) max = lean;
  }
  return { mean: count > 0 ? sum / count : 0, max };
}

/** Returns frames that are evenly spaced over the bake. One of them is replaced by the main frame, in which strands lean most. */
function chooseFrames(leans: readonly number[]): { frames: number[]; main: number } {
  const last = leans.length - 1;
  const main = leans.indexOf(maxOf(leans));
  const even = Array.from({ length: momentCount }, (_, k) => Math.round((k * last) / (momentCount - 1)));
  // The evenly spaced frame that is nearest to the main frame is replaced.
  const nearest = even.reduce((best, frame) =>
    Math.abs(frame - main) < Math.abs(best - main) ? frame : best,
  );
  const frames = [...new Set(even.map((frame) => (frame === nearest ? main : frame)))].sort((a, b) => a - b);
  return { frames, main: frames.indexOf(main) };
}

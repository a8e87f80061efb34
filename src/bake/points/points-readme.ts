import type { BlenderEntry } from '../blender/blender-facts.ts';
import type { BakeFrames, OutputExplanation } from '../output-definition.ts';
import { explainSome, linesOf, show } from '../readme/readme-format.ts';
import { instanceMeshOf } from './instance-mesh.ts';
import { type PointsFacts, pointsFileName } from './write-points.ts';

/** Explains the files of all particles of a bake. */
export function explainAllPoints(all: readonly PointsFacts[], frames: BakeFrames): OutputExplanation {
  const notes: string[] = [];
  return {
    about: explainSome(all, 2, (one) => linesOf(explainPoints(one, frames)), 'are written in the same way.'),
    houdini: explainSome(all, 1, (one) => linesOf(explainPointsInHoudini(one, frames)), 'go the same way.'),
    elsewhere: explainPointsElsewhere(all),
    entries: all.flatMap((one) => pointsEntries(one, frames, notes).map((entry) => ({ entry }))),
    notes,
  };
}

/** Describes the content of the files. */
export function explainPoints(
  { name, plyFolder, usd, usdPrim, glb, glbFrame, isTurning, attributes }: PointsFacts,
  { firstFrame, startSeconds }: BakeFrames,
): string {
  if (!plyFolder && !usd && !glb) return '';
  const own = (names: readonly string[]) => names.map((attribute) => `, ${attribute}`).join('');
  return [
    `Particles of ${name} (metres, seconds; ids say who is who from frame to frame)`,
    ...(usd
      ? [
          `  USD: prim /${usdPrim} of type Points with points, velocities, widths (diameters), ids, extent;`,
          `  primvars displayColor (linear), displayOpacity, birth${isTurning ? ', orient' : ''}${own(attributes)}. Time code ${firstFrame} is the time ${show(startSeconds)} s.`,
        ]
      : []),
    ...(plyFolder
      ? [
          '  PLY: x y z, red green blue (sRGB), alpha (opacity), vx vy vz, diameter, id, birth' +
            `${isTurning ? ', qx qy qz qw' : ''}${own(attributes)}.`,
        ]
      : []),
    ...(glb ? [`  ${glb}: the particles of frame ${glbFrame} as points (pointsTime chooses another).`] : []),
  ].join('\n');
}

export function explainPointsInHoudini(points: PointsFacts, { fps, firstFrame }: BakeFrames): string {
  const { name, plyFolder, usd } = points;
  if (!plyFolder && !usd) return '';
  return [
    `Houdini (particles of ${name}; metres and Y up as here; set the frame rate to ${show(fps)}, frame ${firstFrame} is the first)`,
    usd
      ? `  In Solaris: a Sublayer node with $HIP/${usd}. In SOPs: a USD Import node with the same file, unpacked.`
      : '  Bake pointsUsd as well: Houdini reads USD with all that particles have.',
  ].join('\n');
}

/** Describes programs that show a frame, and programs that need a workaround. */
export function explainPointsElsewhere(all: readonly PointsFacts[]): string {
  const folders = all.flatMap(({ plyFolder }) => (plyFolder ? [plyFolder] : []));
  const glbs = all.flatMap(({ glb }) => (glb ? [glb] : []));
  const usds = all.flatMap(({ usd }) => (usd ? [usd] : []));
  const lines: string[] = [];
  if (folders.length > 0) lines.push('  MeshLab and CloudCompare open any .ply here, with its colours.');
  if (glbs.length > 0) {
    lines.push(
      `  Readers of glTF that know points (three.js, Babylon.js) show ${glbs.length === 1 ? glbs[0] : `${glbs[0]} and its like`}; sizes are the attribute _SIZE.`,
    );
  }
  if (usds.length > 0) {
    lines.push(
      '  Unreal and Unity draw neither USD points nor points of glTF as particles: there, bring the USD into Houdini or Blender',
      '  and hand it on as their own kind of cache, or read the PLY files, which are plain tables.',
    );
  }
  return lines.length > 0 ? ['Particles elsewhere', ...lines].join('\n') : '';
}

/** Removes digits that a 32-bit float does not have. */
const shorten = (value: number): number => Number(value.toPrecision(6));

function pointsEntries(
  { name, plyFolder, usd, glb, look, maxCount }: PointsFacts,
  { firstFrame, frameCount }: BakeFrames,
  notes: string[],
): BlenderEntry[] {
  if (!plyFolder) {
    if (usd)
      notes.push(`${name}: File > Import > Universal Scene Description brings in ${usd} (Blender 4.4)`);
    else if (glb) notes.push(`${name}: only one frame was written; bake pointsPly for particles over time`);
    return [];
  }
  if (maxCount === 0) return [];
  const mesh = instanceMeshOf(look);
  return [
    {
      kind: 'points',
      name,
      file: `${plyFolder}/${pointsFileName(name, firstFrame)}`,
      firstFrame,
      frameCount,
      cache: `blender-cache/${name}.pc2`,
      glows: look === 'ember',
      ...(mesh && { mesh: { positions: [...mesh.positions].map(shorten), triangles: [...mesh.triangles] } }),
      isHidden: false,
    },
  ];
}

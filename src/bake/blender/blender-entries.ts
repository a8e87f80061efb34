import { appearanceOf } from '../heightfield/mesh/ground-appearance.ts';
import { listHeightParts } from '../heightfield/height-parts.ts';
import { heightFileName } from '../heightfield/height-sequence.ts';
import type { BakeFacts, GroundReadmeFacts } from '../readme/readme-text.ts';
import { type PointsFacts, pointsFileName } from '../points/write-points.ts';
import type { BlenderEntry, BlenderFacts } from './blender-facts.ts';

type Frames = Pick<BakeFacts, 'firstFrame' | 'frameCount'>;

/** What the script for Blender needs of a bake. */
export function describeForBlender(facts: BakeFacts): BlenderFacts {
  const { name, frameCount, furs = [], points = [], grounds } = facts;
  const fps = Math.max(1, Math.round(facts.fps));
  const notes: string[] = [];
  const entries = [
    ...grounds.flatMap((ground) => groundEntries(ground, facts)),
    ...characterEntries(facts),
    ...points.flatMap((system) => pointsEntries(system, facts, notes)),
  ];
  for (const { name: coat, cards, curves } of furs)
    if (!cards && curves)
      notes.push(`${coat}: File > Import > Universal Scene Description brings in ${curves.file}`);
  return {
    name,
    fps,
    fpsBase: fps / facts.fps,
    firstFrame: facts.firstFrame,
    frameCount,
    entries,
    notes,
  };
}

/** Height maps, which are exact; else the mesh. */
function groundEntries(ground: GroundReadmeFacts, frames: Frames): BlenderEntry[] {
  const { name, heights, exrFolder, pngFolder, mesh, material } = ground;
  const extension = exrFolder ? 'exr' : 'png';
  if (!heights || !(exrFolder ?? pngFolder))
    return mesh ? [{ kind: 'gltf', name, file: mesh, clip: name, isHidden: false }] : [];
  const { firstColumnMetres, firstRowMetres, cellMetres, minMetres, maxMetres } = heights;
  const pixels = (metres: number) => Math.round(metres / cellMetres);
  const tiles = listHeightParts({ ...ground, heights }, frames).map((part) => ({
    file: `${part.exrFolder ?? part.pngFolder}/${heightFileName(part.firstFrame, extension)}`,
    firstFrame: part.firstFrame,
    frameCount: part.frameCount,
    columns: part.heights.columns,
    rows: part.heights.rows,
    column: pixels(part.heights.firstColumnMetres - firstColumnMetres),
    row: pixels(part.heights.firstRowMetres - firstRowMetres),
  }));
  const { baseColorFactor, roughnessFactor } = appearanceOf(material);
  const [red, green, blue] = baseColorFactor;
  return [
    {
      kind: 'heights',
      name,
      columns: heights.columns,
      rows: heights.rows,
      cell: cellMetres,
      x: firstColumnMetres,
      z: firstRowMetres,
      datum: heights.datumMetres,
      tiles,
      strength: exrFolder ? 1 : maxMetres - minMetres,
      midLevel: exrFolder ? 0 : -minMetres / (maxMetres - minMetres),
      hasHoles: (heights.masked ?? 0) > 0,
      holeLevel: exrFolder ? null : (heights.maskedLevel ?? null),
      material,
      color: [red, green, blue],
      roughness: roughnessFactor,
      isHidden: false,
    },
  ];
}

/**
 * One file a character: the one that holds most, fur that moves before fur that only follows, a file that travels before one
 * that plays on the spot.
 */
function characterEntries({ characters, furs = [], hidden = [] }: BakeFacts): BlenderEntry[] {
  const chosen = new Map<string, { file: string; clip: string | null }>();
  const offer = (name: string, file: string, clip: string | null) => {
    if (!chosen.has(name)) chosen.set(name, { file, clip });
  };
  for (const { owner, cards } of furs) {
    const file = cards?.morphs ?? cards?.cards;
    if (file) offer(owner, file, cards!.shownClip);
  }
  for (const { name, file, clipName, flesh } of characters)
    offer(name, file, clipName ?? flesh?.clipName ?? null);
  return [...chosen].map(([name, chosen]) => ({
    kind: 'gltf',
    name,
    ...chosen,
    isHidden: hidden.includes(name),
  }));
}

function pointsEntries(
  { name, plyFolder, usd, glb, look, most }: PointsFacts,
  { firstFrame, frameCount }: Frames,
  notes: string[],
): BlenderEntry[] {
  if (!plyFolder) {
    if (usd)
      notes.push(`${name}: File > Import > Universal Scene Description brings in ${usd} (Blender 4.4)`);
    else if (glb) notes.push(`${name}: only one frame was written; bake pointsPly for particles over time`);
    return [];
  }
  if (most === 0) return [];
  return [
    {
      kind: 'points',
      name,
      file: `${plyFolder}/${pointsFileName(name, firstFrame)}`,
      firstFrame,
      frameCount,
      cache: `blender-cache/${name}.pc2`,
      glows: look === 'ember',
      isHidden: false,
    },
  ];
}

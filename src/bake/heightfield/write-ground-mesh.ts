import { maxOf } from '../../math/lists.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { HeightfieldReplay } from './heightfield-frame.ts';
import { buildMovingTile, type GroundClip, type MovingTile } from './mesh/add-moving-tile.ts';
import { buildGroundFile } from './mesh/build-ground-mesh.ts';
import { type GroundRegion, tiledRegion, touchedMargin, wholeRegion } from './mesh/ground-region.ts';
import { readHistories, TileActivity } from './mesh/tile-histories.ts';
import { findTileMotion } from './mesh/tile-motion.ts';

/** Measurements of the mesh of a ground. They are also in the report. */
export interface GroundMeshFacts {
  readonly vertices: number;
  /** Motion of the mesh. Absent if the mesh does not move. */
  readonly motion?: {
    readonly clipName: string;
    /** Number of moving tiles (each is a node with its own mesh), and total number of their morph targets. */
    readonly tiles: number;
    readonly targets: number;
    readonly maxTargets: number;
    /** Maximum deviation, over all vertices and frames, from the heights recorded within that number of frames. */
    readonly deviationMetres: number;
    readonly deviationFrames: number;
  };
}

/** Maximum deviation of a mesh between the keys of its motion, as a fraction of a cell. */
const toleratedCells = 0.2;
/** Maximum time by which a change may be early or late, seconds. It is at least one frame. */
const toleratedSeconds = 1 / 30;
/** Maximum number of morph targets of a tile. */
const maxTargets = 8;

/** Finds the part of a ground that its mesh shows, and when and where this part changes. Replays all frames. */
export function findMeshRegion(
  { firstFrame, lastFrame, meshPart }: BakePlan,
  rectangle: ColumnRectangle,
  { cell }: HeightfieldOutput,
  replay: HeightfieldReplay,
): { region: GroundRegion; activity: TileActivity } {
  const activity = new TileActivity(replay, firstFrame, lastFrame);
  const margin = Math.ceil(touchedMargin / cell);
  const region =
    meshPart === 'whole' ? wholeRegion(rectangle) : tiledRegion(rectangle, activity.changes.list(), margin);
  return { region, activity };
}

/** Creates the mesh of a ground as a GLB that moves as the ground did, or that shows its final state. */
export function makeGroundMesh(
  plan: BakePlan,
  output: HeightfieldOutput,
  { region, activity }: { readonly region: GroundRegion; readonly activity: TileActivity },
  replay: HeightfieldReplay,
): { bytes: Uint8Array<ArrayBuffer>; facts: GroundMeshFacts } {
  const { firstFrame, lastFrame, times } = plan;
  const tiles: MovingTile[] = [];
  const slack = Math.max(1, Math.round(toleratedSeconds * fractionToNumber(times.fps)));
  if (plan.groundMotion !== 'still') {
    const limits = { tolerance: toleratedCells * output.cell, slack, maxTargets };
    for (const history of readHistories(activity, output, region.rectangle, replay, firstFrame)) {
      const motion = findTileMotion(history, output, limits);
      const tile = motion && buildMovingTile(output, motion, region.rectangle);
      if (tile) tiles.push(tile);
    }
  }
  const start = times.seconds(firstFrame);
  const clip: GroundClip = {
    name: output.name,
    secondsOf: (frame) => times.seconds(frame) - start,
    lastFrame,
    storage: plan.morphStorage ?? 'dense',
  };
  const { bytes, vertexCount } = buildGroundFile(output, region, tiles, clip);
  if (tiles.length === 0) return { bytes, facts: { vertices: vertexCount } };
  const counts = tiles.map(({ motion }) => motion.targets.length);
  return {
    bytes,
    facts: {
      vertices: vertexCount,
      motion: {
        clipName: clip.name,
        tiles: tiles.length,
        targets: counts.reduce((sum, count) => sum + count, 0),
        maxTargets: maxOf(counts),
        deviationMetres: maxOf(tiles.map(({ motion }) => motion.deviation)),
        deviationFrames: slack,
      },
    },
  };
}

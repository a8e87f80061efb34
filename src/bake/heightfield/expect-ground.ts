import type { LongWork } from '../../long-work.ts';
import { containsColumn, uniteRectangles } from '../../systems/column-rectangle.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { chooseHeightTiles, HeightChanges } from './height-tiles.ts';
import {
  chooseGroundRectangle,
  type GroundRegion,
  tiledRegion,
  touchedMargin,
  wholeRegion,
} from './mesh/ground-region.ts';
import type { HeightRegion } from './write-heights.ts';

/** The expected changes of a ground. */
export interface ExpectedGround {
  readonly output: HeightfieldOutput;
  /** Height maps of the area that is expected to be touched. */
  readonly region: HeightRegion;
  /** The part of the ground that a mesh shows. */
  readonly mesh: GroundRegion;
  /** Only one of this number of actors was posed, so there are about this many times as many changes as `region` and `mesh` contain. */
  readonly actorStride: number;
  /** Approximate number of columns that change during the simulation. */
  readonly changedColumns: number;
  /** Approximate number of columns that stamps changed before the simulation, without those of `changedColumns`. */
  readonly stampedColumns: number;
}

/** Of more actors than this, only every second, third, … is posed. */
const maxPosedActors = 64;
/** Number of times at which actors are posed: 64 in short scenes, in long scenes one for every half second, at most 1024. */
const usualMoments = 64;
const maxMoments = 1024;
const secondsPerMoment = 0.5;
/** Approximate number of vertices that are sampled on each surface of a character. */
const vertexCount = 3000;
/** A vertex is assumed to touch the ground if its height above the ground is below this fraction of the character's height. */
const nearFraction = 0.03;
/** Seconds for which ground continues to move after a contact. */
const settleSeconds = 0.4;
/** Columns within this distance of a contact move too, metres. */
const spread = 0.04;

/**
 * Poses the actors at sample times and records where they come near the ground. actors: names of the actors that the ground collides with.
 * Null: all.
 */
export function* expectGround(
  plan: BakePlan,
  output: HeightfieldOutput,
  actors: readonly string[] | null,
): LongWork<ExpectedGround> {
  const { firstFrame, lastFrame, times, meshPart, heightTiles } = plan;
  const changes = new HeightChanges();
  const settle = Math.ceil(
    settleSeconds * (plan.lastFrame > 0 ? 1 / (times.seconds(1) - times.seconds(0)) : 0),
  );
  const note = (frame: number, box: ColumnRectangle) => {
    const shown = Math.max(frame, firstFrame);
    changes.add(shown, box);
    changes.add(Math.min(lastFrame, Math.max(frame + settle, firstFrame)), box);
  };
  const touching = plan.actors.filter(({ name }) => !actors || actors.includes(name));
  const actorStride = Math.max(1, Math.ceil(touching.length / maxPosedActors));
  for (let k = 0; k < touching.length; k += actorStride)
    yield* traceContacts(plan, touching[k], output, note);
  const posedColumns = countColumns(changes);
  for (const rectangle of output.listStamped?.() ?? []) changes.add(firstFrame, rectangle);
  const stampedColumns = countColumns(changes) - posedColumns;
  const changed = hullOf(changes);
  const rectangle = chooseGroundRectangle(output, changed, meshPart);
  const margin = Math.ceil(touchedMargin / output.cell);
  const tiles =
    heightTiles === 'never' || meshPart === 'whole'
      ? null
      : chooseHeightTiles(changes, rectangle, { margin, firstFrame, lastFrame });
  const mesh = meshPart === 'whole' ? wholeRegion(rectangle) : tiledRegion(rectangle, changes.list(), margin);
  return {
    output,
    region: { rectangle, tiles },
    mesh,
    // If nothing changes, the mesh shows a part of the untouched ground.
    actorStride: posedColumns > 0 ? actorStride : 1,
    changedColumns: actorStride * posedColumns,
    stampedColumns,
  };
}

function countColumns(changes: HeightChanges): number {
  let count = 0;
  for (const { i0, i1, j0, j1 } of changes.list()) count += (i1 - i0 + 1) * (j1 - j0 + 1);
  return count;
}

function hullOf(changes: HeightChanges): ColumnRectangle | null {
  let hull: ColumnRectangle | null = null;
  for (const { i0, i1, j0, j1 } of changes.list())
    hull = uniteRectangles(hull, { i0, j0, columns: i1 - i0 + 1, rows: j1 - j0 + 1 });
  return hull;
}

/** Calls `note` with the columns near a character, frame by frame. */
function* traceContacts(
  plan: BakePlan,
  actor: BakeActor,
  output: HeightfieldOutput,
  note: (frame: number, box: ColumnRectangle) => void,
): LongWork<void> {
  const { lastFrame, times } = plan;
  const { cell, datum, heightUnit, extent } = output;
  const seconds = times.seconds(lastFrame) - times.seconds(0);
  const moments = Math.min(maxMoments, Math.max(usualMoments, seconds / secondsPerMoment));
  const step = Math.max(1, Math.ceil((lastFrame + 1) / moments));
  const near = Math.max(2 * cell, nearFraction * actor.report.height);
  const border = Math.ceil(spread / cell);
  const initial = new InitialHeights(output);
  for (let frame = 0; frame <= lastFrame; frame += step) {
    for (const { positions } of actor.posedMeshesAt(times.seconds(frame))) {
      yield;
      const stride = 3 * Math.max(1, Math.floor(positions.length / 3 / vertexCount));
      for (let k = 0; k + 2 < positions.length; k += stride) {
        const i = Math.round(positions[k] / cell);
        const j = Math.round(positions[k + 2] / cell);
        if (!Number.isFinite(i + j + positions[k + 1])) continue;
        if (extent && !containsColumn(extent, i, j)) continue;
        if (positions[k + 1] > datum + initial.at(i, j) * heightUnit + near) continue;
        note(frame, { i0: i - border, j0: j - border, columns: 2 * border + 1, rows: 2 * border + 1 });
      }
    }
  }
}

/** Initial heights are read in squares. Number of columns along the side of a square. */
const squareSize = 32;

/** A ground reaches 2³⁰ columns from the origin, so the squares of a row have different numbers below this one. */
const squareKeyStride = 2 ** 26 + 1;

/** Maximum number of squares in memory. They need 16 MB. */
const maxSquares = 4096;

/** Returns the initial heights of single columns. Reads squares, because reading each column alone takes much longer. */
class InitialHeights {
  private readonly squares = new Map<number, Int32Array<ArrayBuffer>>();
  private last = new Int32Array(0);
  private lastKey = Number.NaN;

  constructor(private readonly output: HeightfieldOutput) {}

  /** Returns the height of a column in height units. */
  at(i: number, j: number): number {
    const i0 = Math.floor(i / squareSize) * squareSize;
    const j0 = Math.floor(j / squareSize) * squareSize;
    const key = (i0 / squareSize) * squareKeyStride + j0 / squareSize;
    // Neighbouring vertices are usually above the same square.
    if (key !== this.lastKey) {
      this.last = this.open(key, i0, j0);
      this.lastKey = key;
    }
    return this.last[(j - j0) * squareSize + i - i0];
  }

  private open(key: number, i0: number, j0: number): Int32Array<ArrayBuffer> {
    const known = this.squares.get(key);
    if (known) return known;
    if (this.squares.size === maxSquares) this.squares.clear();
    const heights = new Int32Array(squareSize * squareSize);
    this.output.readInitial(heights, { i0, j0, columns: squareSize, rows: squareSize });
    this.squares.set(key, heights);
    return heights;
  }
}

import { triangulateGrid } from '../geometry/triangulate-grid.ts';
import { InputError } from '../input-error.ts';
import { intersectRectangles } from '../systems/column-rectangle.ts';
import { tileSize } from '../systems/ground/flow/sheet.ts';
import { unitsPerMetre } from '../systems/ground/rules/units.ts';
import type { HeightfieldChange } from '../systems/heightfield-change.ts';
import type { ColumnRectangle } from '../systems/outputs/heightfield.ts';
import { type GroundOptions, groundOptionNames, readGroundOptions } from './ground-options.ts';
import { type GroundPlace, GroundSession } from './ground-session.ts';
import type { RigCollider } from './rig-collider.ts';
import type { UntouchedGround } from './untouched-ground.ts';

/** Side of the ground without `size`, m. */
const defaultSize: [number, number] = [8, 8];
/** A part is not sent if it stays higher than this above the ground, m. */
const reach = 0.03;

/** What an engine's ground does for a `GridGround`. */
export interface GridGroundHost {
  /** Name of the class, for messages. */
  readonly owner: string;
  /** −1 if the engine is left-handed, with z mirrored. */
  readonly zSign: 1 | -1;
  place(): Omit<GroundPlace, 'top'>;
}

/** A live ground as a grid of vertices, one for each column, for engines that draw it as an ordinary mesh. */
export class GridGround {
  readonly session: GroundSession;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Metres in the ground's space, [3 · columns · rows]. */
  readonly positions: Float32Array;
  /** Unit normals, [3 · columns · rows]. */
  readonly normals: Float32Array;
  /** Triangles, counter-clockwise seen from above. In a left-handed engine, whose z is mirrored, they are clockwise, as such engines want. */
  readonly indices: Uint32Array;

  private readonly extent: ColumnRectangle;
  private readonly datum: number;
  private readonly untouched: UntouchedGround;
  private top: number;
  /** Rows whose positions have changed since they were last taken. */
  private firstRow = Number.POSITIVE_INFINITY;
  private lastRow = -1;

  constructor(
    options: GroundOptions,
    private readonly host: GridGroundHost,
  ) {
    const { owner } = host;
    if (options.spray) {
      throw InputError.at(`${owner}.spray`, 'expected no spray: only aftermotion/three draws it');
    }
    const given = { ...options, size: options.size ?? defaultSize };
    const basis = readGroundOptions(given, groundOptionNames, owner);
    const { params, timed, seed, isPlain, untouched } = basis;
    this.untouched = untouched;
    this.extent = untouched.extent!;
    this.cell = params.cell;
    this.datum = params.datum;
    const { columns, rows } = this.extent;
    this.columns = columns;
    this.rows = rows;
    this.positions = new Float32Array(3 * columns * rows);
    this.normals = new Float32Array(3 * columns * rows);
    this.indices = triangulateGrid(columns, rows);
    this.top = untouched.top;
    this.session = new GroundSession({
      params,
      timed,
      seed,
      isPlain,
      loading: untouched.loading,
      backend: options.backend,
      createWorker: options.createWorker,
      place: () => ({ ...host.place(), top: this.top + reach }),
      draw: (changes) => {
        for (const change of changes) this.draw(change);
      },
      forget: (tiles) => {
        for (const { tileI, tileJ } of tiles)
          this.drawInitial(tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
      },
      note: (text) => options.onNote?.(text),
    });
    this.reset();
    // The session reports a failure.
    untouched.loading?.then(() => this.reset()).catch(() => {});
  }

  add(collider: RigCollider): void {
    if (!this.session.isRunning) {
      this.reset();
      this.session.begin();
    }
    this.session.add(collider);
  }

  /** Resets all ground to untouched. */
  reset(): void {
    const { i0, j0, columns, rows } = this.extent;
    this.drawInitial(i0, j0, columns, rows);
    if (!this.session.isRunning) return;
    this.session.end();
    this.session.begin();
    this.session.sendAll();
  }

  /** Returns the height of the ground at a place in its own space, m, between columns linearly. Null outside. */
  heightAt(x: number, z: number): number | null {
    const { cell, columns, rows, positions, extent } = this;
    const column = x / cell - extent.i0;
    const row = (this.host.zSign * z) / cell - extent.j0;
    if (!(column >= 0 && row >= 0 && column <= columns - 1 && row <= rows - 1)) return null;
    const i = Math.min(Math.floor(column), columns - 2);
    const j = Math.min(Math.floor(row), rows - 2);
    const [s, t] = [column - i, row - j];
    const at = (di: number, dj: number) => positions[3 * ((j + dj) * columns + i + di) + 1];
    return (1 - t) * ((1 - s) * at(0, 0) + s * at(1, 0)) + t * ((1 - s) * at(0, 1) + s * at(1, 1));
  }

  /** Returns the rows that have changed since the last call, with their normals up to date. Null if there are none. */
  takeChangedRows(): { readonly first: number; readonly count: number } | null {
    if (this.lastRow < 0) return null;
    // Normals also depend on the rows before and after.
    const first = Math.max(0, this.firstRow - 1);
    const last = Math.min(this.rows - 1, this.lastRow + 1);
    this.firstRow = Number.POSITIVE_INFINITY;
    this.lastRow = -1;
    this.computeNormals(first, last);
    return { first, count: last - first + 1 };
  }

  private draw({ rectangle, heights }: Pick<HeightfieldChange, 'rectangle' | 'heights'>): void {
    const { extent, cell, columns, positions, datum, host } = this;
    const part = intersectRectangles(rectangle, extent);
    if (!part) return;
    for (let j = part.j0; j < part.j0 + part.rows; j++) {
      let source = (j - rectangle.j0) * rectangle.columns + part.i0 - rectangle.i0;
      let target = 3 * ((j - extent.j0) * columns + part.i0 - extent.i0);
      for (let i = part.i0; i < part.i0 + part.columns; i++, source++, target += 3) {
        const height = datum + heights[source] / unitsPerMetre;
        positions[target] = i * cell;
        positions[target + 1] = height;
        positions[target + 2] = host.zSign * j * cell;
        if (height > this.top) this.top = height;
      }
    }
    this.firstRow = Math.min(this.firstRow, part.j0 - extent.j0);
    this.lastRow = Math.max(this.lastRow, part.j0 + part.rows - 1 - extent.j0);
  }

  private drawInitial(i0: number, j0: number, columns: number, rows: number): void {
    const rectangle = { i0, j0, columns, rows };
    const heights = new Int32Array(columns * rows);
    this.untouched.read(heights, rectangle);
    this.draw({ rectangle, heights });
  }

  private computeNormals(first: number, last: number): void {
    const { columns, rows, positions, normals, cell, host } = this;
    const height = (i: number, j: number) => positions[3 * (j * columns + i) + 1];
    for (let j = first; j <= last; j++) {
      const [before, after] = [Math.max(0, j - 1), Math.min(rows - 1, j + 1)];
      for (let i = 0; i < columns; i++) {
        const [left, right] = [Math.max(0, i - 1), Math.min(columns - 1, i + 1)];
        const x = (height(left, j) - height(right, j)) / ((right - left) * cell);
        const z = (height(i, before) - height(i, after)) / ((after - before) * cell);
        const length = Math.hypot(x, 1, z);
        const k = 3 * (j * columns + i);
        normals[k] = x / length;
        normals[k + 1] = 1 / length;
        normals[k + 2] = (host.zSign * z) / length;
      }
    }
  }
}

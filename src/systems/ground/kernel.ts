import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of the ground, as one interface with two implementations that agree to the bit:
 * the WASM SIMD module compiled from `kernels/ground/`, and the reference implementation in `reference/`.
 * Both work on the same bytes: every pointer is a byte offset into `memory`, which the host owns and lays out.
 *
 * A *sheet* is one patch of ground: a dense rectangle of columns, row-major (row = +Z, column = +X), both counts
 * multiples of 32 (a tile); `sheet.ts` has its layout. Heights are int32 in units of 2⁻²⁰ m, within ± 2³⁰.
 *
 * What never changes: columns of tiles that are not awake, columns outside the ground, and the outermost ring of the
 * sheet. For erosion these are walls, as are the columns that the end pose touches: they neither give nor take.
 * What `displace` would push onto a sleeping tile or that ring is dropped and counted (`Sheet.takeOutside` throws then).
 *
 * The host's side of it: an awake tile that moves or is in contact has all eight neighbours awake, so nothing that
 * moves lies nearer than a tile to what sleeps; and `erode` runs at most 31 passes at a time, since a pass carries
 * material one column far. Between calls the host wakes the eight neighbours of every tile that moved.
 *
 * One step of the ground:
 *
 *     clearEnvelope; place and cast every collider at its end pose; keepEndPose
 *     place and cast the other poses of the step
 *     press, contour, displace, markWalls
 *     erode, waking neighbours, for the step's passes; then while steeperThanStop
 *     agePressed, measureTops
 */
export interface GroundKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;

  /** Sets the whole envelope to INT32_MAX: nothing above any column. */
  clearEnvelope(sheet: number): void;

  /**
   * Writes vertices of a pose as int32 triples: x, z in 1/256 cell relative to the sheet's first column, y in height units
   * above the datum. Each is floor(c + 0.5) of the global coordinate (scaled world metres) minus the sheet's integer
   * origin, so that the result does not depend on where the sheet begins; x and z saturate at int32, y at ± 2³⁰.
   * `count` vertices from `start` and `end` (f64 triples, m): p = start + (end − start) · s.
   */
  placeBlend(out: number, start: number, end: number, count: number, s: number, sheet: number): void;

  /** The same for a rigid body: p = matrix · rest, matrix a pointer to 12 f64 (rows of [R | t]), rest f64 triples, m. */
  placeRigid(out: number, rest: number, count: number, matrix: number, sheet: number): void;

  /**
   * Lowers the envelope by `triangleCount` triangles (uint32 index triples into placed vertices). Edges are inclusive;
   * a column that a triangle's projection contains gets min(envelope, floor of the triangle's height there, clamped to
   * the triangle's own range). Left out are triangles seen edge-on, and those that stay more than `reach`
   * (units, − 1 … 2³⁰) above every column they may cover: above the rectangle around them, widened to whole fours of columns.
   * Exact for |x|, |z| < 2²⁵ (131 072 columns).
   */
  castTriangles(sheet: number, placed: number, indices: number, triangleCount: number, reach: number): void;

  /**
   * The same for a sheet with `drift`: a column whose envelope a triangle sets also gets where that triangle goes, u = 127 ·
   * lean256 / 256 · (its horizontal motion over the step) / (its motion), each component truncated to an int8, x in the low
   * byte. `from`, `to`: the same vertices placed at the step's start and end; a triangle moves as the mean of its corners.
   * Of surfaces that are equally low the longer u counts, whichever comes first.
   */
  castMovingTriangles(
    sheet: number,
    placed: number,
    from: number,
    to: number,
    indices: number,
    triangleCount: number,
    reach: number,
    lean256: number,
  ): void;

  /** Copies the envelope to the end pose's envelope: what was cast so far is the end pose. */
  keepEndPose(sheet: number): void;

  /**
   * Presses the ground down to the envelope. A column with envelope ≤ height + tolerance is in contact (`touchedBit`);
   * where envelope < height, amount ← height − envelope and height ← envelope, else amount ← 0.
   * Columns in contact become pressed, their new height being their reference. Columns that never change, and stones, are
   * left out. Where compaction is remembered (`pressedOut`), a column from which more than the loose depth was pressed out
   * gives way only in part, and stays above the envelope.
   * Returns the sum of removed units (exact below 2⁵³). `tolerance` in units, 0 … 2²⁰.
   */
  press(sheet: number, tolerance: number): number;

  /** Sets `wallBit` where the end pose's envelope ≤ height + tolerance and the column is touched; clears it elsewhere. */
  markWalls(sheet: number, tolerance: number): void;

  /**
   * Labels columns in contact with their distance to the nearest that is not, all others 0.
   * rule 0: chamfer (5 along an axis, 7 along a diagonal); 1: eight-way; 2: four-way. Labels end at 65535 (or two
   * less than the sheet has columns), which stones have: the way out leads around them. Where contact has a direction, steps
   * cost 8 times as much (40 under rules 1 and 2), less ahead and more back: base − base · (u · direction) / 132.
   */
  contour(sheet: number, rule: number): void;

  /**
   * Pushes alpha16 / 65536 of each amount outward, ring by ring in descending contour, equally among all lower
   * neighbours (of eight; of four under rule 2), until the first ring outside. Needs `press` and `contour` before it.
   * Where contact has a direction, neighbours ahead get more: weights of 127 + u · direction. Where compaction is
   * remembered, α rises towards 1 beyond the loose depth. What stones leave no way out counts as compacted.
   * Returns the units deposited on the ground; those pushed outside it are counted in the descriptor.
   * Compaction is removed − deposited − outside.
   */
  displace(sheet: number, alpha16: number, rule: number): number;

  /**
   * Up to `passes` (≤ 31) simultaneous erosion passes; stops early when a pass moves nothing.
   * A pair moves when it is steeper than its threshold: the inside one when either column is pressed, else the outside
   * one; with the mean cohesion of both added where the sheet has one (√2 of it over a diagonal), but 128 units at least. A column that gives while a lower neighbour is pressed becomes pressed, its height after the pass being its
   * reference. Returns the number of passes that moved something. Fills `moved` (one byte a tile).
   */
  erode(sheet: number, passes: number): number;

  /**
   * The same, but a pass is only made while `steeperThanStop` holds before it. Returns the number of passes that moved
   * something: less than `passes` when it stopped.
   */
  erodeToStop(sheet: number, passes: number): number;

  /** 1 when a pair above its own threshold is also steeper than the stop threshold, else 0. */
  steeperThanStop(sheet: number): number;

  /** Lets the references of pressed columns follow those that sank; clears the bit of columns buried by more than a cell. */
  agePressed(sheet: number): void;

  /** Fills `tops` for the tiles that are awake: the height of each one's highest column. */
  measureTops(sheet: number): void;
}

/** The contour rules by name, and their numbers in `contour` and `displace`. */
export const contourRules = { chamfer: 0, 'eight-way': 1, 'four-way': 2 } as const;

export type ContourRule = keyof typeof contourRules;

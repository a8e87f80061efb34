import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of the ground, as one interface with two bit-identical implementations:
 * the WASM SIMD module compiled from `kernels/ground/`, and the reference implementation in `reference/`.
 * Both work on the same bytes: every pointer is a byte offset into `memory`, which the host owns and lays out.
 *
 * A *sheet* is a dense rectangle of columns, row-major (row = +Z, column = +X). Its numbers of rows and columns are multiples of
 * 32, the size of a tile. `SheetRecord` describes it. Heights are int32 in units of 2⁻²⁰ m, within ± 2³⁰.
 *
 * Some columns never change: those of tiles that are not awake, those outside the ground, and those on the boundary of the sheet.
 * In erosion these are walls, as are the columns that the end pose touches: they neither give nor receive. What `displace` would
 * push onto a sleeping tile or onto the boundary is dropped and counted, and `Sheet.takeOutside` then throws.
 *
 * The host must ensure two things. All eight neighbours of an awake tile that moves or is in contact are awake, so that moving
 * material is at least one tile away from sleeping tiles. And `erode` runs at most 31 passes at a time, because a pass moves
 * material by one column. Between calls the host wakes the eight neighbours of every tile that moved.
 *
 * One step of the ground:
 *
 *     clearEnvelope; place and cast every collider at its end pose; keepEndPose
 *     place and cast the other poses of the step
 *     press, contour, displace, markWalls
 *     erode, waking neighbours, for the step's passes; then with floors until nothing moves
 *     agePressed, keepLowest, measureTops
 */
export interface GroundKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;

  /** Sets the whole envelope to `noEnvelope`: no surface covers any column. */
  clearEnvelope(sheet: number): void;

  /**
   * Writes the vertices of a pose as int32 triples: x, z in 1/256 cell relative to the first column of the sheet, y in height units
   * above the datum. Each is floor(c + 0.5) of the global coordinate c (scaled world metres) minus the integer origin of the
   * sheet, so that the result does not depend on where the sheet begins. x and z saturate at int32, y at ± 2³⁰.
   * The `count` vertices are p = start + (end − start) · s, with `start` and `end` as f64 triples in metres.
   */
  placeBlend(out: number, start: number, end: number, count: number, s: number, sheet: number): void;

  /** Transforms the points of a rigid body: p = matrix · rest. `matrix` points to 12 f64, the rows of [R | t]; `rest` to f64 triples in metres. */
  placeRigid(out: number, rest: number, count: number, matrix: number, sheet: number): void;

  /**
   * Lowers the envelope by `triangleCount` triangles, which are uint32 index triples into placed vertices. A column inside the
   * projection of a triangle, or on its edges, gets the minimum of its envelope and the height of the triangle there, rounded down
   * and clamped to the range of its corners. Triangles seen edge-on are skipped. So are those that are more than `reach` (height
   * units, −1 to 2³⁰) above all columns of their bounding rectangle, widened to multiples of four columns. Exact for |x|, |z| < 2²⁵
   * (131 072 columns).
   */
  castTriangles(sheet: number, placed: number, indices: number, triangleCount: number, reach: number): void;

  /**
   * Does the same for a sheet with `drift`. A column whose envelope a triangle sets also gets the drift of that triangle: u = 127 ·
   * lean256 / 256 · (horizontal displacement over the step) / (length of the displacement), with each component truncated to int8
   * and x in the low byte. `from` and `to` are the same vertices placed at the start and the end of the step. The displacement of a
   * triangle is the mean of its corners. If surfaces are equally low, the longest u counts, in any order.
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

  /** Copies the envelope to the envelope of the end pose. Only the end pose must have been cast so far. */
  keepEndPose(sheet: number): void;

  /**
   * Presses the ground down to the envelope. A column with envelope ≤ height + tolerance is in contact (`touchedBit`). If envelope <
   * height, then amount ← height − envelope and height ← envelope, otherwise amount ← 0. Columns in contact become pressed, with
   * their new height as reference. Columns that never change and stones are skipped. If the sheet stores compaction
   * (`pressedOut`), a column from which more than the loose depth was pressed out yields only partly and stays above the envelope.
   * Returns the sum of removed units (exact below 2⁵³). `tolerance` in units, 0 … 2²⁰.
   */
  press(sheet: number, tolerance: number): number;

  /** Sets `wallBit` where the end pose's envelope ≤ height + tolerance and the column is touched; clears it elsewhere. */
  markWalls(sheet: number, tolerance: number): void;

  /**
   * Labels columns in contact with their distance to the nearest column without contact, and all others with 0. Rule 0: chamfer
   * distance (5 along an axis, 7 along a diagonal); 1: eight neighbours; 2: four neighbours. The maximum label is 65535, or two less
   * than the number of columns. Stones have it, so paths lead around them. If contact has a direction, costs are 8 times as high
   * (40 for rules 1 and 2), less forward and more backward: base − base · (u · direction) / 132.
   */
  contour(sheet: number, rule: number): void;

  /**
   * Pushes the fraction alpha16 / 65536 of each amount outward, in order of descending labels, to the first columns without contact.
   * Each column distributes its amount equally among its lower neighbours (of eight; of four for rule 2). Call `press` and
   * `contour` first. If contact has a direction, neighbours ahead get more: their weights are 127 + u · direction. If the sheet
   * stores compaction, α rises towards 1 beyond the loose depth. If it stores the lowest heights, all of what lay above them is
   * pushed outward, and they are lowered to the heights of columns in contact. Amounts that stones enclose count as compacted.
   * Returns the units deposited on the ground. `outsideUnits` counts those pushed outside it. The compacted amount is removed −
   * deposited − outside.
   */
  displace(sheet: number, alpha16: number, rule: number): number;

  /**
   * Runs up to `passes` (≤ 31) erosion passes and stops early if a pass moves nothing. In a pass, all columns decide from the same
   * heights. A pair moves if it is steeper than its threshold: the inside threshold if either column is pressed, otherwise the
   * outside threshold. If the sheet has cohesion, the mean of both columns is added (√2 of it over a diagonal); the sum is at least
   * `minThreshold`. A column that gives while a lower neighbour is pressed becomes pressed, with its height after the pass as
   * reference. Thresholds below the floors are raised to them, before cohesion is added; 0 raises none. Returns the number of passes
   * that moved something. Writes `moved`.
   */
  erode(sheet: number, passes: number, axisFloor: number, diagonalFloor: number): number;

  /** Returns 1 if `erode` with these floors finds a pair that is too steep, otherwise 0. */
  isSteeper(sheet: number, axisFloor: number, diagonalFloor: number): number;

  /** Lowers the references of pressed columns that sank. Columns that are buried by more than a cell are no longer pressed. */
  agePressed(sheet: number): void;

  /**
   * Lowers the lowest height of each column to its height, if the sheet stores it. Where displaced material lies on a column, it is
   * rounded down to steps of 2^pressedShift units, as the reference height of a pressed column.
   */
  keepLowest(sheet: number): void;

  /** Writes `tops` of the tiles that are awake: the height of the highest column. */
  measureTops(sheet: number): void;
}

/** Minimum thresholds of axis and diagonal pairs, height units. */
export interface FlowFloors {
  readonly axis: number;
  readonly diagonal: number;
}

/** Numbers of the contour rules in `contour` and `displace`. */
export const contourRules = { chamfer: 0, 'eight-way': 1, 'four-way': 2 } as const;

/** Costs of a step to an axis and to a diagonal neighbour, by the number of the contour rule. 0: not a neighbour. */
export const contourSteps = [
  [5, 7],
  [1, 1],
  [1, 0],
] as const;

export type ContourRule = keyof typeof contourRules;

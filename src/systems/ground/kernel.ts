/**
 * The inner loops of the ground, as one interface with two implementations that agree to the bit:
 * the WASM SIMD module compiled from `kernels/ground/`, and the plain twin in `twin/`.
 * Both work on the same bytes: every pointer is a byte offset into `memory`, which the host owns and lays out.
 *
 * A *sheet* is one patch of awake ground: a dense rectangle of columns, row-major (row = +Z, column = +X), both counts
 * multiples of 32 (a tile). Heights are int32 in units of 2⁻²⁰ m. Columns of tiles that are not awake are marked as
 * walls by the host. The host keeps at least one tile (32 columns) of margin around anything that moves, and calls
 * `erode` with at most 32 passes at a time, so that material cannot leave the sheet unseen.
 */
export interface GroundKernel {
  readonly implementation: 'wasm' | 'twin';
  readonly memory: KernelMemory;

  /** height[k] of the envelope ← INT32_MAX over the whole sheet. */
  clearEnvelope(sheet: number): void;

  /**
   * Writes vertices of a pose as int32 triples: x, z in 1/256 cell relative to the sheet's first column, y in height units.
   * Each coordinate is floor(c + 0.5) of the global coordinate (scaled world metres) minus the sheet's integer origin,
   * so that the result does not depend on where the sheet begins. `count` vertices from `start`/`end` (f64 triples, m):
   * p = start + (end − start) · s.
   */
  placeBlend(out: number, start: number, end: number, count: number, s: number, sheet: number): void;

  /** The same for a rigid body: p = matrix · rest, matrix a pointer to 12 f64 (rows of [R | t]), rest f64 triples, m. */
  placeRigid(out: number, rest: number, count: number, matrix: number, sheet: number): void;

  /**
   * Lowers the envelope by `triangleCount` triangles (uint32 index triples into placed vertices). Edges are inclusive;
   * a column that a triangle's projection contains gets min(envelope, floor of the triangle's height there, clamped to
   * the triangle's own range). Triangles wholly above `top` (height units) are rejected first. Source: ground-kernels, 2.
   */
  castTriangles(sheet: number, placed: number, indices: number, triangleCount: number, top: number): void;

  /**
   * Presses the ground down to the envelope. A column with envelope ≤ height + tolerance is in contact (bit 0 of its
   * contact byte); where envelope < height, amount[k] ← height − envelope and height ← envelope, else amount[k] ← 0.
   * Columns in contact get their pressed reference. Returns the sum of removed units (f64, exact below 2⁵³).
   */
  press(sheet: number, tolerance: number): number;

  /** Bit 1 of the contact byte ← the end pose's envelope (in the sheet's envelope now) touches: these are erosion's walls. */
  markWalls(sheet: number, tolerance: number): void;

  /** Labels columns in contact with their distance to the nearest that is not. rule: 0 chamfer 5-7, 1 eight-way, 2 four-way. */
  contour(sheet: number, rule: number): void;

  /**
   * Pushes alpha16 / 65536 of each amount outward, ring by ring in descending contour, equally among all lower
   * neighbours, until the first ring outside. Returns units deposited (f64); compaction is removed − deposited.
   */
  displace(sheet: number, alpha16: number): number;

  /**
   * Up to `passes` (≤ 32) simultaneous erosion passes; stops early when a pass moves nothing. `mode` 0: pairs above
   * their own threshold move. Returns the number of passes that moved something. Fills tileMoved (one byte a tile).
   */
  erode(sheet: number, passes: number): number;

  /** 1 when a pair above its own threshold is also steeper than the stop threshold, else 0. */
  steeperThanStop(sheet: number): number;

  /** Clears the pressed bit of columns buried by more than a cell, lowers references of columns that sank. */
  agePressed(sheet: number): void;
}

/** Growable memory: views must be made anew after `grow`. WASM's own, or a plain stand-in for the twin. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Pages of 64 KiB. */
  grow(pages: number): number;
}

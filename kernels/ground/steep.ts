import { BLOCK_COLUMNS, BLOCK_ROWS } from './block';
import { WALL_HEIGHT } from './sheet';

/**
 * Whether a column of the block stands above a neighbour by more than `axis` or `diagonal` units. Strips of four columns,
 * top to bottom; row-wise minima of left and right are kept for the rows before and after, where they are the diagonals.
 */
export function isBlockSteep(block: usize, stride: usize, axis: i32, diagonal: i32): bool {
  const axisLimit = i32x4.splat(axis);
  const diagonalLimit = i32x4.splat(diagonal);
  const wall = i32x4.splat(WALL_HEIGHT);
  for (let strip = 0; strip < BLOCK_COLUMNS; strip += 4) {
    let p = block + (<usize>strip << 2) - stride;
    let above = v128.load(p);
    let sidesAbove = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
    p += stride;
    let own = v128.load(p);
    let sides = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
    let steep = i32x4.splat(0);
    for (let row = 0; row < BLOCK_ROWS; row++) {
      p += stride;
      const below = v128.load(p);
      const sidesBelow = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
      const axisLowest = i32x4.min_s(i32x4.min_s(above, below), sides);
      const diagonalLowest = i32x4.min_s(sidesAbove, sidesBelow);
      steep = v128.or(
        steep,
        v128.and(
          v128.or(
            i32x4.gt_s(i32x4.sub(own, axisLowest), axisLimit),
            i32x4.gt_s(i32x4.sub(own, diagonalLowest), diagonalLimit),
          ),
          i32x4.gt_s(wall, own),
        ),
      );
      above = own;
      own = below;
      sidesAbove = sides;
      sides = sidesBelow;
    }
    if (v128.any_true(steep)) return true;
  }
  return false;
}

// @ts-ignore
@inline function isPairSteep(own: v128, mark: v128, p: usize, q: usize, outside: v128, change: v128, stop: v128): v128 {
  const isInside = i32x4.shr_s(v128.or(mark, v128.load16x4_s(q)), 31);
  const limit = i32x4.max_s(stop, v128.xor(outside, v128.and(isInside, change)));
  return i32x4.gt_s(i32x4.sub(own, v128.load(p)), limit);
}

/**
 * The same with each pair's own threshold (the inside one where either column is pressed), or `stop` where that is more.
 * `axisChange` is inside ^ outside.
 */
export function isPressedBlockSteep(
  block: usize, pressedBlock: usize, stride: usize,
  axisOutside: i32, axisInside: i32, axisStop: i32,
  diagonalOutside: i32, diagonalInside: i32, diagonalStop: i32,
): bool {
  const axis = i32x4.splat(axisOutside);
  const axisChange = i32x4.splat(axisOutside ^ axisInside);
  const axisLeast = i32x4.splat(axisStop);
  const diagonal = i32x4.splat(diagonalOutside);
  const diagonalChange = i32x4.splat(diagonalOutside ^ diagonalInside);
  const diagonalLeast = i32x4.splat(diagonalStop);
  const wall = i32x4.splat(WALL_HEIGHT);
  const half = stride >> 1;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    let p = block + <usize>row * stride;
    let q = pressedBlock + <usize>row * half;
    let steep = i32x4.splat(0);
    for (let i = 0; i < BLOCK_COLUMNS; i += 4) {
      const own = v128.load(p);
      const mark = v128.load16x4_s(q);
      let any = isPairSteep(own, mark, p - 4, q - 2, axis, axisChange, axisLeast);
      any = v128.or(any, isPairSteep(own, mark, p + 4, q + 2, axis, axisChange, axisLeast));
      any = v128.or(any, isPairSteep(own, mark, p - stride, q - half, axis, axisChange, axisLeast));
      any = v128.or(any, isPairSteep(own, mark, p + stride, q + half, axis, axisChange, axisLeast));
      any = v128.or(any, isPairSteep(own, mark, p - stride - 4, q - half - 2, diagonal, diagonalChange, diagonalLeast));
      any = v128.or(any, isPairSteep(own, mark, p - stride + 4, q - half + 2, diagonal, diagonalChange, diagonalLeast));
      any = v128.or(any, isPairSteep(own, mark, p + stride - 4, q + half - 2, diagonal, diagonalChange, diagonalLeast));
      any = v128.or(any, isPairSteep(own, mark, p + stride + 4, q + half + 2, diagonal, diagonalChange, diagonalLeast));
      steep = v128.or(steep, v128.and(any, i32x4.gt_s(wall, own)));
      p += 16;
      q += 8;
    }
    if (v128.any_true(steep)) return true;
  }
  return false;
}

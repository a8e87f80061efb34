import { BLOCK_COLUMNS, STRIP_ROWS } from './block';
import { axisLimits, diagonalLimits } from './limits';
import {
  minAxisLanesOf, minDiagonalLanesOf, ownCountsLanesOf, pressedAxisLanesOf, pressedDiagonalLanesOf, wallLanesOf,
} from './sheet.generated';


/** Does the test of `steepStrips` for a strip with pressed columns: all pairs of a pressed column are inside pairs. */
function isPressedStripSteep(sheet: usize, strip: usize, mark: usize, stride: usize): bool {
  let p = strip - stride;
  let above = v128.load(p);
  let sidesAbove = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
  p = strip;
  let own = v128.load(p);
  let sides = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
  let steep = i32x4.splat(0);
  for (let row = 0; row < STRIP_ROWS; row++) {
    p += stride;
    const below = v128.load(p);
    const sidesBelow = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
    const isPressed = i32x4.shr_s(v128.load16x4_s(mark), 31);
    const axisLimit = v128.xor(minAxisLanesOf(sheet), v128.and(pressedAxisLanesOf(sheet), isPressed));
    const diagonalLimit = v128.xor(minDiagonalLanesOf(sheet), v128.and(pressedDiagonalLanesOf(sheet), isPressed));
    const axisDrop = i32x4.sub(own, i32x4.min_s(i32x4.min_s(above, below), sides));
    const diagonalDrop = i32x4.sub(own, i32x4.min_s(sidesAbove, sidesBelow));
    const isSteep = v128.or(i32x4.gt_s(axisDrop, axisLimit), i32x4.gt_s(diagonalDrop, diagonalLimit));
    steep = v128.or(steep, v128.and(isSteep, i32x4.gt_s(wallLanesOf(sheet), own)));
    above = own;
    own = below;
    sidesAbove = sides;
    sides = sidesBelow;
    mark += stride >> 1;
  }
  return v128.any_true(steep);
}

/**
 * Returns which of the tested strips of a block have a column that exceeds a neighbour by more than the minimum thresholds. The
 * minimum of the left and right neighbours of a row is kept, because it holds the diagonal neighbours of the rows above and below.
 * Four columns take eight operations, and two more in strips with a wall, which would exceed everything. `marked` strips contain
 * pressed columns, whose thresholds may rule the strip out.
 */
export function steepStrips(sheet: usize, block: usize, pressedBlock: usize, stride: usize, tested: i32, walled: i32, marked: i32): i32 {
  let found = 0;
  while (tested) {
    const strip = ctz(tested);
    const bit = 1 << strip;
    tested ^= bit;
    if (marked & bit) {
      if (isPressedStripSteep(sheet, block + (<usize>strip << 4), pressedBlock + (<usize>strip << 3), stride)) found |= bit;
      continue;
    }
    let p = block + (<usize>strip << 4) - stride;
    let above = v128.load(p);
    let sidesAbove = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
    p += stride;
    let own = v128.load(p);
    let sides = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
    let axisMax = i32x4.splat(0);
    let diagonalMax = axisMax;
    if (walled & bit) {
      const wall = wallLanesOf(sheet);
      for (let row = 0; row < STRIP_ROWS; row++) {
        p += stride;
        const below = v128.load(p);
        const sidesBelow = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
        const isGround = i32x4.gt_s(wall, own);
        const axisDrop = i32x4.sub(own, i32x4.min_s(i32x4.min_s(above, below), sides));
        const diagonalDrop = i32x4.sub(own, i32x4.min_s(sidesAbove, sidesBelow));
        axisMax = i32x4.max_s(axisMax, v128.and(axisDrop, isGround));
        diagonalMax = i32x4.max_s(diagonalMax, v128.and(diagonalDrop, isGround));
        above = own;
        own = below;
        sidesAbove = sides;
        sides = sidesBelow;
      }
    } else {
      for (let row = 0; row < STRIP_ROWS; row++) {
        p += stride;
        const below = v128.load(p);
        const sidesBelow = i32x4.min_s(v128.load(p - 4), v128.load(p, 4));
        const axisDrop = i32x4.sub(own, i32x4.min_s(i32x4.min_s(above, below), sides));
        const diagonalDrop = i32x4.sub(own, i32x4.min_s(sidesAbove, sidesBelow));
        axisMax = i32x4.max_s(axisMax, axisDrop);
        diagonalMax = i32x4.max_s(diagonalMax, diagonalDrop);
        above = own;
        own = below;
        sidesAbove = sides;
        sides = sidesBelow;
      }
    }
    const steep = v128.or(
      i32x4.gt_s(axisMax, minAxisLanesOf(sheet)),
      i32x4.gt_s(diagonalMax, minDiagonalLanesOf(sheet)),
    );
    if (v128.any_true(steep)) found |= bit;
  }
  return found;
}

/** Returns which of four pairs are steeper than their threshold. */
function isPairSteep(sheet: usize, own: v128, mark: v128, held: v128, p: usize, q: usize, c: usize, isAxis: bool, isCohesive: bool): v128 {
  const isInside = i32x4.shr_s(v128.or(mark, v128.load16x4_s(q)), 31);
  const limit = isAxis ? axisLimits(sheet, isInside, held, c, isCohesive) : diagonalLimits(sheet, isInside, held, c, isCohesive);
  return i32x4.gt_s(i32x4.sub(own, v128.load(p)), limit);
}

/** Returns whether a pair of the block is steeper than its threshold. */
export function isBlockSteeper(sheet: usize, block: usize, pressedBlock: usize, stride: usize): bool {
  return isMarkedBlockSteeper(sheet, block, pressedBlock, 0, stride, false);
}

/** Does the same if columns have cohesion. */
export function isCohesiveBlockSteeper(sheet: usize, block: usize, pressedBlock: usize, cohesionBlock: usize, stride: usize): bool {
  return isMarkedBlockSteeper(sheet, block, pressedBlock, cohesionBlock, stride, true);
}

@inline function isMarkedBlockSteeper(
  sheet: usize, block: usize, pressedBlock: usize, cohesionBlock: usize, stride: usize, isCohesive: bool,
): bool {
  const wall = wallLanesOf(sheet);
  const half = stride >> 1;
  for (let row = 0; row < STRIP_ROWS; row++) {
    let p = block + <usize>row * stride;
    let q = pressedBlock + <usize>row * half;
    let c = cohesionBlock + <usize>row * stride;
    let steep = i32x4.splat(0);
    for (let i = 0; i < BLOCK_COLUMNS; i += 4) {
      const own = v128.load(p);
      const held = isCohesive ? v128.load(c) : own;
      let mark = v128.load16x4_s(q);
      if (isCohesive) mark = v128.and(mark, ownCountsLanesOf(sheet));
      let any = isPairSteep(sheet, own, mark, held, p - 4, q - 2, c - 4, true, isCohesive);
      any = v128.or(any, isPairSteep(sheet, own, mark, held, p + 4, q + 2, c + 4, true, isCohesive));
      any = v128.or(any, isPairSteep(sheet, own, mark, held, p - stride, q - half, c - stride, true, isCohesive));
      any = v128.or(any, isPairSteep(sheet, own, mark, held, p + stride, q + half, c + stride, true, isCohesive));
      any = v128.or(any, isPairSteep(sheet, own, mark, held, p - stride - 4, q - half - 2, c - stride - 4, false, isCohesive));
      any = v128.or(any, isPairSteep(sheet, own, mark, held, p - stride + 4, q - half + 2, c - stride + 4, false, isCohesive));
      any = v128.or(any, isPairSteep(sheet, own, mark, held, p + stride - 4, q + half - 2, c + stride - 4, false, isCohesive));
      any = v128.or(any, isPairSteep(sheet, own, mark, held, p + stride + 4, q + half + 2, c + stride + 4, false, isCohesive));
      steep = v128.or(steep, v128.and(any, i32x4.gt_s(wall, own)));
      p += 16;
      q += 8;
      c += 16;
    }
    if (v128.any_true(steep)) return true;
  }
  return false;
}

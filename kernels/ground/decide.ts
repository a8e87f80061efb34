import { STRIP_ROWS } from './block';
import { axisLimits, diagonalLimits } from './limits';
import {
  axisThresholdLanesOf, diagonalRatioLanesOf, diagonalThresholdLanesOf, fractionBytesOf, fractionIndexLanesOf,
  lowHalfLanesOf, maxFlowLanesOf, minAxisLanesOf, minDiagonalLanesOf, ownCountsLanesOf, pressedAxisLanesOf,
  pressedDiagonalLanesOf, wallLanesOf,
} from './sheet.generated';


// The first half of a pass computes the flows: what each column of a strip gives to its neighbours. Heights do not change
// meanwhile.
//
// Flows are summed for the column that receives them, in three planes: flows within the same column index (from the rows above
// and below, minus the column's own outflow), flows that arrive one column to the left of where they are stored, and flows that
// arrive one column to the right. Flows to the rows above and below the strip are stored in six boundary rows of the strip. The
// second half then only adds.

/** Returns the flow to each axis neighbour of four columns: min(floor(sum · fraction[n] / 65536), 2²³ − 1). `counts` is −n. */
function takeFraction(sheet: usize, own: v128, sum: v128, counts: v128): v128 {
  const index = i32x4.sub(fractionIndexLanesOf(sheet), i32x4.add(counts, i32x4.shl(counts, 8)));
  const fraction = v128.and(v128.swizzle(fractionBytesOf(sheet), index), i32x4.gt_s(wallLanesOf(sheet), own));
  const high = i32x4.mul(i32x4.shr_u(sum, 16), fraction);
  const low = i32x4.shr_u(i32x4.mul(v128.and(sum, lowHalfLanesOf(sheet)), fraction), 16);
  return i32x4.min_s(i32x4.add(high, low), maxFlowLanesOf(sheet));
}

/** Result bits of the functions below: the strip gives something, a column becomes pressed, something leaves the strip. */
export const GIVES: i32 = 1;
export const PRESSES: i32 = 2;
export const LEAVES_LEFT: i32 = 4;
export const LEAVES_RIGHT: i32 = 8;
export const LEAVES_UP: i32 = 16;
export const LEAVES_DOWN: i32 = 32;

function sidesOf(leftmost: v128, rightmost: v128): i32 {
  return i32(i32x4.extract_lane(leftmost, 0) != 0) * LEAVES_LEFT | i32(i32x4.extract_lane(rightmost, 3) != 0) * LEAVES_RIGHT;
}

function boundaryBitsOf(boundary: usize, bufferStride: usize): i32 {
  const upper = v128.or(v128.load(boundary), v128.or(v128.load(boundary + bufferStride), v128.load(boundary + 2 * bufferStride)));
  const lower = v128.or(
    v128.load(boundary + 3 * bufferStride), v128.or(v128.load(boundary + 4 * bufferStride), v128.load(boundary + 5 * bufferStride)),
  );
  return i32(v128.any_true(upper)) * LEAVES_UP | i32(v128.any_true(lower)) * LEAVES_DOWN;
}

/**
 * Decides a strip without pressed columns in or beside it. `buffer` is its address in the first plane, `plane` the stride between
 * planes and `bufferStride` the stride between rows. `boundary` is the address of its six boundary rows. Returns 0 if nothing is given,
 * otherwise GIVES and the bits of the sides across which something leaves.
 */
export function decideStrip(sheet: usize, strip: usize, buffer: usize, plane: usize, boundary: usize, stride: usize, bufferStride: usize): i32 {
  const plane2 = plane + plane;
  const zero = i32x4.splat(0);
  let any = zero;
  // Sums of the row before, still without the flows from the row after it, and its flows to that row.
  let straight = zero;
  let leftward = zero;
  let rightward = zero;
  let fromNorth = zero;
  let fromNorthLeft = zero;
  let fromNorthRight = zero;
  // The row before the first row of a strip is its upper boundary row.
  let target = boundary;
  let step = bufferStride;
  let p = strip;
  for (let row = 0; row < STRIP_ROWS; row++) {
    const own = v128.load(p);
    const up = p - stride;
    const down = p + stride;
    let d = i32x4.sub(own, v128.load(p - 4));
    const isWest = i32x4.gt_s(d, axisThresholdLanesOf(sheet));
    let sum = v128.and(d, isWest);
    let axis = isWest;
    d = i32x4.sub(own, v128.load(p, 4));
    const isEast = i32x4.gt_s(d, axisThresholdLanesOf(sheet));
    sum = i32x4.add(sum, v128.and(d, isEast));
    axis = i32x4.add(axis, isEast);
    d = i32x4.sub(own, v128.load(up));
    const isNorth = i32x4.gt_s(d, axisThresholdLanesOf(sheet));
    sum = i32x4.add(sum, v128.and(d, isNorth));
    axis = i32x4.add(axis, isNorth);
    d = i32x4.sub(own, v128.load(down));
    const isSouth = i32x4.gt_s(d, axisThresholdLanesOf(sheet));
    sum = i32x4.add(sum, v128.and(d, isSouth));
    axis = i32x4.add(axis, isSouth);
    d = i32x4.sub(own, v128.load(up - 4));
    const isNorthWest = i32x4.gt_s(d, diagonalThresholdLanesOf(sheet));
    sum = i32x4.add(sum, v128.and(d, isNorthWest));
    let diagonal = isNorthWest;
    d = i32x4.sub(own, v128.load(up, 4));
    const isNorthEast = i32x4.gt_s(d, diagonalThresholdLanesOf(sheet));
    sum = i32x4.add(sum, v128.and(d, isNorthEast));
    diagonal = i32x4.add(diagonal, isNorthEast);
    d = i32x4.sub(own, v128.load(down - 4));
    const isSouthWest = i32x4.gt_s(d, diagonalThresholdLanesOf(sheet));
    sum = i32x4.add(sum, v128.and(d, isSouthWest));
    diagonal = i32x4.add(diagonal, isSouthWest);
    d = i32x4.sub(own, v128.load(down, 4));
    const isSouthEast = i32x4.gt_s(d, diagonalThresholdLanesOf(sheet));
    sum = i32x4.add(sum, v128.and(d, isSouthEast));
    diagonal = i32x4.add(diagonal, isSouthEast);

    if (v128.any_true(sum)) {
      const q = takeFraction(sheet, own, sum, i32x4.add(axis, diagonal));
      const r = i32x4.shr_u(i32x4.mul(q, diagonalRatioLanesOf(sheet)), 8);
      const lost = i32x4.add(i32x4.mul(q, axis), i32x4.mul(r, diagonal));
      any = v128.or(any, lost);
      v128.store(target, i32x4.add(straight, v128.and(q, isNorth)));
      v128.store(target + step, i32x4.add(leftward, v128.and(r, isNorthWest)));
      v128.store(target + step + step, i32x4.add(rightward, v128.and(r, isNorthEast)));
      straight = i32x4.add(fromNorth, lost);
      leftward = i32x4.add(fromNorthLeft, v128.and(q, isWest));
      rightward = i32x4.add(fromNorthRight, v128.and(q, isEast));
      fromNorth = v128.and(q, isSouth);
      fromNorthLeft = v128.and(r, isSouthWest);
      fromNorthRight = v128.and(r, isSouthEast);
    } else {
      v128.store(target, straight);
      v128.store(target + step, leftward);
      v128.store(target + step + step, rightward);
      straight = fromNorth;
      leftward = fromNorthLeft;
      rightward = fromNorthRight;
      fromNorth = zero;
      fromNorthLeft = zero;
      fromNorthRight = zero;
    }
    target = buffer;
    step = plane;
    p += stride;
    buffer += bufferStride;
  }
  v128.store(target, straight);
  v128.store(target + plane, leftward);
  v128.store(target + plane2, rightward);
  v128.store(boundary + 3 * bufferStride, fromNorth);
  v128.store(boundary + 4 * bufferStride, fromNorthLeft);
  v128.store(boundary + 5 * bufferStride, fromNorthRight);
  // If plain ground moves, most of it moves: assuming that all sides are crossed costs less than testing them.
  return v128.any_true(any) ? GIVES | LEAVES_LEFT | LEAVES_RIGHT | LEAVES_UP | LEAVES_DOWN : 0;
}

/**
 * Does the same if columns may be pressed. Each pair has its own threshold. A column that gives while a lower neighbour is
 * pressed becomes pressed: it sets bit row · 4 + column of the 64 bits at `becomes`, and PRESSES in the result.
 */
export function decidePressedStrip(
  sheet: usize, strip: usize, pressedStrip: usize, buffer: usize, plane: usize, boundary: usize, stride: usize, bufferStride: usize, becomes: usize,
): i32 {
  return decideMarkedStrip(sheet, strip, pressedStrip, 0, buffer, plane, boundary, stride, bufferStride, becomes, false);
}

/** Does the same if columns have cohesion (`cohesionStrip`). With it, possibly only the lower column of a pair counts as pressed. */
export function decideCohesiveStrip(
  sheet: usize, strip: usize, pressedStrip: usize, cohesionStrip: usize, buffer: usize, plane: usize, boundary: usize, stride: usize,
  bufferStride: usize, becomes: usize,
): i32 {
  return decideMarkedStrip(sheet, strip, pressedStrip, cohesionStrip, buffer, plane, boundary, stride, bufferStride, becomes, true);
}

/** Common source of both. Inlining compiles it once with and once without cohesion. */
@inline function decideMarkedStrip(
  sheet: usize, strip: usize, pressedStrip: usize, cohesionStrip: usize, buffer: usize, plane: usize, boundary: usize, stride: usize,
  bufferStride: usize, becomes: usize, isCohesive: bool,
): i32 {
  const plane2 = plane + plane;
  const half = stride >> 1;
  const zero = i32x4.splat(0);
  let any = zero;
  // Everything that arrives one column to the left and one column to the right.
  let leftmost = zero;
  let rightmost = zero;
  // Sums of the row before, still without the flows from the row after it, and its flows to that row.
  let straight = zero;
  let leftward = zero;
  let rightward = zero;
  let fromNorth = zero;
  let fromNorthLeft = zero;
  let fromNorthRight = zero;
  // The row before the first row of a strip is its upper boundary row.
  let target = boundary;
  let step = bufferStride;
  let p = strip;
  let mark = pressedStrip;
  let cohesion = cohesionStrip;
  let spreads: u64 = 0;
  for (let row = 0; row < STRIP_ROWS; row++) {
    const own = v128.load(p);
    const up = p - stride;
    const down = p + stride;
    const axisLowest = i32x4.min_s(i32x4.min_s(v128.load(p - 4), v128.load(p, 4)), i32x4.min_s(v128.load(up), v128.load(down)));
    const diagonalLowest = i32x4.min_s(
      i32x4.min_s(v128.load(up - 4), v128.load(up, 4)), i32x4.min_s(v128.load(down - 4), v128.load(down, 4)),
    );
    // All pairs of a pressed column are inside pairs. Walls are above everything and give nothing.
    const ownMark = v128.load16x4_s(mark);
    const isPressed = i32x4.shr_s(ownMark, 31);
    let axisLimit = minAxisLanesOf(sheet);
    let diagonalLimit = minDiagonalLanesOf(sheet);
    if (!isCohesive) {
      axisLimit = v128.xor(axisLimit, v128.and(pressedAxisLanesOf(sheet), isPressed));
      diagonalLimit = v128.xor(diagonalLimit, v128.and(pressedDiagonalLanesOf(sheet), isPressed));
    }
    const steep = v128.and(
      v128.or(
        i32x4.gt_s(i32x4.sub(own, axisLowest), axisLimit),
        i32x4.gt_s(i32x4.sub(own, diagonalLowest), diagonalLimit),
      ),
      i32x4.gt_s(wallLanesOf(sheet), own),
    );
    if (v128.any_true(steep)) {
      const held = isCohesive ? v128.load(cohesion) : zero;
      const insideMark = isCohesive ? v128.and(ownMark, ownCountsLanesOf(sheet)) : ownMark;
      const markUp = mark - half;
      const markDown = mark + half;
      let other = v128.load16x4_s(mark - 2);
      let isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      let d = i32x4.sub(own, v128.load(p - 4));
      const isWest = i32x4.gt_s(d, axisLimits(sheet, isInside, held, cohesion - 4, isCohesive));
      let sum = v128.and(d, isWest);
      let near = v128.and(other, isWest);
      let axis = isWest;
      other = v128.load16x4_s(mark, 2);
      isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      d = i32x4.sub(own, v128.load(p, 4));
      const isEast = i32x4.gt_s(d, axisLimits(sheet, isInside, held, cohesion + 4, isCohesive));
      sum = i32x4.add(sum, v128.and(d, isEast));
      near = v128.or(near, v128.and(other, isEast));
      axis = i32x4.add(axis, isEast);
      other = v128.load16x4_s(markUp);
      isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      d = i32x4.sub(own, v128.load(up));
      const isNorth = i32x4.gt_s(d, axisLimits(sheet, isInside, held, cohesion - stride, isCohesive));
      sum = i32x4.add(sum, v128.and(d, isNorth));
      near = v128.or(near, v128.and(other, isNorth));
      axis = i32x4.add(axis, isNorth);
      other = v128.load16x4_s(markDown);
      isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      d = i32x4.sub(own, v128.load(down));
      const isSouth = i32x4.gt_s(d, axisLimits(sheet, isInside, held, cohesion + stride, isCohesive));
      sum = i32x4.add(sum, v128.and(d, isSouth));
      near = v128.or(near, v128.and(other, isSouth));
      axis = i32x4.add(axis, isSouth);
      other = v128.load16x4_s(markUp - 2);
      isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      d = i32x4.sub(own, v128.load(up - 4));
      const isNorthWest = i32x4.gt_s(d, diagonalLimits(sheet, isInside, held, cohesion - stride - 4, isCohesive));
      sum = i32x4.add(sum, v128.and(d, isNorthWest));
      near = v128.or(near, v128.and(other, isNorthWest));
      let diagonal = isNorthWest;
      other = v128.load16x4_s(markUp, 2);
      isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      d = i32x4.sub(own, v128.load(up, 4));
      const isNorthEast = i32x4.gt_s(d, diagonalLimits(sheet, isInside, held, cohesion - stride + 4, isCohesive));
      sum = i32x4.add(sum, v128.and(d, isNorthEast));
      near = v128.or(near, v128.and(other, isNorthEast));
      diagonal = i32x4.add(diagonal, isNorthEast);
      other = v128.load16x4_s(markDown - 2);
      isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      d = i32x4.sub(own, v128.load(down - 4));
      const isSouthWest = i32x4.gt_s(d, diagonalLimits(sheet, isInside, held, cohesion + stride - 4, isCohesive));
      sum = i32x4.add(sum, v128.and(d, isSouthWest));
      near = v128.or(near, v128.and(other, isSouthWest));
      diagonal = i32x4.add(diagonal, isSouthWest);
      other = v128.load16x4_s(markDown, 2);
      isInside = i32x4.shr_s(v128.or(insideMark, other), 31);
      d = i32x4.sub(own, v128.load(down, 4));
      const isSouthEast = i32x4.gt_s(d, diagonalLimits(sheet, isInside, held, cohesion + stride + 4, isCohesive));
      sum = i32x4.add(sum, v128.and(d, isSouthEast));
      near = v128.or(near, v128.and(other, isSouthEast));
      diagonal = i32x4.add(diagonal, isSouthEast);

      const q = takeFraction(sheet, own, sum, i32x4.add(axis, diagonal));
      const r = i32x4.shr_u(i32x4.mul(q, diagonalRatioLanesOf(sheet)), 8);
      const lost = i32x4.add(i32x4.mul(q, axis), i32x4.mul(r, diagonal));
      any = v128.or(any, lost);
      // `lost` is negative if the column gives something; marks are negative if a column is pressed.
      const lanes = i32x4.bitmask(v128.and(v128.andnot(near, ownMark), lost));
      spreads |= <u64>lanes << <u64>(row << 2);
      v128.store(target, i32x4.add(straight, v128.and(q, isNorth)));
      leftward = i32x4.add(leftward, v128.and(r, isNorthWest));
      rightward = i32x4.add(rightward, v128.and(r, isNorthEast));
      v128.store(target + step, leftward);
      v128.store(target + step + step, rightward);
      leftmost = v128.or(leftmost, leftward);
      rightmost = v128.or(rightmost, rightward);
      straight = i32x4.add(fromNorth, lost);
      leftward = i32x4.add(fromNorthLeft, v128.and(q, isWest));
      rightward = i32x4.add(fromNorthRight, v128.and(q, isEast));
      fromNorth = v128.and(q, isSouth);
      fromNorthLeft = v128.and(r, isSouthWest);
      fromNorthRight = v128.and(r, isSouthEast);
    } else {
      v128.store(target, straight);
      v128.store(target + step, leftward);
      v128.store(target + step + step, rightward);
      leftmost = v128.or(leftmost, leftward);
      rightmost = v128.or(rightmost, rightward);
      straight = fromNorth;
      leftward = fromNorthLeft;
      rightward = fromNorthRight;
      fromNorth = zero;
      fromNorthLeft = zero;
      fromNorthRight = zero;
    }
    target = buffer;
    step = plane;
    p += stride;
    mark += half;
    if (isCohesive) cohesion += stride;
    buffer += bufferStride;
  }
  v128.store(target, straight);
  v128.store(target + plane, leftward);
  v128.store(target + plane2, rightward);
  v128.store(boundary + 3 * bufferStride, fromNorth);
  v128.store(boundary + 4 * bufferStride, fromNorthLeft);
  v128.store(boundary + 5 * bufferStride, fromNorthRight);
  store<u64>(becomes, spreads);
  if (!v128.any_true(any)) return 0;
  leftmost = v128.or(leftmost, v128.or(leftward, fromNorthLeft));
  rightmost = v128.or(rightmost, v128.or(rightward, fromNorthRight));
  return GIVES | (i32(spreads != 0) * PRESSES) | sidesOf(leftmost, rightmost) | boundaryBitsOf(boundary, bufferStride);
}

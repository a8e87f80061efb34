import { STRIP_ROWS } from './block';
import { axisLimits, diagonalLimits } from './limits';
import {
  axisThresholdLanesOf, diagonalRatioLanesOf, diagonalThresholdLanesOf, fractionBytesOf, fractionIndexLanesOf,
  lowHalfLanesOf, maxFlowLanesOf, minAxisLanesOf, minDiagonalLanesOf, ownCountsLanesOf, pressedAxisLanesOf,
  pressedDiagonalLanesOf, wallLanesOf,
} from './sheet.generated';


// The first half of a pass: what each column of a strip gives, from heights that nothing changes meanwhile.
//
// Gifts are summed where they arrive, in three planes: those that arrive straight (from the rows above and below, less
// the column's own outflow), those that arrive one column to the left of where they lie, and one to the right. Gifts to
// the rows above and below the strip lie apart, in the strip's rims. So the second half has only to add.

/** Share of an axis neighbour of four columns: floor(sum · K / 65536), at most 2²³ − 1. `counts` is −n. */
function takeShare(sheet: usize, own: v128, sum: v128, counts: v128): v128 {
  const index = i32x4.sub(fractionIndexLanesOf(sheet), i32x4.add(counts, i32x4.shl(counts, 8)));
  const share = v128.and(v128.swizzle(fractionBytesOf(sheet), index), i32x4.gt_s(wallLanesOf(sheet), own));
  const high = i32x4.mul(i32x4.shr_u(sum, 16), share);
  const low = i32x4.shr_u(i32x4.mul(v128.and(sum, lowHalfLanesOf(sheet)), share), 16);
  return i32x4.min_s(i32x4.add(high, low), maxFlowLanesOf(sheet));
}

/** Bits of what deciding returns: the strip gives, a column of it becomes pressed, where something leaves it. */
export const GIVES: i32 = 1;
export const PRESSES: i32 = 2;
export const LEAVES_LEFT: i32 = 4;
export const LEAVES_RIGHT: i32 = 8;
export const LEAVES_UP: i32 = 16;
export const LEAVES_DOWN: i32 = 32;

function sidesOf(leftmost: v128, rightmost: v128): i32 {
  return i32(i32x4.extract_lane(leftmost, 0) != 0) * LEAVES_LEFT | i32(i32x4.extract_lane(rightmost, 3) != 0) * LEAVES_RIGHT;
}

function rimsOf(rims: usize, roomStride: usize): i32 {
  const upper = v128.or(v128.load(rims), v128.or(v128.load(rims + roomStride), v128.load(rims + 2 * roomStride)));
  const lower = v128.or(
    v128.load(rims + 3 * roomStride), v128.or(v128.load(rims + 4 * roomStride), v128.load(rims + 5 * roomStride)),
  );
  return i32(v128.any_true(upper)) * LEAVES_UP | i32(v128.any_true(lower)) * LEAVES_DOWN;
}

/**
 * A strip with no pressed column in or beside it. `room` is its place in the first plane, `plane` the distance to the next, `roomStride` a row's,
 * `rims` its place in the first of its six rims. Returns 0 where nothing is given, else GIVES and bits of what leaves it.
 */
export function decideStrip(sheet: usize, strip: usize, room: usize, plane: usize, rims: usize, stride: usize, roomStride: usize): i32 {
  const plane2 = plane + plane;
  const zero = i32x4.splat(0);
  let any = zero;
  // Of the row before: what arrives there, still without gifts from the row after; and its gifts to that row.
  let straight = zero;
  let leftward = zero;
  let rightward = zero;
  let fromNorth = zero;
  let fromNorthLeft = zero;
  let fromNorthRight = zero;
  // The row before a strip's first lies in its upper rim.
  let target = rims;
  let step = roomStride;
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
      const q = takeShare(sheet, own, sum, i32x4.add(axis, diagonal));
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
    target = room;
    step = plane;
    p += stride;
    room += roomStride;
  }
  v128.store(target, straight);
  v128.store(target + plane, leftward);
  v128.store(target + plane2, rightward);
  v128.store(rims + 3 * roomStride, fromNorth);
  v128.store(rims + 4 * roomStride, fromNorthLeft);
  v128.store(rims + 5 * roomStride, fromNorthRight);
  // Where plain ground moves, most of it does: all sides are taken to be crossed, which costs less than finding out.
  return v128.any_true(any) ? GIVES | LEAVES_LEFT | LEAVES_RIGHT | LEAVES_UP | LEAVES_DOWN : 0;
}

/**
 * The same where columns may be pressed: each pair has its own threshold, and a column that gives while a lower
 * neighbour is pressed becomes pressed: bit row · 4 + column of the 64 bits stored at `becomes`.
 * Returns the same, and PRESSES where a column becomes pressed.
 */
export function decidePressedStrip(
  sheet: usize, strip: usize, pressedStrip: usize, room: usize, plane: usize, rims: usize, stride: usize, roomStride: usize, becomes: usize,
): i32 {
  return decideMarkedStrip(sheet, strip, pressedStrip, 0, room, plane, rims, stride, roomStride, becomes, false);
}

/** The same where columns have cohesion (`cohesionStrip`), and perhaps only lower ones count as pressed. */
export function decideCohesiveStrip(
  sheet: usize, strip: usize, pressedStrip: usize, cohesionStrip: usize, room: usize, plane: usize, rims: usize, stride: usize,
  roomStride: usize, becomes: usize,
): i32 {
  return decideMarkedStrip(sheet, strip, pressedStrip, cohesionStrip, room, plane, rims, stride, roomStride, becomes, true);
}

/** What both have in common. */
@inline function decideMarkedStrip(
  sheet: usize, strip: usize, pressedStrip: usize, cohesionStrip: usize, room: usize, plane: usize, rims: usize, stride: usize,
  roomStride: usize, becomes: usize, isCohesive: bool,
): i32 {
  const plane2 = plane + plane;
  const half = stride >> 1;
  const zero = i32x4.splat(0);
  let any = zero;
  // All that arrives to the left and to the right of where it lies.
  let leftmost = zero;
  let rightmost = zero;
  // Of the row before: what arrives there, still without gifts from the row after; and its gifts to that row.
  let straight = zero;
  let leftward = zero;
  let rightward = zero;
  let fromNorth = zero;
  let fromNorthLeft = zero;
  let fromNorthRight = zero;
  // The row before a strip's first lies in its upper rim.
  let target = rims;
  let step = roomStride;
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
    // Where a column is pressed, all its pairs are inside ones. Walls stand above everything, and give nothing.
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

      const q = takeShare(sheet, own, sum, i32x4.add(axis, diagonal));
      const r = i32x4.shr_u(i32x4.mul(q, diagonalRatioLanesOf(sheet)), 8);
      const lost = i32x4.add(i32x4.mul(q, axis), i32x4.mul(r, diagonal));
      any = v128.or(any, lost);
      // `lost` is negative where something is given, marks where a column is pressed.
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
    target = room;
    step = plane;
    p += stride;
    mark += half;
    if (isCohesive) cohesion += stride;
    room += roomStride;
  }
  v128.store(target, straight);
  v128.store(target + plane, leftward);
  v128.store(target + plane2, rightward);
  v128.store(rims + 3 * roomStride, fromNorth);
  v128.store(rims + 4 * roomStride, fromNorthLeft);
  v128.store(rims + 5 * roomStride, fromNorthRight);
  store<u64>(becomes, spreads);
  if (!v128.any_true(any)) return 0;
  leftmost = v128.or(leftmost, v128.or(leftward, fromNorthLeft));
  rightmost = v128.or(rightmost, v128.or(rightward, fromNorthRight));
  return GIVES | (i32(spreads != 0) * PRESSES) | sidesOf(leftmost, rightmost) | rimsOf(rims, roomStride);
}

import {
  BIT_A, BIT_B, BIT_C, BIT_D, BLOCK_COLUMNS, BLOCK_ROWS, SPREAD_BIT, TAKERS,
} from './block';
import { shareOf, WALL_HEIGHT } from './sheet';

// The first half of a pass: what each column of a block gives, from heights that nothing changes meanwhile.

/** Counts ride in a word's low 16 bits, doubled and in both bytes, so that they index the share table's bytes at once. */
const ONE: i32 = 0x0202;
const TAKES_A: i32 = BIT_A | ONE;
const TAKES_B: i32 = BIT_B | ONE;
const TAKES_C: i32 = BIT_C | ONE;
const TAKES_D: i32 = BIT_D | ONE;
/** Makes of n · 0x0202 the byte indices of entry n − 1; none for n = 0. */
const INDEX_BASE: i32 = 0xffff0100 - 0x0202;
const GREATEST_SHARE: i32 = (1 << 23) - 1;

/** The eight shares as sixteen bytes, entry n − 1 for n lower neighbours. */
// @ts-ignore
@inline function shareTable(sheet: usize): v128 {
  let table = i16x8.splat(0);
  table = i16x8.replace_lane(table, 0, <i16>shareOf(sheet, 1));
  table = i16x8.replace_lane(table, 1, <i16>shareOf(sheet, 2));
  table = i16x8.replace_lane(table, 2, <i16>shareOf(sheet, 3));
  table = i16x8.replace_lane(table, 3, <i16>shareOf(sheet, 4));
  table = i16x8.replace_lane(table, 4, <i16>shareOf(sheet, 5));
  table = i16x8.replace_lane(table, 5, <i16>shareOf(sheet, 6));
  table = i16x8.replace_lane(table, 6, <i16>shareOf(sheet, 7));
  return i16x8.replace_lane(table, 7, <i16>shareOf(sheet, 8));
}

/** Stores shares, takers and outflow of four columns; returns their outflow. */
// @ts-ignore
@inline function storeFlow(own: v128, sum: v128, axis: v128, diagonal: v128, table: v128, flow: usize, plane: usize): v128 {
  const counts = v128.and(i32x4.add(axis, diagonal), i32x4.splat(0xffff));
  const share = v128.and(
    v128.swizzle(table, i32x4.add(counts, i32x4.splat(INDEX_BASE))),
    i32x4.gt_s(i32x4.splat(WALL_HEIGHT), own),
  );
  const q = i32x4.min_s(
    i32x4.add(
      i32x4.mul(i32x4.shr_u(sum, 16), share),
      i32x4.shr_u(i32x4.mul(v128.and(sum, i32x4.splat(0xffff)), share), 16),
    ),
    i32x4.splat(GREATEST_SHARE),
  );
  const r = i32x4.shr_u(i32x4.mul(q, i32x4.splat(181)), 8);
  const twice = i32x4.add(
    i32x4.mul(q, v128.and(axis, i32x4.splat(0xff))),
    i32x4.mul(r, v128.and(diagonal, i32x4.splat(0xff))),
  );
  v128.store(flow, v128.or(q, v128.and(axis, i32x4.splat(TAKERS))));
  v128.store(flow + plane, v128.or(r, v128.and(diagonal, i32x4.splat(TAKERS))));
  return i32x4.shr_u(twice, 1);
}

/** A block with no pressed column in or beside it. Returns 1 when something is given, else 0. */
export function decideBlock(block: usize, flowBlock: usize, plane: usize, stride: usize, axisLimit: i32, diagonalLimit: i32, sheet: usize): i32 {
  const table = shareTable(sheet);
  const axisMost = i32x4.splat(axisLimit);
  const diagonalMost = i32x4.splat(diagonalLimit);
  const plane2 = plane + plane;
  const zero = i32x4.splat(0);
  let any = zero;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    let p = block;
    let flow = flowBlock;
    const end = p + (BLOCK_COLUMNS << 2);
    while (p < end) {
      const own = v128.load(p);
      const up = p - stride;
      const down = p + stride;

      let d = i32x4.sub(own, v128.load(p - 4));
      let m = i32x4.gt_s(d, axisMost);
      let sum = v128.and(d, m);
      let axis = v128.and(m, i32x4.splat(TAKES_A));
      d = i32x4.sub(own, v128.load(p, 4));
      m = i32x4.gt_s(d, axisMost);
      sum = i32x4.add(sum, v128.and(d, m));
      axis = i32x4.add(axis, v128.and(m, i32x4.splat(TAKES_B)));
      d = i32x4.sub(own, v128.load(up));
      m = i32x4.gt_s(d, axisMost);
      sum = i32x4.add(sum, v128.and(d, m));
      axis = i32x4.add(axis, v128.and(m, i32x4.splat(TAKES_C)));
      d = i32x4.sub(own, v128.load(down));
      m = i32x4.gt_s(d, axisMost);
      sum = i32x4.add(sum, v128.and(d, m));
      axis = i32x4.add(axis, v128.and(m, i32x4.splat(TAKES_D)));

      d = i32x4.sub(own, v128.load(up - 4));
      m = i32x4.gt_s(d, diagonalMost);
      sum = i32x4.add(sum, v128.and(d, m));
      let diagonal = v128.and(m, i32x4.splat(TAKES_A));
      d = i32x4.sub(own, v128.load(up, 4));
      m = i32x4.gt_s(d, diagonalMost);
      sum = i32x4.add(sum, v128.and(d, m));
      diagonal = i32x4.add(diagonal, v128.and(m, i32x4.splat(TAKES_B)));
      d = i32x4.sub(own, v128.load(down - 4));
      m = i32x4.gt_s(d, diagonalMost);
      sum = i32x4.add(sum, v128.and(d, m));
      diagonal = i32x4.add(diagonal, v128.and(m, i32x4.splat(TAKES_C)));
      d = i32x4.sub(own, v128.load(down, 4));
      m = i32x4.gt_s(d, diagonalMost);
      sum = i32x4.add(sum, v128.and(d, m));
      diagonal = i32x4.add(diagonal, v128.and(m, i32x4.splat(TAKES_D)));

      if (v128.any_true(v128.or(axis, diagonal))) {
        const outflow = storeFlow(own, sum, axis, diagonal, table, flow, plane);
        v128.store(flow + plane2, outflow);
        any = v128.or(any, outflow);
      } else {
        v128.store(flow, zero);
        v128.store(flow + plane, zero);
        v128.store(flow + plane2, zero);
      }
      p += 16;
      flow += 16;
    }
    block += stride;
    flowBlock += stride;
  }
  return i32(v128.any_true(any));
}

/**
 * The same where columns may be pressed: each pair has its own threshold, and a column that gives while a lower
 * neighbour is pressed becomes pressed. Returns bit 0 when something is given, bit 1 when a column becomes pressed.
 */
export function decidePressedBlock(
  block: usize, pressedBlock: usize, flowBlock: usize, plane: usize, stride: usize,
  axisOutside: i32, axisInside: i32, diagonalOutside: i32, diagonalInside: i32, sheet: usize,
): i32 {
  const table = shareTable(sheet);
  const axisMost = i32x4.splat(axisOutside);
  const axisChange = i32x4.splat(axisOutside ^ axisInside);
  const diagonalMost = i32x4.splat(diagonalOutside);
  const diagonalChange = i32x4.splat(diagonalOutside ^ diagonalInside);
  const plane2 = plane + plane;
  const half = stride >> 1;
  const zero = i32x4.splat(0);
  let any = zero;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    let p = block;
    let mark = pressedBlock;
    let flow = flowBlock;
    const end = p + (BLOCK_COLUMNS << 2);
    while (p < end) {
      const own = v128.load(p);
      const ownMark = v128.load16x4_s(mark);
      const up = p - stride;
      const down = p + stride;
      const markUp = mark - half;
      const markDown = mark + half;

      let other = v128.load16x4_s(mark - 2);
      let limit = v128.xor(axisMost, v128.and(axisChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      let d = i32x4.sub(own, v128.load(p - 4));
      let m = i32x4.gt_s(d, limit);
      let sum = v128.and(d, m);
      let near = v128.and(other, m);
      let axis = v128.and(m, i32x4.splat(TAKES_A));
      other = v128.load16x4_s(mark, 2);
      limit = v128.xor(axisMost, v128.and(axisChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      d = i32x4.sub(own, v128.load(p, 4));
      m = i32x4.gt_s(d, limit);
      sum = i32x4.add(sum, v128.and(d, m));
      near = v128.or(near, v128.and(other, m));
      axis = i32x4.add(axis, v128.and(m, i32x4.splat(TAKES_B)));
      other = v128.load16x4_s(markUp);
      limit = v128.xor(axisMost, v128.and(axisChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      d = i32x4.sub(own, v128.load(up));
      m = i32x4.gt_s(d, limit);
      sum = i32x4.add(sum, v128.and(d, m));
      near = v128.or(near, v128.and(other, m));
      axis = i32x4.add(axis, v128.and(m, i32x4.splat(TAKES_C)));
      other = v128.load16x4_s(markDown);
      limit = v128.xor(axisMost, v128.and(axisChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      d = i32x4.sub(own, v128.load(down));
      m = i32x4.gt_s(d, limit);
      sum = i32x4.add(sum, v128.and(d, m));
      near = v128.or(near, v128.and(other, m));
      axis = i32x4.add(axis, v128.and(m, i32x4.splat(TAKES_D)));

      other = v128.load16x4_s(markUp - 2);
      limit = v128.xor(diagonalMost, v128.and(diagonalChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      d = i32x4.sub(own, v128.load(up - 4));
      m = i32x4.gt_s(d, limit);
      sum = i32x4.add(sum, v128.and(d, m));
      near = v128.or(near, v128.and(other, m));
      let diagonal = v128.and(m, i32x4.splat(TAKES_A));
      other = v128.load16x4_s(markUp, 2);
      limit = v128.xor(diagonalMost, v128.and(diagonalChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      d = i32x4.sub(own, v128.load(up, 4));
      m = i32x4.gt_s(d, limit);
      sum = i32x4.add(sum, v128.and(d, m));
      near = v128.or(near, v128.and(other, m));
      diagonal = i32x4.add(diagonal, v128.and(m, i32x4.splat(TAKES_B)));
      other = v128.load16x4_s(markDown - 2);
      limit = v128.xor(diagonalMost, v128.and(diagonalChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      d = i32x4.sub(own, v128.load(down - 4));
      m = i32x4.gt_s(d, limit);
      sum = i32x4.add(sum, v128.and(d, m));
      near = v128.or(near, v128.and(other, m));
      diagonal = i32x4.add(diagonal, v128.and(m, i32x4.splat(TAKES_C)));
      other = v128.load16x4_s(markDown, 2);
      limit = v128.xor(diagonalMost, v128.and(diagonalChange, i32x4.shr_s(v128.or(ownMark, other), 31)));
      d = i32x4.sub(own, v128.load(down, 4));
      m = i32x4.gt_s(d, limit);
      sum = i32x4.add(sum, v128.and(d, m));
      near = v128.or(near, v128.and(other, m));
      diagonal = i32x4.add(diagonal, v128.and(m, i32x4.splat(TAKES_D)));

      if (v128.any_true(v128.or(axis, diagonal))) {
        const outflow = storeFlow(own, sum, axis, diagonal, table, flow, plane);
        const spreads = v128.and(
          v128.and(v128.andnot(near, ownMark), i32x4.splat(SPREAD_BIT)),
          i32x4.gt_s(outflow, zero),
        );
        const word = v128.or(outflow, spreads);
        v128.store(flow + plane2, word);
        any = v128.or(any, word);
      } else {
        v128.store(flow, zero);
        v128.store(flow + plane, zero);
        v128.store(flow + plane2, zero);
      }
      p += 16;
      mark += 8;
      flow += 16;
    }
    block += stride;
    pressedBlock += half;
    flowBlock += stride;
  }
  return i32(v128.any_true(any)) | (i32(i32x4.bitmask(any) != 0) << 1);
}

import { BLOCK_COLUMNS, BLOCK_ROWS, SPREAD_BIT } from './block';
import { pressedWord } from './sheet';

const AMOUNT: i32 = 0x0fffffff;

/**
 * The second half of a pass, in place: each column of the block loses its outflow and gathers from the eight neighbours
 * that give to it. Takers' bits ride along in the sums and only carry upwards, so they are cut off once, at the end.
 * With `spreads`, columns whose outflow says so become pressed.
 */
export function moveBlock(
  block: usize, pressedBlock: usize, flowBlock: usize, plane: usize, stride: usize, spreads: bool, shift: i32,
): void {
  const plane2 = plane + plane;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    let p = block;
    let flow = flowBlock;
    const end = p + (BLOCK_COLUMNS << 2);
    while (p < end) {
      let w = v128.load(flow, 4);
      let sum = v128.and(w, i32x4.shr_s(w, 31));
      w = v128.load(flow - 4);
      sum = i32x4.add(sum, v128.and(w, i32x4.shr_s(i32x4.shl(w, 1), 31)));
      w = v128.load(flow + stride);
      sum = i32x4.add(sum, v128.and(w, i32x4.shr_s(i32x4.shl(w, 2), 31)));
      w = v128.load(flow - stride);
      sum = i32x4.add(sum, v128.and(w, i32x4.shr_s(i32x4.shl(w, 3), 31)));
      const across = flow + plane;
      w = v128.load(across + stride, 4);
      sum = i32x4.add(sum, v128.and(w, i32x4.shr_s(w, 31)));
      w = v128.load(across + stride - 4);
      sum = i32x4.add(sum, v128.and(w, i32x4.shr_s(i32x4.shl(w, 1), 31)));
      w = v128.load(across - stride + 4);
      sum = i32x4.add(sum, v128.and(w, i32x4.shr_s(i32x4.shl(w, 2), 31)));
      w = v128.load(across - stride - 4);
      sum = i32x4.add(sum, v128.and(w, i32x4.shr_s(i32x4.shl(w, 3), 31)));
      const inflow = v128.and(sum, i32x4.splat(AMOUNT));
      const word = v128.load(flow + plane2);
      const outflow = v128.and(word, i32x4.splat(~SPREAD_BIT));
      v128.store(p, i32x4.add(v128.load(p), i32x4.sub(inflow, outflow)));
      if (spreads) {
        const lanes = i32x4.bitmask(word);
        for (let lane = 0; lane < 4; lane++) {
          if (!((lanes >> lane) & 1)) continue;
          const at = <usize>lane;
          store<u16>(pressedBlock + ((p - block) >> 1) + (at << 1), pressedWord(load<i32>(p + (at << 2)), shift));
        }
      }
      p += 16;
      flow += 16;
    }
    block += stride;
    pressedBlock += stride >> 1;
    flowBlock += stride;
  }
}

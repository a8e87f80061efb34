import { declareGround, threads } from './common.ts';

/**
 * Writes what is drawn of a tile and of `call.count` columns around it into its scratch memory, row by row. Each texel is a height whose
 * lowest bit is replaced by 1 where the ground is pressed, else by 0. Columns of tiles without a slot are left out.
 */
export const drawShader = /* wgsl */ `
${declareGround()}
@compute @workgroup_size(${threads})
fn draw(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let slot = lists[call.list + group.x];
  let border = i32(call.count);
  let size = u32(tileSize + 1 + 2 * border);
  for (var n = thread; n < size * size; n += ${threads}u) {
    let x = i32(n % size) - border;
    let y = i32(n / size) - border;
    let other = slotAround(slot, x, y);
    if (other == noSlot) { continue; }
    let column = columnIn(other, x, y);
    let pressed = i32((marks[column] & u32(pressedBit)) != 0u);
    scratch[slot * planeCount * slotColumns + n / size * texelRow + n % size] = (heights[column] & ~1) | pressed;
  }
}
`;

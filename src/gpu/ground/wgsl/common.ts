import { tileSize as columnsOfSide } from '../../../systems/ground/flow/sheet.ts';
import {
  maxFlow,
  noEnvelope,
  outsideBit,
  pressedBit,
  stoneBit,
  tileSize,
  touchedBit,
  wallBit,
  wallHeight,
} from '../../../systems/ground/records.generated.ts';
import { declareConstants } from '../../wgsl.ts';

/** Columns of a tile, the unit of memory on the card: a *slot* holds the columns of a tile, row by row. */
export const slotColumns = columnsOfSide * columnsOfSide;

/** Index that stands for a tile without a slot. */
export const noSlot = 0xffffffff;

/** Contact bits are stored above the 16 bits of the pressed word of a column. */
export const contactShift = 16;

/** Words of scratch memory for each column. The flows of erosion use the words of contact, which comes first in a step. */
export const planes = {
  envelope: 0,
  endEnvelope: 1,
  ownLow: 2,
  ownHigh: 3,
  contour: 4,
  partLow: 5,
  partHigh: 6,
  axisFlow: 0,
  diagonalFlow: 1,
} as const;
export const planeCount = 7;

/** Words at the start of the status buffer. The words of all passes and of all slots follow. */
export const statusWords = {
  /** Sums of 64 bits, in height units: low word, high word. */
  removed: 0,
  deposited: 2,
  outside: 4,
  /** 1 if a step was planned with assumptions that turned out wrong. It and later steps then do nothing. */
  halted: 6,
  /** 1 if the step is complete. */
  finished: 7,
  /** Number of groups whose displacement the rounds have left to `spread`. */
  unfinished: 8,
  /** [maxGroups · groupStride] */
  groups: 9,
} as const;
/** Number of words from the start of the status buffer that the host reads after each step. */
export const headWords = statusWords.groups;
/**
 * Words of each group: the number of the last division of the step in which something pressed it, and the numbers of the last rounds in which its labels
 * and the amounts that it displaces changed.
 */
export const groupWords = { pressed: 0, labelled: 1, passed: 2 } as const;
export const groupStride = 3;
/**
 * Words of each group in the lists: its index, then the first word and the length of two lists of windows. The first list has its tiles, the second one
 * tiles that are shifted by half a tile.
 */
export const groupListStride = 5;
/** Maximum number of separate groups of tiles in contact in a step. */
export const maxGroups = 2048;
/** Maximum number of passes in a step. */
export const maxPasses = 8192;
export const passWords = statusWords.groups + maxGroups * groupStride;
export const resultWords = passWords + maxPasses;

/** Words of each tile of the work list in the results: whether it moved (1) and touched (2), its highest and its lowest column. */
export const resultStride = 3;
/** Words of each slot in the status buffer. */
export const slotWords = {
  gaveEven: 0,
  gaveOdd: 1,
  moved: 2,
  touched: 3,
  division: 4,
  changedEven: 5,
  changedOdd: 6,
  listed: 7,
} as const;
export const slotStride = 8;
/** Words of a tile that `check` tests: its slot, and the lowest and highest value that its highest column was assumed to have. */
export const checkStride = 3;

/** Words of a row of texels that `draw` writes: copies from buffers to textures need rows of a multiple of 256 bytes. */
export const texelRow = 64;

/** Words of a triangle: nine coordinates, two gradients as float64, and its window. */
export const triangleStride = 14;

/** Threads of a workgroup. Each takes four columns of a tile. */
export const threads = 256;

/** The declarations that all shaders of the ground share. `envelope` names the type of the scratch memory: i32, or atomic<i32>. */
export function declareGround(scratch: 'i32' | 'atomic<i32>' = 'i32'): string {
  return /* wgsl */ `
${declareConstants('i32', { tileSize, pressedBit, noEnvelope, wallHeight, maxFlow })}
${declareConstants('u32', {
  touchedBit: touchedBit << contactShift,
  wallBit: wallBit << contactShift,
  outsideBit: outsideBit << contactShift,
  stoneBit: stoneBit << contactShift,
  slotColumns,
  noSlot,
  planeCount,
  passWords,
  resultWords,
  resultStride,
  slotStride,
  groupStride,
  groupListStride,
  texelRow,
  checkStride,
  triangleStride,
})}
${declareConstants('u32', prefix('plane', planes))}
${declareConstants('u32', prefix('status', statusWords))}
${declareConstants('u32', prefix('slot', slotWords))}
${declareConstants('u32', prefix('group', groupWords))}

struct Rules {
  pressedShift: u32, buriedLimit: i32,
  axisInside: i32, diagonalInside: i32, axisOutside: i32, diagonalOutside: i32,
  diagonalRatio: u32, alpha16: u32,
  tolerance: i32, wallTolerance: i32,
  axisStep: u32, diagonalStep: u32,
  keepsLowest: u32,
  /** First word of the slots in the status buffer. */
  slotWords: u32,
  spare0: u32, spare1: u32,
  fraction: array<vec4u, 3>,
}
/** The arguments of one dispatch. list: the first entry in lists. */
struct Call {
  list: u32, count: u32,
  pass_: u32, axisFloor: i32, diagonalFloor: i32,
  division: u32, plane: u32, lastPass: u32,
  isFirst: u32, labelRound: u32, passRound: u32,
}
@group(0) @binding(0) var<storage, read_write> heights: array<i32>;
/** Of each column: the pressed word, and above it the contact bits. */
@group(0) @binding(1) var<storage, read_write> marks: array<u32>;
@group(0) @binding(2) var<storage, read_write> lowest: array<i32>;
@group(0) @binding(3) var<storage, read_write> scratch: array<${scratch}>;
/** [9 · slots] the slots around each slot, row by row. */
@group(0) @binding(4) var<storage, read> around: array<u32>;
@group(0) @binding(5) var<storage, read_write> status: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read> triangles: array<u32>;
@group(0) @binding(8) var<uniform> rules: Rules;
@group(0) @binding(9) var<uniform> call: Call;

fn planeAt(column: u32, plane: u32) -> u32 {
  return (column / slotColumns * planeCount + plane) * slotColumns + column % slotColumns;
}
fn slotWord(slot: u32, word: u32) -> u32 { return rules.slotWords + slot * slotStride + word; }
/** The slot of the tile that contains a column at −1 … 32 of a tile. */
fn slotAround(slot: u32, x: i32, y: i32) -> u32 {
  let i = select(select(1u, 2u, x > 31), 0u, x < 0);
  let j = select(select(1u, 2u, y > 31), 0u, y < 0);
  return around[slot * 9u + j * 3u + i];
}
fn columnIn(slot: u32, x: i32, y: i32) -> u32 {
  return slot * slotColumns + u32(y & 31) * 32u + u32(x & 31);
}
/** Columns of a tile together with those around it, and the length of its rows. */
const sideColumns = 1156u;
const side = 34u;
/** Index of a neighbour among these columns: four along the axes (left, right, up, down), then four along the diagonals. */
fn neighbourOf(at: u32, n: u32) -> u32 {
  let x = (0x20201120u >> (4u * n)) & 15u;
  let y = (0x22002011u >> (4u * n)) & 15u;
  return at + y * side + x - side - 1u;
}
/** The neighbour in the opposite direction. */
fn oppositeOf(n: u32) -> u32 { return select(11u - n, n ^ 1u, n < 4u); }
var<workgroup> haltedNow: u32;
/** Whether the step must do nothing. It is the same for all threads of a workgroup. */
fn isHalted(thread: u32) -> bool {
  if (thread == 0u) { haltedNow = atomicLoad(&status[statusHalted]); }
  return workgroupUniformLoad(&haltedNow) == 1u;
}
fn pressedWord(height: i32) -> u32 {
  return u32(pressedBit | ((height >> rules.pressedShift) & 0x7fff));
}
/** Adds a sum that is given as the sums of its low and high 16 bits. */
fn addToStatus(word: u32, low16: u32, high16: u32) {
  let low = low16 + (high16 << 16u);
  let high = (high16 >> 16u) + select(0u, 1u, low < low16);
  let before = atomicAdd(&status[word], low);
  atomicAdd(&status[word + 1u], high + select(0u, 1u, before + low < before));
}
`;
}

function prefix(start: string, words: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [start + name[0].toUpperCase() + name.slice(1), value]),
  );
}

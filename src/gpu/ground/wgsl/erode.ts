import { minThreshold } from '../../../systems/ground/records.generated.ts';
import { declareConstants } from '../../wgsl.ts';
import { declareGround, threads } from './common.ts';

/**
 * A pass of erosion: see `GroundKernel.erode`. A column gathers what its neighbours give, so no order matters. `decide` writes the flows of
 * each column, `apply` the new heights. Both skip tiles in whose surroundings nothing moved in the pass before.
 */
export const erodeShader = /* wgsl */ `
${declareGround()}
${declareConstants('i32', { minThreshold })}
var<workgroup> isSkipped: u32;
var<workgroup> gives: atomic<u32>;
var<workgroup> around0: array<i32, 1156>;
var<workgroup> around1: array<u32, 1156>;


fn gaveAt(slot: u32, pass_: u32) -> bool {
  return slot != noSlot && atomicLoad(&status[slotWord(slot, slotGaveEven + (pass_ & 1u))]) == pass_;
}
fn anyGave(slot: u32, pass_: u32) -> bool {
  for (var n = 0u; n < 9u; n++) { if (gaveAt(around[slot * 9u + n], pass_)) { return true; } }
  return false;
}

@compute @workgroup_size(${threads})
fn decide(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + group.x];
  if (thread == 0u) {
    atomicStore(&gives, 0u);
    isSkipped = select(1u, 0u, call.pass_ == 1u || anyGave(slot, call.pass_ - 1u));
  }
  if (workgroupUniformLoad(&isSkipped) == 1u) { return; }
  for (var n = thread; n < sideColumns; n += ${threads}u) {
    let x = i32(n % side) - 1;
    let y = i32(n / side) - 1;
    let other = slotAround(slot, x, y);
    around0[n] = wallHeight;
    around1[n] = 0u;
    if (other != noSlot) {
      let column = columnIn(other, x, y);
      let mark = marks[column];
      if ((mark & (wallBit | outsideBit | stoneBit)) == 0u) { around0[n] = heights[column]; }
      around1[n] = mark & u32(pressedBit);
    }
  }
  workgroupBarrier();
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let at = (k / 32u + 1u) * side + k % 32u + 1u;
    let own = around0[at];
    var axisWord = 0u;
    var diagonalWord = 0u;
    if (own < wallHeight) {
      var sum = 0u;
      var axisBits = 0u;
      var diagonalBits = 0u;
      var nearPressed = 0u;
      for (var n = 0u; n < 8u; n++) {
        let other = neighbourOf(at, n);
        let difference = own - around0[other];
        let isInside = (around1[at] | around1[other]) != 0u;
        var threshold: i32;
        if (n < 4u) { threshold = max(call.axisFloor, select(rules.axisOutside, rules.axisInside, isInside)); }
        else { threshold = max(call.diagonalFloor, select(rules.diagonalOutside, rules.diagonalInside, isInside)); }
        if (difference <= threshold) { continue; }
        sum += u32(difference);
        if (n < 4u) { axisBits |= 1u << n; } else { diagonalBits |= 1u << (n - 4u); }
        nearPressed |= around1[other];
      }
      let axisCount = countOneBits(axisBits);
      let diagonalCount = countOneBits(diagonalBits);
      let entry = axisCount + diagonalCount;
      let fraction = rules.fraction[entry / 4u][entry % 4u];
      let axisFlow = min(u32(maxFlow), (sum >> 16u) * fraction + (((sum & 0xffffu) * fraction) >> 16u));
      let diagonalFlow = (axisFlow * rules.diagonalRatio) >> 8u;
      if (axisFlow * axisCount + diagonalFlow * diagonalCount != 0u) {
        let becomesPressed = nearPressed != 0u && around1[at] == 0u;
        axisWord = axisFlow | (axisBits << 24u) | select(0u, 1u << 31u, becomesPressed);
        diagonalWord = diagonalFlow | (diagonalBits << 24u);
        atomicStore(&gives, 1u);
      }
    }
    let column = slot * slotColumns + k;
    scratch[planeAt(column, planeAxisFlow)] = i32(axisWord);
    scratch[planeAt(column, planeDiagonalFlow)] = i32(diagonalWord);
  }
  workgroupBarrier();
  if (thread == 0u && atomicLoad(&gives) == 1u) {
    atomicStore(&status[slotWord(slot, slotGaveEven + (call.pass_ & 1u))], call.pass_);
    atomicStore(&status[slotWord(slot, slotMoved)], 1u);
    atomicStore(&status[passWords + call.pass_], 1u);
  }
}

var<workgroup> axisWords: array<u32, 1156>;

@compute @workgroup_size(${threads})
fn apply(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + group.x];
  if (thread == 0u) { isSkipped = select(1u, 0u, anyGave(slot, call.pass_)); }
  if (workgroupUniformLoad(&isSkipped) == 1u) { return; }
  for (var n = thread; n < sideColumns; n += ${threads}u) {
    let x = i32(n % side) - 1;
    let y = i32(n / side) - 1;
    let other = slotAround(slot, x, y);
    axisWords[n] = 0u;
    around1[n] = 0u;
    if (gaveAt(other, call.pass_)) {
      let column = columnIn(other, x, y);
      axisWords[n] = u32(scratch[planeAt(column, planeAxisFlow)]);
      around1[n] = u32(scratch[planeAt(column, planeDiagonalFlow)]);
    }
  }
  workgroupBarrier();
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let at = (k / 32u + 1u) * side + k % 32u + 1u;
    let axisWord = axisWords[at];
    let diagonalWord = around1[at];
    var change = 0u - (axisWord & 0xffffffu) * countOneBits((axisWord >> 24u) & 15u)
      - (diagonalWord & 0xffffffu) * countOneBits((diagonalWord >> 24u) & 15u);
    for (var n = 0u; n < 8u; n++) {
      let other = neighbourOf(at, n);
      let back = oppositeOf(n);
      if (n < 4u) {
        if (((axisWords[other] >> (24u + back)) & 1u) == 1u) { change += axisWords[other] & 0xffffffu; }
      } else if (((around1[other] >> (20u + back)) & 1u) == 1u) {
        change += around1[other] & 0xffffffu;
      }
    }
    if (change == 0u && axisWord >> 31u == 0u) { continue; }
    let column = slot * slotColumns + k;
    let height = i32(u32(heights[column]) + change);
    heights[column] = height;
    if (axisWord >> 31u == 1u) {
      marks[column] = (marks[column] & 0xffff0000u) | pressedWord(height);
    }
  }
}
`;

/** The start and the end of a step. */
export const frameShader = /* wgsl */ `
${declareGround()}
var<workgroup> isReady: u32;
var<workgroup> top: atomic<i32>;
var<workgroup> bottom: atomic<i32>;

/** Clears the results of the step before. */
@compute @workgroup_size(${threads})
fn reset(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let word = group.x * ${threads}u + thread;
  if (word < resultWords) { atomicStore(&status[word], 0u); }
}

/** Marks the tiles of a step. call.pass_ is the number of the step. */
@compute @workgroup_size(${threads})
fn enlist(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = group.x * ${threads}u + thread;
  if (index < call.count) { atomicStore(&status[slotWord(lists[call.list + index], slotListed)], call.pass_); }
}

/**
 * Halts a step that was planned before the results of the step before it were known, if these are not as assumed: the step before must be
 * complete, all tiles around those that moved must be part of this step, and the highest columns must be within bounds.
 */
@compute @workgroup_size(${threads})
fn check(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = group.x * ${threads}u + thread;
  if (index == 0u && atomicLoad(&status[statusFinished]) != 1u) { atomicStore(&status[statusHalted], 1u); }
  if (index >= call.count) { return; }
  let entry = call.list + index * checkStride;
  let result = resultWords + index * resultStride;
  let top = i32(atomicLoad(&status[result + 1u]));
  var isAsAssumed = top >= i32(lists[entry + 1u]) && top <= i32(lists[entry + 2u]);
  if (atomicLoad(&status[result]) != 0u) {
    for (var n = 0u; n < 9u; n++) {
      let other = around[lists[entry] * 9u + n];
      if (other == noSlot) { isAsAssumed = false; continue; }
      if (atomicLoad(&status[slotWord(other, slotListed)]) != call.pass_) { isAsAssumed = false; }
    }
  }
  if (!isAsAssumed) { atomicStore(&status[statusHalted], 1u); }
}

/** Clears the contact and the flags of the step before. */
@compute @workgroup_size(${threads})
fn begin(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + group.x];
  if (thread < slotListed) { atomicStore(&status[slotWord(slot, thread)], 0u); }
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let column = slot * slotColumns + k;
    let mark = marks[column];
    let cleared = mark & ~(touchedBit | wallBit);
    if (cleared != mark) { marks[column] = cleared; }
  }
}

/**
 * Does for a tile what keepLowest, agePressed and measureTops of GroundKernel do after the last pass of a step. Does nothing while a later pass may still move
 * something.
 */
@compute @workgroup_size(${threads})
fn finish(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + group.x];
  if (thread == 0u) {
    // lastPass is 0 if no passes are left.
    isReady = select(1u, 0u, call.lastPass != 0u && atomicLoad(&status[passWords + call.lastPass]) == 1u);
    atomicStore(&top, -2147483647 - 1);
    atomicStore(&bottom, 2147483647);
    if (group.x == 0u) { atomicStore(&status[statusFinished], isReady); }
  }
  let isDone = workgroupUniformLoad(&isReady) == 1u;
  var highest = -2147483647 - 1;
  var deepest = 2147483647;
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let column = slot * slotColumns + k;
    let height = heights[column];
    highest = max(highest, height);
    deepest = min(deepest, height);
    if (!isDone) { continue; }
    let mark = marks[column];
    if ((mark & u32(pressedBit)) != 0u) {
      let above = (((height >> rules.pressedShift) - i32(mark & 0xffffu)) << 17u) >> 17u;
      if (above < 0) { marks[column] = (mark & 0xffff0000u) | pressedWord(height); }
      else if (above > rules.buriedLimit) { marks[column] = mark & 0xffff0000u; }
    }
    if (rules.keepsLowest == 1u) {
      let low = lowest[column];
      if (height <= low) { lowest[column] = height; }
      else { lowest[column] = (low >> rules.pressedShift) << rules.pressedShift; }
    }
  }
  atomicMax(&top, highest);
  atomicMin(&bottom, deepest);
  workgroupBarrier();
  if (thread == 0u) {
    let result = resultWords + group.x * resultStride;
    let flags = atomicLoad(&status[slotWord(slot, slotMoved)]) | (atomicLoad(&status[slotWord(slot, slotTouched)]) << 1u);
    atomicStore(&status[result], flags);
    atomicStore(&status[result + 1u], u32(atomicLoad(&top)));
    atomicStore(&status[result + 2u], u32(atomicLoad(&bottom)));
  }
}
`;

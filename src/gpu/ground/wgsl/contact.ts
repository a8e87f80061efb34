import { wideArithmetic } from '../../wgsl.ts';
import { declareGround, threads } from './common.ts';

/** Threads that share a triangle. */
export const castThreads = 64;

/** See `GroundKernel.castTriangles`. A workgroup casts one triangle. `clear` removes what was cast before. */
export const castShader = /* wgsl */ `
${declareGround('atomic<i32>')}
${wideArithmetic}
var<workgroup> ground: atomic<i32>;
var<workgroup> groundNow: i32;

@compute @workgroup_size(${threads})
fn clear(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + 2u * group.x];
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    atomicStore(&scratch[planeAt(slot * slotColumns + k, call.plane)], noEnvelope);
  }
}

/** Rounded up. */
fn ceil256(a: i32) -> i32 { return -((-a) >> 8u); }
/** Whether (bx − ax)(z − az) − (x − ax)(bz − az), times the sign of the triangle, is not negative. isSmall: 32 bits suffice. */
fn isInside(ax: i32, az: i32, bx: i32, bz: i32, x: i32, z: i32, turned: bool, isSmall: bool) -> bool {
  if (isSmall) {
    let small = (bx - ax) * (z - az) - (x - ax) * (bz - az);
    return select(small >= 0, small <= 0, turned);
  }
  let e = subWide(mulSigned(bx - ax, z - az), mulSigned(x - ax, bz - az));
  let isNegative = (e.y >> 31u) == 1u;
  return !select(isNegative, !isNegative && (e.x | e.y) != 0u, turned);
}

@compute @workgroup_size(${castThreads})
fn castTriangle(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let index = group.y * 32768u + group.x;
  let at = (call.list + min(index, call.count - 1u)) * triangleStride;
  let xa = i32(triangles[at]); let ya = i32(triangles[at + 1u]); let za = i32(triangles[at + 2u]);
  let xb = i32(triangles[at + 3u]); let yb = i32(triangles[at + 4u]); let zb = i32(triangles[at + 5u]);
  let xc = i32(triangles[at + 6u]); let yc = i32(triangles[at + 7u]); let zc = i32(triangles[at + 8u]);
  let window = triangles[at + 13u];
  let tileColumns = lists[window];
  let tileRows = lists[window + 1u];
  let firstColumn = max(0, ceil256(min(xa, min(xb, xc))));
  let lastColumn = min(i32(tileColumns) * tileSize - 1, max(xa, max(xb, xc)) >> 8u);
  let firstRow = max(0, ceil256(min(za, min(zb, zc))));
  let lastRow = min(i32(tileRows) * tileSize - 1, max(za, max(zb, zc)) >> 8u);
  if (thread == 0u) { atomicStore(&ground, -2147483647 - 1); }
  workgroupBarrier();

  // Triangles that are above all columns of their bounding rectangle, widened to multiples of four columns, are skipped.
  let wideFirst = firstColumn & ~3;
  let wideCount = max(0, (lastColumn | 3) - wideFirst + 1);
  let wideColumns = wideCount * max(0, lastRow - firstRow + 1);
  var highest = -2147483647 - 1;
  for (var n = i32(thread); n < wideColumns; n += ${castThreads}) {
    let x = wideFirst + n % wideCount;
    let y = firstRow + n / wideCount;
    let slot = lists[window + 2u + u32(y >> 5u) * tileColumns + u32(x >> 5u)];
    if (slot != noSlot) { highest = max(highest, heights[columnIn(slot, x, y)]); }
  }
  atomicMax(&ground, highest);
  workgroupBarrier();
  if (thread == 0u) { groundNow = atomicLoad(&ground); }
  let lowestCorner = min(ya, min(yb, yc));
  if (index >= call.count || lowestCorner > workgroupUniformLoad(&groundNow) + rules.tolerance) { return; }

  let highestCorner = max(ya, max(yb, yc));
  let area = subWide(mulSigned(xb - xa, zc - za), mulSigned(xc - xa, zb - za));
  let turned = (area.y >> 31u) == 1u;
  // All differences of coordinates are below 2^15.
  let isSmall = max(xa, max(xb, xc)) - min(xa, min(xb, xc)) < 32768 && max(za, max(zb, zc)) - min(za, min(zb, zc)) < 32768;
  let gradientX = readDouble(triangles[at + 9u], triangles[at + 10u]);
  let gradientZ = readDouble(triangles[at + 11u], triangles[at + 12u]);
  let corner = doubleOf(ya);
  let count = lastColumn - firstColumn + 1;
  let columns = count * (lastRow - firstRow + 1);
  for (var n = i32(thread); n < columns; n += ${castThreads}) {
    let i = firstColumn + n % count;
    let j = firstRow + n / count;
    let x = i << 8u;
    let z = j << 8u;
    if (!isInside(xa, za, xb, zb, x, z, turned, isSmall)) { continue; }
    if (!isInside(xb, zb, xc, zc, x, z, turned, isSmall)) { continue; }
    if (!isInside(xc, zc, xa, za, x, z, turned, isSmall)) { continue; }
    let slot = lists[window + 2u + u32(j >> 5u) * tileColumns + u32(i >> 5u)];
    if (slot == noSlot) { continue; }
    let plane = addDouble(addDouble(corner, mulDouble(gradientX, x - xa)), mulDouble(gradientZ, z - za));
    let y = max(lowestCorner, min(highestCorner, floorDouble(plane)));
    atomicMin(&scratch[planeAt(columnIn(slot, i, j), call.plane)], y);
  }
}
`;

/** See `GroundKernel.press` and `markWalls`. A workgroup takes one tile of the list, whose entries are slot and group. */
export const pressShader = /* wgsl */ `
${declareGround()}
${wideArithmetic}
var<workgroup> low16: atomic<u32>;
var<workgroup> high16: atomic<u32>;
var<workgroup> touches: atomic<u32>;

@compute @workgroup_size(${threads})
fn press(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + 2u * group.x];
  let patch_ = lists[call.list + 2u * group.x + 1u];
  if (thread == 0u) {
    atomicStore(&low16, 0u);
    atomicStore(&high16, 0u);
    atomicStore(&touches, 0u);
    atomicStore(&status[slotWord(slot, slotDivision)], call.division);
  }
  workgroupBarrier();
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let column = slot * slotColumns + k;
    var mark = marks[column];
    let before = heights[column];
    let surface = scratch[planeAt(column, call.plane)];
    var own = vec2u(0u);
    var label = 0u;
    if (surface > before + rules.tolerance || (mark & (outsideBit | stoneBit)) != 0u) {
      if ((mark & touchedBit) != 0u) { marks[column] = mark & ~touchedBit; }
    } else {
      label = 0xffffu;
      let height = min(before, surface);
      let amount = u32(before - height);
      if (amount != 0u) {
        heights[column] = height;
        var above = 0u;
        if (rules.keepsLowest == 1u) {
          let low = lowest[column];
          above = min(amount, u32(max(0, before - low)));
          lowest[column] = min(low, height);
        }
        own = addWide(vec2u(above << 16u, above >> 16u), mulWide(amount - above, rules.alpha16));
        atomicAdd(&low16, amount & 0xffffu);
        atomicAdd(&high16, amount >> 16u);
      }
      atomicStore(&touches, 1u);
      marks[column] = (mark & 0xffff0000u) | touchedBit | pressedWord(height);
    }
    scratch[planeAt(column, planeOwnLow)] = i32(own.x);
    scratch[planeAt(column, planeOwnHigh)] = i32(own.y);
    scratch[planeAt(column, planeContour)] = i32(label);
    scratch[planeAt(column, planePartLow)] = 0;
    scratch[planeAt(column, planePartHigh)] = 0;
  }
  workgroupBarrier();
  if (thread == 0u && atomicLoad(&touches) == 1u) {
    atomicStore(&status[slotWord(slot, slotTouched)], 1u);
    let low = atomicLoad(&low16);
    let high = atomicLoad(&high16);
    if ((low | high) != 0u) {
      addToStatus(statusRemoved, low, high);
      atomicStore(&status[statusGroups + patch_ * groupStride + groupPressed], call.division);
    }
  }
}

@compute @workgroup_size(${threads})
fn markWalls(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + 2u * group.x];
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let column = slot * slotColumns + k;
    let mark = marks[column];
    let surface = scratch[planeAt(column, planeEndEnvelope)];
    if ((mark & touchedBit) != 0u && surface <= heights[column] + rules.wallTolerance) {
      marks[column] = mark | wallBit;
    }
  }
}
`;

/**
 * See `GroundKernel.contour` and `displace`. Labels are shortest distances, and material only moves to lower labels. So both have one result, which repeated
 * work finds in any order, also if a workgroup reads columns that another one writes at the same time.
 *
 * A workgroup takes a window of 32 × 32 columns. First there are rounds over all windows (`labelWindows`, then `passWindows`). Windows are tiles in
 * odd rounds, and in even rounds tiles shifted by half a tile: material that moves along the border of a tile crosses it at every column, so in tiles
 * alone it would advance by one column in a round. A window returns at once if nothing around it has changed. Then `spread` finishes the groups in
 * which the last round still changed something: one workgroup takes all windows of a group.
 */
export const displaceShader = /* wgsl */ `
${declareGround('atomic<i32>')}
${wideArithmetic}
var<workgroup> labels: array<u32, 1156>;
var<workgroup> partsLow: array<u32, 1156>;
var<workgroup> partsHigh: array<u32, 1156>;
var<workgroup> anyChanged: atomic<u32>;
var<workgroup> flag: u32;

fn neighbourCount() -> u32 { return select(8u, 4u, rules.diagonalStep == 0u); }
fn groupWord(group: u32, word: u32) -> u32 { return statusGroups + group * groupStride + word; }
fn readPlane(column: u32, plane: u32) -> u32 { return u32(atomicLoad(&scratch[planeAt(column, plane)])); }
fn writePlane(column: u32, plane: u32, value: u32) { atomicStore(&scratch[planeAt(column, plane)], i32(value)); }
/** Index of column k of a window among its columns and those around it. */
fn indexOf(k: u32) -> u32 { return (k / 32u + 1u) * side + k % 32u + 1u; }

const noColumn = 0xffffffffu;
/** A column at −1 … 32 of a window. noColumn if its tile is not in contact. */
fn columnOf(window: Window, x: i32, y: i32) -> u32 {
  let slot = slotAround(window.slot, x + window.shift, y + window.shift);
  if (slot == noSlot) { return noColumn; }
  if (atomicLoad(&status[slotWord(slot, slotDivision)]) != call.division) { return noColumn; }
  return columnIn(slot, x + window.shift, y + window.shift);
}
/** shift: by how many columns it is shifted from the tile of the slot, along both axes. */
struct Window { slot: u32, shift: i32 }
/** The window of a round, which has an odd or an even number. */
fn windowOf(slot: u32, round: u32) -> Window { return Window(slot, select(16, 0, (round & 1u) == 1u)); }

/** Loads the contour labels of a window and of the columns around it. Without contact they are 0. */
fn loadLabels(window: Window, thread: u32, withParts: bool) {
  for (var n = thread; n < sideColumns; n += ${threads}u) {
    let column = columnOf(window, i32(n % side) - 1, i32(n / side) - 1);
    labels[n] = 0u;
    partsLow[n] = 0u;
    partsHigh[n] = 0u;
    if (column == noColumn) { continue; }
    labels[n] = readPlane(column, planeContour);
    if (withParts) {
      partsLow[n] = readPlane(column, planePartLow);
      partsHigh[n] = readPlane(column, planePartHigh);
    }
  }
  workgroupBarrier();
}

/** Returns whether a thread has changed something, to all threads alike. */
fn isAny(changed: bool, thread: u32) -> bool {
  if (changed) { atomicStore(&anyChanged, 1u); }
  workgroupBarrier();
  if (thread == 0u) { flag = atomicExchange(&anyChanged, 0u); }
  return workgroupUniformLoad(&flag) == 1u;
}

/** Finds the distance of each column of a window to the nearest column without contact, as far as the columns around it are known. Returns whether any has changed. */
fn labelWindow(window: Window, thread: u32) -> bool {
  let neighbours = neighbourCount();
  loadLabels(window, thread, false);
  var hasChanged = false;
  loop {
    var next: array<u32, 4>;
    var changed = false;
    for (var q = 0u; q < 4u; q++) {
      let at = indexOf(thread + q * ${threads}u);
      var label = labels[at];
      if (label != 0u) {
        for (var n = 0u; n < neighbours; n++) {
          let step = select(rules.diagonalStep, rules.axisStep, n < 4u);
          label = min(label, labels[neighbourOf(at, n)] + step);
        }
        changed = changed || label != labels[at];
      }
      next[q] = label;
    }
    workgroupBarrier();
    for (var q = 0u; q < 4u; q++) { labels[indexOf(thread + q * ${threads}u)] = next[q]; }
    if (!isAny(changed, thread)) { break; }
    hasChanged = true;
  }
  if (hasChanged) {
    for (var k = thread; k < slotColumns; k += ${threads}u) {
      let label = labels[indexOf(k)];
      if (label != 0u) { writePlane(columnOf(window, i32(k % 32u), i32(k / 32u)), planeContour, label); }
    }
  }
  return hasChanged;
}

/** Finds what each column of a window passes on to each of its lower neighbours. Returns whether any has changed. */
fn passWindow(window: Window, thread: u32) -> bool {
  let neighbours = neighbourCount();
  loadLabels(window, thread, true);
  var own: array<vec2u, 4>;
  var takers: array<u32, 4>;
  for (var q = 0u; q < 4u; q++) {
    let k = thread + q * ${threads}u;
    let at = indexOf(k);
    if (labels[at] == 0u) { continue; }
    let column = columnOf(window, i32(k % 32u), i32(k / 32u));
    own[q] = vec2u(readPlane(column, planeOwnLow), readPlane(column, planeOwnHigh));
    for (var n = 0u; n < neighbours; n++) { takers[q] += select(0u, 1u, labels[neighbourOf(at, n)] < labels[at]); }
  }
  var hasChanged = false;
  loop {
    var next: array<vec2u, 4>;
    var changed = false;
    for (var q = 0u; q < 4u; q++) {
      let at = indexOf(thread + q * ${threads}u);
      var part = vec2u(0u);
      if (labels[at] != 0u) {
        var sum = own[q];
        for (var n = 0u; n < neighbours; n++) {
          let other = neighbourOf(at, n);
          if (labels[other] > labels[at]) { sum = addWide(sum, vec2u(partsLow[other], partsHigh[other])); }
        }
        part = divSmall(sum, max(1u, takers[q]));
        changed = changed || part.x != partsLow[at] || part.y != partsHigh[at];
      }
      next[q] = part;
    }
    workgroupBarrier();
    for (var q = 0u; q < 4u; q++) {
      let at = indexOf(thread + q * ${threads}u);
      partsLow[at] = next[q].x;
      partsHigh[at] = next[q].y;
    }
    if (!isAny(changed, thread)) { break; }
    hasChanged = true;
  }
  if (hasChanged) {
    for (var k = thread; k < slotColumns; k += ${threads}u) {
      let at = indexOf(k);
      if (labels[at] == 0u) { continue; }
      let column = columnOf(window, i32(k % 32u), i32(k / 32u));
      writePlane(column, planePartLow, partsLow[at]);
      writePlane(column, planePartHigh, partsHigh[at]);
    }
  }
  return hasChanged;
}

fn isPressed(group: u32) -> bool {
  return atomicLoad(&status[groupWord(group, groupPressed)]) == call.division;
}
/**
 * Whether anything around a window has changed since it was worked on: a window of the other kind in the round before, or one of the same kind in the round
 * before that, in which this window may have read a column before it was written.
 */
fn isDue(window: Window, group: u32, thread: u32) -> bool {
  if (thread == 0u) {
    atomicStore(&anyChanged, 0u);
    let round = call.pass_;
    var due = call.isFirst == 1u;
    for (var n = 0u; n < 9u; n++) {
      let other = around[window.slot * 9u + n];
      if (other == noSlot) { continue; }
      // The shifted windows that overlap a tile are its own and those to the left and above. A shifted window overlaps the tiles to the right and below.
      let i = n % 3u;
      let j = n / 3u;
      let overlaps = select(i > 0u && j > 0u, i < 2u && j < 2u, window.shift == 0);
      if (overlaps && atomicLoad(&status[slotWord(other, slotChangedEven + ((round + 1u) & 1u))]) + 1u >= round) { due = true; }
      if (n != 4u && atomicLoad(&status[slotWord(other, slotChangedEven + (round & 1u))]) + 2u >= round) { due = true; }
    }
    flag = select(0u, 1u, due && isPressed(group));
  }
  return workgroupUniformLoad(&flag) == 1u;
}
fn noteChange(window: Window, group: u32, word: u32, thread: u32) {
  if (thread != 0u) { return; }
  atomicStore(&status[slotWord(window.slot, slotChangedEven + (call.pass_ & 1u))], call.pass_);
  atomicStore(&status[groupWord(group, word)], call.pass_);
}

@compute @workgroup_size(${threads})
fn labelWindows(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let window = windowOf(lists[call.list + 2u * group.x], call.pass_);
  let patch_ = lists[call.list + 2u * group.x + 1u];
  if (!isDue(window, patch_, thread)) { return; }
  if (labelWindow(window, thread)) { noteChange(window, patch_, groupLabelled, thread); }
}

@compute @workgroup_size(${threads})
fn passWindows(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let window = windowOf(lists[call.list + 2u * group.x], call.pass_);
  let patch_ = lists[call.list + 2u * group.x + 1u];
  if (!isDue(window, patch_, thread)) { return; }
  if (passWindow(window, thread)) { noteChange(window, patch_, groupPassed, thread); }
}

const labelsAreLeft = 1u;
const partsAreLeft = 2u;

/** call.labelRound, call.passRound: the last rounds of labelWindows and passWindows. 0: there was none. */
@compute @workgroup_size(${threads})
fn spread(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let entry = call.list + groupListStride * group.x;
  let patch_ = lists[entry];
  if (thread == 0u) {
    atomicStore(&anyChanged, 0u);
    flag = 0u;
    if (isPressed(patch_)) {
      if (atomicLoad(&status[groupWord(patch_, groupPassed)]) == call.passRound) { flag = partsAreLeft; }
      if (atomicLoad(&status[groupWord(patch_, groupLabelled)]) == call.labelRound) { flag = labelsAreLeft | partsAreLeft; }
    }
  }
  let left = workgroupUniformLoad(&flag);
  if (left == 0u) { return; }
  if (thread == 0u && call.passRound != 0u) { atomicAdd(&status[statusUnfinished], 1u); }
  var isLabelling = (left & labelsAreLeft) != 0u;
  var round = 0u;
  loop {
    round += 1u;
    let list = entry + select(3u, 1u, (round & 1u) == 1u);
    let first = lists[list];
    let count = lists[list + 1u];
    var hasChanged = false;
    for (var k = 0u; k < count; k++) {
      let window = windowOf(lists[first + 2u * k], round);
      if (isLabelling) { hasChanged = labelWindow(window, thread) || hasChanged; }
      else { hasChanged = passWindow(window, thread) || hasChanged; }
      storageBarrier();
      workgroupBarrier();
    }
    if (hasChanged) { continue; }
    if (!isLabelling) { break; }
    isLabelling = false;
  }
}

/** No column is raised above this height. What does not fit counts as compacted. */
const highestColumn = wallHeight - 1;
var<workgroup> low16: atomic<u32>;
var<workgroup> high16: atomic<u32>;

/** Adds what arrives at the columns without contact. A workgroup takes one tile; the list holds the tiles in contact and those around them. */
@compute @workgroup_size(${threads})
fn deposit(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let slot = lists[call.list + 2u * group.x];
  let patch_ = lists[call.list + 2u * group.x + 1u];
  if (thread == 0u) {
    atomicStore(&low16, 0u);
    atomicStore(&high16, 0u);
    flag = select(0u, 1u, isPressed(patch_));
  }
  if (workgroupUniformLoad(&flag) == 0u) { return; }
  loadLabels(Window(slot, 0), thread, true);
  let neighbours = neighbourCount();
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let at = indexOf(k);
    if (labels[at] != 0u) { continue; }
    var sum = vec2u(0u);
    for (var n = 0u; n < neighbours; n++) {
      let other = neighbourOf(at, n);
      if (labels[other] != 0u) { sum = addWide(sum, vec2u(partsLow[other], partsHigh[other])); }
    }
    if ((sum.x | sum.y) == 0u) { continue; }
    sum = addWide(sum, vec2u(32768u, 0u));
    var units = vec2u((sum.x >> 16u) | (sum.y << 16u), sum.y >> 16u);
    let column = slot * slotColumns + k;
    if ((marks[column] & outsideBit) != 0u) {
      addToStatus(statusOutside, units.x & 0xffffu, units.x >> 16u);
      if (units.y != 0u) { atomicAdd(&status[statusOutside + 1u], units.y); }
      continue;
    }
    let height = heights[column];
    let room = u32(max(0, highestColumn - height));
    let fits = select(min(units.x, room), room, units.y != 0u);
    if (fits == 0u) { continue; }
    heights[column] = i32(u32(height) + fits);
    atomicAdd(&low16, fits & 0xffffu);
    atomicAdd(&high16, fits >> 16u);
  }
  workgroupBarrier();
  if (thread == 0u) {
    let low = atomicLoad(&low16);
    let high = atomicLoad(&high16);
    if ((low | high) != 0u) { addToStatus(statusDeposited, low, high); }
  }
}
`;

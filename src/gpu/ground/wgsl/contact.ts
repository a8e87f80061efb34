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
      atomicStore(&status[statusGroupPressed + patch_], call.division);
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
 * See `GroundKernel.contour` and `displace`. A workgroup takes all tiles of one group, and repeats until nothing changes any longer. Labels
 * are shortest distances, and material only moves to lower labels, so both have one result that no order of work can change.
 */
export const displaceShader = /* wgsl */ `
${declareGround()}
${wideArithmetic}
var<workgroup> labels: array<u32, 1156>;
var<workgroup> partsLow: array<u32, 1156>;
var<workgroup> partsHigh: array<u32, 1156>;
var<workgroup> tileChanged: atomic<u32>;
var<workgroup> anyChanged: atomic<u32>;
var<workgroup> flag: u32;

fn neighbourCount() -> u32 { return select(8u, 4u, rules.diagonalStep == 0u); }

/** Loads the contour labels of a tile and of the columns around it. Tiles that are not in contact have label 0. */
fn loadLabels(slot: u32, thread: u32, withParts: bool) {
  for (var n = thread; n < sideColumns; n += ${threads}u) {
    let x = i32(n % side) - 1;
    let y = i32(n / side) - 1;
    let other = slotAround(slot, x, y);
    labels[n] = 0u;
    partsLow[n] = 0u;
    partsHigh[n] = 0u;
    if (other != noSlot && atomicLoad(&status[slotWord(other, slotDivision)]) == call.division) {
      let column = columnIn(other, x, y);
      labels[n] = u32(scratch[planeAt(column, planeContour)]);
      if (withParts) {
        partsLow[n] = u32(scratch[planeAt(column, planePartLow)]);
        partsHigh[n] = u32(scratch[planeAt(column, planePartHigh)]);
      }
    }
  }
  workgroupBarrier();
}

/** Returns whether a flag was set since the last call, to all threads alike. */
fn takeFlag(changed: u32, thread: u32) -> bool {
  if (changed == 1u) { atomicStore(&tileChanged, 1u); }
  workgroupBarrier();
  if (thread == 0u) { flag = atomicExchange(&tileChanged, 0u); }
  return workgroupUniformLoad(&flag) == 1u;
}

@compute @workgroup_size(${threads})
fn spread(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (isHalted(thread)) { return; }
  let entry = call.list + 3u * group.x;
  let firstTile = lists[entry];
  let patch_ = lists[entry + 2u];
  if (thread == 0u) {
    atomicStore(&tileChanged, 0u);
    flag = select(0u, lists[entry + 1u], atomicLoad(&status[statusGroupPressed + patch_]) == call.division);
  }
  // No tiles if nothing was pressed.
  let tileCount = workgroupUniformLoad(&flag);
  let neighbours = neighbourCount();

  // The distance of each column in contact to the nearest column without contact.
  var isRepeated = tileCount > 0u;
  while (isRepeated) {
    var changedAny = 0u;
    for (var tile = 0u; tile < tileCount; tile++) {
      let slot = lists[firstTile + 2u * tile];
      loadLabels(slot, thread, false);
      var changedHere = 0u;
      loop {
        var next: array<u32, 4>;
        var changed = 0u;
        for (var q = 0u; q < 4u; q++) {
          let k = thread + q * ${threads}u;
          let at = (k / 32u + 1u) * side + k % 32u + 1u;
          var label = labels[at];
          if (label != 0u) {
            for (var n = 0u; n < neighbours; n++) {
              let step = select(rules.diagonalStep, rules.axisStep, n < 4u);
              label = min(label, labels[neighbourOf(at, n)] + step);
            }
            if (label != labels[at]) { changed = 1u; }
          }
          next[q] = label;
        }
        workgroupBarrier();
        for (var q = 0u; q < 4u; q++) {
          let k = thread + q * ${threads}u;
          labels[(k / 32u + 1u) * side + k % 32u + 1u] = next[q];
        }
        if (!takeFlag(changed, thread)) { break; }
        changedHere = 1u;
      }
      if (changedHere == 1u) {
        changedAny = 1u;
        for (var k = thread; k < slotColumns; k += ${threads}u) {
          scratch[planeAt(slot * slotColumns + k, planeContour)] = i32(labels[(k / 32u + 1u) * side + k % 32u + 1u]);
        }
      }
      storageBarrier();
      workgroupBarrier();
    }
    isRepeated = takeFlag(changedAny, thread);
  }

  // The number of lower neighbours of each column, above its label.
  for (var tile = 0u; tile < tileCount; tile++) {
    let slot = lists[firstTile + 2u * tile];
    loadLabels(slot, thread, false);
    for (var k = thread; k < slotColumns; k += ${threads}u) {
      let at = (k / 32u + 1u) * side + k % 32u + 1u;
      let label = labels[at] & 0xffffu;
      var takers = 0u;
      for (var n = 0u; n < neighbours; n++) {
        let other = labels[neighbourOf(at, n)] & 0xffffu;
        if (other < label) { takers++; }
      }
      scratch[planeAt(slot * slotColumns + k, planeContour)] = i32(label | (takers << 16u));
    }
    storageBarrier();
    workgroupBarrier();
  }

  // What each column passes on to each of its lower neighbours.
  isRepeated = tileCount > 0u;
  while (isRepeated) {
    var changedAny = 0u;
    for (var tile = 0u; tile < tileCount; tile++) {
      let slot = lists[firstTile + 2u * tile];
      loadLabels(slot, thread, true);
      var changedHere = 0u;
      loop {
        var next: array<vec2u, 4>;
        var changed = 0u;
        for (var q = 0u; q < 4u; q++) {
          let k = thread + q * ${threads}u;
          let at = (k / 32u + 1u) * side + k % 32u + 1u;
          let label = labels[at] & 0xffffu;
          var part = vec2u(0u);
          if (label != 0u) {
            let column = slot * slotColumns + k;
            var sum = vec2u(u32(scratch[planeAt(column, planeOwnLow)]), u32(scratch[planeAt(column, planeOwnHigh)]));
            for (var n = 0u; n < neighbours; n++) {
              let other = neighbourOf(at, n);
              if ((labels[other] & 0xffffu) > label) { sum = addWide(sum, vec2u(partsLow[other], partsHigh[other])); }
            }
            part = divSmall(sum, max(1u, labels[at] >> 16u));
            if (part.x != partsLow[at] || part.y != partsHigh[at]) { changed = 1u; }
          }
          next[q] = part;
        }
        workgroupBarrier();
        for (var q = 0u; q < 4u; q++) {
          let k = thread + q * ${threads}u;
          let at = (k / 32u + 1u) * side + k % 32u + 1u;
          partsLow[at] = next[q].x;
          partsHigh[at] = next[q].y;
        }
        if (!takeFlag(changed, thread)) { break; }
        changedHere = 1u;
      }
      if (changedHere == 1u) {
        changedAny = 1u;
        for (var k = thread; k < slotColumns; k += ${threads}u) {
          let at = (k / 32u + 1u) * side + k % 32u + 1u;
          scratch[planeAt(slot * slotColumns + k, planePartLow)] = i32(partsLow[at]);
          scratch[planeAt(slot * slotColumns + k, planePartHigh)] = i32(partsHigh[at]);
        }
      }
      storageBarrier();
      workgroupBarrier();
    }
    isRepeated = takeFlag(changedAny, thread);
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
    flag = select(0u, 1u, atomicLoad(&status[statusGroupPressed + patch_]) == call.division);
  }
  if (workgroupUniformLoad(&flag) == 0u) { return; }
  loadLabels(slot, thread, true);
  let neighbours = neighbourCount();
  for (var k = thread; k < slotColumns; k += ${threads}u) {
    let at = (k / 32u + 1u) * side + k % 32u + 1u;
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

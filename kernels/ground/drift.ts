import { reachesGround } from './envelope';
import { columnsOf, driftOf, envelopeOf, heightOf, rowsOf, scaleOf, unitsPerMetreOf } from './sheet.generated';


/** Returns the drift of a triangle: x in the low byte, z in the high byte. Corners are offsets into placed vertices. */
function findDrift(sheet: usize, from: usize, to: usize, a: usize, b: usize, c: usize, lean256: i32): i32 {
  const dx = along(from, to, a, b, c);
  const dz = along(from + 8, to + 8, a, b, c);
  const dy = (along(from + 4, to + 4, a, b, c) * scaleOf(sheet)) / unitsPerMetreOf(sheet);
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length == 0) return 0;
  const factor = <f64>(lean256 * 127) / 256 / length;
  return (<i32>(dz * factor) << 8) | (<i32>(dx * factor) & 0xff);
}

/** Returns the sum of the displacements of the corners along an axis. */
function along(from: usize, to: usize, a: usize, b: usize, c: usize): f64 {
  return <f64>load<i32>(to + a) - <f64>load<i32>(from + a)
    + (<f64>load<i32>(to + b) - <f64>load<i32>(from + b))
    + (<f64>load<i32>(to + c) - <f64>load<i32>(from + c));
}

/**
 * Returns whether drift `one` is longer than drift `other`. Between equal lengths a fixed rule decides, so that the order of triangles does
 * not matter.
 */
function isStronger(one: i32, other: i32): bool {
  const longer = squareOf(one) - squareOf(other);
  return longer > 0 || (longer == 0 && one > other);
}

function squareOf(drift: i32): i32 {
  const x = (drift << 24) >> 24;
  const z = drift >> 8;
  return x * x + z * z;
}

/** Does the same as `castTriangles`, one column at a time in the same order of operations, and stores the drift of the lowest surface. */
export function castMovingTriangles(
  sheet: usize, placed: usize, from: usize, to: usize, indices: usize, triangleCount: i32, reach: i32, lean256: i32,
): void {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const envelope = envelopeOf(sheet);
  const drift = driftOf(sheet);
  const height = heightOf(sheet);
  const last = indices + <usize>triangleCount * 12;
  for (; indices < last; indices += 12) {
    const atA = <usize>load<u32>(indices) * 12;
    const atB = <usize>load<u32>(indices, 4) * 12;
    const atC = <usize>load<u32>(indices, 8) * 12;
    const a = placed + atA;
    const b = placed + atB;
    const c = placed + atC;
    const ya = load<i32>(a, 4);
    const yb = load<i32>(b, 4);
    const yc = load<i32>(c, 4);
    const lowest = min(ya, min(yb, yc));
    const xMin = min(load<i32>(a), min(load<i32>(b), load<i32>(c)));
    const firstColumn = max(0, (xMin >> 8) + i32((xMin & 255) != 0));
    const lastColumn = min(columns - 1, max(load<i32>(a), max(load<i32>(b), load<i32>(c))) >> 8);
    if (firstColumn > lastColumn) continue;
    const zMin = min(load<i32>(a, 8), min(load<i32>(b, 8), load<i32>(c, 8)));
    const firstRow = max(0, (zMin >> 8) + i32((zMin & 255) != 0));
    const lastRow = min(rows - 1, max(load<i32>(a, 8), max(load<i32>(b, 8), load<i32>(c, 8))) >> 8);
    if (firstRow > lastRow) continue;
    if (!reachesGround(height, columns, firstRow, lastRow, firstColumn, lastColumn, lowest - reach)) continue;

    const xa = <f64>load<i32>(a);
    const xb = <f64>load<i32>(b);
    const xc = <f64>load<i32>(c);
    const za = <f64>load<i32>(a, 8);
    const zb = <f64>load<i32>(b, 8);
    const zc = <f64>load<i32>(c, 8);
    const area = (xb - xa) * (zc - za) - (xc - xa) * (zb - za);
    if (area == 0) continue;
    const abY = <f64>yb - <f64>ya;
    const acY = <f64>yc - <f64>ya;
    const gradientX = (abY * (zc - za) - acY * (zb - za)) / area;
    const gradientZ = (acY * (xb - xa) - abY * (xc - xa)) / area;
    const turn: f64 = area > 0 ? 1 : -1;
    const highest = <f64>max(ya, max(yb, yc));
    const own = findDrift(sheet, from, to, atA, atB, atC, lean256);
    for (let row = firstRow; row <= lastRow; row++) {
      const z = <f64>(row << 8);
      for (let column = firstColumn; column <= lastColumn; column++) {
        const x = <f64>(column << 8);
        if (turn * ((xb - xa) * (z - za) - (x - xa) * (zb - za)) < 0) continue;
        if (turn * ((xc - xb) * (z - zb) - (x - xb) * (zc - zb)) < 0) continue;
        if (turn * ((xa - xc) * (z - zc) - (x - xc) * (za - zc)) < 0) continue;
        const plane = Math.floor(<f64>ya + gradientX * (x - xa) + gradientZ * (z - za));
        const y = <i32>max(<f64>lowest, min(highest, plane));
        const k = <usize>(row * columns + column);
        const before = load<i32>(envelope + (k << 2));
        if (y > before) continue;
        const p = drift + (k << 1);
        if (y < before || isStronger(own, <i32>load<i16>(p))) store<i16>(p, own);
        store<i32>(envelope + (k << 2), y);
      }
    }
  }
}

import { NO_ENVELOPE } from './constants.generated';
import {
  columnsOf, datumOf, endEnvelopeOf, envelopeOf, heightOf, originXOf, originZOf, rowsOf, scaleOf, unitsPerMetreOf,
} from './sheet.generated';


const MAX_HEIGHT: i32 = 1 << 30;

export function clearEnvelope(sheet: usize): void {
  const none = i32x4.splat(NO_ENVELOPE);
  let p = envelopeOf(sheet);
  const end = p + ((<usize>(columnsOf(sheet) * rowsOf(sheet))) << 2);
  for (; p < end; p += 64) {
    v128.store(p, none);
    v128.store(p, none, 16);
    v128.store(p, none, 32);
    v128.store(p, none, 48);
  }
}

export function keepEndPose(sheet: usize): void {
  memory.copy(endEnvelopeOf(sheet), envelopeOf(sheet), (<usize>(columnsOf(sheet) * rowsOf(sheet))) << 2);
}

/** Writes one vertex. x and z saturate at int32, y at ± 2³⁰. The cast from float to int32 saturates and turns NaN into 0. */
function placeVertex(out: usize, x: f64, y: f64, z: f64, scale: f64, ox: f64, oz: f64, units: f64, datum: f64): void {
  store<i32>(out, <i32>(Math.floor(x * scale + 0.5) - ox));
  store<i32>(out, max(-MAX_HEIGHT, min(MAX_HEIGHT, <i32>(Math.floor(y * units + 0.5) - datum))), 4);
  store<i32>(out, <i32>(Math.floor(z * scale + 0.5) - oz), 8);
}

export function placeBlend(out: usize, start: usize, end: usize, count: i32, s: f64, sheet: usize): void {
  const scale = scaleOf(sheet);
  const ox = originXOf(sheet);
  const oz = originZOf(sheet);
  const units = unitsPerMetreOf(sheet);
  const datum = datumOf(sheet);
  for (let i = 0; i < count; i++) {
    const x = load<f64>(start);
    const y = load<f64>(start, 8);
    const z = load<f64>(start, 16);
    placeVertex(
      out,
      x + (load<f64>(end) - x) * s,
      y + (load<f64>(end, 8) - y) * s,
      z + (load<f64>(end, 16) - z) * s,
      scale, ox, oz, units, datum,
    );
    out += 12;
    start += 24;
    end += 24;
  }
}

export function placeRigid(out: usize, rest: usize, count: i32, matrix: usize, sheet: usize): void {
  const scale = scaleOf(sheet);
  const ox = originXOf(sheet);
  const oz = originZOf(sheet);
  const units = unitsPerMetreOf(sheet);
  const datum = datumOf(sheet);
  const m0 = load<f64>(matrix);
  const m1 = load<f64>(matrix, 8);
  const m2 = load<f64>(matrix, 16);
  const m3 = load<f64>(matrix, 24);
  const m4 = load<f64>(matrix, 32);
  const m5 = load<f64>(matrix, 40);
  const m6 = load<f64>(matrix, 48);
  const m7 = load<f64>(matrix, 56);
  const m8 = load<f64>(matrix, 64);
  const m9 = load<f64>(matrix, 72);
  const m10 = load<f64>(matrix, 80);
  const m11 = load<f64>(matrix, 88);
  for (let i = 0; i < count; i++) {
    const x = load<f64>(rest);
    const y = load<f64>(rest, 8);
    const z = load<f64>(rest, 16);
    placeVertex(
      out,
      m0 * x + m1 * y + m2 * z + m3,
      m4 * x + m5 * y + m6 * z + m7,
      m8 * x + m9 * y + m10 * z + m11,
      scale, ox, oz, units, datum,
    );
    out += 12;
    rest += 24;
  }
}

/** Returns whether a column of a rectangle, widened to multiples of four columns, is at most `lowest` high. */
export function reachesGround(height: usize, columns: i32, firstRow: i32, lastRow: i32, firstColumn: i32, lastColumn: i32, lowest: i32): bool {
  const limit = i32x4.splat(lowest);
  const first = firstColumn & ~3;
  let above = i32x4.splat(0);
  for (let row = firstRow; row <= lastRow; row++) {
    let p = height + (<usize>(row * columns + first) << 2);
    for (let column = first; column <= lastColumn; column += 4) {
      above = v128.or(above, i32x4.ge_s(v128.load(p), limit));
      p += 16;
    }
  }
  return v128.any_true(above);
}

/**
 * Processes two columns of a triangle at a time. The plane is evaluated at each column separately, in the order of operations of
 * the reference implementation, so that both are bit-identical.
 */
export function castTriangles(sheet: usize, placed: usize, indices: usize, triangleCount: i32, reach: i32): void {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const envelope = envelopeOf(sheet);
  const height = heightOf(sheet);
  const last = indices + <usize>triangleCount * 12;
  for (; indices < last; indices += 12) {
    const a = placed + <usize>load<u32>(indices) * 12;
    const b = placed + <usize>load<u32>(indices, 4) * 12;
    const c = placed + <usize>load<u32>(indices, 8) * 12;
    const ya = load<i32>(a, 4);
    const yb = load<i32>(b, 4);
    const yc = load<i32>(c, 4);
    const lowest = min(ya, min(yb, yc));
    const xa = load<i32>(a);
    const xb = load<i32>(b);
    const xc = load<i32>(c);
    // Ceiling and floor of a division by 256 in integers. The ceiling cannot overflow.
    const xMin = min(xa, min(xb, xc));
    const firstColumn = max(0, (xMin >> 8) + i32((xMin & 255) != 0));
    const lastColumn = min(columns - 1, max(xa, max(xb, xc)) >> 8);
    if (firstColumn > lastColumn) continue;
    const za = load<i32>(a, 8);
    const zb = load<i32>(b, 8);
    const zc = load<i32>(c, 8);
    const zMin = min(za, min(zb, zc));
    const firstRow = max(0, (zMin >> 8) + i32((zMin & 255) != 0));
    const lastRow = min(rows - 1, max(za, max(zb, zc)) >> 8);
    if (firstRow > lastRow) continue;
    if (!reachesGround(height, columns, firstRow, lastRow, firstColumn, lastColumn, lowest - reach)) continue;

    const xaf = <f64>xa;
    const xbf = <f64>xb;
    const xcf = <f64>xc;
    const zaf = <f64>za;
    const zbf = <f64>zb;
    const zcf = <f64>zc;
    const abX = xbf - xaf;
    const acX = xcf - xaf;
    const abZ = zbf - zaf;
    const acZ = zcf - zaf;
    const area = abX * acZ - acX * abZ;
    if (area == 0) continue;
    const yaf = <f64>ya;
    const abY = <f64>yb - yaf;
    const acY = <f64>yc - yaf;
    const gradientX = (abY * acZ - acY * abZ) / area;
    const gradientZ = (acY * abX - abY * acX) / area;
    const turn: f64 = area > 0 ? 1 : -1;
    const highest = max(ya, max(yb, yc));
    const abXt = abX * turn;
    const abZt = f64x2.splat(abZ * turn);
    const bcXt = (xcf - xbf) * turn;
    const bcZt = f64x2.splat((zcf - zbf) * turn);
    const caXt = (xaf - xcf) * turn;
    const caZt = f64x2.splat((zaf - zcf) * turn);
    const xa2 = f64x2.splat(xaf);
    const xb2 = f64x2.splat(xbf);
    const xc2 = f64x2.splat(xcf);
    const ya2 = f64x2.splat(yaf);
    const gx2 = f64x2.splat(gradientX);
    const low2 = f64x2.splat(<f64>lowest);
    const high2 = f64x2.splat(<f64>highest);
    const step2 = f64x2.splat(512);
    const zero = f64x2.splat(0);
    const lastX = f64x2.splat(<f64>(lastColumn << 8));
    const none = i32x4.splat(NO_ENVELOPE);
    const firstX = f64x2.replace_lane(f64x2.splat(<f64>(firstColumn << 8)), 1, <f64>((firstColumn + 1) << 8));
    for (let row = firstRow; row <= lastRow; row++) {
      const z = <f64>(row << 8);
      const ab = f64x2.splat(abXt * (z - zaf));
      const bc = f64x2.splat(bcXt * (z - zbf));
      const ca = f64x2.splat(caXt * (z - zcf));
      const rise = f64x2.splat(gradientZ * (z - zaf));
      let p = envelope + (<usize>(row * columns + firstColumn) << 2);
      let x = firstX;
      // No branch on what is inside: most rows of a triangle have two or three columns, so such branches would be mispredicted.
      for (let column = firstColumn; column <= lastColumn; column += 2) {
        const dx = f64x2.sub(x, xa2);
        const inside = v128.and(
          v128.and(
            v128.and(
              f64x2.ge(f64x2.sub(ab, f64x2.mul(dx, abZt)), zero),
              f64x2.ge(f64x2.sub(bc, f64x2.mul(f64x2.sub(x, xb2), bcZt)), zero),
            ),
            f64x2.ge(f64x2.sub(ca, f64x2.mul(f64x2.sub(x, xc2), caZt)), zero),
          ),
          f64x2.le(x, lastX),
        );
        const plane = f64x2.floor(f64x2.add(f64x2.add(ya2, f64x2.mul(gx2, dx)), rise));
        const y = i32x4.trunc_sat_f64x2_s_zero(f64x2.pmax(low2, f64x2.pmin(high2, plane)));
        const mask = v128.shuffle<i32>(inside, inside, 0, 2, 0, 2);
        const lower = i32x4.min_s(v128.load64_zero(p), v128.or(v128.and(y, mask), v128.andnot(none, mask)));
        v128.store64_lane(p, lower, 0);
        x = f64x2.add(x, step2);
        p += 8;
      }
    }
  }
}

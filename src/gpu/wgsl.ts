/** Returns declarations of constants in WGSL. So values that TypeScript and shaders share are written once. */
export function declareConstants(
  type: 'i32' | 'u32' | 'f32',
  values: Readonly<Record<string, number>>,
): string {
  return Object.entries(values)
    .map(([name, value]) => `const ${name}: ${type} = ${type}(${value});`)
    .join('\n');
}

/**
 * Arithmetic that WGSL lacks, exact: products of 64 bits, and those operations with float64 numbers that equal the ones of JavaScript to
 * the last bit. A 64-bit integer is a vec2u: low word, high word.
 */
export const wideArithmetic = /* wgsl */ `
fn mulWide(a: u32, b: u32) -> vec2u {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let low = al * bl;
  let m1 = ah * bl + (low >> 16u);
  let m2 = al * bh + (m1 & 0xffffu);
  return vec2u((low & 0xffffu) | (m2 << 16u), ah * bh + (m1 >> 16u) + (m2 >> 16u));
}
fn addWide(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}
fn subWide(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}
fn negWide(a: vec2u) -> vec2u { return subWide(vec2u(0u), a); }
/** The product of two signed numbers, as two's complement. */
fn mulSigned(a: i32, b: i32) -> vec2u {
  let p = mulWide(u32(abs(a)), u32(abs(b)));
  if ((a < 0) != (b < 0)) { return negWide(p); }
  return p;
}
/** Quotient of a number below 2^53 and a small one, 1 to 8. */
fn divSmall(a: vec2u, n: u32) -> vec2u {
  let high = a.y / n;
  let upper = ((a.y % n) << 16u) | (a.x >> 16u);
  let lower = ((upper % n) << 16u) | (a.x & 0xffffu);
  return vec2u(((upper / n) << 16u) | (lower / n), high);
}
fn shiftLeftWide(a: vec2u, n: u32) -> vec2u {
  if (n == 0u) { return a; }
  if (n >= 32u) { return vec2u(0u, a.x << (n - 32u)); }
  return vec2u(a.x << n, (a.y << n) | (a.x >> (32u - n)));
}
/** Shifts right. The lowest bit is set if any bit is lost. */
fn shiftRightSticky(a: vec2u, n: u32) -> vec2u {
  if (n == 0u) { return a; }
  if (n >= 64u) { return vec2u(select(0u, 1u, (a.x | a.y) != 0u), 0u); }
  if (n >= 32u) {
    let m = n - 32u;
    let lost = a.x != 0u || (m > 0u && (a.y << (32u - m)) != 0u);
    return vec2u((a.y >> m) | select(0u, 1u, lost), 0u);
  }
  let lost = (a.x << (32u - n)) != 0u;
  return vec2u((a.x >> n) | (a.y << (32u - n)) | select(0u, 1u, lost), a.y >> n);
}

/** A float64 number: ± m · 2^e, with m in [2^52, 2^53), or m = 0. */
struct Double { m: vec2u, e: i32, negative: bool }

/** Rounds ± a · 2^e to the nearest float64 number, halves to even. */
fn roundDouble(a: vec2u, e: i32, negative: bool) -> Double {
  if ((a.x | a.y) == 0u) { return Double(vec2u(0u), 0, negative); }
  let top = select(31u - countLeadingZeros(a.x), 63u - countLeadingZeros(a.y), a.y != 0u);
  if (top <= 52u) { return Double(shiftLeftWide(a, 52u - top), e - i32(52u - top), negative); }
  let n = top - 52u;
  // n is at most 11, so what is lost is in the low word.
  let lost = a.x & ((1u << n) - 1u);
  let half = 1u << (n - 1u);
  var m = vec2u((a.x >> n) | (a.y << (32u - n)), a.y >> n);
  if (lost > half || (lost == half && (m.x & 1u) == 1u)) { m = addWide(m, vec2u(1u, 0u)); }
  var exponent = e + i32(n);
  if (m.y == 0x200000u) { m = vec2u(0u, 0x100000u); exponent += 1; }
  return Double(m, exponent, negative);
}
/** Reads the bits of a float64 number that is zero or normal. */
fn readDouble(low: u32, high: u32) -> Double {
  let exponent = (high >> 20u) & 0x7ffu;
  if (exponent == 0u) { return Double(vec2u(0u), 0, (high >> 31u) == 1u); }
  return Double(vec2u(low, (high & 0xfffffu) | 0x100000u), i32(exponent) - 1075, (high >> 31u) == 1u);
}
fn doubleOf(a: i32) -> Double { return roundDouble(vec2u(u32(abs(a)), 0u), 0, a < 0); }

fn mulDouble(a: Double, b: i32) -> Double {
  let factor = u32(abs(b));
  let negative = a.negative != (b < 0);
  let low = mulWide(a.m.x, factor);
  let high = addWide(mulWide(a.m.y, factor), vec2u(low.y, 0u));
  // The product has the words low.x, high.x, high.y. Its upper 64 bits are kept, the rest is noted in the lowest bit.
  if (high.y == 0u) { return roundDouble(vec2u(low.x, high.x), a.e, negative); }
  let n = 32u - countLeadingZeros(high.y);
  let kept = vec2u((low.x >> n) | (high.x << (32u - n)), (high.x >> n) | (high.y << (32u - n)));
  // n is 1 to 21 here, since a.m.y is below 2^21.
  let lost = (low.x << (32u - n)) != 0u;
  return roundDouble(vec2u(kept.x | select(0u, 1u, lost), kept.y), a.e + i32(n), negative);
}
fn addDouble(first: Double, second: Double) -> Double {
  if ((first.m.x | first.m.y) == 0u) { return second; }
  if ((second.m.x | second.m.y) == 0u) { return first; }
  var a = first;
  var b = second;
  if (b.e > a.e) { a = second; b = first; }
  let d = u32(a.e - b.e);
  if (d >= 55u) { return a; }
  var larger: vec2u;
  var smaller: vec2u;
  var e: i32;
  if (d <= 10u) {
    larger = shiftLeftWide(a.m, d);
    smaller = b.m;
    e = b.e;
  } else {
    larger = shiftLeftWide(a.m, 10u);
    smaller = shiftRightSticky(b.m, d - 10u);
    e = a.e - 10;
  }
  if (a.negative == b.negative) { return roundDouble(addWide(larger, smaller), e, a.negative); }
  let isLess = larger.y < smaller.y || (larger.y == smaller.y && larger.x < smaller.x);
  if (isLess) { return roundDouble(subWide(smaller, larger), e, b.negative); }
  return roundDouble(subWide(larger, smaller), e, a.negative);
}
/** Rounds down to an integer. Beyond the range of i32 it saturates. */
fn floorDouble(a: Double) -> i32 {
  if ((a.m.x | a.m.y) == 0u) { return 0; }
  let limit = select(2147483647, -2147483647 - 1, a.negative);
  if (a.e > -22) { return limit; }
  let n = u32(-a.e);
  if (n >= 53u) { return select(0, -1, a.negative); }
  var whole: u32;
  var lost: bool;
  if (n >= 32u) {
    let m = n - 32u;
    whole = a.m.y >> m;
    lost = a.m.x != 0u || (m > 0u && (a.m.y << (32u - m)) != 0u);
  } else {
    whole = (a.m.x >> n) | (a.m.y << (32u - n));
    lost = (a.m.x << (32u - n)) != 0u;
    if ((a.m.y >> n) != 0u) { return limit; }
  }
  if (whole >= 0x80000000u) { return limit; }
  if (a.negative) { return -i32(whole) - select(0, 1, lost); }
  return i32(whole);
}
`;

// Two float64 at once, in the words of the equations.

// @ts-ignore
@inline export function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
// @ts-ignore
@inline export function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
// @ts-ignore
@inline export function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
// @ts-ignore
@inline export function div(a: v128, b: v128): v128 { return f64x2.div(a, b); }
// @ts-ignore
@inline export function splat(a: f64): v128 { return f64x2.splat(a); }

/** a · b. */
// @ts-ignore
@inline export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** The larger and the smaller, of which neither is NaN. */
// @ts-ignore
@inline export function larger(a: v128, b: v128): v128 { return f64x2.pmax(a, b); }
// @ts-ignore
@inline export function smaller(a: v128, b: v128): v128 { return f64x2.pmin(a, b); }

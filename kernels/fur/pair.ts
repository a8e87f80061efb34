// Arithmetic of two float64 at once, with short names so that equations stay readable.

export function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
export function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
export function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
export function div(a: v128, b: v128): v128 { return f64x2.div(a, b); }
export function splat(a: f64): v128 { return f64x2.splat(a); }

/** a · b. */
export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** Maximum and minimum. Neither argument may be NaN. */
export function larger(a: v128, b: v128): v128 { return f64x2.pmax(a, b); }
export function smaller(a: v128, b: v128): v128 { return f64x2.pmin(a, b); }

/** Words of a surface in the table: see `surfaceFunctions`. */
export const surfaceWords = 5;

/**
 * Returns the statements of a loop over the triangles of `surface`: WGSL has no functions as arguments. `isOutside` leaves out a node, whose box is at
 * `low` and `high`; `visit` is done for each triangle, whose corners are at `triangle` in the table.
 */
export function loopOverTriangles(isOutside: string, visit: string): string {
  return /* wgsl */ `
  let nodes = table[surface];
  let triangles = table[surface + 1u];
  let boxes = table[surface + 2u];
  var stack: array<u32, 40>;
  var depth = 1u;
  stack[0] = 0u;
  while (depth > 0u) {
    depth--;
    let node = stack[depth];
    let low = vector(boxes + 6u * node);
    let high = vector(boxes + 6u * node + 3u);
    ${isOutside}
    let child = table[nodes + 3u * node];
    if (child > 0u) {
      stack[depth] = child + 1u;
      stack[depth + 1u] = child;
      depth += 2u;
      continue;
    }
    let end = table[nodes + 3u * node + 2u];
    for (var k = table[nodes + 3u * node + 1u]; k < end; k++) {
      let triangle = triangles + 3u * k;
      ${visit}
    }
  }`;
}

/**
 * Moving triangle surfaces and the points of them that are nearest to a point: `moving-surface.ts` and `triangle-tree.ts` in float32. A surface in the
 * table has five words: the offsets of its nodes, its triangles, its boxes, and its vertices at the start and at the end of the tick (`CardSurfaces`). The
 * shader that contains these functions declares `table`, and `vector`, which reads three numbers from it.
 */
export const surfaceFunctions = /* wgsl */ `
const SURFACE_WORDS = ${surfaceWords}u;

struct Triangle { a: vec3f, b: vec3f, c: vec3f }
/** Barycentric coordinates in a triangle; \`value\` is a time or a squared distance. */
struct Spot { value: f32, weights: vec3f, surface: u32, triangle: u32 }

fn cornerOf(vertices: u32, triangle: u32, k: u32) -> vec3f { return vector(vertices + 3u * table[triangle + k]); }
fn corners(vertices: u32, triangle: u32) -> Triangle {
  return Triangle(cornerOf(vertices, triangle, 0u), cornerOf(vertices, triangle, 1u), cornerOf(vertices, triangle, 2u));
}
fn between(s: Triangle, e: Triangle, fraction: f32) -> Triangle {
  if (fraction == 1.0) { return e; }
  return Triangle(s.a + fraction * (e.a - s.a), s.b + fraction * (e.b - s.b), s.c + fraction * (e.c - s.c));
}
/** A triangle of a surface at a fraction of the tick. */
fn placeTriangle(surface: u32, triangle: u32, fraction: f32) -> Triangle {
  return between(corners(table[surface + 3u], triangle), corners(table[surface + 4u], triangle), fraction);
}
fn pointOf(t: Triangle, w: vec3f) -> vec3f { return w.x * t.a + w.y * t.b + w.z * t.c; }

/** The point of a triangle nearest to p, with its squared distance. Ericson 2004, section 5.1.5. */
fn nearestOn(t: Triangle, p: vec3f) -> Spot {
  let u = t.b - t.a;
  let w = t.c - t.a;
  let r = p - t.a;
  let d1 = dot(u, r);
  let d2 = dot(w, r);
  let uu = dot(u, u);
  let uw = dot(u, w);
  let ww = dot(w, w);
  let d3 = d1 - uu;
  let d4 = d2 - uw;
  let d5 = d1 - uw;
  let d6 = d2 - ww;
  let va = d3 * d6 - d5 * d4;
  let vb = d5 * d2 - d1 * d6;
  let vc = d1 * d4 - d3 * d2;
  var b = 0.0;
  var c = 0.0;
  if (d1 <= 0.0 && d2 <= 0.0) {
    // The first corner.
  } else if (d3 >= 0.0 && d4 <= d3) {
    b = 1.0;
  } else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    b = d1 / max(d1 - d3, 1e-37);
  } else if (d6 >= 0.0 && d5 <= d6) {
    c = 1.0;
  } else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    c = d2 / max(d2 - d6, 1e-37);
  } else if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    c = (d4 - d3) / max(d4 - d3 + (d5 - d6), 1e-37);
    b = 1.0 - c;
  } else {
    let sum = va + vb + vc;
    if (sum > 0.0) {
      b = vb / sum;
      c = vc / sum;
    }
  }
  let away = r - b * u - c * w;
  return Spot(dot(away, away), vec3f(1.0 - b - c, b, c), 0u, 0u);
}

/** Boxes are rounded. */
fn boxSlack(p: vec3f) -> f32 { return 1e-6 * (1.0 + max(max(abs(p.x), abs(p.y)), abs(p.z))); }

/** The triangle of a surface that is nearest to p below the squared distance of \`best\`, at a fraction of the tick. radius: no smaller than that distance. */
fn searchNearest(surface: u32, best: Spot, p: vec3f, radius: f32, fraction: f32) -> Spot {
  var found = best;
  let slack = boxSlack(p);
  var searchedLow = p - (radius + slack);
  var searchedHigh = p + (radius + slack);
${loopOverTriangles(
  'if (any(low > searchedHigh) || any(high < searchedLow)) { continue; }',
  `let spot = nearestOn(placeTriangle(surface, triangle, fraction), p);
      if (spot.value >= found.value) { continue; }
      found = Spot(spot.value, spot.weights, surface, triangle);
      let reach = sqrt(spot.value) + slack;
      searchedLow = p - reach;
      searchedHigh = p + reach;`,
)}
  return found;
}
`;

/** Rasterizes triangles with a depth test. It finds visible triangles, without shading. */
export interface DepthBuffer {
  readonly width: number;
  readonly height: number;
  /** Depth, [width · height]. Infinity if nothing was drawn. */
  readonly depth: Float32Array;
  /** Number of the visible triangle, −1 if there is none, [width · height]. */
  readonly triangle: Int32Array;
}

export function createDepthBuffer(width: number, height: number): DepthBuffer {
  return {
    width,
    height,
    depth: new Float32Array(width * height).fill(Infinity),
    triangle: new Int32Array(width * height).fill(-1),
  };
}

/**
 * Draws triangles into the buffer at the pixels where they are closer than the existing ones. A pixel is covered if its centre (at + 0.5)
 * is inside a triangle or on an edge, whatever the winding of the triangle.
 *
 * points [3 · n]: x and y in pixels, then a depth that is linear in the picture (for a perspective view −1/w); smaller is closer. indices
 * [3 · m]. Triangle k is written as `firstTriangle + k`. A triangle with a point that is not finite is omitted; callers use this to omit
 * triangles behind the eye.
 */
export function drawTriangles(
  buffer: DepthBuffer,
  points: ArrayLike<number>,
  indices: ArrayLike<number>,
  firstTriangle: number,
): void {
  const { width, height, depth, triangle } = buffer;
  for (let t = 0; t * 3 < indices.length; t++) {
    const a = 3 * indices[3 * t];
    const b = 3 * indices[3 * t + 1];
    const c = 3 * indices[3 * t + 2];
    const ax = points[a];
    const bx = points[b];
    const cx = points[c];
    // Most triangles of a small mesh contain no pixel centre. (Comparisons with NaN are false, so triangles with NaN reach the next check.)
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const x1 = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    if (x1 < x0) continue;
    const ay = points[a + 1];
    const by = points[b + 1];
    const cy = points[c + 1];
    const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const y1 = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (y1 < y0) continue;
    const az = points[a + 2];
    const bz = points[b + 2];
    const cz = points[c + 2];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0 || area - area !== 0 || az + bz + cz - (az + bz + cz) !== 0) continue;
    const inverse = 1 / area;
    // Increments of the barycentric coordinates of b and c from one pixel to the next.
    const bStep = (cy - ay) * inverse;
    const cStep = -(by - ay) * inverse;
    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5 - ay;
      const px = x0 + 0.5 - ax;
      let weightB = (px * (cy - ay) - py * (cx - ax)) * inverse;
      let weightC = (py * (bx - ax) - px * (by - ay)) * inverse;
      for (let x = x0; x <= x1; x++, weightB += bStep, weightC += cStep) {
        if (weightB < 0 || weightC < 0 || weightB + weightC > 1) continue;
        const z = az + weightB * (bz - az) + weightC * (cz - az);
        const k = y * width + x;
        if (z < depth[k]) {
          depth[k] = z;
          triangle[k] = firstTriangle + t;
        }
      }
    }
  }
}

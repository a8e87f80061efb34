/**
 * Writes the tangent frame of a skin, computed from its current normal and tangent, to out [9]: unit tangent, bitangent and normal.
 * Bitangent = normal × tangent. A vector without length is replaced by an axis of the world.
 */
export function buildSkinFrame(
  out: Float64Array,
  normal: ArrayLike<number>,
  tangent: ArrayLike<number>,
): void {
  let [nx, ny, nz] = [normal[0], normal[1], normal[2]];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (length > 0) [nx, ny, nz] = [nx / length, ny / length, nz / length];
  else [nx, ny, nz] = [0, 1, 0];
  const along = nx * tangent[0] + ny * tangent[1] + nz * tangent[2];
  let [tx, ty, tz] = [tangent[0] - along * nx, tangent[1] - along * ny, tangent[2] - along * nz];
  const across = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (across > 1e-12) [tx, ty, tz] = [tx / across, ty / across, tz / across];
  else [tx, ty, tz] = crossAxis(nx, ny, nz);
  out.set([tx, ty, tz, ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx, nx, ny, nz]);
}

/** Returns a unit vector perpendicular to a unit normal. */
export function crossAxis(nx: number, ny: number, nz: number): [number, number, number] {
  // The normal × that axis whose direction differs most from it.
  const [x, y, z] =
    Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz)
      ? [0, nz, -ny]
      : Math.abs(ny) <= Math.abs(nz)
        ? [-nz, 0, nx]
        : [ny, -nx, 0];
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** Converts a world vector to the frame. out[offset …]: components along tangent, bitangent, normal. */
export function toSkinFrame(
  out: Float32Array | Float64Array,
  offset: number,
  frame: Float64Array,
  x: number,
  y: number,
  z: number,
): void {
  for (let axis = 0; axis < 3; axis++)
    out[offset + axis] = frame[3 * axis] * x + frame[3 * axis + 1] * y + frame[3 * axis + 2] * z;
}

/** Computes the inverse of `toSkinFrame`. */
export function fromSkinFrame(
  out: Float32Array | Float64Array,
  offset: number,
  frame: Float64Array,
  t: number,
  b: number,
  n: number,
): void {
  for (let c = 0; c < 3; c++) out[offset + c] = frame[c] * t + frame[3 + c] * b + frame[6 + c] * n;
}

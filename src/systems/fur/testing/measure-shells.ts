import type { ShellsOutput } from '../../outputs/shells.ts';

/** Measurements of shells for tests. */
export interface ShellsMeasurements {
  readonly allFinite: boolean;
  /** Maximum angle between a strand and the rendered normal, rad. */
  readonly peakLean: number;
  /** Maximum of |length / rest length − 1|. */
  readonly stretch: number;
  /** Maximum difference of a normal's length from 1. */
  readonly normalFault: number;
}

export function measureShells(shells: ShellsOutput): ShellsMeasurements {
  const { vertexCount, roots, normals, offsets, lengths } = shells;
  let [peakLean, stretch, normalFault] = [0, 0, 0];
  const allFinite = [roots, normals, offsets, lengths].every((array) => array.every(Number.isFinite));
  for (let v = 0; v < vertexCount; v++) {
    const d = offsets.subarray(3 * v, 3 * v + 3);
    const n = normals.subarray(3 * v, 3 * v + 3);
    const length = Math.hypot(d[0], d[1], d[2]);
    const up = (d[0] * n[0] + d[1] * n[1] + d[2] * n[2]) / length;
    peakLean = Math.max(peakLean, Math.acos(Math.min(1, Math.max(-1, up))));
    stretch = Math.max(stretch, Math.abs(length / lengths[v] - 1));
    normalFault = Math.max(normalFault, Math.abs(Math.hypot(n[0], n[1], n[2]) - 1));
  }
  return { allFinite, peakLean, stretch, normalFault };
}

import { GroundSurface } from '../../ground-surface.ts';
import type { HeightfieldOutput } from '../../outputs/heightfield.ts';

/** Heights of the vertices of a patch on the grounds of a scene. If several grounds overlap, the highest counts. */
export class GroundHeights {
  /** Number of vertices outside of all grounds at the last update. */
  missCount = 0;
  private readonly surfaces: readonly GroundSurface[];

  constructor(readonly fields: readonly HeightfieldOutput[]) {
    this.surfaces = fields.map((field) => new GroundSurface(field));
  }

  /**
   * Sets the y of `positions` to the height of the current ground. Outside of all grounds, y is the rest height. Both arrays are [3 ·
   * vertexCount].
   */
  lift(positions: Float64Array, rest: Float64Array): void {
    for (const surface of this.surfaces) surface.begin();
    this.missCount = 0;
    for (let k = 0; k < positions.length; k += 3) {
      let height = Number.NEGATIVE_INFINITY;
      for (const surface of this.surfaces) {
        if (surface.look(positions[k], positions[k + 2])) height = Math.max(height, surface.height);
      }
      const isMissed = height === Number.NEGATIVE_INFINITY;
      positions[k + 1] = isMissed ? rest[k + 1] : height;
      if (isMissed) this.missCount++;
    }
  }
}

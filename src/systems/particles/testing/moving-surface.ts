import type { SkinSurface } from '../../../motion/skin-surface.ts';
import type { Shape } from '../shape.ts';

/** Creates a triangle that moves and rotates, and a shape of 40 points 0.1 m above it. */
export function movingSurface(): { surface: SkinSurface; shape: Shape; advance(tick: number): void } {
  const positionsAt = (out: Float64Array, t: number) => {
    const angle = 2 * t;
    [0, 1, 2].forEach((corner) => {
      out[3 * corner] = 3 * t + Math.cos(angle + 2 * corner);
      out[3 * corner + 1] = 2 + Math.sin(angle + 2 * corner);
      out[3 * corner + 2] = t * t;
    });
  };
  const surface = {
    name: 'square',
    vertexCount: 3,
    indices: Uint32Array.of(0, 1, 2),
    start: new Float64Array(9),
    end: new Float64Array(9),
    cut: false,
    positionsAt,
    fork: null,
  };
  positionsAt(surface.start, 0);
  positionsAt(surface.end, 0);
  const weights = Float64Array.from({ length: 80 }, (_, k) => (k % 2 ? 0.6 : 0.1) * ((k % 7) / 7));
  const points = {
    count: 40,
    positions: new Float64Array(120).fill(1),
    colors: null,
    normals: null,
    anchors: { triangles: new Uint32Array(40), weights, heights: new Float64Array(40).fill(0.1) },
  };
  const shape: Shape = {
    name: 'moving',
    dimension: 2,
    measure: 1,
    bounds: { min: new Float64Array(3), max: new Float64Array(3).fill(1) },
    points,
    sample: () => points,
    distance: null,
    skin: 0,
    warnings: [],
  };
  return {
    surface,
    shape,
    advance(tick) {
      positionsAt(surface.start, tick / 120);
      positionsAt(surface.end, (tick + 1) / 120);
    },
  };
}

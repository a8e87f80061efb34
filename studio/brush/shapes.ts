/** Shapes that the brush presses, by their names in strokes. */
export const brushShapes = {
  ball: { label: 'Ball', description: 'Drag it to plough a furrow.' },
  foot: { label: 'Foot', description: 'Tap for one print. Drag to walk.' },
} as const;

export type BrushShape = keyof typeof brushShapes;

/**
 * Returns a closed surface as OBJ text. `size`: radius of a ball or length of a foot, metres. The lowest point of the surface is at y = 0.
 */
export function shapeObj(shape: BrushShape, size: number, side: 'left' | 'right' = 'left'): string {
  return shape === 'ball' ? ballObj(size) : footObj(size, side);
}

const ballRings = 12;
const ballSectors = 24;

function ballObj(radius: number): string {
  const lines = ['o ball', vertex(0, 0, 0)];
  for (let ring = 1; ring < ballRings; ring++) {
    const angle = (Math.PI * ring) / ballRings;
    for (let k = 0; k < ballSectors; k++) {
      const turn = (2 * Math.PI * k) / ballSectors;
      const across = radius * Math.sin(angle);
      lines.push(vertex(across * Math.sin(turn), radius * (1 - Math.cos(angle)), across * Math.cos(turn)));
    }
  }
  lines.push(vertex(0, 2 * radius, 0));
  joinRings(lines, ballRings - 1, ballSectors);
  return `${lines.join('\n')}\n`;
}

/** Half widths of a left sole at fractions of its length, from the heel: outer side (−x), inner side (+x). */
const soleOutline = [
  [0.0, 0.03, 0.03],
  [0.03, 0.085, 0.08],
  [0.1, 0.115, 0.105],
  [0.2, 0.125, 0.105],
  [0.32, 0.125, 0.085],
  [0.45, 0.14, 0.065],
  [0.57, 0.165, 0.085],
  [0.68, 0.18, 0.135],
  [0.78, 0.17, 0.17],
  [0.88, 0.13, 0.18],
  [0.95, 0.075, 0.155],
  [0.985, 0.03, 0.11],
  [1.0, -0.005, 0.06],
] as const;

/** Rings of a sole from below: height, and fraction of the outline's size. The lowest ring is slightly smaller, like a worn edge. */
const soleRings = [
  [0, 0.94],
  [0.03, 1],
  [0.32, 0.97],
] as const;

/** Returns a foot that points along +z, its middle at the origin. */
function footObj(length: number, side: 'left' | 'right'): string {
  const mirror = side === 'left' ? 1 : -1;
  const outline = [
    ...soleOutline.map(([along, outer]) => [-outer, along - 0.5] as const),
    ...[...soleOutline].reverse().map(([along, , inner]) => [inner, along - 0.5] as const),
  ];
  const lines = [`o foot-${side}`, vertex(0, 0, 0)];
  for (const [height, share] of soleRings) {
    // Seen from above, the outline of a left foot is clockwise. The rings must have the same orientation as those of the ball.
    const ring = mirror === 1 ? outline : [...outline].reverse();
    for (const [x, z] of ring) {
      lines.push(vertex(mirror * x * share * length, height * length, z * share * length));
    }
  }
  lines.push(vertex(0, soleRings.at(-1)![0] * length, 0));
  joinRings(lines, soleRings.length, outline.length);
  return `${lines.join('\n')}\n`;
}

/**
 * Adds faces between rings of vertices. There is one more vertex below the first ring, and one above the last. Vertex numbers start at 1.
 */
function joinRings(lines: string[], ringCount: number, size: number): void {
  const corner = (ring: number, k: number) => 2 + ring * size + (k % size);
  const last = 2 + ringCount * size;
  for (let k = 0; k < size; k++) {
    lines.push(`f 1 ${corner(0, k + 1)} ${corner(0, k)}`);
    for (let ring = 0; ring + 1 < ringCount; ring++) {
      lines.push(
        `f ${corner(ring, k)} ${corner(ring, k + 1)} ${corner(ring + 1, k + 1)} ${corner(ring + 1, k)}`,
      );
    }
    lines.push(`f ${corner(ringCount - 1, k)} ${corner(ringCount - 1, k + 1)} ${last}`);
  }
}

function vertex(x: number, y: number, z: number): string {
  return `v ${shorten(x)} ${shorten(y)} ${shorten(z)}`;
}

/** Rounds to tenths of a millimetre, so that files are small and the text is the same on every machine. */
function shorten(metres: number): number {
  return Math.round(metres * 1e4) / 1e4 || 0;
}

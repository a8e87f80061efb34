import type { ColumnGrid } from './column-grid.ts';

/** A hollow in the ground. */
export interface FoundPrint {
  /** Centroid, world metres, weighted by depth. */
  readonly x: number;
  readonly z: number;
  /** Unit direction [x, z] of the print's longest extent. */
  readonly axis: readonly [number, number];
  /** Length along the axis, and perpendicular to it, metres. */
  readonly length: number;
  readonly width: number;
  /** Maximum depth below the initial ground, metres. */
  readonly depth: number;
  /** Volume below the initial ground, cubic metres. */
  readonly volume: number;
}

/**
 * Finds every hollow that is deeper than a quarter of the deepest one, sorted by decreasing volume. Samples are connected with their
 * neighbours in eight directions. Hollows count as one if their distance is less than a third of the length of the longer one: heel and
 * ball, pad and toes.
 */
export function findPrints(grid: ColumnGrid): FoundPrint[] {
  const hollows = findHollows(grid);
  for (let merged = true; merged; ) {
    merged = false;
    for (let a = 0; a < hollows.length; a++) {
      for (let b = hollows.length - 1; b > a; b--) {
        if (!belongTogether(hollows[a], hollows[b])) continue;
        const [other] = hollows.splice(b, 1);
        hollows[a] = uniteHollows(hollows[a], other);
        merged = true;
      }
    }
  }
  return hollows.map(({ members }) => measurePrint(grid, members)).sort((a, b) => b.volume - a.volume);
}

interface Hollow {
  /** Indices of the samples of the hollow, and their bounds in columns and rows. */
  readonly members: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function belongTogether(a: Hollow, b: Hollow): boolean {
  const gapX = Math.max(a.left, b.left) - Math.min(a.right, b.right) - 1;
  const gapY = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom) - 1;
  const length = Math.max(a.right - a.left, a.bottom - a.top, b.right - b.left, b.bottom - b.top) + 1;
  return Math.max(gapX, gapY) < length / 3;
}

function uniteHollows(a: Hollow, b: Hollow): Hollow {
  return {
    members: [...a.members, ...b.members],
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Returns the largest few hundred connected hollows. This is more than a picture needs, and few enough to compare all pairs. */
function findHollows({ columns, rows, change }: ColumnGrid): Hollow[] {
  let deepest = 0;
  for (const delta of change) if (-delta > deepest) deepest = -delta;
  const hollows: Hollow[] = [];
  if (!(deepest > 0)) return hollows;
  const threshold = deepest / 4;
  const seen = new Uint8Array(columns * rows);
  for (let k = 0; k < change.length; k++) {
    if (seen[k] || -change[k] < threshold) continue;
    seen[k] = 1;
    const members = [k];
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    for (let n = 0; n < members.length; n++) {
      const column = members[n] % columns;
      const row = (members[n] - column) / columns;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
      for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++) {
        for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++) {
          const other = j * columns + i;
          if (seen[other] || -change[other] < threshold) continue;
          seen[other] = 1;
          members.push(other);
        }
      }
    }
    hollows.push({ members, left, right, top, bottom });
  }
  return hollows.sort((a, b) => b.members.length - a.members.length).slice(0, 300);
}

function measurePrint(grid: ColumnGrid, members: readonly number[]): FoundPrint {
  const { columns, change, step } = grid;
  let [weight, sumX, sumZ, depth] = [0, 0, 0, 0];
  for (const k of members) {
    const w = -change[k];
    weight += w;
    sumX += w * (k % columns);
    sumZ += w * Math.floor(k / columns);
    depth = Math.max(depth, w);
  }
  const middleX = sumX / weight;
  const middleZ = sumZ / weight;
  let [xx, xz, zz] = [0, 0, 0];
  for (const k of members) {
    const dx = (k % columns) - middleX;
    const dz = Math.floor(k / columns) - middleZ;
    xx += dx * dx;
    xz += dx * dz;
    zz += dz * dz;
  }
  // The eigenvector of the larger eigenvalue of [[xx, xz], [xz, zz]].
  const half = (xx - zz) / 2;
  const root = Math.sqrt(half * half + xz * xz);
  const raw = half >= 0 ? [half + root, xz] : [xz, root - half];
  const size = Math.sqrt(raw[0] * raw[0] + raw[1] * raw[1]);
  const axis: [number, number] = size > 0 ? [raw[0] / size, raw[1] / size] : [1, 0];
  let [along0, along1, across0, across1] = [0, 0, 0, 0];
  for (const k of members) {
    const dx = (k % columns) - middleX;
    const dz = Math.floor(k / columns) - middleZ;
    const along = dx * axis[0] + dz * axis[1];
    const across = dz * axis[0] - dx * axis[1];
    along0 = Math.min(along0, along);
    along1 = Math.max(along1, along);
    across0 = Math.min(across0, across);
    across1 = Math.max(across1, across);
  }
  return {
    x: grid.x + middleX * step,
    z: grid.z + middleZ * step,
    axis,
    length: (along1 - along0 + 1) * step,
    width: (across1 - across0 + 1) * step,
    depth,
    volume: weight * step * step,
  };
}

/**
 * Returns the print for the close-up: a large print in which no character stands and that is not cut off. Null if there is none. `prints`:
 * sorted by decreasing volume. `covered`: rectangles [x0, z0, x1, z1] where characters stand.
 */
export function chooseBestPrint(
  prints: readonly FoundPrint[],
  covered: readonly (readonly [number, number, number, number])[],
): FoundPrint | null {
  if (prints.length === 0) return null;
  const large = prints.filter((print) => print.volume >= 0.3 * prints[0].volume);
  const free = large.filter(({ x, z }) =>
    covered.every(([x0, z0, x1, z1]) => x < x0 || x > x1 || z < z0 || z > z1),
  );
  const choice = free.length > 0 ? free : large;
  // The largest prints are skipped, because they often consist of two prints.
  return choice[Math.floor(choice.length / 4)];
}

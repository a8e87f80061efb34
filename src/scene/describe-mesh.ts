import { maxOf } from '../math/lists.ts';
import type { MeshMeasures } from '../motion/measure-mesh.ts';

/** Maximum and minimum extent of an object, metres, for which there is no warning about its unit. */
const largestThing = 30;
const smallestThing = 0.005;

/** Describes defects of a surface and their consequences for systems that use it. */
export function describeMesh(measures: MeshMeasures): string[] {
  const { openEdges, crowdedEdges, opposedEdges, inwardPieces, doubled, flat, loose } = measures;
  const defects: string[] = [];
  if (openEdges > 0) {
    defects.push(
      `${count(openEdges, 'edge is', 'edges are')} open: its prints in a ground are correct, but flesh and volumes of ` +
        'particles need a closed surface',
    );
  }
  if (crowdedEdges > 0) {
    defects.push(
      `${count(crowdedEdges, 'edge joins', 'edges join')} more than two triangles: the ground ignores this; flesh uses the outer surface`,
    );
  }
  if (opposedEdges > 0) {
    defects.push(
      `${count(opposedEdges, 'edge joins', 'edges join')} triangles with opposite orientations: the ` +
        'ground ignores this; flesh corrects it',
    );
  }
  if (inwardPieces > 0) {
    defects.push(
      `${count(inwardPieces, 'closed piece faces', 'closed pieces face')} inward: it is inverted, or a cavity; the ground ignores this`,
    );
  }
  if (doubled > 0) {
    defects.push(
      `${count(doubled, 'triangle is a duplicate', 'triangles are duplicates')}: duplicates count once, and take time`,
    );
  }
  if (flat > 0)
    defects.push(`${count(flat, 'triangle has', 'triangles have')} no area: they leave no prints`);
  if (loose > 0) defects.push(`${count(loose, 'vertex is', 'vertices are')} part of no triangle: ignored`);
  return defects;
}

/**
 * Returns a warning about the size of an object if neither its file nor the scene gives a unit; null if the size is plausible in metres.
 */
export function describeSize({ min, max }: MeshMeasures): string | null {
  const extents = min.map((low, axis) => max[axis] - low);
  const largest = maxOf(extents);
  if (largest <= largestThing && largest >= smallestThing) return null;
  const size = extents.map(short).join(' × ');
  const hint =
    largest > largestThing
      ? `set "scale": 0.001 if it is in millimetres (${extents.map((extent) => short(extent / 1000)).join(' × ')} m), 0.01 in centimetres, or "height"`
      : 'set "scale" or "height" if it is in another unit';
  return `it is ${size} units in size and its file has no unit, so metres are assumed; ${hint}`;
}

function count(value: number, one: string, many: string): string {
  return `${value} ${value === 1 ? one : many}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

import { MeshWriter } from './mesh-writer.ts';
import { cube } from './shapes.ts';

const cornerOf = (index: number) => cube.positions.slice(3 * index, 3 * index + 3);

/** Returns a cube as a text STL. */
export function writeTextStl(): string {
  const facets: string[] = [];
  for (let k = 0; k < cube.indices.length; k += 3) {
    const vertices = cube.indices.slice(k, k + 3).map((index) => `      vertex ${cornerOf(index).join(' ')}`);
    facets.push(`  facet normal 0 0 0\n    outer loop\n${vertices.join('\n')}\n    endloop\n  endfacet`);
  }
  return `solid a cube\n${facets.join('\n')}\nendsolid a cube\n`;
}

/** Returns the same cube as a binary STL, with zero normals. */
export function writeBinaryStl(header = 'made by a test'): Uint8Array {
  const writer = new MeshWriter().text(header.padEnd(80, '\0'));
  writer.isBinary = true;
  writer.realBytes = 4;
  writer.integers(cube.indices.length / 3);
  for (let k = 0; k < cube.indices.length; k += 3) {
    writer.reals(0, 0, Number.NaN, ...cube.indices.slice(k, k + 3).flatMap(cornerOf)).bytes(255, 255);
  }
  return writer.finish();
}

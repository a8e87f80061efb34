import { describe, expect, test } from 'vitest';
import { type PartedGrass, partGrass } from '../testing/part-grass.ts';
import { topologyKinds } from '../topology/topology.ts';

/** Returns the tips, m, of the strands at a vertex of the skin. */
function tipsAt({ mesh, solver, offsets }: PartedGrass, vertex: number): number[][] {
  const strands = [...solver.topology.vertexOf.keys()].filter((i) => solver.topology.vertexOf[i] === vertex);
  return strands.map((i) => [0, 1, 2].map((c) => mesh.positions[3 * vertex + c] + offsets[3 * i + c]));
}

/** Returns the width of the gap, m, between the tips of one root: those that lean to −x, and those that lean to +x. */
function gapAt(grass: PartedGrass, vertex: number): number {
  const xs = tipsAt(grass, vertex).map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
}

const onLine = ({ mesh }: PartedGrass) =>
  Array.from({ length: mesh.vertexCount }, (_, v) => v).filter(
    (v) => Math.abs(mesh.positions[3 * v] - 0.3) < 1e-9,
  );

describe.each(topologyKinds)('figure 5, %s', (kind) => {
  const grass = partGrass(kind);
  const isSeparable = kind.startsWith('separable');

  test('both sides lean away from the line', () => {
    for (const [vertex, sign] of [
      [16, -1],
      [18, 1],
    ]) {
      for (const [x] of tipsAt(grass, vertex))
        expect(sign * (x - grass.mesh.positions[3 * vertex])).toBeGreaterThan(0.2 * grass.length);
    }
  });

  test(
    isSeparable ? 'a gap opens at the line, and nowhere else' : 'neighbouring shells stay connected',
    () => {
      const line = onLine(grass);
      expect(line).toHaveLength(5);
      for (let vertex = 0; vertex < grass.mesh.vertexCount; vertex++) {
        const gap = gapAt(grass, vertex) / grass.length;
        if (!isSeparable) expect(gap).toBe(0);
        else if (line.includes(vertex)) expect(gap).toBeGreaterThan(0.8);
        else expect(gap).toBeLessThan(0.25);
      }
    },
  );
});

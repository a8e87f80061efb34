// npx tsx src/systems/particles/match/testing/make-reference.ts COUNT [exact|trees]: prints the values of reference.ts.
import { assignByTrees } from './assign-by-trees.ts';
import { assignExactly } from './assign-exactly.ts';
import { assignCases, sumSquares } from './cases.ts';

const count = Number(process.argv[2]);
const isExact = process.argv[3] === 'exact';
for (const { name, make } of assignCases) {
  const { from, to } = make(count);
  const before = performance.now();
  const assignment = isExact ? assignExactly(from, to) : assignByTrees(from, to, 64);
  const seconds = (performance.now() - before) / 1000;
  process.stdout.write(`${name}, ${count}: ${sumSquares(from, to, assignment)} (${seconds.toFixed(1)} s)\n`);
}

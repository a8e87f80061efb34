import { expect, test } from 'vitest';
import { readBvh } from './read-bvh.ts';

/** Maximum CPU time for any input, whether it is read or refused, s. */
const longest = 2;

function read(text: string): void {
  const start = process.cpuUsage();
  try {
    readBvh(new TextEncoder().encode(text), { name: 'many.bvh' });
  } finally {
    expect(process.cpuUsage(start).user).toBeLessThan(1e6 * longest);
  }
}

test('recordings with very many joints, in a chain or side by side, are read or refused in time', () => {
  const row = (count: number) => {
    const open = (k: number) => `JOINT j${k}\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n`;
    const joints = Array.from({ length: count }, (_, k) => open(k)).join('');
    return `HIERARCHY\n${joints}${'}\n'.repeat(count)}MOTION\nFrames: 1\nFrame Time: 1\n${'1 '.repeat(count)}`;
  };
  const side = (count: number) =>
    `HIERARCHY\nROOT r\n{\n${'JOINT j\n{\nOFFSET 1 1 0\nCHANNELS 1 Xrotation\n}\n'.repeat(count)}}\nMOTION\nFrames: 1\nFrame Time: 1\n${'1 '.repeat(count)}`;
  for (const make of [row, side]) {
    read(make(1000));
    expect(() => read(make(200_000))).toThrow('expected at most 1024 joints');
  }
});

// Rewrites a folder in an endless loop until it is killed: `commit-child.ts FOLDER`. All files of one version contain its number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutputFolder } from '../output-folder.ts';

const [, , out] = process.argv;
const encode = (text: string) => new TextEncoder().encode(text);

function lastNumber(): number {
  try {
    return Number(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).number);
  } catch {
    return 0;
  }
}

for (;;) {
  const folder = new OutputFolder(out);
  folder.open(false);
  const number = lastNumber() + 1;
  // Some names alternate between versions, so that each version also has to delete files.
  const names = Array.from(
    { length: 30 },
    (_, k) => `${k % 3}/${k + (k % 5 === 0 ? number % 2 : 0) * 100}.txt`,
  );
  const outputs = names.map((file) => {
    const bytes = encode(String(number));
    return { file, bytes: bytes.length, sha256: folder.write(file, bytes) };
  });
  folder.write(
    'report.json',
    encode(JSON.stringify({ version: 1, generator: 'aftermotion', number, outputs })),
  );
  folder.commit();
}

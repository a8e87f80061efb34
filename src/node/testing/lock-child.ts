// Takes and gives back a folder's lock many times, among others that do the same: `lock-child.ts FOLDER TIMES`. Whoever has it
// makes a file that nobody else may make meanwhile. Tells how often it had the lock.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FolderLock } from '../folder-lock.ts';

const [, , folder, times] = process.argv;
const inside = join(folder, '..', 'inside');
let had = 0;
for (let k = 0; k < Number(times); k++) {
  const lock = new FolderLock(folder);
  if (lock.take() !== null) continue;
  had++;
  writeFileSync(inside, '', { flag: 'wx' });
  rmSync(inside);
  lock.release();
}
process.stdout.write(String(had));

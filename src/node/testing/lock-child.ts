// Takes and releases the lock of a folder many times, in competition with other processes: `lock-child.ts FOLDER TIMES`. The holder
// creates a file, which fails if another process holds the lock too. Prints how often it had the lock.
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

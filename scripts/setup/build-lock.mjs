import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setUpFolder } from './places.mjs';
import { setUpError } from './set-up-error.mjs';

/** Maximum time to wait for another set-up, seconds. */
const patience = 900;

/**
 * Allows only one process at a time to build. Waits while another process builds. Takes over the lock of a process that ended without
 * releasing it. Returns the function that releases the lock.
 */
export function holdLock() {
  const path = join(setUpFolder, 'lock');
  mkdirSync(setUpFolder, { recursive: true });
  for (let waited = 0; ; waited += 0.2) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw unwritable(error);
    }
    const holder = readHolder(path);
    // A lock without a number is still being written.
    if (holder > 0 ? !isAlive(holder) : waited > 2) rmSync(path, { force: true });
    if (waited === 0 && holder > 0 && isAlive(holder)) {
      console.error(`Waiting for another set-up, process ${holder} …`);
    }
    if (waited > patience) {
      throw setUpError(
        `Another set-up, process ${holder}, does not end: stop it, or remove ${path} if it is not a set-up`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/** Returns whether a process with this id runs. */
export function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error.code === 'EPERM';
  }
}

function readHolder(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

function unwritable(error) {
  return setUpError(
    `Something must be built, and the clone cannot be written (${error.message}): run npm run build as its owner`,
  );
}

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('this version of V8 accepts the settings of the heap', () => {
  const file = new URL('../../dist/node/tune-heap.js', import.meta.url).href;
  const script = `import { tuneHeap } from '${file}'; tuneHeap(); console.log('done');`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  // V8 prints an error for a flag that it does not know, and continues.
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'done\n', stderr: '' });
});

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const git = spawnSync('git', ['ls-files', '-ci', '--exclude-standard'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  encoding: 'utf8',
});

// In the past, a built site was committed, since its folder was added before it was in .gitignore.
test.skipIf(git.status !== 0)('no file that git ignores, such as a build, is in the repository', () => {
  expect(git.stdout).toBe('');
});

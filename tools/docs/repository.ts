import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository, without a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Folder from which the site is built. `build-site.ts` fills it. */
export const siteSource = `${root}/.cache/docs`;

const left = /^(node_modules|dist.*|out|coverage|\.cache|\.git)$/;

/** Returns the paths of the repository's own files, relative to its root, with slashes: files that git tracks or would track. */
export function listFiles(): string[] {
  const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (git.status === 0) return git.stdout.split('\0').filter(Boolean);
  // An unpacked archive has no git: use every file except build outputs.
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => left.test(part)) && !path.endsWith('.generated.ts'));
}

/** Returns all folders that contain one of `files`, directly or in a folder. */
export function listFolders(files: readonly string[]): Set<string> {
  const folders = new Set<string>(['.']);
  for (const file of files) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder))
      folders.add(folder);
  }
  return folders;
}

/** Returns the target of a link in the page `from`, relative to the root. */
export function resolveLink(from: string, link: string): string {
  return posix.normalize(posix.join(posix.dirname(from), decodeURI(link))).replace(/\/$/, '');
}

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('the version is the same everywhere, and the change log has a section for it', () => {
  const { version } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  const find = (path: string, pattern: RegExp) => pattern.exec(read(path))?.[1];
  expect({
    lock: lock.version,
    lockedPackage: lock.packages[''].version,
    citation: find('CITATION.cff', /^version: (.*)$/m),
    blender: find('integrations/blender/aftermotion/blender_manifest.toml', /^version = "(.*)"$/m),
    readme: find('README.md', /aftermotion-(\d.*)\.tgz/),
    react: find('docs/tutorials/react.md', /aftermotion-(\d.*)\.tgz/),
    threejs: find('docs/tutorials/threejs.md', /aftermotion-(\d.*)\.tgz/),
    changes: find('CHANGELOG.md', /^## (\d+\.\d+\.\d+)/m),
  }).toEqual({
    lock: version,
    lockedPackage: version,
    citation: version,
    blender: version,
    readme: version,
    react: version,
    threejs: version,
    changes: version,
  });
});

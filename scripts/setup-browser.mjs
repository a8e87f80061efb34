// Sees to it that the browser tests have a browser, and says which: the one that is there, else Debian's package where
// this runs as root on Debian, else Playwright's own. Never fails: without a browser those tests are left out.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findBrowser } from '../dist/node/browser/find-browser.js';

function run(words, command, args) {
  console.error(`${words} …`);
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    shell: process.platform === 'win32',
  });
  return result.status === 0;
}

function installDebianPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const options = ['-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
  if (
    run('Installing the package chromium for the browser tests', 'apt-get', [
      'install',
      ...options,
      'chromium',
    ])
  )
    return;
  run('Reading the list of packages', 'apt-get', ['update']);
  run('Installing the package chromium', 'apt-get', ['install', ...options, 'chromium']);
}

function currentBrowser() {
  return findBrowser() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null);
}

if (!currentBrowser()) installDebianPackage();
if (!currentBrowser()) {
  run('Installing a browser for the tests', process.execPath, [
    'node_modules/playwright-core/cli.js',
    'install',
    'chromium',
  ]);
}
const browser = currentBrowser();
console.error(
  browser
    ? `Browser tests use ${browser}`
    : 'There is no browser and none could be installed: the browser tests are left out',
);

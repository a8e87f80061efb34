// Makes sure that the browser tests have a browser, and reports which browser they use: see install-browser.mjs.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../dist/node/browser/find-browser.js';
import { installPackage, readPackageLists, run } from './apt.mjs';
import { installBrowser } from './install-browser.mjs';

const playwright = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url));

/** Playwright prints five stacks for a failed download. One line is enough. */
function runPlaywright(args) {
  const { status, stderr } = run(process.execPath, [playwright, ...args], 'pipe');
  const lines = String(stderr).trim().split('\n');
  if (status !== 0) console.error(lines.find((line) => /Error/.test(line)) ?? lines.at(-1));
  return status === 0;
}

const steps = {
  package: () => installPackage('chromium'),
  lists: readPackageLists,
  // The tests start the full browser, so its version without a window is not needed.
  playwright: () => runPlaywright(['install', '--no-shell', 'chromium']),
};

process.exitCode = installBrowser({
  isRoot: process.getuid?.() === 0,
  isDebian: existsSync('/etc/debian_version'),
  find: () => findBrowser() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null),
  install: (step) => steps[step](),
  // On other systems the browser contains all libraries. On Windows, this check would open a window.
  starts: (browser) => process.platform !== 'linux' || run(browser, ['--version'], 'ignore').status === 0,
  remove: () => runPlaywright(['uninstall']),
  say: (words) => console.error(words),
});

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { InputError } from '../../input-error.ts';

/** The properties of a machine that `findBrowser` needs. */
export interface BrowserSearch {
  /** Value of `process.platform`. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  exists(path: string): boolean;
}

/** The environment variable that contains the path of a browser. */
export const browserVariable = 'AFTERMOTION_BROWSER';

/** Names of browsers on the search path. Free software comes first. */
const commands: Record<string, readonly string[]> = {
  win32: ['chrome.exe', 'msedge.exe', 'chromium.exe'],
  other: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ],
};

const macApplications = ['Chromium', 'Google Chrome', 'Microsoft Edge', 'Google Chrome Canary'];
const windowsPrograms = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
];
const linuxPrograms = ['/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];

/**
 * Returns the program file of a Chromium, Chrome or Edge on this machine, or null if there is none. Looks at the environment variable
 * first, then at the search path, then at the usual locations.
 *
 * Throws InputError if the variable names a file that does not exist.
 */
export function findBrowser(search: BrowserSearch = thisMachine()): string | null {
  const named = search.environment[browserVariable];
  if (named) {
    if (search.exists(named)) return named;
    throw InputError.at(
      browserVariable,
      `expected the program file of a Chromium, Chrome or Edge, but there is no file ${named}: correct it, or unset it to search for a browser`,
    );
  }
  return browserCandidates(search).find((path) => search.exists(path)) ?? null;
}

/** Returns the result of `findBrowser`. Throws InputError with a remedy if there is no browser. */
export function requireBrowser(search: BrowserSearch = thisMachine()): string {
  const found = findBrowser(search);
  if (found) return found;
  throw InputError.at(
    'browser',
    'pictures are drawn by a browser without a window, and no Chromium, Chrome or Edge was found: install one ' +
      `(${installHint(search.platform)}), or set ${browserVariable} to the program file of one`,
  );
}

/** Returns all locations where a browser may be, in the order in which they are tried. */
export function browserCandidates({ platform, environment, home }: BrowserSearch): string[] {
  const { join, delimiter } = platform === 'win32' ? win32 : posix;
  const names = commands[platform] ?? commands.other;
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter((folder) => folder);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  if (platform === 'darwin') {
    const programs = ['/Applications', join(home, 'Applications')].flatMap((folder) =>
      macApplications.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
    );
    return [...programs, ...onPath];
  }
  if (platform === 'win32') {
    const roots = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA];
    const programs = roots.flatMap((root) =>
      root ? windowsPrograms.map((parts) => join(root, ...parts)) : [],
    );
    return [...programs, ...onPath];
  }
  return [...onPath, ...linuxPrograms];
}

function installHint(platform: string): string {
  if (platform === 'darwin') return 'brew install --cask chromium, or from google.com/chrome';
  if (platform === 'win32') return 'from google.com/chrome; Edge is part of Windows';
  return 'on Debian: apt-get install chromium';
}

function thisMachine(): BrowserSearch {
  return {
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    exists: existsSync,
  };
}
